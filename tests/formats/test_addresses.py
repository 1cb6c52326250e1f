"""Links as people post them: with words around them, in brackets, cut off, or of another site."""

from __future__ import annotations

import pytest

import pandoku
from pandoku.errors import FormatError
from pandoku.formats import FORMATS, link
from tests.together import together

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LINKED = [form.name for form in FORMATS.values() if form.link]
POSTED = (
    "{}",
    "  {}  ",
    "<{}>",
    "({})",
    '"{}"',
    "Solve {}",
    "My 2nd puzzle, v1.0: {}",
    "My puzzle (see {})",
    "It is at {}, have fun",
    "{}.",
    "[a puzzle]({})",
)


@pytest.mark.turns(3)
@together("posted", POSTED)
@together("name", LINKED)
def test_a_link_opens_with_what_people_write_around_it(name: str, posted: str) -> None:
    address = link(NINE, name)
    for shown in (address, address.removeprefix("https://")):
        assert pandoku.loads(posted.format(shown)) == pandoku.loads(NINE)


@pytest.mark.parametrize("name", LINKED)
def test_a_link_opens_in_place_of_the_path_of_a_file(name: str) -> None:
    address = link(NINE, name)
    assert pandoku.load(address) == pandoku.loads(NINE)
    assert pandoku.load_board(address).puzzle == pandoku.loads(NINE)
    assert [*pandoku.read(address)] == [pandoku.loads(NINE)]


def test_a_link_of_another_site_is_refused_rather_than_looked_for_on_the_disk() -> None:
    with pytest.raises(FormatError, match="not open"):
        pandoku.load("https://example.org/puzzle.txt")
    with pytest.raises(FileNotFoundError):
        pandoku.load("folder/puzzle.txt")


@pytest.mark.parametrize("name", ["f-puzzles", "sudoku-maker"])
def test_a_link_that_is_cut_off_says_what_to_do(name: str) -> None:
    with pytest.raises(FormatError, match="cut off"):
        pandoku.loads(link(NINE, name)[:-60])


def test_a_link_that_a_shell_cut_at_its_ampersand_says_so() -> None:
    with pytest.raises(FormatError, match=r"\?load=N4Ig.*quotes"):
        pandoku.loads("https://www.f-puzzles.com/?theme=dark")


@pytest.mark.parametrize(
    "line",
    [
        f"puzzle,source\n{NINE},https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQ",
        f"{NINE} # https://sudokumaker.app/?puzzle=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSQ",
    ],
)
def test_cells_before_a_link_are_the_puzzle(line: str) -> None:
    assert pandoku.loads(line).givens[:5] == (5, 3, 0, 0, 7)
