"""`explain`: the path of a puzzle, step by step, with reasons and optional pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct, field

from pandoku.calls import Endpoint
from pandoku.calls.documents import PuzzleDocument, puzzle_document, with_usual_digits
from pandoku.calls.inputs import (
    BoardAnswer,
    PositionDocument,
    PuzzleText,
    board_at,
    board_sent,
    position_of,
    puzzle_sent,
)
from pandoku.calls.shared import PictureDocument, SpanDocument, pairs, picture_document, spans_of
from pandoku.draw.handout import Block, blocks
from pandoku.draw.sections import block_title
from pandoku.logic import Path, PathStep, explain
from pandoku.model import Board, Puzzle
from pandoku.rating import DEFAULT_ORDER, SCALES, get_scale
from pandoku.techniques import Explanation
from pandoku.words import outline_positions, sentence

_MOST_STEPS = 2_000
_MOST_PICTURES = 10
_SECONDS = 3.0
# A path is not rated if a step has this rating or more, because a rating would find all steps of
# the path again, which takes too long.
_NESTED = 9.0
_KEPT = 8  # maximum number of paths in the cache


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to explain, and options of the path."""

    puzzle: PuzzleText
    board: Annotated[
        PositionDocument | None,
        Meta(
            description="The board from which the path starts. null means the board with only "
            "the givens."
        ),
    ] = None
    scale: Annotated[
        str, Meta(max_length=40, description="Scale whose order of steps is used; see `kinds`.")
    ] = DEFAULT_ORDER
    reader: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description="With `beginner`, steps that need few notes come first."),
    ] = None
    limit: Annotated[
        int, Meta(ge=1, le=_MOST_STEPS, description="End the path after this many steps.")
    ] = _MOST_STEPS
    start: Annotated[
        int, Meta(ge=1, le=_MOST_STEPS, description="The first step to return, from 1.")
    ] = field(default=1, name="from")
    count: Annotated[
        Annotated[int, Meta(ge=0, le=_MOST_STEPS)] | None,
        Meta(
            description="Number of steps to return. null means all steps, or ten steps with "
            "pictures."
        ),
    ] = None
    pictures: Annotated[
        bool, Meta(description="Whether steps have pictures, which limits the answer to ten steps.")
    ] = False


class PathRating(Struct):
    """The difficulty of a path."""

    level: str
    score: float
    scale: Annotated[str, Meta(description="The scale of `score` and `level`.")]
    text: str
    effort: Annotated[str, Meta(description="The effort and the minutes of an average player.")]


class StepAnswer(Struct):
    """A step of the path."""

    number: Annotated[int, Meta(description="Number of the step, from 1.")]
    technique: str
    title: str
    short: Annotated[str, Meta(description="The step in a line of at most 15 words.")]
    heading: Annotated[str, Meta(description="The title, the pattern and the outcome.")]
    text: Annotated[
        list[str],
        Meta(
            description="The sentences of the proof. A sentence that belongs to the previous "
            "sentence is indented."
        ),
    ]
    spans: Annotated[
        list[list[SpanDocument]],
        Meta(description="For each sentence, the parts that name something."),
    ]
    outline: Annotated[
        list[int],
        Meta(
            description="If the proof is long: the positions, from 0, of the sentences that are "
            "enough to read. Otherwise empty."
        ),
    ]
    placements: list[tuple[int, int]]
    eliminations: list[tuple[int, int]]
    level: Annotated[str, Meta(description="easy, medium, ...; empty if the step is not rated.")]
    score: float | None
    rated: Annotated[
        str,
        Meta(
            description="The word and the number of the step. The scale follows if the path is "
            "rated in another scale. Empty if the step is not rated."
        ),
    ]
    routine: Annotated[
        bool, Meta(description="Whether the step belongs to a run of similar easy steps.")
    ]
    picture: Annotated[PictureDocument | None, Meta(description="The picture, if requested.")]


class BlockAnswer(Struct):
    """A step worth reading, or a run of routine steps."""

    first: int
    last: int
    routine: bool
    title: str


class Answer(Struct):
    """A path."""

    summary: Annotated[str, Meta(description="The result in one line.")]
    rating: Annotated[
        PathRating | None,
        Meta(
            description="The difficulty. null if the path ends early or has steps rated 9 or more."
        ),
    ]
    puzzle: PuzzleDocument
    board: Annotated[BoardAnswer, Meta(description="The board from which the path starts.")]
    steps: list[StepAnswer]
    blocks: list[BlockAnswer]
    n_steps: Annotated[int, Meta(description="The number of steps in the complete path.")]
    hardest: Annotated[
        int, Meta(description="The number of the hardest step, or 0 if the path is empty.")
    ]
    stopped: Annotated[
        str,
        Meta(
            description="full, stuck, broken, limit (there are more steps) or budget (the time "
            "is up)."
        ),
    ]
    missing: Annotated[
        str,
        Meta(
            description="If the path is stuck, a sentence about the technique that would be needed."
        ),
    ]
    scale: str
    scales: Annotated[list[str], Meta(description="The scales that can explain this puzzle.")]


class _Worded(NamedTuple):
    """A path with its explanations, cached because clients fetch the path in several parts."""

    path: Path
    taken: tuple[PathStep, ...]
    words: tuple[Explanation, ...]
    blocks: tuple[Block, ...]


@lru_cache(maxsize=_KEPT)
def _worded(
    board: Board, scale: str, reader: str | None, limit: int, _in_full: tuple[object, ...]
) -> _Worded:
    # `_in_full` is part of the cache key, because equal puzzles may differ in the order of their
    # cages.
    path = explain(board, scale=scale, reader=reader, limit=limit, budget=_SECONDS)
    taken = tuple(path)
    words = tuple(each.explanation for each in taken)
    parts = blocks(path.start, path.steps, words, readers=[each.reader for each in taken])
    return _Worded(path, taken, words, tuple(parts))


def _explain(request: Request) -> Answer:
    if request.board is None:
        board = board_sent(request.puzzle)
    else:
        board = board_at(puzzle_sent(request.puzzle), request.board)
    board.puzzle.require_sound()
    document = puzzle_document(board.puzzle)  # raises an error if the page cannot play it
    board = Board(with_usual_digits(board.puzzle), board.digits, board.masks)
    in_full = board.puzzle.in_full()
    worded = _worded(board, request.scale, request.reader, request.limit, in_full)
    path = worded.path
    rate = get_scale(get_scale(path.scale).base).rate
    scores = [rated.score if (rated := rate(step)) else 0.0 for step in path.steps]
    hardest = scores.index(max(scores)) + 1 if scores else 0
    is_rated = not path.is_cut and max(scores, default=0.0) < _NESTED
    rated_in, rating = path.usual_rating() if is_rated and path.steps else ("", None)
    stopped = path.stopped
    if path.is_cut:
        stopped = "budget" if path.cut_by == "seconds" else "limit"
    summary = path.summary(rated=is_rated)
    if stopped == "budget":
        steps = f"{len(path)} step{'s' * (len(path) != 1)}"
        n_empty = path.end.digits.count(0)
        summary = f"ended after {steps}, as the time was over: {n_empty} cells are empty"
    return Answer(
        summary=summary,
        rating=rating
        and PathRating(
            rating.level, rating.score, rated_in, path.rating_text(), path.effort().amount
        ),
        puzzle=document,
        board=position_of(board),
        steps=_steps(worded, request, rated_in),
        blocks=[
            BlockAnswer(*each.numbers, each.is_routine, block_title(each)) for each in worded.blocks
        ],
        n_steps=len(path),
        hardest=hardest,
        stopped=stopped,
        missing=sentence(path.missing) if path.missing else "",
        scale=request.scale,
        scales=_scales(board.puzzle),
    )


def _steps(worded: _Worded, request: Request, rated_in: str) -> list[StepAnswer]:
    """Return the steps that are requested. *rated_in* is the scale of the path's rating, or ""."""
    base = get_scale(worded.path.scale).base
    scale = f" in the scale {base}" if rated_in not in ("", base) else ""
    count = len(worded.taken) if request.count is None else request.count
    if request.pictures:
        count = min(count, _MOST_PICTURES)
    routine = {
        number: part.is_routine
        for part in worded.blocks
        for number in range(part.numbers[0], part.numbers[1] + 1)
    }
    chosen = range(request.start, min(request.start + count, len(worded.taken) + 1))
    ratings = dict(enumerate(worded.path.step_ratings(), 1))
    steps = []
    for number in chosen:
        each, words = worded.taken[number - 1], worded.words[number - 1]
        shown = outline_positions(words.full)
        rating = ratings[number]
        steps.append(
            StepAnswer(
                number=number,
                technique=each.technique.name,
                title=each.title,
                short=words.short,
                heading=words.heading,
                text=[*words.full],
                spans=[spans_of(sentence) for sentence in words.full],
                outline=shown if len(shown) < len(words.full) else [],
                placements=pairs(each.step.placements),
                eliminations=pairs(each.step.eliminations),
                level=rating.level if rating else "",
                score=rating.score if rating else None,
                rated=f"{rating.level} {rating.score:.1f}{scale}" if rating else "",
                routine=routine[number],
                picture=picture_document(each) if request.pictures else None,
            )
        )
    return steps


def _scales(puzzle: Puzzle) -> list[str]:
    """Return the names of the scales that support a puzzle, starting with the default."""
    known = [name for name in SCALES if name != DEFAULT_ORDER]
    programs = {name: get_scale(name).program for name in known}
    fit = [name for name, each in programs.items() if each is None or each.why_not(puzzle) is None]
    return [DEFAULT_ORDER, *fit]


ENDPOINT = Endpoint(
    name="explain",
    summary="Solve a puzzle with human techniques, with a reason for every step.",
    description=(
        f"The path ends after {_SECONDS:g} seconds or after `limit` steps. After a timeout, "
        "`stopped` is `budget`, and you can continue from the board that was reached. If the text "
        "stores progress, the path starts there. Without pictures, one answer has all steps. With "
        "pictures, request ten steps at a time (`from`, `count`, `pictures`)."
    ),
    request=Request,
    answer=Answer,
    work=_explain,
    example={"puzzle": "..4....3.....3.1"},
)
