"""The man pages of the command line."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from pandoku.cli.command import COMMANDS
from tests.data import ROOT
from tools.make_man import FOLDER, pages


def test_every_command_has_a_page() -> None:
    expected = {"pandoku.1", *(f"pandoku-{name}.1" for name in COMMANDS)}
    assert {path.name for path in FOLDER.glob("*")} == expected


def test_the_pages_are_those_of_the_help() -> None:
    for name, text in pages():
        kept = (FOLDER / name).read_text(encoding="utf-8")
        assert kept == text, f"man/{name}: run python -m tools.make_man"


def test_the_build_takes_the_pages() -> None:
    rules = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert 'install(DIRECTORY man/ DESTINATION "${SKBUILD_DATA_DIR}/share/man/man1"' in rules


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_a_page_is_sound_roff() -> None:
    page = str(FOLDER / "pandoku-generate.1")
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww", page], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    plain = re.sub(".\b", "", done.stdout)  # bold letters are printed twice
    assert "--at-most TECHNIQUE" in plain
