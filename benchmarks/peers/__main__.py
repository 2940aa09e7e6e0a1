"""Puts the same papers and questions to PaperAtlas and its peers, and keeps what came of it.

    python -m benchmarks.peers [SYSTEM…] [--papers FOLDER --questions FILE --name NAME] [--cache FOLDER] [--beside]

Every system runs in an environment of its own, which is made at the first run (PyPI is needed for that, and for nothing else).
All are served by one endpoint on loopback: the same stand-in for a language model (closest.py) and the same embedder. Each
system reads the papers in one process, answers the questions in another, and searches for them in a third; PaperAtlas always
runs first, because times are told as multiples of its, and because the pages that citations are held against are those that it
read.

Results are one JSON file a system in `results/NAME`; what failed is kept beside it with the end of its log. Then
`python -m benchmarks.peers.table` prints the tables of README.md from them. Needs Linux.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import platformdirs

from benchmarks.bench import current_commit, this_machine
from benchmarks.peers.environments import Environment, InstallFailed, prepare
from benchmarks.peers.scoring import Pages, fair_cases, score
from benchmarks.peers.systems import OURS, SYSTEMS, System
from benchmarks.records import ROOT
from paperatlas import open_library
from paperatlas.eval.cases import Case

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
LONGEST = 3600
"""Seconds after which a command of a system is ended."""
LOG_LINES = 40
"""Of the end of a log that are kept."""
SHOWN_FAILURES = 5

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is the same for all systems."""

    papers: Path
    cases: Sequence[Case]
    questions: str
    name: str
    work: Path
    cache: Path
    url: str
    endpoint: int
    """The id of its process."""

    def run(self, name: str) -> Row:
        """A system's result: figures, or where it failed."""
        system = SYSTEMS[name]
        result = self._described(system)
        try:
            environment = prepare(system.requirements, self.cache) if system.requirements else None
        except InstallFailed as error:
            return self._failed(name, result, "environment", str(error))
        result["versions"] = list(environment.versions) if environment else [f"paperatlas=={version('paperatlas')}"]
        if not system.store_of:
            result["ingest"] = self._measured(name, "ingest", environment, "--papers", self.papers)
            if result["ingest"]["exit_code"]:
                return self._failed(name, result, "ingest", self._log(name, "ingest"))
        replies, found = (self.work / f"{name}.{command}.jsonl" for command in ("ask", "search"))
        for command, out in (("ask", replies), ("search", found)):
            result[command] = self._measured(name, command, environment, "--questions", self._asked(), "--out", out)
            if result[command]["exit_code"]:
                return self._failed(name, result, command, self._log(name, command))
        with open_library(self.work / OURS) as library:
            scored = asdict(score(self.cases, replies, found, Pages(library)))
        failures = scored.pop("failures")
        result |= {**scored, "failed": len(failures), "failures": [_clean(each) for each in failures[:SHOWN_FAILURES]]}
        if failures:
            self._keep_log(name, self._log(name, "ask"))
        return result

    def _described(self, system: System) -> Row:
        return {
            "title": system.title,
            "questions": self.questions,
            "papers": len([file for file in self.papers.iterdir() if file.suffix in {".pdf", ".html"}]),
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "commit": current_commit(),
            "machine": asdict(this_machine(os.getloadavg()[0])),
            "cannot": list(system.cannot),
            "endpoint_mebibytes": _peak_of(self.endpoint),
        }

    def _asked(self) -> Path:
        file = self.work / "questions.jsonl"
        rows = [{"id": case.id, "question": case.question} for case in self.cases]
        file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return file

    def _measured(self, name: str, command: str, environment: Environment | None, *arguments: str | Path) -> Row:
        """What the command took, the share of the endpoint included that embedded for it."""
        system = SYSTEMS[name]
        python = environment.python if environment else Path(sys.executable)
        adapter = HERE / "adapters" / f"run_{system.adapter}.py"
        store, figures = self.work / (system.store_of or name), self.work / f"{name}.{command}.json"
        if command == "ingest":
            shutil.rmtree(store, ignore_errors=True)
        url = ("--url", self.url) if system.has_model else ()
        given = ("--store", store, *url, *arguments)
        own = {"PYTHONPATH": str(ROOT)} if environment is None else system.variables(environment)
        before = self._meter()
        with (self.work / f"{name}.{command}.log").open("w", encoding="utf-8") as log:
            subprocess.run(
                [sys.executable, HERE / "measuring.py", figures, str(LONGEST), python, adapter, command, *given],
                check=True,
                cwd=self.work,
                env={**_variables(), **own},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        after = self._meter()
        asked = {key: round(after[key] - value, 3) for key, value in before.items() if not isinstance(value, list)}
        if asked["unknown"]:
            asked["first_unknown"] = after["first_unknown"][0][:400]
        return {**json.loads(figures.read_text(encoding="utf-8")), "endpoint": asked}

    def _meter(self) -> Row:
        with urllib.request.urlopen(f"{self.url}/meter", timeout=LONGEST) as reply:
            found: Row = json.load(reply)
        return found

    def _log(self, name: str, command: str) -> str:
        return (self.work / f"{name}.{command}.log").read_text(encoding="utf-8", errors="replace")

    def _failed(self, name: str, result: Row, step: str, log: str) -> Row:
        self._keep_log(name, log)
        return {**result, "failed_at": step}

    def _keep_log(self, name: str, log: str) -> None:
        lines = [line for line in _clean(log).splitlines() if line.strip()][-LOG_LINES:]
        (RESULTS / self.name / f"{name}.log").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="*", choices=[[], *SYSTEMS], help="default: all")
    parser.add_argument("--papers", type=Path, default=ROOT / "data" / "samples")
    parser.add_argument("--questions", type=Path, default=ROOT / "data" / "questions.jsonl")
    parser.add_argument("--name", default="samples", help="of the folder of results")
    parser.add_argument("--cache", type=Path, default=platformdirs.user_cache_path("paperatlas-peers"))
    parser.add_argument("--beside", action="store_true", help="keep PaperAtlas's last run, and put the named systems beside it")
    args = parser.parse_args()
    work = args.cache / "work" / args.name
    is_kept = args.beside and (work / OURS).is_dir()
    wanted = [name for name in SYSTEMS if (name == OURS and not is_kept) or not args.systems or name in args.systems]
    if not is_kept:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
    (RESULTS / args.name).mkdir(parents=True, exist_ok=True)
    with _endpoint(work) as (url, process):
        bench = Bench(
            papers=args.papers.resolve(),
            cases=fair_cases(args.questions),
            questions=args.questions.name,
            name=args.name,
            work=work,
            cache=args.cache,
            url=url,
            endpoint=process,
        )
        for name in wanted:
            print(f"{name} …", flush=True)
            (RESULTS / args.name / f"{name}.log").unlink(missing_ok=True)
            result = bench.run(name)
            text = json.dumps(result, indent=1, ensure_ascii=False)
            (RESULTS / args.name / f"{name}.json").write_text(text + "\n", encoding="utf-8")
            print(f"  {_told(result)}", flush=True)


@contextmanager
def _endpoint(work: Path) -> Iterator[tuple[str, int]]:
    """Its address and process, for as long as the block lasts."""
    command = [sys.executable, "-m", "benchmarks.peers.endpoint"]
    pipe = subprocess.PIPE
    with (
        (work / "endpoint.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=log, text=True, cwd=ROOT) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise SystemExit(f"the endpoint did not start; see {work / 'endpoint.log'}")
        yield url, process.pid
        process.stdin.close()


def _variables() -> Mapping[str, str]:
    """No key of a service, and nothing of this environment's Python."""
    kept = {
        key: value for key, value in os.environ.items() if not re.search(r"API_KEY|TOKEN|^PYTHON|VIRTUAL_ENV|^PAPERATLAS", key)
    }
    return {**kept, "ANONYMIZED_TELEMETRY": "False", "HF_HUB_OFFLINE": "1", "NO_COLOR": "1"}


def _peak_of(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return round(int(found[1]) / 1024, 1) if found else 0.0


def _clean(log: str) -> str:
    """Without colours, and without the places of this machine."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", log)
    for place, name in ((str(ROOT), "."), (str(Path.home()), "~")):
        text = text.replace(place, name)
    return re.sub(r"(?:/[\w.+-]+)+/(?=[\w.-]+/(?:lib|bin|work)/)", "…/", text)


def _told(result: Row) -> str:
    if "failed_at" in result:
        return f"failed at {result['failed_at']}"
    shown = ("correct", "page_hit", "abstention_recall", "pages_retrieved_6000")
    figures = ", ".join(f"{name} {result['figures'][name]['value']:.2f}" for name in shown if name in result["figures"])
    return f"{figures}; {result['failed']} of {result['asked']} failed"


if __name__ == "__main__":
    main()
