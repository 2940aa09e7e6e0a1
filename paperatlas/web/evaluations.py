"""Question sets put to the library, in the background: what was answered is kept, so that a run goes on where it was stopped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paperatlas.core.errors import InputError
from paperatlas.eval.cases import Case, read_cases, write_cases
from paperatlas.eval.configuration import Configuration
from paperatlas.eval.history import keep
from paperatlas.eval.journal import add_line, lines
from paperatlas.eval.question_sets import QuestionSet
from paperatlas.eval.record import Item, Record, item_row, read_item
from paperatlas.library.evaluating import how_made, put_questions
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.web.kept_jobs import KeptJob, KeptJobs, id_of

__all__ = ["Evaluation", "Evaluations"]

FOLDER = "evaluation-jobs"
_QUESTIONS = "questions.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(KeptJob):
    """A question set put to the library in some configurations; its result names the runs."""

    question_set: str
    questions: str
    """The set's name."""
    configurations: tuple[str, ...]
    scoped: bool = False


class Evaluations(KeptJobs[Evaluation]):
    """Those of one library."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, kind=Evaluation, noun="evaluation", folder=FOLDER)

    def start(self, asked: QuestionSet, *, configurations: Sequence[str], scoped: bool = False, key: str = "") -> Evaluation:
        """Begin with the questions of a set as they are now; the rejected are left out.

        Raises:
            InputError: none is left.
        """
        id_ = id_of(key)
        if key and self._has(id_):
            return self.get(id_)
        cases = asked.reviewed.standing()
        if not cases:
            raise InputError(f"All questions of {asked.name!r} were rejected.", hint="Accept or mend some of them.")
        self._place(id_).mkdir(parents=True, exist_ok=True)
        (self._place(id_) / _QUESTIONS).write_text(write_cases(cases), encoding="utf-8", newline="\n")
        names = tuple(dict.fromkeys(configurations))
        total = float(len(cases) * len(names))
        job = Evaluation(id=id_, question_set=asked.id, questions=asked.name, configurations=names, scoped=scoped, total=total)
        return self._take_on(job)

    def go_on(self, id_: str) -> Evaluation:
        """Ask what is left of one that was stopped or failed. Raises UnknownJob."""
        job = self.get(id_)
        return self._take_on(replace(job, state="waiting", error={})) if job.state in {"cancelled", "failed"} else job

    def _work(self, job: Evaluation, work: Work) -> dict[str, Any]:
        cases = read_cases(self._place(job.id) / _QUESTIONS)
        runs = []
        for number, name in enumerate(job.configurations):
            configuration = Configuration.named(name)
            library = self._desk.library
            made = how_made(library, configuration, questions=job.questions, scoped=job.scoped, started=job.at)
            before, total = number * len(cases), len(cases) * len(job.configurations)
            answered = self._place(job.id) / f"{number}.jsonl"
            known = {item.id: item for item in map(read_item, lines(answered))}
            left = [case for case in cases if case.id not in known]
            work.step(name, done=before + len(known), total=total)
            for item in self._answers(left, configuration, answered, scoped=job.scoped):
                known[item.id] = item
                work.step(name, done=before + len(known), total=total)
            record = Record(made=made, items=tuple(known[case.id] for case in cases))
            runs.append(keep(library.evaluations, record).stem)
        return {"runs": runs}

    def _answers(self, cases: Sequence[Case], configuration: Configuration, file: Path, *, scoped: bool) -> Iterator[Item]:
        """Each is on disk before anybody is told of it."""
        for item in put_questions(self._desk.library, cases, configuration, scoped=scoped):
            add_line(file, item_row(item))
            yield item
