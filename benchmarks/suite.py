"""What `make bench` measures: each measurement is a command, what it needs, and the figures to be read from what it prints."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

SHARE = r"(?P<got>\d+) ?(?:of|/) ?(?P<of>\d+)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One command. In it, `{shared}` is the folder of the acceptance material and `{work}` the one where libraries are kept."""

    name: str
    title: str
    command: str
    patterns: Mapping[str, str]
    """By the name of the figure; see `benchmarks.reading_output`."""
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By figure: numbers of items that its interval needs and that the command does not print, since the set fixes them."""
    quick: str = ""
    """The command of the quick form, on less; "" where the quick form leaves it out, "=" where it is the same."""
    libraries: tuple[str, ...] = ()
    """That must be there before; a key of LIBRARIES."""
    exits: tuple[int, ...] = (0,)
    """Codes with which the command ends when it has measured something."""
    platforms: tuple[str, ...] = ()
    """Those it runs on; all where none is named."""
    is_long: bool = False
    """Measured only where it is named: `make bench` must end within the hour."""

    @property
    def needs_shared(self) -> bool:
        return "{shared}" in self.command or any("{shared}" in LIBRARIES[name] for name in self.libraries)

    def runs_here(self) -> bool:
        return not self.platforms or sys.platform in self.platforms


LIBRARIES: Mapping[str, str] = {
    "samples": "data/samples",
    "papers": "{shared}/data/papers",
    "squad": "{shared}/data/abstention/corpus.jsonl",
    "musique": "{shared}/data/retrieval/musique/corpus.jsonl",
    "2wiki": "{shared}/data/retrieval/2wiki/corpus.jsonl",
}
"""What each is made from. The acceptance scripts find them under the same names."""


def row(name: str) -> str:
    """A line of the table that `paperatlas eval run` prints: figure, value, interval, number."""
    return rf"^\| {name} \| (?P<value>[\d.]+) \| (?P<low>[\d.]+) to (?P<high>[\d.]+) \| (?P<n>\d+) \|"


def line(label: str, figure: str) -> str:
    """A mean on the line that begins with `label`, over as many queries as the first line says."""
    return rf"(?s)(?P<n>\d+) queries.*?^{label} +[^\n]*?{figure}=(?P<value>[\d.]+)"


def target(name: str) -> str:
    """A line of the acceptance script for parsing."""
    return rf"^{name} +(?P<got>\d+)/(?P<of>\d+) "


EVAL = (
    *("right", "accuracy", "token_f1", "page_hit", "citation_precision", "citation_recall", "quote_validity", "claim_support"),
    *("abstention_precision", "abstention_recall", "auroc_answerable", "auroc_right", "risk_area"),
)
ANSWERS = {
    "right": r"^all +(?P<got>\d+)/(?P<of>\d+)",
    "refused": r"^unanswerable +(?P<got>\d+)/(?P<of>\d+)",
    "quotes": r"quotes verified (?P<got>\d+)/(?P<of>\d+)",
    "pages": r"page hit (?P<got>\d+)/(?P<of>\d+)",
}
PARSED = (
    *("order", "leaks", "joined", "kept", "headings recall", "headings precision", "heading level", "run-in recall"),
    *("run-in precision", "cross-page order", "abstract", "tables", "cells", "figures", "references", "reference entries"),
    *("title", "authors", "year", "doi/arxiv"),
)
MODES = ("vector", "lexical", "hybrid", "graph", "auto")
CHUNKINGS, GRID_MODES = ("structure", "words-300-50", "tokens-256-32"), ("hybrid", "vector", "lexical")
SCOPES = {
    "document": "one document",
    "author": r"author \(a hundredth\)",
    "collection": r"collection \(a tenth\)",
    "field": r"field \(a fifth\)",
    "year": r"year \(half\)",
    "kind": r"kind \(all\)",
    "section": r"section \(all\)",
}
SCALE = {
    **{f"{route}_ms": rf"^{route}, all: p50 (?P<value>[\d.]+)" for route in ("lexical", "vector", "hybrid")},
    **{f"times_{name}": rf"^hybrid, {scope}, times all: (?P<value>[\d.]+)" for name, scope in SCOPES.items()},
    "recall10": r"^vector recall@10: (?P<value>[\d.]+)",
    "times_chroma": r"^hybrid / plain Chroma: (?P<value>[\d.]+)",
    "chroma_recall10": r"^plain Chroma recall@10: (?P<value>[\d.]+)",
    "times_equal_chroma": r"^hybrid / equal Chroma: (?P<value>[\d.]+)",
    "bm25_ms": r"^rank-bm25, all: p50 (?P<value>[\d.]+)",
    "search_mib": r"^search_mb: (?P<value>\d+)",
}
GROWTH = {
    **{
        f"{name}_{papers}": rf"^{papers} papers: {pattern}"
        for papers in (1000, 10_000)
        for name, pattern in {
            "cpu_ms": r"\d+ passages each, CPU a paper (?P<value>[\d.]+) ms",
            "rest_ms": r".*after the last (?P<value>[\d.]+)",
            "peak_mib": r"peak .* (?P<value>\d+) MiB at the end",
            "own_mib": r"own .* (?P<value>\d+) MiB after the last",
            "catalog_kb": r"KB a paper, catalog.sqlite3 (?P<value>[\d.]+)",
            "vectors_kb": r"KB a paper, .*vectors (?P<value>[\d.]+)",
            "lexical_kb": r"KB a paper, .*lexical (?P<value>[\d.]+)",
            "search_ms": r"search (?P<value>[\d.]+) ms",
        }.items()
    },
    "last_fifth": r"^10000 papers: last fifth (?P<value>[\d.]+) times",
    "peak_first_mib": r"^10000 papers: peak (?P<value>\d+) MiB",
    "times_cpu": r"^largest to smallest: CPU a paper (?P<value>[\d.]+) times",
    "times_peak": r"^largest to smallest: .*peak (?P<value>[\d.]+) times",
    "times_search": r"^largest to smallest: .*search (?P<value>[\d.]+) times",
}
COSTS = {
    "ratio": r"^ratio: (?P<value>[\d.]+)",
    "peak_gib": r"^peak memory of the largest process: (?P<value>[\d.]+)",
    "answer_to_search": r"^answer to search: (?P<value>[\d.]+)",
    "answer_to_search_all": r"^answer to search: .*?, (?P<value>[\d.]+) all together",
}


def grid(chunking: str, mode: str) -> dict[str, str]:
    """A line of the retrieval grid's table; cells may stand in asterisks."""
    start = rf"^\| {chunking} \| \S+ \| {mode} \| \S+ \| \d+ "
    end = r".* (?P<n>\d+) \| 0 \|$"
    cells = ("hit1", "hit5", "r5", "r10", "mrr", "ndcg10")
    return {
        f"{chunking}_{mode}_{name}": rf"{start}(?:\| \**[\d.]+\** ){{{at}}}\| \**(?P<value>[\d.]+)\** {end}"
        for at, name in enumerate(cells)
    }


def multi_hop(modes: tuple[str, ...] = MODES) -> dict[str, str]:
    return {f"{mode}_{name}": line(mode, figure) for mode in modes for name, figure in (("r5", "R@5"), ("all5", "all@5"))}


SUITE = (
    Measurement(
        name="samples",
        title="84 questions put to the whole library of sample papers, no model",
        command="paperatlas --library {work}/samples.library eval run data/questions.jsonl --no-keep",
        quick="=",
        patterns={name: row(name) for name in EVAL},
        libraries=("samples",),
    ),
    Measurement(
        name="samples_scoped",
        title="the same, each put to its own papers",
        command="paperatlas --library {work}/samples.library eval run data/questions.jsonl --scoped --no-keep",
        quick="=",
        patterns={name: row(name) for name in EVAL},
        libraries=("samples",),
    ),
    Measurement(
        name="samples_pages",
        title="the page of the evidence by chunking and mode, 60 questions on the sample papers",
        command="paperatlas --library {work}/samples.library eval retrieval data/questions.jsonl --chunking structure"
        " --chunking words-300-50 --chunking tokens-256-32 --mode hybrid --mode vector --mode lexical --work {work}/grid",
        patterns={
            name: pattern for chunking in CHUNKINGS for mode in GRID_MODES for name, pattern in grid(chunking, mode).items()
        },
        libraries=("samples",),
    ),
    Measurement(
        name="router",
        title="the kind of question, 565 held-out questions in thirteen languages, no model",
        command="paperatlas eval router tests/data/router_heldout.jsonl --no-llm",
        quick="=",
        patterns={"accuracy": r"(?s)^(?P<n>\d+) lines.*?^Accuracy (?P<value>[\d.]+) \((?P<low>[\d.]+) to (?P<high>[\d.]+)\)"},
    ),
    Measurement(
        name="router_final",
        title="the 282 of them that were kept apart until the end",
        command="python benchmarks/fit_router.py --measure final",
        quick="=",
        patterns={"accuracy": r"^all +(?P<got>\d+)/(?P<of>\d+)", "milliseconds": r"^(?P<value>[\d.]+) ms a question"},
    ),
    Measurement(
        name="claims",
        title="claims made by rule from sentences of papers, and written by hand on the sample papers, test halves",
        command="python -m benchmarks.adversarial_claims --sentences {shared}/data/grounding/scifact_train.jsonl",
        quick="python -m benchmarks.adversarial_claims",
        patterns={
            "made_caught": r"(?s)^generated.*?^all +caught +(?P<got>\d+) of +(?P<of>\d+)",
            "made_alarms": r"(?s)^generated.*?^paraphrase +alarms +(?P<got>\d+) of +(?P<of>\d+)",
            "written_caught": r"(?s)^hand-written.*?^all +caught +(?P<got>\d+) of +(?P<of>\d+)",
            "written_alarms": r"(?s)^hand-written.*?^paraphrase +alarms +(?P<got>\d+) of +(?P<of>\d+)",
        },
    ),
    Measurement(
        name="entities",
        title="entities made one across papers, pairs of names written by hand",
        command="python -m benchmarks.entity_resolution",
        quick="=",
        patterns={
            f"{part}_{name}_{figure}": rf"^{part} +{label} +(?P<n>\d+) +{before}(?P<value>[\d.]+){after}"
            for part in ("test", "later")
            for name, label in (("exact", "exact name"), ("ratio", "ratio > 90"), ("rules", "rules"))
            for figure, before, after in (
                ("precision", "", ""),
                ("recall", r"[\d.]+ +", ""),
                ("f1", r"[\d.]+ +[\d.]+ +", r" +(?P<low>[\d.]+) to (?P<high>[\d.]+)"),
            )
        },
    ),
    Measurement(
        name="parse",
        title="reading 8 labelled papers",
        command="python {shared}/accept/parse.py --detail",
        quick="python {shared}/accept/parse.py P19-1164 nutrients",
        patterns={
            **{name.replace(" ", "_").replace("/", "_"): target(name) for name in PARSED},
            "targets": r"^parse: (?P<got>\d+) of (?P<of>\d+) targets met",
        },
    ),
    Measurement(
        name="odd_pdfs",
        title="100 odd, damaged and foreign PDFs",
        command="python {shared}/accept/odd_pdfs.py",
        patterns={"mishandled": r"^odd_pdfs: (?P<got>\d+) mishandled of (?P<of>\d+)"},
        exits=(0, 1),
    ),
    Measurement(
        name="answers",
        title="43 questions put to the whole library of nine papers, no model",
        command="python {shared}/accept/answers.py --no-llm --work {work}",
        patterns=ANSWERS,
        libraries=("papers",),
    ),
    Measurement(
        name="answers_scoped",
        title="the same, each put to its own paper",
        command="python {shared}/accept/answers.py --no-llm --scoped --work {work}",
        patterns=ANSWERS,
        libraries=("papers",),
    ),
    Measurement(
        name="pages",
        title="the page of the evidence, 36 questions over nine papers (test half)",
        command="paperatlas --library {work}/papers.library eval retrieval benchmarks/evidence_pages.jsonl --part test"
        " --mode hybrid --mode vector --mode lexical --work {work}/grid",
        patterns={name: pattern for mode in GRID_MODES for name, pattern in grid("structure", mode).items()},
        libraries=("papers",),
    ),
    Measurement(
        name="abstention",
        title="telling answerable from unanswerable questions, SQuAD 2.0, articles that nothing was fitted on",
        command="python {shared}/accept/abstention.py --work {work}",
        quick="=",
        patterns={
            "auroc": r"AUROC (?P<value>[\d.]+)",
            "precision": r"refusal precision (?P<value>[\d.]+)",
            "recall": r"refusal precision [\d.]+, recall (?P<value>[\d.]+)",
        },
        counts={"auroc": {"positive": 189, "negative": 198}, "recall": {"n": 198}},
        libraries=("squad",),
    ),
    Measurement(
        name="grounding",
        title="340 claims of SciFact with their abstracts",
        command="python {shared}/accept/grounding.py",
        quick="=",
        patterns={
            "supported": r"supported vs rest AUROC (?P<value>[\d.]+)",
            "against_contradicted": r"vs contradicted (?P<value>[\d.]+)",
            "balanced": r"balanced accuracy (?P<value>[\d.]+)",
        },
        counts={"supported": {"positive": 138, "negative": 202}, "against_contradicted": {"positive": 138, "negative": 71}},
    ),
    Measurement(
        name="scifact",
        title="retrieval on SciFact, its test half",
        command="python -m benchmarks.retrieval_sets {shared}/data/retrieval/scifact --part test --work {work}/vectors",
        quick="python -m benchmarks.retrieval_sets {shared}/data/retrieval/scifact --part test --records 1000"
        " --work {work}/quick-vectors",
        patterns={
            "ndcg10": r"n=(?P<n>\d+) .*nDCG@10=(?P<value>[\d.]+)",
            "r5": r"n=(?P<n>\d+) .*R@5=(?P<value>[\d.]+)",
            "r100": r"n=(?P<n>\d+) .*R@100=(?P<value>[\d.]+)",
        },
    ),
    Measurement(
        name="2wiki",
        title="retrieval on 2WikiMultiHopQA, its test half, by mode",
        command="python -m benchmarks.multi_hop {work}/2wiki.library {shared}/data/retrieval/2wiki --part test",
        patterns=multi_hop(),
        libraries=("2wiki",),
    ),
    Measurement(
        name="musique",
        title="retrieval on MuSiQue, 100 questions, by mode",
        command="python -m benchmarks.multi_hop {work}/musique.library {shared}/data/retrieval/musique",
        patterns=multi_hop(),
        libraries=("musique",),
    ),
    Measurement(
        name="edges",
        title="edges of the graph of nine papers that are right, of those judged by hand",
        command="python -m benchmarks.graph_edges {shared}/data/papers --judged tests/golden/graph_edges.json",
        patterns={"right": rf"^{SHARE} judged edges are right"},
    ),
    Measurement(
        name="cypher",
        title="questions in English as Cypher on a graph that is not ours, no model",
        command="python -m benchmarks.text2cypher {shared}/data/text2cypher",
        quick="=",
        patterns={
            f"{part}_{name}": rf"^templates, {part}: questions (?P<n>\d+), .*?{label} (?P<value>[\d.]+)(?:,|$)"
            for part in ("dev", "test")
            for name, label in (("equal", "equal rows of answered"), ("same", "same answer of answered"))
        }
        | {f"{part}_answered": rf"^templates, {part}: questions (?P<of>\d+), answered (?P<got>\d+)" for part in ("dev", "test")},
    ),
    Measurement(
        name="scale",
        title="searching 10,000 passages, beside Chroma and rank-bm25",
        command="python -m benchmarks.retrieval_scale --passages 10000",
        quick="python -m benchmarks.retrieval_scale --passages 3000",
        patterns=SCALE,
    ),
    Measurement(
        name="scale_100000",
        title="searching 100,000 passages, beside Chroma and rank-bm25",
        command="python -m benchmarks.retrieval_scale --passages 100000",
        patterns=SCALE,
        is_long=True,
    ),
    Measurement(
        name="ingest_growth",
        title="ingest of 10,000 synthetic papers of five passages without a model, beside 1,000",
        command="python -m benchmarks.ingest_scale --papers 1000 10000",
        patterns=GROWTH,
        platforms=("linux", "darwin"),
    ),
    Measurement(
        name="reading_workers",
        title="pages read by two worker processes, beside one, 16 papers that all differ",
        command="python -m benchmarks.reading_scale --papers 16 --batch 4",
        patterns={
            "cpu_s": r"^CPU a page: (?P<value>[\d.]+) s",
            "peak_mib": r"largest process (?P<value>\d+) MiB",
            "two_workers": r"^two workers: (?P<value>[\d.]+) times",
        },
        platforms=("linux", "darwin"),
    ),
    Measurement(
        name="ingest_samples",
        title="CPU of an ingest of the sample papers, against the layout model and the embedder alone on the same pages",
        command="python benchmarks/stages.py",
        quick="=",
        patterns=COSTS,
        platforms=("linux",),
    ),
    Measurement(
        name="ingest_papers",
        title="the same over nine papers",
        command="python benchmarks/stages.py {shared}/data/papers --questions {shared}/data/questions/dev.jsonl",
        patterns=COSTS,
        platforms=("linux",),
    ),
    Measurement(
        name="reading",
        title="CPU of reading 71 pages, against pymupdf4llm with its layout model",
        command="python benchmarks/reading.py {shared}/data/parse/pdfs --only ours",
        patterns={
            "ratio": r"^PaperAtlas, pymupdf +[\d.]+ +[\d.]+ +(?P<value>[\d.]+)",
            "peak_mib": r"^PaperAtlas, pymupdf +[\d.]+ +[\d.]+ +[\d.]+ +(?P<value>\d+)",
        },
        platforms=("linux", "darwin"),
    ),
    Measurement(
        name="web_load",
        title="20 people asking the web app at once",
        command="python -m pytest -s -m slow tests/e2e/test_web_load.py -k twenty_people",
        patterns={
            "median_s": r"longest: \[.*\((?P<value>[\d.]+), [\d.]+\)\]",
            "longest_s": r"longest: \[.*\([\d.]+, (?P<value>[\d.]+)\)\]",
            "mib_loaded": r"MiB: \[(?P<value>[\d.]+)",
            "mib_later": r"MiB: \[(?:[\d.]+, )*(?P<value>[\d.]+)\]",
        },
    ),
)
