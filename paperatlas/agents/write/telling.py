"""What is told of an answer as it was written: each sentence of the model, and what became of it."""

from paperatlas.agents.state import Draft
from paperatlas.agents.write.choosing import Written
from paperatlas.core.events import Checked, Corrected, Drafted

__all__ = ["told_of"]


def told_of(written: Written, shown: Draft) -> tuple[Drafted | Checked | Corrected, ...]:
    """The sentences as the model gave them, then each verdict, then what was done about those that fell."""
    known = {statement.text for statement in shown.statements}
    drafted = tuple(Drafted(text=each.said) for each in written.judged if each.said)
    checked: list[Checked | Corrected] = []
    for each in written.judged:
        if not each.why:
            checked.append(Checked(text=each.said, label="supported", why="Its quotes say so."))
            continue
        checked.append(Checked(text=each.said, label="unverifiable", why=each.why))
        restated = each.statement is not None and each.statement.text in known
        what = "Told in the words of its quotes." if restated else "Left out."
        checked.append(Corrected(what=f"{what} It was: {each.said}", why=each.why))
    if written.judged and not known & {each.statement.text for each in written.proven if each.statement is not None}:
        checked.append(Corrected(what="The answer is the one without the model.", why="It answers more, or nothing does."))
    return (*drafted, *checked)
