"""Sets: the paper's functions one by one, and the conversation of its main loop."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import pandoku.classics.sets.program as sets
from pandoku.classics.sets.cases import PROBLEM as EASY
from pandoku.errors import FormatError

PROGRAM = "sets/sudoku.py"
ALL = set(range(1, 10))
SOLVED_TOP = "| 2 8 4 | 5 9 3 | 1 6 7 |"
EMPTY = [[0] * 9 for _ in range(9)]


def printed(problem: list[list[int]]) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        sets.print_sudoku(problem)
    return out.getvalue()


def as_sets(problem: list[list[Any]]) -> list[list[set[int]]]:
    """A vector's array: '*' stands for 1..9."""
    return [[set(ALL) if cell == "*" else set(cell) for cell in row] for row in problem]


def test_the_functions_are_exactly_the_papers() -> None:
    names = """read_sudoku convertToSets convertToInts getRowLocations getColumnLocations
        getBoxLocations eliminate isSolved solve print_sudoku main"""
    assert sorted(sets.__all__) == sorted(names.split())


def test_the_box_is_thirteen_lines_without_trailing_spaces() -> None:
    lines = printed(EASY).split("\n")
    assert lines[:2] == ["+-------+-------+-------+", "| . . 4 | . . . | . 6 7 |"]
    assert lines[12:] == ["+-------+-------+-------+", ""]
    assert len(lines) == 14


def test_the_seed_puzzle_takes_368_eliminations() -> None:
    problem = sets.convertToSets(EASY)
    before = sum(len(numbers) for row in problem for numbers in row)
    assert sets.solve(problem)
    assert before - sum(len(numbers) for row in problem for numbers in row) == 368
    assert sets.isSolved(problem)


def test_a_location_may_be_a_list_and_the_array_any_shape() -> None:
    problem = [[{1}, {1, 2}], [{1, 3}]]
    removed = sets.eliminate(problem, [0, 0], [[0, 0], [0, 1], [1, 0]])  # type: ignore[arg-type, list-item]
    assert removed == 2
    assert problem == [[{1}, {2}], [{3}]]


def test_an_empty_set_eliminates_nothing() -> None:
    problem: list[list[set[int]]] = [[set(), {1}]]
    assert sets.eliminate(problem, (0, 0), [(0, 1)]) == 0


@pytest.mark.parametrize(
    "text",
    [
        str(EASY),
        str(EASY).replace("], ", "],\n"),
        str(EASY).replace("\n", "").replace("], ", "],\r\n\r\n").replace("[", " [ "),
        "\n\n" + str(EASY) + "\n\n",
        str(EASY).replace(" ", ""),
        str(tuple(map(tuple, EASY))),
    ],
    ids=["line", "rows", "crlf", "blank-lines", "tight", "tuples"],
)
def test_a_list_is_read_whatever_its_blanks(text: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes(text.encode())
    assert sets.read_sudoku(str(path)) == EASY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[[1, 2], [2, 1]]",
        str(EASY[:8]),
        str([*EASY, EASY[0]]),
        str(EASY).replace("7]", "10]", 1),
        str(EASY).replace("7]", "-7]", 1),
        str(EASY)[:-1],
        "__import__('os').getcwd()",
        "[[0] * 9] * 9",
        "[" * 100_000,
        "{1: 2}",
    ],
)
def test_a_text_that_is_not_a_nine_by_nine_list_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(text)
    with pytest.raises(FormatError):
        sets.read_sudoku(str(path))


def test_code_in_a_file_is_never_run(tmp_path: Path, run: Any) -> None:
    path, mark = tmp_path / "puzzle.txt", tmp_path / "mark"
    path.write_text(f"[[open({str(mark)!r}, 'w')]]")
    done = run(PROGRAM, input=f"{path}\n".encode())
    assert done.returncode == 0
    assert b"Cannot read a puzzle" in done.stdout
    assert not mark.exists()


def test_main_solves_one_puzzle_and_then_another(tmp_path: Path, run: Any) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(str(EASY))
    done = run(PROGRAM, input=f"{path}\ny\n{path}\nn\nnever read\n".encode())
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode().count(SOLVED_TOP) == 2
    assert "might be" not in done.stdout.decode()


def test_main_lists_what_is_left_open(tmp_path: Path, run: Any) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(str([[0, 2, 3, 4, 5, 6, 7, 8, 0], *EMPTY[1:]]))
    lines = run(PROGRAM, input=f"{path}\nn\n".encode()).stdout.decode().splitlines()
    assert "Location (0, 0) might be any of {1, 9}" in lines
    assert sum(line.startswith("Location (") for line in lines) == 74


def test_main_says_where_no_number_is_possible(tmp_path: Path, run: Any) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(str([[1, 1, 0, 0, 0, 0, 0, 0, 0], *EMPTY[1:]]))
    done = run(PROGRAM, input=f"{path}\nn\n".encode())
    assert done.returncode == 0
    assert "no possible number" in done.stdout.decode()


@pytest.mark.parametrize("answer", ["absent.txt", ".", "a\0b", "\udcff"])
def test_main_asks_again_for_a_file_it_cannot_read(answer: str, tmp_path: Path, run: Any) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(str(EASY))
    typed = f"{answer}\n{path}\nn\n".encode("utf-8", "surrogateescape")
    done = run(PROGRAM, input=typed)
    assert done.returncode == 0
    assert done.stdout.count(b"Cannot read a puzzle") == 1
    assert SOLVED_TOP in done.stdout.decode()


@pytest.mark.parametrize("typed", [b"", b"\n", b"absent.txt\n", b"absent.txt"])
def test_main_ends_quietly_with_its_input(typed: bytes, run: Any) -> None:
    done = run(PROGRAM, input=typed)
    assert (done.returncode, done.stderr) == (0, b"")


def test_every_unit_case_holds(shared: Path) -> None:
    cases = json.loads((shared / "002" / "unit_cases.json").read_text())
    for problem, expected in cases["convertToSets"]:
        assert sets.convertToSets(problem) == as_sets(expected)
    for problem, ints in cases["convertToInts"]:
        assert sets.convertToInts(as_sets(problem)) == ints
    for name in ("getRowLocations", "getColumnLocations", "getBoxLocations"):
        for argument, locations in cases[name]:
            given = tuple(argument) if isinstance(argument, list) else argument
            assert getattr(sets, name)(given) == [tuple(pair) for pair in locations]
    for case in cases["eliminate"]:
        problem = as_sets(case["sets"])
        locations = [tuple(pair) for pair in case["list"]]
        assert sets.eliminate(problem, tuple(case["location"]), locations) == case["count"]
        assert problem == as_sets(case["after"])
    for problem, expected in cases["isSolved"]:
        assert sets.isSolved(as_sets(problem)) is expected


def test_every_vector_is_solved_as_far_as_it_goes(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vectors = json.loads((shared / "002" / "vectors.json").read_text())
    assert len(vectors) >= 5
    for vector in vectors:
        counted: list[int] = []
        original = sets.eliminate

        def counting(*args: Any, counted: list[int] = counted, original: Any = original) -> int:
            counted.append(original(*args))
            return counted[-1]

        problem = sets.convertToSets(vector["problem"])
        with monkeypatch.context() as patch:
            patch.setattr(sys.modules[sets.__name__], "eliminate", counting)
            assert sets.solve(problem) is vector["solved"], vector["name"]
        assert sum(counted) == vector["total_eliminations"], vector["name"]
        assert len(counted) == vector["passes_incl_last"] * 3 * 81, vector["name"]
        result = sets.convertToInts(problem)
        assert result == vector["result"], vector["name"]
        open_cells = [
            [[row, column], sorted(numbers)]
            for row, line in enumerate(problem)
            for column, numbers in enumerate(line)
            if len(numbers) != 1
        ]
        assert open_cells == vector["unsolved"], vector["name"]
        assert printed(vector["problem"]) == vector["print_before"], vector["name"]
        assert printed(result) == vector["print_after"], vector["name"]
