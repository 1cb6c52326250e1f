"""`hint`: a hint of some level for a player's digits and marks."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.logic import HINT_LEVELS, Hint
from pandoku.play.hints import hint_at
from pandoku.rating import DEFAULT_ORDER
from pandoku.techniques import get_technique
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent
from pandoku.web.pictures import PictureDocument, picture_document
from pandoku.web.positions import MAX_CELLS, Cell, GridDigits, Masks, digits_on, masks_sent
from pandoku.web.shared import ChangesDocument, SpanDocument, pairs, spans_of

_TOLD = len(HINT_LEVELS) - 1
_SECONDS = 3.0


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A player's position, and the level of the hint."""

    puzzle: PuzzleText
    digits: GridDigits = []
    center: Annotated[
        Masks,
        Meta(
            description="The center marks of each cell, which limit its candidates; 0 for no marks."
        ),
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
        str, Meta(max_length=40, description="Scale that gives the order of techniques.")
    ] = DEFAULT_ORDER
    reader: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="With `beginner`, techniques without pencil marks come first."),
    ] = None


class RepairDocument(msgspec.Struct):
    """The correction of a mistake."""

    cell: int
    digit: Annotated[int, Meta(description="The wrong digit, or the missing candidate.")]
    mark: Annotated[bool, Meta(description="Whether it is a missing pencil mark.")]


class Answer(msgspec.Struct):
    """A hint."""

    level: int
    text: str
    spans: Annotated[
        list[SpanDocument], Meta(description="The parts of the text that name something.")
    ]
    cells: Annotated[list[int], Meta(description="The cells to look at.")]
    problem: Annotated[bool, Meta(description="Whether there is a mistake, or no hint.")]
    whole: Annotated[bool, Meta(description="Whether higher levels add nothing.")]
    technique: Annotated[
        str, Meta(description="Name of the technique, from level 2 on; otherwise empty.")
    ]
    title: Annotated[str, Meta(description="Title of the technique, or empty.")]
    picture: Annotated[
        PictureDocument | None,
        Meta(description="A picture of what the text describes; null without cells."),
    ]
    changes: Annotated[
        ChangesDocument | None, Meta(description="The effect of the step, at level 5.")
    ]
    repair: Annotated[
        RepairDocument | None,
        Meta(description="The correction of a mistake, from level 3 on; otherwise null."),
    ]


def _hint(request: Request) -> Answer:
    puzzle = puzzle_sent(request.puzzle)
    digits = digits_on(puzzle, request.digits)
    center = masks_sent(puzzle, request.center, "center")
    entered = [cell for cell in request.entered if cell < len(digits)]
    found = hint_at(
        puzzle,
        digits,
        center,
        request.level,
        entered,
        scale=request.scale,
        reader=request.reader,
        budget=_SECONDS,
    )
    return Answer(
        level=found.level,
        text=found.text,
        spans=spans_of(found.text),
        cells=[*found.cells],
        problem=found.is_problem,
        whole=found.is_whole,
        technique=found.technique,
        title=get_technique(found.technique).title if found.technique else "",
        picture=picture_document(found) if found.cells or found.step else None,
        changes=_changes(found),
        repair=RepairDocument(*found.repair) if found.repair else None,
    )


def _changes(hint: Hint) -> ChangesDocument | None:
    if hint.step is None or hint.level < _TOLD:
        return None
    return ChangesDocument(pairs(hint.step.placements), pairs(hint.step.eliminations))


ENDPOINT = Endpoint(
    name="hint",
    summary="Give a hint for a player's position.",
    description=(
        'Levels range from "is all right so far?" (level 0) to the complete step (level 5). '
        "Mistakes come first, and their hints end at level 3. If the puzzle is not known to have "
        "exactly one solution, no technique assumes it, and the text mentions that. If no step is "
        f"found within {_SECONDS:g} seconds, the text reports it, and `problem` is true."
    ),
    request=Request,
    answer=Answer,
    work=_hint,
    example={"puzzle": "1..2............", "digits": [1, 3, 0, 2, *[0] * 12], "level": 3},
)
