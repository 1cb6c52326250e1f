"""The Python lines of README and of the recipes are as well typed as the package itself."""

import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path
from re import DOTALL, findall

import pytest

from tests.data import ROOT

PAGES = [page for page in (ROOT / "README.md", ROOT / "docs" / "recipes.md") if page.exists()]

# A page may use a name anew for something else, and pandas comes without types. These are comments
# and no options: options would differ from those of `./run mypy`, and mypy would check the whole
# package again, here and at the next `./run mypy`.
COMMENTS = """\
# mypy: allow-redefinition-new, local-partial-types
# mypy: disable-error-code="import-untyped"
"""


def check_types(*files: Path) -> subprocess.CompletedProcess[str]:
    """Check the types of files, with the settings of the project."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
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


@pytest.mark.turns(3)
def test_the_lines_that_a_newcomer_copies_pass_a_strict_type_checker(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    files = [tmp_path / f"{page.stem.lower()}_lines.py" for page in PAGES]
    for page, file in zip(PAGES, files, strict=True):
        file.write_text(COMMENTS + code_of(page), "utf-8")
        assert "pandoku." in file.read_text("utf-8")
    done = check_types(*files)
    assert done.returncode == 0, done.stdout


@pytest.mark.turns(3)
def test_a_wrong_or_missing_type_in_a_page_is_found(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    file = tmp_path / "wrong_lines.py"
    lines = "import pandoku\npandoku.solve(1.5)\ndef f(x):\n    return x\n"
    file.write_text(COMMENTS + lines, "utf-8")
    done = check_types(file)
    assert done.returncode == 1
    assert "[arg-type]" in done.stdout
    assert "[no-untyped-def]" in done.stdout
