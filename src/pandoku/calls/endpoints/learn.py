"""`techniques`, `lesson`, `drill` and `verdict`: list techniques, explain them, practice them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.documents import PuzzleDocument, puzzle_document
from pandoku.calls.inputs import BoardAnswer, CellDigitPairs, position_of
from pandoku.calls.shared import PictureDocument, StepTold, picture_document, step_told
from pandoku.draw import draw, draw_step
from pandoku.draw.items import STYLES, Drawing
from pandoku.errors import TechniqueError
from pandoku.lessons import Demonstration, Lesson, by_difficulty, lesson_of, lessons, neighbors_of
from pandoku.model import Board, Geometry, Puzzle
from pandoku.play.drills import Drill, drill, n_stored
from pandoku.techniques import example_of, get_technique
from pandoku.words import rules_text, sentence, spelled_cells, with_capital

__all__ = ["DrillNumber", "Name", "Sign", "board_picture", "exercise", "sign_of"]

_MOST_STEPS = 500
_HINTS = (1, 3)  # levels of hints: where to look, and the cells
# Sizes of the marks in signs, as a fraction of a cell.
_DOT, _CROSS = 0.16, 0.34

Name = Annotated[str, Meta(max_length=100, description="Name, title or alias of the technique.")]
DrillNumber = Annotated[
    int,
    Meta(
        ge=0, lt=2**32, description="Number of the drill. It gives the same board on every server."
    ),
]


BoardKind = Annotated[
    Annotated[str, Meta(max_length=20)] | None,
    Meta(description="The kind of the boards: sudoku, killer or calcudoku. null means any kind."),
]


def board_picture(board: Board, highlights: Collection[int] = ()) -> PictureDocument:
    """Return the picture of a board with its candidates, and some cells highlighted."""
    return picture_document(draw(board, candidates=True, highlights=highlights))


@lru_cache(maxsize=256)
def exercise(technique: str, number: int | None, kind: str | None = None) -> Drill:
    """Return a drill of a technique.

    Args:
        technique: Name, title or alias of the technique.
        number: Number of the drill (see `pandoku.play.drill`). None means the technique's example.
        kind: The kind of the board of a drill (see `pandoku.play.drill`). None means any kind.

    Raises:
        TechniqueError: There is no such technique, or it has no example or no drill of the kind.
    """
    if number is not None:
        return drill(technique, number, kind)
    found = get_technique(technique)
    example = example_of(found.name)
    if example is None:
        raise TechniqueError(f"expected a technique with an example, found {found.name!r}")
    steps = tuple(found.steps(example.board, _MOST_STEPS))
    return Drill(found.name, 0, example.board, steps, "example")


# ---- techniques


class Sign(Struct):
    """A drawing of a pattern without digits and words."""

    order: Annotated[int, Meta(description="The grid has order x order cells of size 1 x 1.")]
    parts: Annotated[
        list[tuple[str, str]],
        Meta(description="Pairs of a role, as in pictures, and an SVG path in units of cells."),
    ]


class TechniquesRequest(Struct, forbid_unknown_fields=True):
    """An empty request."""


class TechniqueAnswer(Struct):
    """A technique in the list."""

    name: str
    title: str
    family: Annotated[str, Meta(description="The family of similar techniques.")]
    level: Annotated[str, Meta(description="The level of its example, such as `medium`.")]
    score: Annotated[float, Meta(description="The rating of its example, or 0 without a rating.")]
    needs: Annotated[str, Meta(description='"every puzzle", "cages" or "one solution".')]
    summary: str
    aliases: list[str]
    sign: Sign


class TechniquesAnswer(Struct):
    """The techniques, the easiest first."""

    techniques: list[TechniqueAnswer]


@lru_cache(maxsize=1)
def _all_techniques() -> TechniquesAnswer:
    return TechniquesAnswer(
        [
            TechniqueAnswer(
                each.name,
                each.technique.title,
                each.family,
                each.level,
                each.score,
                each.needs,
                each.technique.summary,
                list(each.technique.aliases),
                sign_of(each),
            )
            for each in by_difficulty(lessons())
        ]
    )


def sign_of(lesson: Lesson) -> Sign:
    """Return the sign of a lesson's technique.

    >>> from pandoku.lessons import lesson_of
    >>> sign_of(lesson_of("naked pair")).parts[1]
    ('a', 'M1 4h1v1h-1zM1 7h1v1h-1z')
    """
    drawing = draw_step(lesson.board, lesson.step, lesson.explanation)
    parts = _parts(drawing, lesson.board.puzzle.geometry)
    return Sign(drawing.order, [(role, path) for role, path in parts if path])


def _parts(drawing: Drawing, geometry: Geometry) -> Iterator[tuple[str, str]]:
    """Yield pairs of a role and an SVG path, from the lowest layer to the highest."""
    fills, n = drawing.fills, geometry.order
    houses = (fill for fill in fills if fill.role in ("house", "cover"))
    yield "house", "".join(_box(f.x, f.y, f.width, f.height) for f in houses)
    for role in (*STYLES, "seen", "placed"):
        name = "mark placed" if role == "placed" else role
        yield name, "".join(_box(fill.x, fill.y, 1, 1) for fill in fills if fill.role == role)
    for role, down, right in (("cell", 1, 1), ("box", *(geometry.box or (n, n)))):
        across = "".join(f"M0 {y}h{n}" for y in range(0, n + 1, down))
        yield role, across + "".join(f"M{x} 0v{n}" for x in range(0, n + 1, right))
    told = [line for line in drawing.lines if line.role == "told"]
    yield "told", _segments((line.x1, line.y1, line.x2, line.y2) for line in told)
    yield "strong", _segments((link.x1, link.y1, link.x2, link.y2) for link in drawing.curves)
    marks = [text for text in drawing.texts if text.role == "candidate"]
    for style in (*STYLES, "placed"):
        dots = (_dot(t.x, t.y) for t in marks if not t.struck and t.style.split()[:1] == [style])
        yield f"mark {style}", "".join(dots)
    yield "strike", "".join(_cross(text.x, text.y) for text in marks if text.struck)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _segments(ends: Iterable[tuple[float, float, float, float]]) -> str:
    return "".join(f"M{x1:.4g} {y1:.4g}L{x2:.4g} {y2:.4g}" for x1, y1, x2, y2 in ends)


def _dot(x: float, y: float) -> str:
    half = f"a{_DOT} {_DOT} 0 1 0"
    return f"M{x - _DOT:.3g} {y:.3g}{half} {2 * _DOT} 0{half} {-2 * _DOT} 0"


def _cross(x: float, y: float) -> str:
    side = 2 * _CROSS
    return f"M{x - _CROSS:.3g} {y - _CROSS:.3g}l{side} {side}m0 {-side}l{-side} {side}"


_TECHNIQUES = Endpoint(
    name="techniques",
    summary="List all techniques, the easiest first.",
    request=TechniquesRequest,
    answer=TechniquesAnswer,
    work=lambda _request: _all_techniques(),
    method="GET",
    example={},
)


# ---- lesson


class LessonRequest(Struct, forbid_unknown_fields=True):
    """The name of a technique."""

    name: Name
    kind: BoardKind = None


class ScaleRating(Struct):
    """The difficulty of the example in a scale."""

    scale: str
    level: str
    score: float
    text: Annotated[str, Meta(description='The rating in words: "3.2 (medium)".')]


class After(Struct):
    """The board after the step."""

    picture: PictureDocument
    text: Annotated[str, Meta(description="A sentence about the next step.")]


class SlideDocument(Struct):
    """A picture of how to scan for the technique."""

    text: str
    picture: PictureDocument


class FurtherExample(Struct):
    """Another typical position with a step of the technique."""

    before: Annotated[PictureDocument, Meta(description="The board before the step.")]
    answer: Annotated[StepTold, Meta(description="The step.")]


_Rules = Annotated[
    str,
    Meta(description="The rules of the puzzle, or empty if it has no rules but houses and cages."),
]


class LessonExample(Struct):
    """A board with one step of the technique."""

    puzzle: PuzzleDocument
    board: BoardAnswer
    before: Annotated[PictureDocument, Meta(description="The board before the step.")]
    intro: Annotated[str, Meta(description="Remarks on the board, or empty.")]
    rules: _Rules
    task: Annotated[str, Meta(description="The task in a sentence.")]
    answer: Annotated[StepTold, Meta(description="The step.")]
    after: After


class NearMiss(Struct):
    """A slightly different board where the technique finds nothing."""

    picture: PictureDocument
    text: Annotated[str, Meta(description="The difference in a sentence.")]
    why: Annotated[
        str, Meta(description="The reason why the technique does not find a step there, or empty.")
    ]


class SlipDocument(Struct):
    """An error that people make, on a board where its conclusion is false."""

    picture: PictureDocument
    text: Annotated[str, Meta(description="The error in a sentence.")]
    why: Annotated[str, Meta(description="The reason why the conclusion is false there.")]


class Other(Struct):
    """Another lesson."""

    name: str
    title: str


class LessonAnswer(Struct):
    """A lesson."""

    name: str
    title: str
    named: Annotated[str, Meta(description='The title in a sentence: "an X-wing".')]
    family: str
    level: str
    score: float
    needs: Annotated[str, Meta(description='"every puzzle", "cages" or "one solution".')]
    what: Annotated[str, Meta(description="A summary in one line.")]
    look: Annotated[str, Meta(description="The pattern to look for.")]
    why: Annotated[str, Meta(description="The reason why it works.")]
    aliases: list[str]
    ratings: list[ScaleRating]
    first: Annotated[StepTold, Meta(description="The step that the lesson begins with.")]
    line: Annotated[str, Meta(description="The step of `first` in a sentence.")]
    remark: Annotated[str, Meta(description="A remark on the board of `first`, or empty.")]
    when: Annotated[str, Meta(description="The moment to look for the pattern, or empty.")]
    slides: Annotated[
        list[SlideDocument],
        Meta(description="How to scan for the technique, on the board of `first`."),
    ]
    further: Annotated[list[FurtherExample], Meta(description="Up to two more typical positions.")]
    example: Annotated[
        LessonExample | None,
        Meta(description="A board to try, or null if the lesson begins with its step."),
    ]
    near_miss: NearMiss | None
    slips: list[SlipDocument]
    kind: Annotated[
        str | None, Meta(description="The kind of the boards for practice. null means any kind.")
    ]
    practice: Annotated[int, Meta(description="The number of stored boards for practice.")]
    previous: Other | None
    next: Other | None


def _lesson(request: LessonRequest) -> LessonAnswer:
    lesson = lesson_of(request.name, request.kind)
    technique, shown = lesson.technique, lesson.demonstrations[0]
    before, after = _neighbors()[lesson.name]
    near_miss = None
    if (board := lesson.example.near_miss) is not None:
        picture, why = board_picture(board, lesson.near_miss_cells), str(lesson.near_miss_why)
        near_miss = NearMiss(picture, lesson.near_miss_words, why)
    return LessonAnswer(
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
        first=_told(shown),
        line=spelled_cells(str(sentence(shown.explanation.short)), shown.board.puzzle.order),
        remark=lesson.before_words if lesson.is_on_example else "",
        when=with_capital(lesson.technique.when),
        slides=[SlideDocument(each.text, picture_document(each.picture)) for each in lesson.slides],
        further=[
            FurtherExample(board_picture(each.board), _told(each))
            for each in lesson.demonstrations[1:]
        ],
        example=None if lesson.is_on_example else _example(lesson),
        near_miss=near_miss,
        slips=[
            SlipDocument(picture_document(each.picture), with_capital(each.text), str(each.why))
            for each in lesson.slips
        ],
        kind=request.kind,
        practice=n_stored(lesson.name, request.kind),
        previous=before,
        next=after,
    )


def _told(shown: Demonstration) -> StepTold:
    technique = get_technique(shown.step.technique)
    return step_told(technique, shown.step, shown.board, shown.explanation)


def _example(lesson: Lesson) -> LessonExample:
    changed = {cell for cell, _ in (*lesson.step.placements, *lesson.step.eliminations)}
    return LessonExample(
        puzzle=puzzle_document(lesson.board.puzzle),
        board=position_of(lesson.board),
        before=board_picture(lesson.board),
        intro=lesson.before_words,
        rules=_rules_of(lesson.board.puzzle),
        task=exercise(lesson.name, None).text,
        answer=step_told(lesson.technique, lesson.step, lesson.board, lesson.explanation),
        after=After(board_picture(lesson.after, changed), lesson.after_words),
    )


def _rules_of(puzzle: Puzzle) -> str:
    return rules_text(puzzle) if puzzle.constraints else ""


@lru_cache(maxsize=1)
def _neighbors() -> dict[str, tuple[Other | None, Other | None]]:
    """Return the next easier and the next harder lesson for each lesson, by the lesson's name."""
    around = neighbors_of(lessons()).items()
    return {name: (_other(before), _other(after)) for name, (before, after) in around}


def _other(lesson: Lesson | None) -> Other | None:
    return Other(lesson.name, lesson.technique.title) if lesson else None


_LESSON = Endpoint(
    name="lesson",
    summary="Return a lesson about a technique.",
    request=LessonRequest,
    answer=LessonAnswer,
    work=_lesson,
    method="GET",
    example={"name": "x-wing"},
)


# ---- drill


class DrillRequest(Struct, forbid_unknown_fields=True):
    """A technique and the number of a board."""

    technique: Name
    nth: DrillNumber = 0
    kind: BoardKind = None


class DrillHint(Struct):
    """A hint."""

    text: Annotated[str, Meta(description="Where to look.")]


class DrillAnswer(Struct):
    """A board, the task, and an answer."""

    technique: str
    nth: int
    kind: str | None
    n: Annotated[int, Meta(description="The number of stored boards for practice.")]
    puzzle: PuzzleDocument
    board: Annotated[BoardAnswer, Meta(description="The board to start from.")]
    picture: Annotated[PictureDocument, Meta(description="The board with all candidates.")]
    rules: _Rules
    task: Annotated[str, Meta(description="The task in a sentence.")]
    places: Annotated[
        bool,
        Meta(description="Whether the task is to place a digit, rather than to remove candidates."),
    ]
    hints: Annotated[list[DrillHint], Meta(description="Hints, from vague to precise.")]
    answer: Annotated[
        StepTold, Meta(description="A right answer. There may be other right answers.")
    ]


def _drill(request: DrillRequest) -> DrillAnswer:
    task = exercise(request.technique, request.nth, request.kind)
    first = task.steps[0]
    return DrillAnswer(
        technique=task.technique,
        nth=request.nth,
        kind=request.kind,
        n=n_stored(task.technique, request.kind),
        puzzle=puzzle_document(task.board.puzzle),
        board=position_of(task.board),
        picture=board_picture(task.board),
        rules=_rules_of(task.board.puzzle),
        task=task.text,
        places=task.places,
        hints=[DrillHint(task.hint(level).text) for level in _HINTS],
        answer=step_told(get_technique(task.technique), first, task.board),
    )


_DRILL = Endpoint(
    name="drill",
    summary="Return a board for practicing a technique.",
    description="The first `n` boards are stored. Later boards are made on demand, which takes a "
    "few tenths of a second, or a few seconds for rare techniques.",
    request=DrillRequest,
    answer=DrillAnswer,
    work=_drill,
    example={"technique": "naked pair", "nth": 0},
)


# ---- verdict


class VerdictRequest(Struct, forbid_unknown_fields=True):
    """A drill and an answer to it."""

    technique: Name
    nth: Annotated[
        DrillNumber | None,
        Meta(description="Number of the drill. null means the example of the lesson."),
    ] = None
    kind: BoardKind = None
    placements: CellDigitPairs = []
    eliminations: CellDigitPairs = []


class VerdictAnswer(Struct):
    """The judgment of an answer."""

    right: Annotated[
        bool, Meta(description="Whether all parts of the answer follow from the technique.")
    ]
    complete: Annotated[
        bool, Meta(description="Whether the answer includes everything that follows from one step.")
    ]
    text: Annotated[
        str,
        Meta(
            description="Sentences for the player. They do not reveal the step before it is found."
        ),
    ]
    answer: Annotated[
        StepTold | None, Meta(description="The step. null until the player has found a step.")
    ]


def _judge(request: VerdictRequest) -> VerdictAnswer:
    task = exercise(request.technique, request.nth, request.kind)
    verdict = task.grade(request.placements, request.eliminations)
    shown, step = None, task.found(request.placements, request.eliminations)
    if verdict.is_complete and step is not None:
        shown = step_told(get_technique(task.technique), step, task.board)
    return VerdictAnswer(verdict.is_right, verdict.is_complete, verdict.text, shown)


_VERDICT = Endpoint(
    name="verdict",
    summary="Judge an answer to a drill.",
    description="Any step of the technique on the board is right. If the answer is wrong, the "
    "status is still 200.",
    request=VerdictRequest,
    answer=VerdictAnswer,
    work=_judge,
    example={"technique": "naked pair", "nth": None, "eliminations": [[28, 5]]},
)


ENDPOINTS = (_TECHNIQUES, _LESSON, _DRILL, _VERDICT)
