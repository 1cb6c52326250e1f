"""Spaces as blanks: understood where no other format could read the text, and nowhere else."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

import pandoku
from pandoku import FormatError, Puzzle
from pandoku.formats import FORMATS, Lines, dumps, sniff
from tests.cli.command import pandoku as command
from tests.data import by_default
from tests.together import together

# Formats whose texts are those of another one.
READ_AS = {"sdm": "line"}
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SPACED = LINE.replace(".", " ")
ROWS = [SPACED[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = pandoku.loads(LINE, format="line")


def name_of(text: str) -> str:
    return sniff(Lines.of(text)).name


@lru_cache
def made(order: int) -> tuple[Puzzle, ...]:
    return tuple(pandoku.generate_many(by_default(20, full=60), order=order, seed=1))


@pytest.mark.parametrize("order", [4, 6, 8, 9])
def test_a_line_with_spaces_for_blanks_is_detected(order: int) -> None:
    for puzzle in made(order):
        text = dumps(puzzle, "line").replace(".", " ")
        assert pandoku.loads(text).givens == puzzle.givens
        assert Puzzle(text.rstrip("\n")).givens == puzzle.givens


@pytest.mark.parametrize("order", [4, 6, 8, 9])
@pytest.mark.parametrize("ends", ["kept", "cut"])
def test_n_lines_with_spaces_for_blanks_are_detected(order: int, ends: str) -> None:
    for puzzle in made(order):
        rows = ["".join(str(d or " ") for d in row) for row in puzzle.grid]
        if ends == "cut":
            rows = [row.rstrip() for row in rows]
            if max(map(len, rows)) < order:  # nothing says how wide the grid is
                continue
        if not any(" " in row.strip() for row in rows):
            continue
        text = "\n".join(rows)
        if not rows[0] or not rows[-1]:  # an empty line at an end is no row
            continue
        assert pandoku.loads(text).givens == puzzle.givens
        assert pandoku.loads(f"# from a book\n{text}\n").givens == puzzle.givens


def test_a_text_of_a_program_may_begin_with_an_empty_line() -> None:
    assert pandoku.loads("\n" + "\n".join(ROWS) + "\n") == PUZZLE


def test_the_lines_about_a_puzzle_are_kept() -> None:
    puzzle = pandoku.loads("#ARuud\n#DEasy\n" + "\n".join(ROWS))
    assert (puzzle.givens, puzzle.author, puzzle.title) == (PUZZLE.givens, "Ruud", "Easy")


def test_several_lines_with_spaces_are_several_puzzles() -> None:
    other = "  " + SPACED[:-2]
    assert [p.n_givens for p in pandoku.reads(f"{SPACED}\n{other}\n")] == [30, 28]


def test_a_file_and_the_command_line_take_spaces(tmp_path: Path) -> None:
    solved = dumps(Puzzle(pandoku.solve(PUZZLE).grid or ()), "line")
    for text in (SPACED, "\n".join(ROWS)):
        file = tmp_path / "spaces.txt"
        file.write_text(text)
        assert pandoku.load(file) == PUZZLE
        assert command("solve", str(file)).out == solved
        assert command("solve", text).out == solved


def test_rows_of_separate_numbers_stay_rows() -> None:
    grid = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    assert pandoku.loads(grid).grid[1] == (3, 4, 1, 2)
    # Three grids of 3x3 without blank lines between them: as wide as they are many.
    small = "1   2   3\n2   3   1\n3   1   2\n" * 3
    assert [p.order for p in pandoku.reads(small)] == [3, 3, 3]


def test_candidates_as_wide_as_a_puzzle_stay_candidates() -> None:
    for puzzle in made(9)[:20]:
        board = pandoku.Board.start(puzzle)
        groups = ["".join(map(str, board.candidates(cell))) for cell in range(81)]
        if max(map(len, groups)) > 8:
            continue
        rows = ["".join(f"{group:<9}" for group in groups[at : at + 9]) for at in range(0, 81, 9)]
        assert {len(row) for row in rows} == {81}
        assert name_of("\n".join(rows)) == "candidates"


@together("name", FORMATS)
def test_the_example_of_each_format_has_no_spaces_for_blanks(name: str) -> None:
    assert name_of(FORMATS[name].example) == READ_AS.get(name, name)


@pytest.mark.parametrize("text", [SPACED[:-1] + "x", SPACED + "1", "\n".join([*ROWS[:8], "abc"])])
def test_what_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        pandoku.loads(text)
