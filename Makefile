# Everything a person or CI does with the checkout. `make setup` is quick when nothing changed.
PYTHON ?= python3
VENV   := .venv
ifeq ($(OS),Windows_NT)
BIN    := $(VENV)/Scripts
BGE    := .venv-bge/Scripts
else
BIN    := $(VENV)/bin
BGE    := .venv-bge/bin
endif
SHARED ?= ../shared
WORK   ?= .accept
STAMP  := $(VENV)/.ready

.PHONY: setup setup-bge demo test test-browser test-slow accept check format docs docs-mcp mcpb lock bench clean
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

demo: setup
	$(BIN)/python examples/demo.py

test: setup
	$(BIN)/python -m pytest -m "not slow"

# The graph's page in Chromium, where one is installed (PAPERATLAS_CHROMIUM names one that is elsewhere).
test-browser: setup
	$(BIN)/python -m pytest -m browser tests/browser

test-slow: setup
	$(BIN)/python -m pytest -m slow

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python docs/build_reference.py --check

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

bench: setup
	$(BIN)/python benchmarks/stages.py

# The pins, for Python 3.11 to 3.13 on Linux, macOS and Windows.
lock:
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --output-file requirements.txt
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --constraint requirements.txt --output-file requirements-dev.txt

clean:
	rm -rf $(VENV) $(WORK) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
