"""`review`: the coach's review of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.inputs import MAX_TEXT
from pandoku.calls.links import require_characters
from pandoku.play import loads_game
from pandoku.play.coach import review
from pandoku.techniques import get_technique


class Request(Struct, forbid_unknown_fields=True):
    """A game."""

    game: Annotated[
        str, Meta(max_length=MAX_TEXT, description="The text of a game: `pandoku game 1` ...")
    ]


class TechniqueCount(Struct):
    """A technique that gives what the player entered without a hint."""

    name: str
    title: str
    count: Annotated[int, Meta(description="The number of digits and eliminations it gives.")]


class Advised(Struct):
    """A technique that is worth a drill."""

    name: str
    title: str


class TurnAnswer(Struct):
    """A digit that the player entered."""

    at_ms: Annotated[int, Meta(description="Playing time up to the digit, in milliseconds.")]
    spent_ms: Annotated[int, Meta(description="Milliseconds since the previous digit.")]
    cell: int
    digit: int
    right: Annotated[
        bool | None,
        Meta(description="Whether the digit is right. null if the puzzle is not proper."),
    ]
    technique: Annotated[
        str, Meta(description="The technique that gives the digit, or empty if it is not known.")
    ]
    score: float | None
    easiest: Annotated[str, Meta(description="The easiest technique at that time, or empty.")]
    hint: Annotated[
        int | None, Meta(description="The highest level of the hints since the previous digit.")
    ]
    slow: Annotated[bool, Meta(description="Whether the digit is one of the slowest digits.")]
    missed: Annotated[bool, Meta(description="Whether a much easier step was available.")]
    text: Annotated[str, Meta(description="The turn in sentences.")]


class Answer(Struct):
    """A review."""

    text: Annotated[
        str,
        Meta(
            description="The review in paragraphs, one for each subject, separated by empty lines. "
            "The advice is not included."
        ),
    ]
    techniques: Annotated[
        list[TechniqueCount],
        Meta(
            description="The techniques that give what the player entered without hints, the most "
            "frequent first."
        ),
    ]
    advice: Annotated[
        list[Advised],
        Meta(
            description="At most three techniques that are worth a drill: those of easier steps, "
            "and those that hints named. Techniques in `techniques` are left out."
        ),
    ]
    turns: list[TurnAnswer]
    mistakes: int
    solved: bool
    played_ms: int


def _review(request: Request) -> Answer:
    game = loads_game(request.game)
    require_characters(game.puzzle)
    found = review(game)
    slow, missed = {*found.slow}, {*found.missed}
    return Answer(
        text=found.text,
        techniques=[
            TechniqueCount(name, get_technique(name).title, count)
            for name, count in found.techniques.items()
        ],
        advice=[Advised(name, get_technique(name).title) for name in found.advice],
        turns=[
            TurnAnswer(
                at_ms=turn.at_ms,
                spent_ms=turn.spent_ms,
                cell=turn.cell,
                digit=turn.digit,
                right=turn.was_right,
                technique=turn.technique or "",
                score=turn.score,
                easiest=turn.easiest.technique if turn.easiest else "",
                hint=turn.hint,
                slow=turn in slow,
                missed=turn in missed,
                text=found.told(turn),
            )
            for turn in found.turns
        ],
        mistakes=len(found.mistakes),
        solved=found.game.is_solved,
        played_ms=found.game.played_ms,
    )


ENDPOINT = Endpoint(
    name="review",
    summary="Review a game: the steps behind its digits, easier steps, and slow turns.",
    request=Request,
    answer=Answer,
    work=_review,
    example={
        "game": "pandoku game 1\n"
        'puzzle: {"version":1,"size":4,"box":[2,2],"givens":[0,0,4,0,0,0,0,3,0,0,0,0,0,3,0,1]}\n'
        "0:03.000 digit 1 r1c2\n0:09.500 digit 3 r1c1\n"
    },
)
