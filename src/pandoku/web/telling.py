"""A step as an answer: its words, what their parts name, its changes, and its picture."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pandoku.draw import draw_step
from pandoku.draw.listing import listing
from pandoku.model import Board, Step
from pandoku.techniques import Explanation, explain_step, get_technique
from pandoku.words import Sentence

__all__ = ["Pair", "Span", "Told", "spans_of", "told"]

Pair = tuple[int, int]


class Span(msgspec.Struct):
    """A part of a sentence, and what it names."""

    start: Annotated[int, msgspec.Meta(description="The first of its characters, from 0.")]
    end: Annotated[int, msgspec.Meta(description="The character after its last.")]
    kind: Annotated[str, msgspec.Meta(description="cells, candidates, house, cage or step.")]
    cells: Annotated[list[int], msgspec.Meta(description="The cells; none for a step.")]
    digits: Annotated[list[int], msgspec.Meta(description="The digits of candidates.")]
    number: Annotated[
        int, msgspec.Meta(description="Which house, which cage, or which step, from 1; else 0.")
    ]


class Told(msgspec.Struct):
    """A step in words and as a picture."""

    technique: Annotated[str, msgspec.Meta(description="The technique's name.")]
    title: Annotated[str, msgspec.Meta(description="The technique's title.")]
    short: Annotated[str, msgspec.Meta(description="The technique, the pattern, the conclusion.")]
    text: Annotated[
        list[str], msgspec.Meta(description="Sentences; indented ones belong to the one above.")
    ]
    spans: Annotated[
        list[list[Span]], msgspec.Meta(description="For each sentence what its parts name.")
    ]
    placements: Annotated[list[Pair], msgspec.Meta(description="[cell, digit] pairs.")]
    eliminations: Annotated[list[Pair], msgspec.Meta(description="[cell, digit] pairs.")]
    picture: Annotated[
        dict[str, Any] | None, msgspec.Meta(description="A drawing list, or null if not asked for.")
    ]


def told(step: Step, board: Board, explanation: Explanation | None = None) -> Told:
    """Return a step on a board with its words and its picture.

    Args:
        step: The step, of a registered technique.
        board: The board before it.
        explanation: Its words; None means those of the technique.
    """
    words = explanation or explain_step(step, board)
    return Told(
        step.technique,
        get_technique(step.technique).title,
        str(words.short),
        [str(sentence) for sentence in words.full],
        [spans_of(sentence) for sentence in words.full],
        list(step.placements),
        list(step.eliminations),
        listing(draw_step(board, step, words)),
    )


def spans_of(sentence: Sentence) -> list[Span]:
    """Return what the parts of a sentence name."""
    return [
        Span(each.start, each.end, each.kind, list(each.cells), list(each.digits), each.number)
        for each in sentence.spans
    ]
