"""`hint` and `cage`: help for a position of a player."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.inputs import (
    MAX_CELLS,
    Cell,
    GridDigits,
    Masks,
    PuzzleText,
    digits_on,
    masks_sent,
    puzzle_sent,
)
from pandoku.calls.shared import (
    ChangesDocument,
    PictureDocument,
    SpanDocument,
    pairs,
    picture_document,
    spans_of,
)
from pandoku.errors import PuzzleError
from pandoku.logic import HINT_LEVELS
from pandoku.model import Board, digits_of
from pandoku.play import combinations
from pandoku.play.candidates import working_board
from pandoku.play.hints import hint_at, seen_with
from pandoku.rating import DEFAULT_ORDER
from pandoku.techniques import get_technique
from pandoku.words import cage_name, printed_clue, with_capital

_TOLD = len(HINT_LEVELS) - 1
_SECONDS = 3.0
_MOST_SETS = 200  # maximum number of combinations of digits in an answer about a cage


# ---- hint


class HintRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A player's position, and the level of the hint."""

    puzzle: PuzzleText
    digits: GridDigits = []
    center: Annotated[
        Masks,
        Meta(
            description="The center marks of each cell, which limit its candidates. 0 means no "
            "marks."
        ),
    ] = []
    corner: Annotated[
        Masks,
        Meta(description="The corner marks of each cell, which a `beginner` has noted."),
    ] = []
    entered: Annotated[
        list[Cell],
        Meta(
            max_length=MAX_CELLS,
            description="The cells in the order in which they were filled. Hints start with the "
            "first mistake, or near the last cell.",
        ),
    ] = []
    level: Annotated[
        int,
        Meta(
            ge=0,
            le=_TOLD,
            description="; ".join(f"{n}: {what}" for n, what in enumerate(HINT_LEVELS)),
        ),
    ] = 1
    scale: Annotated[
        str, Meta(max_length=40, description="Scale whose order of techniques is used.")
    ] = DEFAULT_ORDER
    reader: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="With `beginner`, steps that need few notes come first."),
    ] = None


class RepairDocument(Struct):
    """The correction of a mistake."""

    cell: int
    digit: Annotated[int, Meta(description="The wrong digit, or the missing candidate.")]
    mark: Annotated[
        bool, Meta(description="Whether a pencil mark is missing, rather than a digit wrong.")
    ]


class NotesDocument(Struct):
    """The marks that a hint for a `beginner` writes and removes, as [cell, digit] pairs."""

    corner: list[tuple[int, int]]
    center: list[tuple[int, int]]
    gone: Annotated[
        list[tuple[int, int]], Meta(description="The marks of both kinds that are removed.")
    ]


class HintAnswer(Struct):
    """A hint."""

    level: int
    text: str
    spans: Annotated[
        list[SpanDocument], Meta(description="The parts of the text that name something.")
    ]
    cells: Annotated[list[int], Meta(description="The cells to look at.")]
    problem: Annotated[
        bool, Meta(description="Whether the text reports a mistake, or that no hint was found.")
    ]
    whole: Annotated[bool, Meta(description="Whether higher levels reveal nothing more.")]
    technique: Annotated[str, Meta(description="Name of the technique from level 2 on, or empty.")]
    title: Annotated[str, Meta(description="Title of the technique, or empty.")]
    picture: Annotated[
        PictureDocument | None,
        Meta(description="A picture for the text. null if the text names no cells."),
    ]
    changes: Annotated[
        ChangesDocument | None, Meta(description="The effect of the step, at level 5.")
    ]
    notes: Annotated[
        NotesDocument | None,
        Meta(description="With `changes`: the marks that say the same, if there are any."),
    ]
    repair: Annotated[
        RepairDocument | None,
        Meta(description="The correction of a mistake from level 3 on, or null."),
    ]


def _hint(request: HintRequest) -> HintAnswer:
    puzzle = puzzle_sent(request.puzzle)
    digits = digits_on(puzzle, request.digits)
    center = masks_sent(puzzle, request.center, "center")
    corner = masks_sent(puzzle, request.corner, "corner")
    entered = [cell for cell in request.entered if cell < len(digits)]
    found = hint_at(
        puzzle,
        digits,
        center,
        request.level,
        entered,
        corner=corner,
        scale=request.scale,
        reader=request.reader,
        budget=_SECONDS,
    )
    noting = found.reader.noting if found.level == _TOLD else None
    notes = noting.in_cells if noting is not None else None
    return HintAnswer(
        level=found.level,
        text=found.text,
        spans=spans_of(found.text),
        cells=[*found.cells],
        problem=found.is_problem,
        whole=found.is_whole,
        technique=found.technique,
        title=get_technique(found.technique).title if found.technique else "",
        picture=picture_document(found) if found.cells or found.step else None,
        changes=None
        if found.step is None or found.level < _TOLD
        else ChangesDocument(pairs(found.step.placements), pairs(found.step.eliminations)),
        notes=NotesDocument(*map(pairs, notes)) if notes is not None else None,
        repair=RepairDocument(*found.repair) if found.repair else None,
    )


_HINT = Endpoint(
    name="hint",
    summary="Give a hint for a player's position.",
    description=(
        "Levels range from whether there is a mistake (level 0) to the complete step (level 5). "
        "Mistakes come first, and their hints end at level 3. If the puzzle is not known to "
        "have exactly one solution, techniques that assume a single solution are not used, and "
        f"the text mentions that. If no step is found within {_SECONDS:g} seconds, the text "
        "reports it, and `problem` is true."
    ),
    request=HintRequest,
    answer=HintAnswer,
    work=_hint,
    example={"puzzle": "1..2............", "digits": [1, 3, 0, 2, *[0] * 12], "level": 3},
)


# ---- cage


class CageRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A cage on a player's board."""

    puzzle: PuzzleText
    cage: Annotated[
        int, Meta(ge=0, lt=MAX_CELLS, description="Index of the cage in the puzzle, from 0.")
    ]
    digits: GridDigits = []
    center: Annotated[Masks, Meta(description="The center marks, as in `hint`.")] = []
    entered: Annotated[
        list[Cell],
        Meta(
            max_length=MAX_CELLS,
            description="The cells that the player has filled. They are only needed in fog.",
        ),
    ] = []


class Combination(Struct):
    """A set of digits that meets the target."""

    digits: Annotated[list[int], Meta(description="Digits in ascending order, with repeats.")]
    possible: Annotated[
        bool, Meta(description="Whether the digits and marks still allow this combination.")
    ]


class CageAnswer(Struct):
    """The combinations of the cage and their consequences."""

    clue: str
    name: Annotated[str, Meta(description="The cage in words: `The 12-cage at r1c1`.")]
    cells: list[int]
    combinations: Annotated[
        list[Combination],
        Meta(description=f"At most {_MOST_SETS} combinations. Possible combinations come first."),
    ]
    count: Annotated[int, Meta(description="The number of possible combinations.")]
    complete: Annotated[
        bool, Meta(description="False if there are too many ways to fill the cage to try them all.")
    ]
    required: Annotated[
        list[int], Meta(description="The digits that are in every possible combination.")
    ]
    excluded: Annotated[
        list[int], Meta(description="The digits that are not in any possible combination.")
    ]
    candidates: Annotated[
        list[list[int]],
        Meta(
            description="For each cell of the cage, the digits that occur there in at least one "
            "filling of the cage."
        ),
    ]
    text: Annotated[str, Meta(description="The combinations in a sentence or two.")]


def _cage(request: CageRequest) -> CageAnswer:
    puzzle = puzzle_sent(request.puzzle)
    if request.cage >= len(puzzle.cages):
        count = len(puzzle.cages)
        found = f"found {request.cage} in a puzzle with {count or 'no'} cage{'s' * (count != 1)}"
        raise PuzzleError(f"expected the index of a cage, from 0, {found}")
    puzzle.require_sound()  # this raises an error if a cage has cells outside the grid
    center = masks_sent(puzzle, request.center, "center")
    sent = digits_on(puzzle, request.digits)
    seen, digits = seen_with(puzzle, sent, request.entered)
    cage = puzzle.cages[request.cage]
    if cage not in seen.cages:
        raise PuzzleError(f"expected a cage in sight, found cage {request.cage}, which is in fog")
    number = seen.cages.index(cage)
    left = combinations(working_board(seen, digits, center), number)
    sets = [Combination([*each], True) for each in left.sets]
    if left.is_complete:
        at_first = combinations(Board.start(seen), number).sets
        sets += [Combination([*each], False) for each in at_first if each not in left.sets]
    return CageAnswer(
        clue=printed_clue(cage),
        name=with_capital(cage_name(seen, number)),
        cells=[*cage.cells],
        combinations=sets[:_MOST_SETS],
        count=len(left.sets),
        complete=left.is_complete,
        required=[*left.required],
        excluded=[*left.excluded],
        candidates=[[*digits_of(mask)] for mask in left.masks],
        text=left.text,
    )


_CAGE = Endpoint(
    name="cage",
    summary="List the remaining ways to fill a cage.",
    description=(
        "The combinations depend only on the cage and on the candidates that digits and marks "
        "leave in it. If there are too many ways to fill a cage, the search ends early."
    ),
    request=CageRequest,
    answer=CageAnswer,
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


ENDPOINTS = (_HINT, _CAGE)
