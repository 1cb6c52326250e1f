"""Types that several answers use: pictures, steps, sentences, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from pandoku.draw import Drawable, draw_step
from pandoku.draw.listing import listing
from pandoku.logic import PuzzleRating
from pandoku.model import Board, Outcome, Step
from pandoku.techniques import Explanation, Technique
from pandoku.words import Sentence

__all__ = [
    "AverageTime",
    "ChangesDocument",
    "Difficulty",
    "KeyDocument",
    "PictureDocument",
    "SpanDocument",
    "StepTold",
    "counters_of",
    "difficulty_of",
    "pairs",
    "picture_document",
    "spans_of",
    "step_told",
]

ShapeGroup = tuple[str, list[tuple[str, str, float, list[tuple[float, float]], str, list[str]]]]


class KeyDocument(Struct):
    """An entry of a legend."""

    sign: Annotated[
        str, Meta(description="The sign that the entry explains: `placed` or `strong`.")
    ]
    style: Annotated[str, Meta(description="The style of the sign: a letter, or an empty string.")]
    text: Annotated[str, Meta(description="The meaning of the sign.")]
    where: Annotated[str, Meta(description="The cells in words.")]
    shapes: Annotated[
        list[ShapeGroup],
        Meta(description="For a rule, a sample of its shapes in 1.5 x 1 cells. Otherwise empty."),
    ] = []


class PictureDocument(Struct):
    """A drawing list. Coordinates are in cells from the grid's upper left corner, y down."""

    order: int
    title: str
    fills: Annotated[
        list[tuple[float, float, float, float, str]],
        Meta(description="[x, y, width, height, role]"),
    ]
    lines: Annotated[
        list[tuple[float, float, float, float, str]], Meta(description="[x1, y1, x2, y2, role]")
    ]
    texts: Annotated[
        list[tuple[float, float, str, str, str, bool]],
        Meta(description="[x, y, text, role, style, struck]"),
    ]
    rings: Annotated[
        list[tuple[float, float, float, float, float]], Meta(description="[x1, y1, x2, y2, r]")
    ]
    curves: Annotated[
        list[tuple[float, float, float, float, float, float, str]],
        Meta(description="[x1, y1, cx, cy, x2, y2, role]"),
    ]
    legend: list[KeyDocument]
    caption: str
    description: Annotated[str, Meta(description="The picture in words, for screen readers.")]
    sums: Annotated[
        list[list[tuple[str, str]]],
        Meta(description="Calculations below the grid: terms and signs, each with a note."),
    ]
    ways: Annotated[
        list[tuple[str, list[str], list[list[str]]]],
        Meta(description="Ways to fill cells of a constraint: its name, the cells, the digits."),
    ]
    boards: Annotated[
        list[PictureDocument],
        Meta(description="Small boards of branches or cases, in the order of the text."),
    ]
    shapes: Annotated[
        list[ShapeGroup],
        Meta(
            description="Constraints: [layer, pieces], a piece as [kind, role, size, points, "
            "text, colors]; layers are `faint`, `pale` and `below` (below the lines), `above` and "
            "`beside`, kinds `line`, `disc`, `area` and `text`. Colors are empty, or the setter's "
            "colors instead of the colors of the role: the fill in a light and in a dark picture, "
            "then the border."
        ),
    ]
    margins: Annotated[
        tuple[float, float, float, float],
        Meta(description="The space for shapes outside the grid: left, top, right, bottom."),
    ]


def picture_document(what: Drawable) -> PictureDocument:
    """Return the drawing list of anything that can be drawn.

    Raises:
        PuzzleError, FormatError: *what* cannot be drawn.
    """
    return PictureDocument(**listing(what))  # the entries of the legend remain dicts


# ---- steps and ratings

Named = Literal["cells", "candidates", "house", "cage", "constraint", "step"]


class SpanDocument(Struct):
    """A part of a sentence that names something on the board."""

    start: Annotated[int, Meta(description="Index of the first character, from 0.")]
    end: Annotated[int, Meta(description="Index after the last character.")]
    about: Named
    cells: list[int]
    digits: Annotated[
        list[int], Meta(description="For candidates, the digits at each of the cells.")
    ]
    number: Annotated[
        int,
        Meta(description="Index of a house or constraint, or number of a step (from 1), or 0."),
    ]


class ChangesDocument(Struct):
    """The effect of a step on the board, as [cell, digit] pairs."""

    placements: list[tuple[int, int]]
    eliminations: list[tuple[int, int]]


class StepTold(Struct):
    """A step in words and as a picture."""

    technique: str
    title: str
    short: Annotated[str, Meta(description="The step in a line of at most 15 words.")]
    heading: Annotated[str, Meta(description="The title, the pattern and the outcome.")]
    text: Annotated[
        list[str],
        Meta(description="The sentences of the proof. The last sentence is the conclusion."),
    ]
    spans: Annotated[
        list[list[SpanDocument]],
        Meta(description="For each sentence, the parts that name something."),
    ]
    placements: list[tuple[int, int]]
    eliminations: list[tuple[int, int]]
    picture: PictureDocument


class AverageTime(Struct):
    """The time that a puzzle takes an average player."""

    minutes: Annotated[float, Meta(description="The estimated minutes.")]
    text: Annotated[str, Meta(description="The same in words, with the interval.")]
    version: Annotated[
        int, Meta(description="Version of the scale. Times of different versions do not compare.")
    ]


class Difficulty(Struct):
    """The difficulty of a puzzle."""

    scale: str
    score: Annotated[float | None, Meta(description="The score. null if the puzzle is not rated.")]
    number: Annotated[str, Meta(description="The score as a string; >= marks a lower bound.")]
    level: Annotated[str, Meta(description="easy, medium, hard, expert, extreme, or empty.")]
    words: Annotated[
        str, Meta(description="The level, and the word for the effort if it is another.")
    ]
    effort: Annotated[
        str, Meta(description="The effort and the minutes of an average player, or empty.")
    ]
    time: Annotated[
        AverageTime | None,
        Meta(
            description="The time of an average player. null if the effort is not known or only "
            "a lower bound."
        ),
    ]
    hardest: Annotated[str, Meta(description="Name of the hardest technique, or empty.")]
    end: Annotated[
        str,
        Meta(description="rated, bounded, budget, stuck, or the reason why there is no rating."),
    ]
    text: Annotated[str, Meta(description="The rating in one line.")]


def counters_of(outcome: Outcome) -> dict[str, int]:
    """Return the counters of a search by name."""
    return {name: value for name, value in outcome.stats.items() if isinstance(value, int)}


def spans_of(sentence: str) -> list[SpanDocument]:
    """Return the spans of a sentence, or an empty list for a plain string."""
    if not isinstance(sentence, Sentence):
        return []
    return [
        SpanDocument(
            each.start,
            each.end,
            cast(Named, each.about),
            [*each.cells],
            [*each.digits],
            each.number,
        )
        for each in sentence.spans
    ]


def step_told(
    technique: Technique, step: Step, board: Board, explanation: Explanation | None = None
) -> StepTold:
    """Return a step in words and as a picture.

    Args:
        technique: The technique of the step.
        step: The step.
        board: The board before the step.
        explanation: The explanation of the step, if it has already been made.
    """
    words = explanation or technique.explain(step, board)
    return StepTold(
        technique=technique.name,
        title=technique.step_title(step, board),
        short=words.short,
        heading=words.heading,
        text=[*words.full],
        spans=[spans_of(each) for each in words.full],
        placements=pairs(step.placements),
        eliminations=pairs(step.eliminations),
        picture=picture_document(draw_step(board, step, words)),
    )


def pairs(what: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return pairs of a cell and a digit as a list of tuples."""
    return [(cell, digit) for cell, digit in what]


def difficulty_of(rating: PuzzleRating) -> Difficulty:
    """Return the rating of a puzzle."""
    score = rating.score if rating.is_proper else None
    effort = rating.effort
    return Difficulty(
        scale=rating.scale,
        score=score,
        number=rating.number,
        level=rating.level,
        words=rating.words,
        effort=effort.amount if effort else "",
        time=AverageTime(effort.minutes, effort.time, effort.version)
        if effort and not effort.is_bound
        else None,
        hardest=rating.hardest,
        end=rating.end,
        text=str(rating),
    )
