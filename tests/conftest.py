"""What every test may ask for."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
