import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import pandoku
from pandoku import Puzzle, errors
from pandoku.formats import Item
from tests.data import ROOT


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )


def test_importing_the_package_loads_the_standard_library_only() -> None:
    code = (
        "import sys, pandoku, pandoku.model, pandoku.formats, pandoku.engines\n"
        "pandoku.formats.FORMATS, pandoku.engines.ENGINES\n"
        "heavy = [name for name in sys.modules if name.startswith('pandoku._native')]\n"
        "heavy += {'numpy', 'click', 'rich', 'ortools'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    result = run_python(code)
    assert result.returncode == 0, result.stderr


def test_taught_engines_and_text_formats_work_without_any_package() -> None:
    code = (
        "import sys\n"
        "class Block:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name in ('numpy', 'click', 'rich') or '_native' in name:\n"
        "            raise ModuleNotFoundError(name=name)\n"
        "sys.meta_path.insert(0, Block())\n"
        "import pandoku\n"
        "puzzle = pandoku.loads('1...\\n..2.\\n.3..\\n...4')\n"
        "print(pandoku.solve(puzzle, engine='backtracking').count, pandoku.dumps(puzzle, 'line'))\n"
    )
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["1", "1.....2..3.....4"]


def test_every_public_name_is_there_and_documented() -> None:
    for name in pandoku.__all__:
        value = getattr(pandoku, name)
        assert isinstance(value, str) or value.__doc__, name
    assert set(pandoku.__all__) <= set(dir(pandoku))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solver'"):
        pandoku.solver  # type: ignore[attr-defined]  # noqa: B018


def test_solve_refuses_a_puzzle_with_defects() -> None:
    with pytest.raises(pandoku.PuzzleError, match="r1c1 and r1c2") as caught:
        pandoku.solve(pandoku.Puzzle(4, (1, 1) + (0,) * 14))
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=rf"limit .*{limit}"):
        pandoku.solve(pandoku.Puzzle(4), limit=limit)


def test_an_unknown_engine_is_named_with_its_neighbors() -> None:
    with pytest.raises(pandoku.EngineError, match="'lane'; try lanes"):
        pandoku.solve(pandoku.Puzzle(4), engine="lane")


def test_solve_all_keeps_the_order_of_mixed_kinds() -> None:
    cage = pandoku.Cage("+", 3, (0, 1))
    latin = pandoku.Geometry.latin(3)
    puzzles = [
        pandoku.Puzzle(2),
        pandoku.Puzzle(latin, cages=(cage,)),
        pandoku.Puzzle(4),
        pandoku.Puzzle(2, (1, 0, 0, 0)),
    ]
    outcomes = pandoku.solve_all(puzzles, limit=300, threads=2)
    assert [o.count for o in outcomes] == [2, 4, 288, 1]
    assert [o.engine for o in outcomes] == ["lanes", "cages", "lanes", "lanes"]


def test_solve_all_says_which_puzzle_is_bad() -> None:
    with pytest.raises(pandoku.PuzzleError, match="puzzle 1: column 1 "):
        pandoku.solve_all([pandoku.Puzzle(2), pandoku.Puzzle(2, (2, 0, 2, 0))])


def test_read_goes_on_after_a_bad_puzzle_with_on_error(tmp_path: Path) -> None:
    path = tmp_path / "three.sdm"
    path.write_text("1...............\n1..\n...............4\n")
    with pytest.raises(pandoku.FormatError, match="line 2"):
        list(pandoku.read(path))
    errors: list[Item] = []
    assert len(list(pandoku.read(path, on_error=errors.append))) == 2
    assert [item.line for item in errors] == [2]


def test_load_refuses_more_than_one_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "two.sdm"
    path.write_text("1...............\n" * 2)
    with pytest.raises(pandoku.FormatError, match="one puzzle"):
        pandoku.load(path)


def test_the_examples_of_the_readme_hold() -> None:
    import doctest

    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert attempted > 0
    assert failed == 0


@pytest.mark.parametrize(
    "error",
    [
        errors.FormatError("bad", format="line", line=1, column=2, text="x"),
        errors.PuzzleError("bad", problems=Puzzle(4, (1,) * 16).problems(), line=3),
        errors.MissingExtraError("png", "png"),
        errors.BudgetError("none", closest=Puzzle(4), why="rated 2.0", attempts=5),
        errors.WishError("no"),
    ],
)
def test_errors_survive_the_way_to_another_process(error: errors.PandokuError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
