"""A puzzle as a document: everything that the page needs to play it without asking again."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.draw import draw
from pandoku.formats import dumps
from pandoku.logic import uniqueness_of
from pandoku.model import House, Puzzle
from pandoku.play import Game
from pandoku.play.text import puzzle_line
from pandoku.web.links import link_of, shareable
from pandoku.web.pictures import PictureDocument, picture_document
from pandoku.words import cage_name, kind_name, printed_clue, rules_text

__all__ = ["CageDocument", "HouseDocument", "PuzzleDocument", "puzzle_document"]

_KEPT = 64  # documents in memory


class HouseDocument(msgspec.Struct):
    """A set of cells that has each digit once."""

    kind: Annotated[str, Meta(description="row, column, box, region, diagonal or extra")]
    number: Annotated[int, Meta(description="From 1 among the houses of its kind.")]
    name: Annotated[str, Meta(description="As in sentences: `row 3`.")]
    cells: Annotated[list[int], Meta(description="Ascending.")]


class CageDocument(msgspec.Struct):
    """A set of cells whose digits give a target."""

    cells: list[int]
    name: Annotated[str, Meta(description="As in sentences: `the 12× cage at r1c1`.")]
    clue: Annotated[str, Meta(description="As printed: `12×`, `17`, or an empty text.")]
    op: Annotated[str, Meta(description="One of + - * / = and ?, a hidden operation.")]
    target: Annotated[int | None, Meta(description="null if the digits only have to differ.")]
    repeats: Annotated[bool, Meta(description="Whether a digit may occur twice.")]


class PuzzleDocument(msgspec.Struct):
    """A puzzle. Cells are numbers from 0, row by row."""

    key: Annotated[str, Meta(description="The same for the same puzzle, whatever its title.")]
    line: Annotated[
        str, Meta(description="One line of the format json: the line `puzzle:` of a game.")
    ]
    order: Annotated[int, Meta(description="The n of n x n; digits are 1..n.")]
    title: str
    author: Annotated[str, Meta(description="Who made it; empty if nobody is named.")]
    about: Annotated[str, Meta(description="What it is, in a few words: `9x9 killer`.")]
    rules: Annotated[str, Meta(description="Its rules in a sentence or two.")]
    givens: Annotated[list[int], Meta(description="Row by row, 0 for empty.")]
    candidates: Annotated[
        list[int] | None,
        Meta(description="A mask for each cell (bit d-1 is digit d) if the puzzle limits them."),
    ]
    houses: list[HouseDocument]
    cages: list[CageDocument]
    solution: Annotated[
        list[int] | None, Meta(description="The solution, if there is exactly one.")
    ]
    problem: Annotated[
        str, Meta(description="Why there is not exactly one solution; empty if there is.")
    ]
    picture: Annotated[PictureDocument, Meta(description="The puzzle without a player's digits.")]
    link: Annotated[str, Meta(description="What goes behind `?p=` in a link to the puzzle.")]


def puzzle_document(puzzle: Puzzle) -> PuzzleDocument:
    """Return a puzzle as a document; the most recent ones are kept.

    Raises:
        PuzzleError: It has a given or a cage that its grid cannot hold, so nobody can play it.
        FormatError: It has unknown data that JSON cannot hold.
    """
    return _document(puzzle, puzzle.in_full())  # an equal puzzle may have another title


@lru_cache(maxsize=_KEPT)
def _document(puzzle: Puzzle, _in_full: tuple[object, ...]) -> PuzzleDocument:
    Game.start(puzzle)
    uniqueness = uniqueness_of(puzzle)
    return PuzzleDocument(
        key=_key(puzzle),
        line=puzzle_line(puzzle),
        order=puzzle.order,
        title=puzzle.title or "",
        author=puzzle.author or "",
        about=_about(puzzle),
        rules=rules_text(puzzle),
        givens=list(puzzle.givens),
        candidates=list(puzzle.candidates) if puzzle.candidates else None,
        houses=[_house(house) for house in puzzle.geometry.houses],
        cages=[_cage(puzzle, index) for index in range(len(puzzle.cages))],
        solution=list(uniqueness.solution) if uniqueness.solution else None,
        problem="" if uniqueness.is_proper else uniqueness.text,
        picture=picture_document(draw(puzzle)),
        link=link_of(puzzle),
    )


def _key(puzzle: Puzzle) -> str:
    rules = shareable(puzzle).replace(title=None, author=None, kind=None, id=None)
    return hashlib.sha256(dumps(rules, "json").encode()).hexdigest()[:16]


def _about(puzzle: Puzzle) -> str:
    name = kind_name(puzzle)
    if not name.startswith(("Sudoku", "Latin")):
        name = name[0].lower() + name[1:]
    return f"{puzzle.order}x{puzzle.order} {name}"


def _house(house: House) -> HouseDocument:
    return HouseDocument(house.kind, house.number, house.phrase, list(house.cells))


def _cage(puzzle: Puzzle, index: int) -> CageDocument:
    cage, name = puzzle.cages[index], cage_name(puzzle, index)
    clue, cells = printed_clue(cage), list(cage.cells)
    return CageDocument(cells, name, clue, cage.operation, cage.target, cage.repeats)
