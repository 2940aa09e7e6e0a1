"""Measures what `benchmarks/suite.py` lists, one command after the other, and keeps a record of each.

    python -m benchmarks.bench [NAME…] [--quick] [--list] [--shared ../shared] [--work .bench] [--results FOLDER]
    python -m benchmarks.bench NAME --read FILE --commit HASH     takes the figures from what its command printed before

`make bench` runs all of it, `make bench-quick` what a smaller machine or a shorter wait affords, on less. The records of the
whole are in benchmarks/results, and benchmarks/README.md is printed from them; those of the quick form are in the work folder:
its figures are of less and stand for nothing but themselves. What needs the acceptance material is skipped, with the reason,
where that is not beside the checkout; a measurement that fails is recorded as failed and the next one runs. Libraries are made
once and kept in the work folder; remove it to measure those of another state of the program.
"""

import argparse
import os
import platform
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import standing
from benchmarks.reading_output import NotPrinted, figures
from benchmarks.records import RESULTS, ROOT, Figure, Machine, Record, read, write
from benchmarks.suite import LIBRARIES, SUITE, Measurement

PACKAGES = ("pymupdf", "onnxruntime", "tantivy", "spacy", "numpy", "kglite")
"""Whose version may change a figure."""
SOURCES = ("paperatlas", "benchmarks/*.py", "data", "tests/data")
"""What a commit must hold unchanged for a figure to be of it."""
SHARED, WORK = Path("..") / "shared", Path(".bench")
LONGEST = 3600
"""Seconds after which a command is ended and counts as failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    shared: Path
    work: Path

    def command(self, template: str) -> list[str]:
        """As it is run: `python` and `paperatlas` are those that run this."""
        filled = template.format(shared=shlex.quote(str(self.shared)), work=shlex.quote(str(self.work)))
        program, *arguments = shlex.split(filled)
        return [sys.executable, *(() if program == "python" else ("-m", program)), *arguments]

    def library(self, name: str) -> Path:
        return self.work / f"{name}.library"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    code: int
    output: str
    errors: str
    seconds: float
    cpu: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*(each.name for each in SUITE), []], metavar="NAME", help="those alone")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--list", action="store_true", help="print the measurements and their commands")
    parser.add_argument("--shared", type=Path, default=ROOT / SHARED)
    parser.add_argument("--work", type=Path, default=ROOT / WORK)
    parser.add_argument("--results", type=Path, help="default: benchmarks/results, of the quick form WORK/quick-results")
    parser.add_argument(
        "--read", type=Path, help="a file with what the command of the one NAME printed, to take its figures from"
    )
    parser.add_argument("--commit", default="", help="of the program that printed it; with + where it was not that exactly")
    options = parser.parse_args()
    chosen = [each for each in SUITE if is_chosen(each, options.names, quick=options.quick)]
    if options.list:
        print("\n".join(f"{each.name:15s} {shown(template_of(each, quick=options.quick))}" for each in chosen))
        return
    if options.read:
        write(printed_before(chosen[0], options.read, options.commit), options.results or RESULTS)
        return
    places = Places(shared=options.shared.resolve(), work=options.work.resolve())
    places.work.mkdir(parents=True, exist_ok=True)
    folder = options.results or (places.work / "quick-results" if options.quick else RESULTS)
    began = time.perf_counter()
    records = [measure(each, places, folder, quick=options.quick) for each in chosen]
    if folder == RESULTS:
        standing.PAGE.write_text(standing.printed(), encoding="utf-8")
    failed = [record.name for record in records if record.status == "failed"]
    minutes, cpu = (time.perf_counter() - began) / 60, sum(record.cpu_seconds for record in records) / 60
    counted = sum(record.status == "measured" for record in records)
    print(f"{counted} of {len(records)} measured in {minutes:.1f} minutes, {cpu:.1f} minutes of CPU; failed: {failed or 'none'}")
    sys.exit(bool(failed))


def is_chosen(measurement: Measurement, names: Sequence[str], *, quick: bool) -> bool:
    if names:
        return measurement.name in names
    return bool(measurement.quick) if quick else not measurement.is_long


def measure(measurement: Measurement, places: Places, folder: Path, *, quick: bool) -> Record:
    """Run it if it can be run here, and keep what came of it. What was measured before outlives a run that skips it."""
    record = skipped(measurement, places) or ran(measurement, places, quick=quick)
    known = folder / f"{record.name}.json"
    if record.status != "skipped" or not known.exists() or read(known).status != "measured":
        write(record, folder)
    print(f"{record.name}: {record.status} {record.reason}".rstrip(), flush=True)
    for name, figure in record.figures.items():
        between = f" ({figure.low:.3f} to {figure.high:.3f})" if figure.low is not None and figure.high is not None else ""
        print(f"    {name} {figure.value:.4g}{between}", flush=True)
    return record


def printed_before(measurement: Measurement, file: Path, commit: str) -> Record:
    """From the output of a run on this machine. What it took and how busy the machine was is not known."""
    found = figures(file.read_text(encoding="utf-8"), measurement.patterns, measurement.counts)
    return Record(
        name=measurement.name,
        title=measurement.title,
        command=shown(measurement.command),
        status="measured",
        figures=found,
        commit=commit,
        date=datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds"),
        machine=this_machine(load=None),
    )


def skipped(measurement: Measurement, places: Places) -> Record | None:
    """The record of what cannot be measured here."""
    if measurement.needs_shared and not (places.shared / "accept").is_dir():
        reason = f"needs the acceptance material, which is not in {SHARED.as_posix()}"
    elif not measurement.runs_here():
        reason = f"runs on {' and '.join(measurement.platforms)} only"
    else:
        return None
    command = shown(measurement.command)
    return Record(name=measurement.name, title=measurement.title, command=command, status="skipped", reason=reason)


def ran(measurement: Measurement, places: Places, *, quick: bool) -> Record:
    template = template_of(measurement, quick=quick)
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    started = datetime.now(UTC)
    commit = current_commit()
    runs = [*made_libraries(measurement, places)]
    if not runs or runs[-1].code == 0:
        runs.append(run(places.command(template)))
    last = runs[-1]
    (places.work / f"{measurement.name}.log").write_text(last.output + last.errors, encoding="utf-8")
    found, reason = outcome(last, measurement)
    return Record(
        name=measurement.name,
        title=measurement.title,
        command=shown(template),
        status="failed" if reason else "measured",
        reason=reason,
        figures=found,
        commit=commit,
        date=started.isoformat(timespec="seconds"),
        seconds=round(sum(each.seconds for each in runs), 1),
        cpu_seconds=round(sum(each.cpu for each in runs), 1),
        machine=this_machine(load),
    )


def outcome(last: Ran, measurement: Measurement) -> tuple[Mapping[str, Figure], str]:
    """The figures, or why there are none."""
    if last.code not in measurement.exits:
        return {}, f"exit {last.code}: {(last.errors.strip().splitlines() or ['nothing on stderr'])[-1]}"
    try:
        return figures(last.output, measurement.patterns, measurement.counts), ""
    except NotPrinted as error:
        return {}, str(error)


def made_libraries(measurement: Measurement, places: Places) -> list[Ran]:
    """What making those took that were not there; it ends at the first that could not be made."""
    runs: list[Ran] = []
    for name in measurement.libraries:
        ready = places.work / f"{name}.ready"
        if ready.exists():
            continue
        source = f"paperatlas --library {{work}}/{name}.library ingest {LIBRARIES[name]}"
        runs.append(run(places.command(source)))
        if runs[-1].code:
            break
        ready.write_text(f"{runs[-1].seconds:.0f} s, {current_commit()}\n", encoding="utf-8")
    return runs


def run(command: Sequence[str]) -> Ran:
    """What it printed, and what it and its children took."""
    print("$", shlex.join(["python" if part == sys.executable else part for part in command]), flush=True)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    # The acceptance scripts run the product by this name.
    environment = {**os.environ, "PAPERATLAS": f"{shlex.quote(sys.executable)} -m paperatlas"}
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, encoding="utf-8", timeout=LONGEST, cwd=ROOT, env=environment
        )
        code, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        code, output, errors = -1, "", f"ended after {LONGEST} s"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Ran(code=code, output=output, errors=errors, seconds=time.perf_counter() - began, cpu=cpu)


def template_of(measurement: Measurement, *, quick: bool) -> str:
    """A measurement that has no quick form and is named all the same runs whole."""
    return measurement.quick if quick and measurement.quick not in ("", "=") else measurement.command


def shown(template: str) -> str:
    """A command as one would type it in the checkout."""
    return template.format(shared=SHARED.as_posix(), work=WORK.as_posix())


def current_commit() -> str:
    """With `+` where the sources differ from it; "" outside a repository."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], check=False, capture_output=True, text=True, encoding="utf-8", cwd=ROOT)
        return done.stdout.strip() if done.returncode == 0 else ""

    commit = git("rev-parse", "--short=12", "HEAD")
    return commit + ("+" if commit and git("status", "--porcelain", "--untracked-files=no", "--", *SOURCES) else "")


def this_machine(load: float | None) -> Machine:
    return Machine(
        cores=os.cpu_count() or 1,
        memory_gib=round(memory() / 2**30, 1),
        processor=processor(),
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        packages={name: found for name in PACKAGES if (found := _version(name))},
        load=load,
    )


def memory() -> int:
    """Bytes; 0 where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


def processor() -> str:
    """Its name where Linux tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    main()
