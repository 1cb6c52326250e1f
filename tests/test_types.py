"""The Python lines of README and of the recipes are as well typed as the package itself."""

import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path
from re import DOTALL, findall

import pytest

from tests.data import ROOT

PAGES = [page for page in (ROOT / "README.md", ROOT / "docs" / "recipes.md") if page.exists()]

# A page may use a name anew for something else, and pandas comes without types.
FLAGS = (
    "--allow-redefinition-new",
    "--local-partial-types",
    "--disable-error-code=import-untyped",
)


def code_of(page: Path) -> str:
    """Return the Python of a page: its blocks one after the other, without their outputs."""
    blocks = findall(r"```py(?:thon|con)?\b[^\n]*\n(.*?)```", page.read_text("utf-8"), DOTALL)
    return "\n".join(
        "".join(each.source for each in DocTestParser().get_examples(block))
        if ">>>" in block
        else block
        for block in blocks
    )


def test_the_lines_that_a_newcomer_copies_pass_a_strict_type_checker(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    files = [tmp_path / f"{page.stem.lower()}_lines.py" for page in PAGES]
    for page, file in zip(PAGES, files, strict=True):
        file.write_text(code_of(page), "utf-8")
        assert "pandoku." in file.read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *FLAGS, *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout
