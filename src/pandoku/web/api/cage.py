"""`cage`: the remaining ways to fill a cage."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.errors import PuzzleError
from pandoku.model import Board, Puzzle, digits_of
from pandoku.play import combinations
from pandoku.play.candidates import working_board
from pandoku.play.hints import seen_with
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent
from pandoku.web.positions import MAX_CELLS, Cell, GridDigits, Masks, digits_on, masks_sent
from pandoku.words import cage_name, printed_clue, with_capital

_MOST_SETS = 200  # in an answer


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A cage on a player's board."""

    puzzle: PuzzleText
    cage: Annotated[
        int, Meta(ge=0, lt=MAX_CELLS, description="Index of the cage in the puzzle, from 0.")
    ]
    digits: GridDigits = []
    center: Annotated[Masks, Meta(description="The center marks, as in `hint`.")] = []
    entered: Annotated[
        list[Cell],
        Meta(max_length=MAX_CELLS, description="The cells that the player has filled, for fog."),
    ] = []


class Combination(msgspec.Struct):
    """A set of digits that meets the target."""

    digits: Annotated[list[int], Meta(description="Digits in ascending order, with repeats.")]
    possible: Annotated[bool, Meta(description="Whether the digits and marks still allow it.")]


class Answer(msgspec.Struct):
    """The combinations of the cage and their consequences."""

    clue: str
    name: Annotated[str, Meta(description="The cage in words: `The 12-cage at r1c1`.")]
    cells: list[int]
    combinations: Annotated[
        list[Combination],
        Meta(description=f"At most {_MOST_SETS} combinations, possible ones first."),
    ]
    count: Annotated[int, Meta(description="The number of possible combinations.")]
    complete: Annotated[
        bool, Meta(description="False if there are too many ways to fill the cage to try them all.")
    ]
    required: Annotated[list[int], Meta(description="Digits in every possible combination.")]
    excluded: Annotated[list[int], Meta(description="Digits in no possible combination.")]
    candidates: Annotated[
        list[list[int]],
        Meta(description="For each cell of the cage, the digits it has in some way to fill it."),
    ]
    text: Annotated[str, Meta(description="The combinations in a sentence or two.")]


def _cage(request: Request) -> Answer:
    puzzle = puzzle_sent(request.puzzle)
    if request.cage >= len(puzzle.cages):
        count = len(puzzle.cages)
        found = f"found {request.cage} in a puzzle with {count or 'no'} cage{'s' * (count != 1)}"
        raise PuzzleError(f"expected the index of a cage, from 0, {found}")
    puzzle.require_sound()  # a cage may have cells outside the grid
    center = masks_sent(puzzle, request.center, "center")
    sent = digits_on(puzzle, request.digits)
    seen, digits = seen_with(puzzle, sent, request.entered)
    cage = puzzle.cages[request.cage]
    if cage not in seen.cages:
        raise PuzzleError(f"expected a cage in sight, found cage {request.cage}, which is in fog")
    return _answer(seen, seen.cages.index(cage), working_board(seen, digits, center))


def _answer(puzzle: Puzzle, number: int, board: Board) -> Answer:
    cage = puzzle.cages[number]
    left = combinations(board, number)
    gone = [each for each in _at_first(puzzle, number) if each not in left.sets]
    sets = [Combination([*each], True) for each in left.sets]
    sets += [Combination([*each], False) for each in gone] if left.is_complete else []
    return Answer(
        clue=printed_clue(cage),
        name=with_capital(cage_name(puzzle, number)),
        cells=[*cage.cells],
        combinations=sets[:_MOST_SETS],
        count=len(left.sets),
        complete=left.is_complete,
        required=[*left.required],
        excluded=[*left.excluded],
        candidates=[[*digits_of(mask)] for mask in left.masks],
        text=left.text,
    )


def _at_first(puzzle: Puzzle, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the combinations of a cage on the empty grid."""
    return combinations(Board.start(puzzle), number).sets


ENDPOINT = Endpoint(
    name="cage",
    summary="List the remaining ways to fill a cage.",
    description=(
        "The combinations depend only on the cage and on the candidates that digits and marks "
        "leave in it. If there are too many ways to fill a cage, the search ends early."
    ),
    request=Request,
    answer=Answer,
    work=_cage,
    example={
        "puzzle": {
            "size": 4,
            "kind": "killer",
            "cages": [{"op": "+", "target": 5, "cells": [0, 1]}],
        },
        "cage": 0,
    },
)
