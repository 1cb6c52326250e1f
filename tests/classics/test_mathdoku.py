"""Mathdoku: what each method of the class answers, and the program around it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from pandoku.classics.mathdoku import Mathdoku
from tests.together import together

PROGRAM = "mathdoku/mathdoku.py"
FIGURE_1 = """aabb
cdee
cfeg
ffhg
a 3 -
b 1 -
c 2 /
d 2 =
e 5 +
f 9 *
g 2 /
h 4 =
"""
FIGURE_1_SOLUTION = "1423\n4231\n2314\n3142\n"
TWO = "ab\ncb\na 1 =\nc 2 =\nb 3 +\n"
NINE = "\n".join("abcdefghi" for _ in range(9)) + "\n" + "".join(f"{c} 45 +\n" for c in "abcdefghi")


def loaded(text: str) -> Mathdoku:
    puzzle = Mathdoku()
    assert puzzle.loadPuzzle(io.StringIO(text)), puzzle.reason
    return puzzle


def test_figure_1_is_solved_with_three_choices() -> None:
    puzzle = loaded(FIGURE_1)
    assert puzzle.print() == "aabb\ncdee\ncfeg\nffhg\n"
    assert puzzle.choices() == 0
    assert puzzle.readyToSolve()
    assert puzzle.solve()
    assert puzzle.print() == FIGURE_1_SOLUTION
    assert (puzzle.choices(), puzzle.undone()) == (3, 9)


def test_solve_asks_for_readiness_itself() -> None:
    assert loaded(FIGURE_1).solve()
    assert not loaded("ab\ncb\na 1 =\n").solve()


def test_solving_twice_changes_nothing() -> None:
    puzzle = loaded(FIGURE_1)
    assert puzzle.solve()
    assert puzzle.solve()
    assert (puzzle.print(), puzzle.choices()) == (FIGURE_1_SOLUTION, 3)


def test_a_failed_solve_clears_the_board_and_keeps_its_count() -> None:
    puzzle = loaded("a\na 2 =\n")
    assert puzzle.readyToSolve()
    for _ in range(2):
        assert not puzzle.solve()
        assert puzzle.reason == "no solution"
        assert puzzle.print() == "a\n"
        assert puzzle.choices() == 1


def test_loading_forgets_what_was_there() -> None:
    puzzle = loaded(FIGURE_1)
    assert puzzle.solve()
    assert puzzle.loadPuzzle(io.StringIO(TWO))
    assert (puzzle.print(), puzzle.choices(), puzzle.undone()) == ("ab\ncb\n", 0, 0)
    assert not puzzle.loadPuzzle(None)
    assert (puzzle.print(), puzzle.choices()) == ("", 0)
    assert not puzzle.solve()


def test_nothing_loaded_prints_and_solves_nothing() -> None:
    puzzle = Mathdoku()
    assert (puzzle.print(), puzzle.choices()) == ("", 0)
    assert not puzzle.readyToSolve()
    assert not puzzle.solve()
    assert "loaded" in puzzle.reason


def test_both_spellings_are_one_method() -> None:
    puzzle = Mathdoku()
    assert puzzle.load_puzzle(io.StringIO(TWO))
    assert puzzle.ready_to_solve()
    assert Mathdoku.load_puzzle is Mathdoku.loadPuzzle
    assert Mathdoku.ready_to_solve is Mathdoku.readyToSolve


class Broken:
    """A stream whose reading fails."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def read(self) -> str:
        raise self._error


class ByLine:
    """A stream that has readline alone."""

    def __init__(self, text: str) -> None:
        self._stream = io.StringIO(text)

    def readline(self) -> str:
        return self._stream.readline()


class Numbers:
    """A stream of no text at all."""

    def read(self) -> int:
        return 7


@together(
    "stream",
    [
        None,
        io.StringIO(""),
        io.StringIO("\n \n"),
        io.BytesIO(b"\xff\xfe"),
        Broken(OSError()),
        Broken(OSError("gone")),
        Broken(ValueError("closed")),
        Broken(EOFError()),
        ByLine(""),
        Numbers(),
        "aabb",
        7,
    ],
)
def test_what_cannot_be_read_is_not_loaded(stream: object) -> None:
    puzzle = Mathdoku()
    assert not puzzle.loadPuzzle(stream)
    assert puzzle.reason
    assert puzzle.print() == ""


@together(
    "stream",
    [
        io.BytesIO(TWO.encode()),
        io.BytesIO(b"\xef\xbb\xbf" + TWO.encode()),
        io.StringIO("\ufeff" + TWO),
        io.StringIO(TWO.replace("\n", "\r\n"), newline=""),
        ByLine(TWO),
        io.BufferedReader(io.BytesIO(TWO.encode())),
        io.StringIO("ab  \n\n  cb\n\n a   1   = \nc\t2 =\n\nb 3 +"),
        io.StringIO("2\n" + TWO),
    ],
    ids=["bytes", "bom", "text-bom", "crlf", "readline", "buffered", "blanks", "size-line"],
)
def test_streams_of_any_make_are_read_alike(stream: object) -> None:
    puzzle = Mathdoku()
    assert puzzle.loadPuzzle(stream), puzzle.reason
    assert puzzle.solve()
    assert puzzle.print() == "12\n21\n"


def test_a_closed_file_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(TWO)
    with path.open() as stream:
        pass
    assert not Mathdoku().loadPuzzle(stream)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("aabbc\naabbc\nddeec\nddeec\na 3 +\n", "row 1 of 4: expected 4 characters, found 5"),
        ("aabb\naabb\nccdd\nccdd\neeff\na 3 +\n", "row 1 of 5: expected 5 characters, found 4"),
        ("aab\nab\nccb\na 3 +\n", "row 2 of 3: expected 3 characters, found 2"),
        ("a 3 +\n", "expected a grid of group characters, found none"),
        ("abcdefghij\n" * 10, "expected at most 9 rows, found 10"),
    ],
)
def test_a_grid_that_is_not_square_is_not_loaded(text: str, reason: str) -> None:
    puzzle = Mathdoku()
    assert not puzzle.loadPuzzle(io.StringIO(text))
    assert puzzle.reason == reason
    assert not puzzle.readyToSolve()
    assert puzzle.reason == reason


@together(
    "clues, reason",
    [
        ("a 1 =\nc 2 =\n", "group 'b': expected a line"),
        ("a 1 =\nc 2 =\nb + 3\n", "group 'b': expected an operator"),
        ("a 1 =\nc 2 =\nb 3\n", "group 'b': expected a line"),
        ("a 1 =\nc 2 =\nb three +\n", "group 'b': expected an integer"),
        ("a 1 =\nc 2 =\nb 1.5 +\n", "group 'b': expected an integer"),
        ("a 1 =\nc 2 =\nb " + "9" * 5000 + " +\n", "group 'b': expected an integer"),
        ("a 1 =\nc 2 =\nb 3 #\n", "group 'b': expected an operator"),
        ("a 1 =\nc 2 =\nb 3 =\n", "group 'b': expected 1 cell for '=', found 2"),
        ("a 1 -\nc 2 =\nb 3 +\n", "group 'a': expected 2 cells for '-', found 1"),
        ("a 1 =\nc 2 =\nb 3 +\nz 3 %\n", "group 'z': expected an operator"),
        ("a 1 =\nc 2 =\nB 3 +\n", "group 'b': expected a line"),
    ],
)
def test_a_group_without_a_fitting_clue_is_not_ready(clues: str, reason: str) -> None:
    puzzle = loaded("ab\ncb\n" + clues)
    assert not puzzle.readyToSolve()
    assert puzzle.reason.startswith(reason)
    assert not puzzle.solve()
    assert (puzzle.print(), puzzle.choices()) == ("ab\ncb\n", 0)


@pytest.mark.parametrize("extra", ["z 3 +\n", "no clue at all\n", "b 9 *\nb 3 +\n", "b 9\nb 3 +\n"])
def test_lines_without_a_group_are_ignored_and_the_last_of_two_counts(extra: str) -> None:
    puzzle = loaded(TWO + extra)
    assert puzzle.solve()
    assert puzzle.print() == "12\n21\n"


@pytest.mark.parametrize("dash", ["\N{EN DASH}", "\N{MINUS SIGN}"])
def test_a_printed_dash_is_a_minus(dash: str) -> None:
    puzzle = loaded(FIGURE_1.replace("-", dash))
    assert puzzle.solve()
    assert puzzle.print() == FIGURE_1_SOLUTION


def test_any_character_names_a_group() -> None:
    puzzle = loaded("$#\n?#\n$ 1 =\n? 2 =\n# 3 +\n")
    assert puzzle.solve()
    assert puzzle.print() == "12\n21\n"


def test_nine_by_nine_is_solved_and_its_values_are_single_characters() -> None:
    puzzle = loaded(NINE)
    assert puzzle.solve()
    rows = puzzle.print().splitlines()
    assert len(rows) == 9
    assert all(sorted(row) == list("123456789") for row in rows)


def test_sums_and_products_must_be_reached_and_not_only_kept_below() -> None:
    assert not loaded("abc\ndef\ngff\na 1 =\nb 2 =\nc 3 =\nd 2 =\ne 3 =\nf 6 *\ng 3 =\n").solve()


def test_a_quotient_is_exact() -> None:
    # 3 / 2 is 1 in whole numbers only.
    assert not loaded("aab\nccb\nddd\na 1 /\nb 5 +\nc 3 *\nd 6 +\n").solve()


def test_the_program_prints_the_solution_and_the_choices(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(FIGURE_1)
    done = run(PROGRAM, path)
    assert (done.returncode, done.stdout.decode()) == (0, FIGURE_1_SOLUTION)
    assert done.stderr == b"choices: 3\n"


def test_the_program_exits_1_without_a_solution(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(FIGURE_1.replace("cdee", "cede"))
    done = run(PROGRAM, path)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"no solution\nchoices: 11\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", b"found none"),
        (b"ab\nc\n", b"row 2 of 2"),
        (b"ab\ncb\na 1 =\n", b"group 'b'"),
        (b"\xff", b"line 1: expected text in UTF-8"),
        (b"a" * 5_000_000, b"bytes, found more"),
        (b"\x00\x01\x02", b"expected"),
    ],
)
def test_the_program_exits_2_when_the_input_is_not_a_puzzle(
    data: bytes, message: bytes, run: Any, tmp_path: Path
) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_bytes(data)
    done = run(PROGRAM, path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr


def test_the_program_exits_2_on_wrong_arguments(run: Any, tmp_path: Path) -> None:
    for args in ([], ["a", "b"], [tmp_path / "absent"], [tmp_path]):
        done = run(PROGRAM, *args)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1


def test_every_contract_case_holds(shared: Path) -> None:
    cases = json.loads((shared / "001" / "contract_cases.json").read_text())
    assert len(cases) >= 20
    for case in cases:
        puzzle = Mathdoku()
        answers = {
            "loadPuzzle": puzzle.loadPuzzle(case["text"] and io.StringIO(case["text"])),
            "print_before_solve": puzzle.print(),
            "readyToSolve": puzzle.readyToSolve(),
            "solve": puzzle.solve(),
            "print_after_solve": puzzle.print(),
            "choices_after": puzzle.choices(),
        }
        assert answers == {key: case[key] for key in answers}, case["name"]
        assert puzzle.undone() == case.get("undone", 0), case["name"]


@pytest.mark.turns(3)
def test_every_vector_is_solved_with_its_counts(shared: Path) -> None:
    vectors = json.loads((shared / "001" / "vectors.json").read_text())
    n_searched = 0
    for vector in vectors:
        puzzle = Mathdoku()
        is_ready = puzzle.loadPuzzle(io.StringIO(vector["text"])) and puzzle.readyToSolve()
        is_solved = puzzle.solve()
        if (meta := vector["published_meta"]) and meta["kind"] == "solve_true":
            assert is_solved, vector["name"]
        elif meta:
            assert not is_solved, vector["name"]
        if is_ready and "search_E" in vector:
            n_searched += 1
            expected = vector["search_E"]
            assert is_solved == expected["solved"], vector["name"]
            assert puzzle.choices() == expected["choices"], vector["name"]
            assert puzzle.undone() == expected["undone"], vector["name"]
            assert not is_solved or puzzle.print() == expected["board"], vector["name"]
    assert n_searched >= 20


@pytest.mark.turns(3)
def test_published_files_are_solved_by_the_command(shared: Path, run: Any) -> None:
    vectors = json.loads((shared / "001" / "vectors.json").read_text())
    by_name = {vector["name"]: vector for vector in vectors}
    paths = sorted((shared / "001").glob("Input_*.txt"))
    assert paths
    for path in paths:
        done = run(PROGRAM, path)
        assert done.stdout.decode() == by_name[path.stem]["first_solution"], path.name
