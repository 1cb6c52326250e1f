"""`lesson`: the description of a technique, with an example and a near miss."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import msgspec

from pandoku.lessons import Lesson, lesson_of, lessons, neighbors_of
from pandoku.techniques import practice_of
from pandoku.web.documents import PuzzleDocument, puzzle_document
from pandoku.web.endpoint import Endpoint
from pandoku.web.exercises import Name, board_picture, exercise
from pandoku.web.pictures import PictureDocument
from pandoku.web.positions import BoardAnswer, position_of
from pandoku.web.shared import StepTold, step_told
from pandoku.words import sentence


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """The name of a technique."""

    name: Name


class ScaleRating(msgspec.Struct):
    """The difficulty of the example in a scale."""

    scale: str
    level: str
    score: float
    text: Annotated[str, msgspec.Meta(description='The rating in words: "3.2 (medium)".')]


class After(msgspec.Struct):
    """The board after the step."""

    picture: PictureDocument
    text: Annotated[str, msgspec.Meta(description="A sentence about the next step.")]


class LessonExample(msgspec.Struct):
    """A board with one step of the technique."""

    puzzle: PuzzleDocument
    board: BoardAnswer
    before: Annotated[PictureDocument, msgspec.Meta(description="The board before the step.")]
    intro: Annotated[str, msgspec.Meta(description="Remarks on the board, or empty.")]
    task: Annotated[str, msgspec.Meta(description="The task in a sentence.")]
    answer: Annotated[StepTold, msgspec.Meta(description="The step.")]
    after: After


class NearMiss(msgspec.Struct):
    """A slightly different board where the technique finds nothing."""

    picture: PictureDocument
    text: Annotated[str, msgspec.Meta(description="The difference in a sentence.")]
    why: Annotated[
        str, msgspec.Meta(description='The reason why the technique finds nothing, or "".')
    ]


class Other(msgspec.Struct):
    """Another lesson."""

    name: str
    title: str


class Answer(msgspec.Struct):
    """A lesson."""

    name: str
    title: str
    named: Annotated[str, msgspec.Meta(description='The title in a sentence: "an X-wing".')]
    family: str
    level: str
    score: float
    needs: Annotated[str, msgspec.Meta(description='"every puzzle", "cages" or "one solution".')]
    what: Annotated[str, msgspec.Meta(description="A summary in one line.")]
    look: Annotated[str, msgspec.Meta(description="The pattern to look for.")]
    why: Annotated[str, msgspec.Meta(description="The reason why it works.")]
    aliases: list[str]
    ratings: list[ScaleRating]
    example: LessonExample
    near_miss: NearMiss | None
    practice: Annotated[int, msgspec.Meta(description="The number of stored boards for practice.")]
    previous: Other | None
    next: Other | None


def _lesson(request: Request) -> Answer:
    lesson = lesson_of(request.name)
    technique = lesson.technique
    before, after = _neighbors()[lesson.name]
    return Answer(
        name=lesson.name,
        title=technique.title,
        named=lesson.named,
        family=lesson.family,
        level=lesson.level,
        score=lesson.score,
        needs=lesson.needs,
        what=str(sentence(technique.summary)),
        look=technique.look_for,
        why=technique.why,
        aliases=list(technique.aliases),
        ratings=[
            ScaleRating(scale, rating.level, rating.score, str(rating))
            for scale, rating in lesson.ratings.items()
        ],
        example=_example(lesson),
        near_miss=_near_miss(lesson),
        practice=len(practice_of(lesson.name)),
        previous=before,
        next=after,
    )


def _example(lesson: Lesson) -> LessonExample:
    changed = {cell for cell, _ in (*lesson.step.placements, *lesson.step.eliminations)}
    return LessonExample(
        puzzle=puzzle_document(lesson.board.puzzle),
        board=position_of(lesson.board),
        before=board_picture(lesson.board),
        intro=lesson.before_words,
        task=exercise(lesson.name, None).text,
        answer=step_told(lesson.technique, lesson.step, lesson.board, lesson.explanation),
        after=After(board_picture(lesson.after, changed), lesson.after_words),
    )


def _near_miss(lesson: Lesson) -> NearMiss | None:
    board = lesson.example.near_miss
    if board is None:
        return None
    picture = board_picture(board, lesson.near_miss_cells)
    return NearMiss(picture, lesson.near_miss_words, str(lesson.near_miss_why))


@lru_cache(maxsize=1)
def _neighbors() -> dict[str, tuple[Other | None, Other | None]]:
    """Return the easier and the harder neighbor of each lesson by name."""
    around = neighbors_of(lessons()).items()
    return {name: (_other(before), _other(after)) for name, (before, after) in around}


def _other(lesson: Lesson | None) -> Other | None:
    return Other(lesson.name, lesson.technique.title) if lesson else None


ENDPOINT = Endpoint(
    name="lesson",
    summary="Return a lesson about a technique.",
    request=Request,
    answer=Answer,
    work=_lesson,
    method="GET",
    example={"name": "x-wing"},
)
