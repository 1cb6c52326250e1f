"""The class `Lesson`, and functions that make and sort lessons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from pandoku.draw import draw, draw_step
from pandoku.draw.glances import draw_glance
from pandoku.draw.items import Drawing
from pandoku.errors import TechniqueError
from pandoku.logic import Hint, hint_ladder, next_step
from pandoku.model import Board, Facts, Pair, Step
from pandoku.play.drills import Drill, exercises, require_drills
from pandoku.rating import DEFAULT_SCALE, LEVELS, Rating, in_order
from pandoku.rating import scales_with_numbers as scales
from pandoku.techniques import (
    Example,
    Explanation,
    Technique,
    example_of,
    explain_step,
    get_technique,
    positions_of,
    slip_boards,
    slips_on,
    typical_of,
    why_none,
)
from pandoku.words import Sentence, with_article, with_capital

__all__ = [
    "Demonstration",
    "Lesson",
    "LessonSlip",
    "Slide",
    "by_difficulty",
    "lesson_of",
    "lessons",
    "neighbors_of",
]

# Headings of families, if the heading cannot be derived from the name of the family's file.
_FAMILIES = {
    "_deadly": "Uniqueness",
    "_equal_totals": "Line sums",
    "_outside_cases": "Outside sums",
    "_rule_proofs": "Ways",
    "sue_de_coq": "Sue de Coq",
    "two_links": "Chains of two strong links",
    "unique_loops": "Uniqueness",
}
_NOT_RATED = "not rated"
# Techniques that are never needed, because easier techniques make progress on the same boards. Each
# value explains the reason.
_NEVER_ALONE = {
    "dual-two-string-kite": "Each half of a dual two-string kite is a two-string kite.",
    "dual-empty-rectangle": "Each half of a dual empty rectangle is an empty rectangle.",
    "simple-colors-trap": "Two candidates of different colors are the ends of a chain of strong "
    "links, so an X-chain removes every candidate that sees both.",
    "simple-colors-wrap": "If two candidates of one color see each other, an X-chain leads from "
    "the first to a strong link of the second, and removes the second.",
    "multi-colors-trap": "Two candidates that see each other join the strong links of both "
    "clusters into an X-chain.",
    "multi-colors-wrap": "Links lead from a candidate of the false color through the other "
    "cluster, and back to a strong link of this candidate. So an X-chain always removes it.",
    "sashimi-jellyfish": "In a test of 70,000 puzzles, another technique made progress wherever "
    "a sashimi jellyfish did.",
    "rule-elimination": "On a small board, most rules have so few ways that a technique for few "
    "ways, or for the kind of the rule, makes progress too.",
    "rule-trial": "On small boards, a rule and a house, or two rules, were enough wherever a "
    "trial made progress.",
    "remote-pair": "A remote pair is an XY-chain whose cells all have the same two candidates.",
    "discontinuous-loop": "Without its discontinuity, or without the candidate after it, a "
    "discontinuous loop is an alternating chain, which always removes something.",
    "grouped-discontinuous-loop": "Without its discontinuity, or without the group after it, a "
    "discontinuous loop is a grouped alternating chain, which always removes something.",
}


# Levels of `pandoku.hint` that a lesson shows in turn if its technique has no glances.
_RUNGS = (1, 3, 4, 5)


class Demonstration(NamedTuple):
    """A technique at work.

    Attributes:
        board: The board before the step.
        step: A step of the technique.
        explanation: The explanation of the step in words.
    """

    board: Board
    step: Step
    explanation: Explanation


class Slide(NamedTuple):
    """A picture of how to scan for a technique, with its text."""

    text: str
    picture: Drawing


class LessonSlip(NamedTuple):
    """An error that people make with a technique, on a board where its conclusion is false.

    Attributes:
        text: The error in a sentence.
        board: The board.
        why: The reason why the conclusion is wrong, as sentences about this board.
        cells: The cells that look like the pattern.
        eliminations: The candidates that somebody who makes the error would remove.
        placements: The digits that somebody who makes the error would write.
    """

    text: str
    board: Board
    why: str
    cells: tuple[int, ...]
    eliminations: tuple[Pair, ...]
    placements: tuple[Pair, ...]

    @property
    def picture(self) -> Drawing:
        """The board with the cells, and with the false conclusion as a sign, which has a key."""
        false = tuple((*pair, "contradiction") for pair in (*self.eliminations, *self.placements))
        facts = Facts(tuple((cell, "pattern") for cell in self.cells), candidates=false)
        title = Sentence("an error")
        drawing = draw_step(
            self.board, Step("", facts=facts), Explanation(title, (), heading=title)
        )
        text = "wrongly written" if self.placements else "wrongly removed"
        keys = (key for key in drawing.legend if key.sign == "candidate")
        return replace(drawing, legend=tuple(replace(key, text=text) for key in keys))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson about a technique.

    Attributes:
        technique: The technique, with its description.
        example: A board where this technique finds a step, with a near miss.
        step: The step on the example's board.
        explanation: The explanation of the step in words.
        ratings: The rating of the step in every scale that rates it.
        kind: The kind of the positions that come first, as in `pandoku.play.drill`. None means any
            kind.
    """

    technique: Technique
    example: Example
    step: Step
    explanation: Explanation
    ratings: dict[str, Rating]
    kind: str | None = None

    @property
    def name(self) -> str:
        """The technique's name: "x-wing"."""
        return self.technique.name

    @property
    def heading(self) -> str:
        """The technique's title as a heading: "X-wing"."""
        return with_capital(self.technique.title)

    @property
    def named(self) -> str:
        """The title as part of a sentence: "an X-wing"."""
        return with_article(self.technique.title)

    @property
    def level(self) -> str:
        """The level of the example's step: "medium", or "not rated" if no scale rates it."""
        return next((rating.level for rating in self.ratings.values()), _NOT_RATED)

    @property
    def score(self) -> float:
        """The rating of the example's step, or 0 if no scale rates it."""
        return next((rating.score for rating in self.ratings.values()), 0)

    @property
    def family(self) -> str:
        """The name of the technique's family, derived from the file of the technique."""
        stem = self.technique.what.__module__.rpartition(".")[2]
        return _FAMILIES.get(stem) or with_capital(stem.replace("_", " "))

    @property
    def needs(self) -> str:
        """The property of a puzzle that the technique needs.

        The value is "cages", "constraints" or "one solution". If no property is needed, it is
        "every puzzle".
        """
        for feature in ("cages", "constraints"):
            if feature in self.technique.needs:
                return feature
        return "one solution" if "unique" in self.technique.needs else "every puzzle"

    @property
    def demonstrations(self) -> tuple[Demonstration, ...]:
        """Up to three typical positions with their steps, the most typical first.

        Positions of the lesson's kind come before all others. A rare technique has only the
        example.
        """
        own = Demonstration(self.board, self.step, self.explanation)
        return _typical(self.technique, self.kind) or (own,)

    @property
    def is_on_example(self) -> bool:
        """True if the lesson begins with the example, because it has no typical position."""
        return not typical_of(self.name)

    @property
    def slides(self) -> tuple[Slide, ...]:
        """The glances of a person who scans for the technique, on the first demonstration.

        If the technique has no glances, the slides are the hints that lead to the step.
        """
        board, step, explanation = self.demonstrations[0]
        if not self.technique.scan:
            ladder = hint_ladder(step, self.technique, board)
            hints = (ladder[level - 1] for level in _RUNGS)
            return tuple(Slide(str(each.text), _picture_of(each, board)) for each in hints)
        return tuple(
            Slide(
                f"{each.text} Here: {explanation.short}." if each.shows == "step" else each.text,
                draw_glance(board, step, each),
            )
            for each in self.technique.scan
        )

    @property
    def board(self) -> Board:
        """The board before the step."""
        return self.example.board

    @property
    def after(self) -> Board:
        """The board after the step."""
        return self.board.after(self.step)

    @property
    def practice(self) -> tuple[Drill, ...]:
        """The boards for practice, if there are any. Each access searches for steps again."""
        return exercises(self.name)

    @property
    def before_words(self) -> str:
        """Sentences about the board before the step, or ""."""
        told = []
        easiest = next_step(self.board, scale=DEFAULT_SCALE, is_proper=True)
        if easiest is not None and easiest.technique == self.name:
            told.append("No easier technique makes progress here.")
        elif easiest is not None:
            other = with_capital(with_article(get_technique(easiest.technique).title))
            told.append(f"{other} finds something here too: this is another way to look.")
            told.append(_NEVER_ALONE.get(self.name, ""))
        if self.example.by_chance:
            told.append(
                "The board was made for the lesson: digits and candidates were taken away until "
                "only this was left."
            )
        return " ".join(filter(None, told))

    @property
    def after_words(self) -> str:
        """A sentence about the next step after the example's step."""
        if self.after.is_full:
            return "The grid is full."
        step = next_step(self.after, scale=DEFAULT_SCALE, is_proper=True)
        if step is None:
            return "No technique makes progress from here."
        return f"Now there is something else: {explain_step(step, self.after).heading}."

    @property
    def slips(self) -> tuple[LessonSlip, ...]:
        """The errors that people make with the technique. Each access searches for them again."""
        found = []
        for number, board in slip_boards(self.name).items():
            slip = self.technique.slips[number]
            _, shown = next(slips_on(self.technique, board, (slip,)))
            why, gone, placed, cells = shown
            found.append(LessonSlip(slip.text, board, why, cells, gone, placed))
        return tuple(found)

    @property
    def near_miss_words(self) -> str:
        """A sentence about the change that makes the near miss, or "" if there is no near miss."""
        if self.example.near_miss is None:
            return ""
        # A title that is a plural or a mass noun does not have an article, so "no" would be wrong
        # before it.
        title = self.technique.title
        one = title if self.named != title else f"step with {title}"
        return f"If {self.example.condition}, there would be no {one}."

    @property
    def near_miss_why(self) -> Sentence:
        """The reason why the near miss lacks the step, or "" if the board shows no reason."""
        return why_none(self.technique, self.step, self.example)

    @property
    def near_miss_cells(self) -> list[int]:
        """The cells where the near miss changes digits or, if no digit changes, candidates."""
        before, after = self.board, self.example.near_miss
        for one, other in (
            (
                (before.puzzle.givens, after.puzzle.givens),
                (before.digits, after.digits),
                (before.masks, after.masks),
            )
            if after is not None
            else ()
        ):
            if one != other:
                return [cell for cell in range(len(one)) if one[cell] != other[cell]]
        return []


def _picture_of(hint: Hint, board: Board) -> Drawing:
    """Return the picture of a hint, with candidates, and without its text."""
    if hint.shown_step is None:
        drawing = draw(board, candidates=True, highlights=hint.cells)
    else:
        drawing = hint.drawing()
    return replace(drawing, title="where to look", caption="", description="", legend=())


@lru_cache(maxsize=256)
def _typical(technique: Technique, kind: str | None) -> tuple[Demonstration, ...]:
    """Return the typical positions of a technique, with the step that a person sees first."""
    found = []
    for board in positions_of(technique.name, kind) if typical_of(technique.name) else ():
        step = next_step(board, techniques=[technique], is_proper=True)
        if step is not None:
            found.append(Demonstration(board, step, technique.explain(step, board)))
    return tuple(found)


def lesson_of(name: str, kind: str | None = None) -> Lesson:
    """Return the lesson about a technique.

    Args:
        name: Name, title or alias of the technique.
        kind: The kind of the positions that come first, as in `pandoku.play.drill`. None means any
            kind.

    Raises:
        TechniqueError: There is no such technique or kind, or the technique has no example.
        EngineError: The compiled core is not built.

    >>> lesson_of("x-wing").heading
    'X-wing'
    """
    technique = get_technique(name)
    example = example_of(technique.name)
    step = next(technique.steps(example.board, 1), None) if example else None
    if example is None or step is None:
        raise TechniqueError(
            f"expected a technique with an example, found {technique.name!r}; "
            "`pandoku techniques` lists all, and examples.txt has their boards"
        )
    if kind is not None:
        require_drills(technique.name, kind)
    rated = {scale: module.rate(step) for scale, module in scales().items()}
    return Lesson(
        technique,
        example,
        step,
        technique.explain(step, example.board),
        {scale: rating for scale, rating in rated.items() if rating is not None},
        kind,
    )


def lessons() -> tuple[Lesson, ...]:
    """Return the lessons of all techniques that have an example, in the order of the default scale.

    Raises:
        EngineError: The compiled core is not built.
    """
    return tuple(lesson_of(each.name) for each in in_order(DEFAULT_SCALE) if example_of(each.name))


def by_difficulty(found: Iterable[Lesson]) -> list[Lesson]:
    """Return the lessons sorted by level, then by rating. Lessons without a rating come last."""
    ranks = {level: rank for rank, level in enumerate(LEVELS)}
    return sorted(found, key=lambda each: (ranks.get(each.level, len(ranks)), each.score))


def neighbors_of(found: Iterable[Lesson]) -> dict[str, tuple[Lesson | None, Lesson | None]]:
    """Map the name of each lesson to the next easier and the next harder lesson.

    At the ends of a sequence, the missing lesson is None. Techniques for puzzles with cages form a
    separate sequence. Otherwise the lesson after the X-wing would be about Killer Sudoku.
    """
    ordered = by_difficulty(found)
    around: dict[str, tuple[Lesson | None, Lesson | None]] = {}
    for for_cages in (False, True):
        course = [each for each in ordered if ("cages" in each.technique.needs) is for_cages]
        easier, harder = [None, *course[:-1]], [*course[1:], None]
        around |= {
            each.name: (before, after)
            for each, before, after in zip(course, easier, harder, strict=True)
        }
    return around
