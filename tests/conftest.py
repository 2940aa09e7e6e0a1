"""What every test may ask for."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fakes.engines import Place
from tests.fakes.postgres import find_postgres, running_postgres

# Machines are shared and slow at times: how long an example takes says nothing. In CI the same examples every time.
settings.register_profile("paperatlas", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("paperatlas")

# What an earlier run kept in the user's cache would hide what this one is about.
os.environ.setdefault("PAPERATLAS_PAGE_CACHE_MEBIBYTES", "0")

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak-seconds", type=float, default=60.0, help="How long tests/e2e/test_soak.py goes on.")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The acceptance material beside the checkout; a user's machine has none, CI must have it."""
    folder = Path(os.environ.get("PAPERATLAS_SHARED", ROOT.parent / "shared"))
    if not (folder / "accept").is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"CI needs the acceptance material, and {folder} is not there")
        pytest.skip(f"the acceptance material is not at {folder}; set PAPERATLAS_SHARED to its folder")
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server; a user's machine need not have one, CI must."""
    programs = find_postgres()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs PostgreSQL, and there is none: apt install postgresql")
        pytest.skip("there is no PostgreSQL: apt install postgresql")
    with running_postgres(programs) as address:
        yield address


_NAMESPACES = count(1)


@pytest.fixture
def postgres_place(postgres: str) -> Place:
    """Tables of its own on the server."""
    return Place(postgres, f"test_{next(_NAMESPACES)}")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where tables may be, each in its turn."""
    if request.param == "sqlite":
        return Place(str(tmp_path))
    return request.getfixturevalue("postgres_place")
