"""`draw`: a puzzle, a board or a step as a picture."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.inputs import (
    MAX_CELLS,
    Cell,
    PositionDocument,
    PuzzleText,
    board_at,
    board_sent,
    puzzle_sent,
)
from pandoku.calls.shared import PictureDocument, picture_document
from pandoku.draw import draw, svg
from pandoku.errors import TechniqueError
from pandoku.logic import explain
from pandoku.model import Board, Puzzle
from pandoku.rating import DEFAULT_ORDER

_MOST_STEPS = 2_000
_SECONDS = 4.0


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle, a board or a step to draw."""

    puzzle: PuzzleText
    board: Annotated[
        PositionDocument | None,
        Meta(description="Digits and candidates. null draws only the puzzle."),
    ] = None
    candidates: Annotated[bool, Meta(description="Show the candidates of empty cells.")] = False
    highlights: Annotated[
        list[Cell], Meta(max_length=MAX_CELLS, description="Cells to highlight.")
    ] = []
    step: Annotated[
        Annotated[int, Meta(ge=1, le=_MOST_STEPS)] | None,
        Meta(
            description="Number of the step to draw, in the path that starts from the board, "
            "from 1. null draws no step."
        ),
    ] = None
    scale: Annotated[
        str, Meta(max_length=40, description="Scale of the path, as in `explain`.")
    ] = DEFAULT_ORDER
    format: Annotated[
        Literal["svg", "listing"], Meta(description="An SVG document or a drawing list.")
    ] = "svg"
    theme: Annotated[
        Literal["light", "dark", "auto"],
        Meta(description="Theme of an SVG; auto follows the reader's preference."),
    ] = "light"


class Answer(Struct):
    """A picture."""

    svg: Annotated[str | None, Meta(description="An SVG document, if requested.")]
    picture: Annotated[PictureDocument | None, Meta(description="A drawing list, if requested.")]


def _draw(request: Request) -> Answer:
    shown: Puzzle | Board
    if request.board is not None:
        shown = board_at(puzzle_sent(request.puzzle), request.board)
    elif request.step is not None:
        shown = board_sent(request.puzzle)
    else:
        shown = puzzle_sent(request.puzzle)
    if isinstance(shown, Puzzle) or (number := request.step) is None:
        drawing = draw(shown, candidates=request.candidates, highlights=request.highlights)
    else:
        shown.puzzle.require_sound()
        path = explain(shown, scale=request.scale, limit=number, budget=_SECONDS)
        if len(path) < number:
            raise TechniqueError(f"expected a path with a step {number}, found {len(path)} steps")
        drawing = path[number - 1].drawing()
    if request.format == "svg":
        return Answer(svg(drawing, theme=request.theme), None)
    return Answer(None, picture_document(drawing))


ENDPOINT = Endpoint(
    name="draw",
    summary="Draw a puzzle, a board or a step.",
    request=Request,
    answer=Answer,
    work=_draw,
    example={"puzzle": "..4....3.....3.1", "format": "svg"},
)
