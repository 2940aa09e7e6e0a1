"""How far a judge agrees with the score that is counted without one."""

from dataclasses import dataclass
from typing import Any

from paperatlas.eval.record import Record

__all__ = ["Agreement", "agreement", "agreement_json", "agreement_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """A table of two by two, the counted score first: `right_wrong` are those that only the judge finds wrong."""

    right_right: int = 0
    right_wrong: int = 0
    wrong_right: int = 0
    wrong_wrong: int = 0
    failed: int = 0
    """Answers that the judge gave no verdict on."""

    @property
    def n(self) -> int:
        return self.right_right + self.right_wrong + self.wrong_right + self.wrong_wrong

    @property
    def share(self) -> float | None:
        return (self.right_right + self.wrong_wrong) / self.n if self.n else None

    @property
    def kappa(self) -> float | None:
        """Cohen's: agreement beyond what two raters of these habits reach by chance; None where chance reaches all."""
        if self.share is None:
            return None
        scored, judged = self.right_right + self.right_wrong, self.right_right + self.wrong_right
        chance = (scored * judged + (self.n - scored) * (self.n - judged)) / self.n**2
        return None if chance == 1 else (self.share - chance) / (1 - chance)


def agreement(record: Record) -> Agreement:
    """Over the answers that have both a verdict and a score; refusals, which the judge is not asked about, are in neither."""
    both = [
        (bool(item.scores["accuracy"].got), item.judged == "CORRECT")
        for item in record.scored
        if item.judged and "accuracy" in item.scores
    ]
    return Agreement(
        right_right=both.count((True, True)),
        right_wrong=both.count((True, False)),
        wrong_right=both.count((False, True)),
        wrong_wrong=both.count((False, False)),
        failed=sum(bool(item.judge_failed) for item in record.scored),
    )


def agreement_json(found: Agreement) -> dict[str, Any]:
    """As JSON."""
    return {
        "n": found.n,
        "failed": found.failed,
        "agreement": found.share,
        "kappa": found.kappa,
        "table": [[found.right_right, found.right_wrong], [found.wrong_right, found.wrong_wrong]],
    }


def agreement_text(found: Agreement) -> str:
    """In a sentence or two."""
    if found.share is None:
        return f"The judge gave no verdict that could be compared; it failed on {found.failed}."
    kappa = "not defined (one of them marks all alike)" if found.kappa is None else f"{found.kappa:.2f}"
    return (
        f"The judge agrees with the counted score on {found.share:.0%} of {found.n} answers, Cohen's kappa {kappa}: both right"
        f" {found.right_right}, only the score {found.right_wrong}, only the judge {found.wrong_right}, both wrong"
        f" {found.wrong_wrong}. The judge failed on {found.failed}."
    )
