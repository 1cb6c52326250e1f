"""Puzzles with problems are drawn in every medium, with their problems."""

from __future__ import annotations

from collections.abc import Callable

import pandoku
from pandoku import Cage, Geometry, Puzzle, draw
from pandoku.constraints import Arrow, Difference, Palindrome, Thermometer
from tests.together import together

EMPTY, LATIN = (0,) * 16, Geometry.latin(4)
IMPOSSIBLE = {
    "a given above the order": Puzzle(4, (7, *EMPTY[1:])),
    "a given of two digits": Puzzle(4, (16, *EMPTY[1:])),
    "a negative given": Puzzle(4, (-1, *EMPTY[1:])),
    "a vast given": Puzzle(4, (10**15, *EMPTY[1:])),
    "a digit twice": Puzzle(4, (1, 1, *EMPTY[2:])),
    "no candidate": Puzzle(4, candidates=(0,) + (15,) * 15),
    "a given beside its candidates": Puzzle(4, (1, *EMPTY[1:]), candidates=(2,) + (15,) * 15),
    "a cage partly outside": Puzzle(LATIN, cages=(Cage("+", 3, (0, 99)),)),
    "a cage outside": Puzzle(LATIN, cages=(Cage("+", 3, (-5, 77)),)),
    "a cage with a cell twice": Puzzle(LATIN, cages=(Cage("+", 3, (0, 0)),)),
    "a dot of three cells": Puzzle(4).with_(Difference((0, 1, 2))),
    "a dot of one cell": Puzzle(4).with_(Difference((0,))),
    "a line outside": Puzzle(4).with_(Thermometer((0, 77))),
    "a line without cells": Puzzle(4).with_(Palindrome(())),
    "an arrow without a bulb": Puzzle(4).with_(Arrow((), (1,))),
}
each_puzzle = together("name", IMPOSSIBLE)
MEDIA: dict[str, Callable[[Puzzle], str]] = {
    "str": str,
    "svg": pandoku.svg,
    "notebook": lambda puzzle: puzzle._repr_svg_(),
    "rich": lambda puzzle: str(puzzle.__rich__()),
    "check": lambda puzzle: str(pandoku.check(puzzle)),
    "check in a notebook": lambda puzzle: pandoku.check(puzzle)._repr_html_(),
    "description": lambda puzzle: draw.draw(puzzle).description,
    "caption": lambda puzzle: draw.draw(puzzle).caption,
    "candidates": lambda puzzle: draw.draw(puzzle, candidates=True).caption,
}


def _words(text: str) -> str:
    """Return a text without the tags and line breaks between its words."""
    import re

    plain = re.sub(r"<[^>]*>", " ", text).replace("&#x27;", "'")
    return " ".join(plain.split())


@each_puzzle
@together("medium", MEDIA)
def test_an_impossible_puzzle_is_shown_with_its_first_problem(name: str, medium: str) -> None:
    puzzle = IMPOSSIBLE[name]
    problem = next(each for each in puzzle.problems() if each.severity == "error")
    assert problem.message in _words(MEDIA[medium](puzzle))


@each_puzzle
def test_an_impossible_puzzle_has_a_plain_text_and_a_repr(name: str) -> None:
    puzzle = IMPOSSIBLE[name]
    assert draw.text(puzzle, ascii_only=True).isascii()
    assert repr(puzzle).startswith("Puzzle(4x4")


def test_a_given_that_is_no_digit_is_drawn_in_its_cell() -> None:
    assert "7" in str(IMPOSSIBLE["a given above the order"]).splitlines()[1]
    assert "16" in str(IMPOSSIBLE["a given of two digits"]).splitlines()[1]
    assert "?" in str(IMPOSSIBLE["a vast given"]).splitlines()[1]


def test_a_puzzle_that_may_have_a_solution_has_no_such_sentence() -> None:
    assert "no solution" not in str(Puzzle(4, (1, *EMPTY[1:])))
    assert draw.draw(Puzzle(4)).caption == ""
