"""A technique in a file of its own and one line of examples.txt: everything works with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.data import ROOT

HERE = Path(__file__).parent
EXAMPLES = ROOT / "src" / "pandoku" / "techniques" / "examples.txt"
# What a program does that keeps techniques in a folder of its own.
WITH_FOLDER = """
import sys
import pandoku.techniques

pandoku.techniques.__path__.append(sys.argv.pop(1))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the technique two-places and its example."""
    for name in ("two_places.py", "examples.txt"):
        shutil.copy(HERE / "added" / name, tmp_path)
    return tmp_path


def run(folder: Path, program: str, *args: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WITH_FOLDER + program, str(folder), *args],
        capture_output=True, text=True, check=False, timeout=300, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PATHS = """
import numpy as np
import pandoku
from pandoku.logic import PATH_ENDS, explain, explain_many, hint
from pandoku.techniques import example_of, get_technique, TECHNIQUES

assert list(TECHNIQUES)[-1] == "two-places"
assert get_technique("two places").look_for
only = ["naked-single", "two places", "hidden-single"]
puzzle = example_of("two-places").board.puzzle
for names in (None, only):
    path = explain(puzzle, techniques=names, scale="pandoku", is_proper=True, debug=True)
    assert "two-places" in path.techniques
    table = explain_many(np.array([puzzle.givens], np.uint8), techniques=names, is_proper=True)
    used = [step.technique for step in path.steps]
    assert table.counts[0].tolist() == [used.count(name) for name in table.techniques]
    assert PATH_ENDS[table.ends[0]] == path.stopped
    assert len(path.page()) > 1000
path = explain(puzzle, techniques=only)
taken = next(each for each in path if each.technique.name == "two-places")
assert "Two places." in hint(taken.board, 5, techniques=["two-places"]).text
"""


@pytest.mark.turns(3)
def test_paths_counts_and_hints_use_it(folder: Path) -> None:
    run(folder, PATHS)


@pytest.mark.turns(3)
def test_the_command_lists_and_describes_it(folder: Path) -> None:
    program = """
from tests.cli.command import invoke
for args in (["two-places"], ["--json"], []):
    print(invoke("techniques", *args).out, end="----\\n")
"""
    page, in_json, listed, _ = run(folder, program).split("----\n")
    assert listed.splitlines()[-1].startswith("two-places")
    assert "The step in the picture:" in page
    assert "Without " in page
    assert "x-wing" in in_json


@pytest.mark.turns(3)
def test_debug_names_the_file_of_a_wrong_step(folder: Path) -> None:
    file = folder / "two_places.py"
    right, wrong = "eliminations=tuple((cell, digit) for cell in rest)", "((places[0], digit),)"
    file.write_text(file.read_text().replace(right, wrong))
    program = """
import pandoku
from pandoku import TechniqueError
from pandoku.logic import explain
puzzle = pandoku.load("examples/easy.list")
try:
    explain(puzzle, techniques=["two-places"], debug=True)
except TechniqueError as error:
    print(error)
"""
    told = run(folder, program)
    assert "the solution has" in told
    assert f"{file}, line " in told


@pytest.mark.turns(3)
def test_it_passes_the_tests_of_every_technique(folder: Path) -> None:
    program = "import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    tests = [HERE / "test_conformance.py", HERE / "test_soundness.py"]
    args = ["-q", "-p", "no:cacheprovider", "-k", "two-places or no_name or boards_drawn"]
    told = run(folder, program, *map(str, tests), *args)
    assert "9 passed" in told


@pytest.mark.turns(3)
def test_its_example_is_made_anew_beside_its_file(folder: Path) -> None:
    examples = folder / "examples.txt"
    examples.unlink()
    kept = EXAMPLES.read_text()
    program = "import runpy; runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    run(folder, program, str(HERE / "make_examples.py"), "--rounds", "1", "two-places")
    lines = examples.read_text().splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["#", "#", "two-places"]
    assert EXAMPLES.read_text() == kept


# ---- special cases of other techniques


@pytest.fixture
def special(tmp_path: Path) -> Path:
    """A folder with the technique als-with-pair, a special case of ALS-XZ, and its boards."""
    for file in (HERE / "special").iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    return tmp_path


SEARCHED_FIRST = """
from pandoku.logic import explain
from pandoku.rating import SCALES, get_scale, in_order, span
from pandoku.techniques import example_of

names = [each.name for each in in_order("pandoku")]
assert names.index("als-with-pair") < names.index("als-xz")
assert span("pandoku", names[names.index("als-with-pair") + 1])[0] > 7.5
# A scale that does not rate the special case keeps the steps of the general technique.
names = [each.name for each in in_order("hodoku")]
assert names.index("als-with-pair") > names.index("als-xz")
names = [each.name for each in in_order("human")]
assert names.index("als-with-pair") > names.index("xy-wing")
assert span("pandoku", "als-with-pair")[0] == 7.5
step = explain(example_of("als-with-pair").board, scale="pandoku", is_proper=True, limit=1).steps[0]
assert step.technique == "als-with-pair"
assert get_scale("pandoku").rate(step).score == 7.5
"""


@pytest.mark.turns(3)
def test_a_special_case_is_searched_before_the_general_technique(special: Path) -> None:
    run(special, SEARCHED_FIRST)


@pytest.mark.turns(3)
def test_the_help_page_of_a_special_case_names_the_general_technique(special: Path) -> None:
    program = "from pandoku.cli import run_command_line; run_command_line()"
    page = run(special, program, "techniques", "als-with-pair")
    assert "almost locked sets XZ" in page
    assert "The step in the picture:" in page


@pytest.mark.turns(3)
def test_a_special_case_and_its_general_technique_pass_the_tests_of_every_technique(
    special: Path,
) -> None:
    program = "import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    tests = [HERE / "test_conformance.py", HERE / "test_soundness.py", HERE / "test_practice.py"]
    args = ["-q", "-p", "no:cacheprovider", "-k", "als-with-pair or als-xz"]
    told = run(special, program, *map(str, tests), *args)
    assert "failed" not in told


@pytest.mark.turns(3)
def test_an_example_of_a_special_case_is_kept_although_the_general_technique_solves_it(
    special: Path,
) -> None:
    kept = (special / "examples.txt").read_text()
    program = "import runpy; runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    run(special, program, str(HERE / "make_examples.py"), "--rounds", "1", "als-with-pair")
    assert (special / "examples.txt").read_text().partition(" | ")[0] == kept.partition(" | ")[0]


# ---- folders that are not right


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("TECHNIQUES = (", "METHODS = ("), "expected TECHNIQUE, a Technique, or TECHNIQUES, a"),
        (('name="two-places"', 'name="x-wing"'), "the name 'x-wing' is taken by a technique of"),
        (
            ('name="two-places"', 'name="two-places", aliases=("X wing",)'),
            "the name 'x-wing' is taken by a technique of",
        ),
    ],
)
def test_a_file_that_is_not_right_is_named(
    folder: Path, change: tuple[str, str], message: str
) -> None:
    file = folder / "two_places.py"
    file.write_text(file.read_text().replace(*change))
    program = """
from pandoku import TechniqueError
from pandoku.techniques import get_technique
try:
    get_technique("x-wing")
except TechniqueError as error:
    print(error)
"""
    told = run(folder, program)
    assert message in told
    assert str(file) in told
