"""Paths: always the easiest step there is, until the grid is full or logic goes no further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, cast

from pandoku.errors import TechniqueError
from pandoku.kernel.logic import MAX_STEPS, Finder, walk
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Explanation, Technique, explain_step, get_technique, registry

__all__ = ["Path", "PathStep", "explain", "next_step", "ordered_techniques", "why_not"]


class PathStep(NamedTuple):
    """A step where it is taken.

    Attributes:
        number: Its place in the path, from 1.
        board: The board before it.
        step: The step.
    """

    number: int
    board: Board
    step: Step

    @property
    def explanation(self) -> Explanation:
        """The step in words."""
        return explain_step(self.step, self.board.puzzle)

    def _repr_svg_(self) -> str:
        from pandoku.draw import draw_step, svg

        return svg(draw_step(self.board, self.step))


@dataclass(frozen=True, slots=True, repr=False)
class Path:
    """The steps from a board to where they lead.

    Attributes:
        start: The board before the first step.
        steps: In order.
        end: The board after the last.
        techniques: The names of the techniques that were tried, in order.
        left_out: The names of techniques that were not tried, each with the reason.
    """

    start: Board
    steps: tuple[Step, ...]
    end: Board
    techniques: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def stopped(self) -> str:
        """Why it ends: "full" (the grid), "broken" (a cell has no candidate), or "stuck"."""
        if self.end.is_full:
            return "full"
        return "broken" if 0 in self.end.masks else "stuck"

    def boards(self) -> Iterator[Board]:
        """Yield the board before each step, in order."""
        board = self.start
        for step in self.steps:
            yield board
            board = board.after(step)

    def explanations(self) -> Iterator[Explanation]:
        """Yield every step in words, in order."""
        return (explain_step(step, self.start.puzzle) for step in self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[PathStep]:
        """Yield each step with the board before it, in order."""
        steps = zip(self.boards(), self.steps, strict=True)
        return (PathStep(number, *each) for number, each in enumerate(steps, 1))

    def __getitem__(self, index: int) -> PathStep:
        """Return a step with the board before it; 0 is the first, -1 the last.

        Raises:
            IndexError: There is no such step.
        """
        steps = self.steps[:index] if index >= 0 else self.steps[: len(self.steps) + index]
        step, board = self.steps[index], self.start
        for each in steps:
            board = board.after(each)
        return PathStep(len(steps) + 1, board, step)

    def page(self, *, title: str | None = None, theme: str = "auto") -> str:
        """Return the path as a self-contained HTML page (see `pandoku.draw.page`)."""
        from pandoku.draw.page import page

        lines = page(self.start, self.steps, title=title, summary=self.summary(), theme=theme)
        return "".join(lines)

    def summary(self) -> str:
        """Return what became of it in a sentence: "solved in 4 steps: 4 naked-single; score 16"."""
        counts = Counter(step.technique for step in self.steps)
        used = ", ".join(f"{counts[name]} {name}" for name in self.techniques if counts[name])
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        if self.stopped == "full":
            return f"solved in {steps}: {used}; score {self.score()}"
        if self.stopped == "broken":
            cell = self.start.puzzle.geometry.name(self.end.masks.index(0))
            return f"stuck after {steps}: no candidate is left at {cell}"
        left, tried = self.end.digits.count(0), ", ".join(self.techniques) or "nothing"
        return f"stuck after {steps}: {left} cells are empty; tried: {tried}"

    def _repr_html_(self) -> str:
        from pandoku.draw.page import frame

        return frame(self.page())

    def score(self, scale: str = "hodoku") -> int:
        """Return the sum of the steps' scores."""
        return sum(get_technique(step.technique).ratings[scale].score for step in self.steps)

    def __repr__(self) -> str:
        return f"Path({len(self.steps)} steps, {self.stopped})"


def explain(
    start: Puzzle | Board,
    *,
    techniques: Sequence[str] | None = None,
    scale: str = "hodoku",
    is_proper: bool = False,
    limit: int | None = None,
) -> Path:
    """Return the path of a puzzle or a board.

    After every step the techniques are asked again from the first; the first step of the first
    that has one is taken. The candidates of a board are believed.

    Args:
        start: A puzzle starts with the candidates its givens leave.
        techniques: Names of the only ones to use, in this order; None: all, in the scale's order.
        scale: Whose order.
        is_proper: Whether the puzzle is known to have one solution. If not, the techniques that
            take it for granted are left out, even when they are named.
        limit: End after this many steps, at least 1; None: go to the end.

    Raises:
        TechniqueError: A name is not that of a technique, or there is no such scale.
        EngineError: A technique needs the compiled core, and it is not built.
        ValueError: *limit* is below 1.
        KeyboardInterrupt: Ctrl-C.

    >>> explain(Puzzle(4, (1, 2, 3, 0, 0, 4) + (0,) * 10))
    Path(2 steps, stuck)
    """
    if limit is not None and limit < 1:
        raise ValueError(f"expected a limit of at least 1, found {limit}")
    board = Board.start(start) if isinstance(start, Puzzle) else start
    order = ordered_techniques(techniques, scale)
    if not board.puzzle.cages:
        order = [each for each in order if not each.needs_cages]
    reasons = [(each, why_not(each, board.puzzle, is_proper)) for each in order]
    used = [each for each, reason in reasons if reason is None]
    left_out = tuple((each.name, reason) for each, reason in reasons if reason)
    steps: list[Step] = []
    end = board
    while (limit is None or len(steps) < limit) and not end.is_full and 0 not in end.masks:
        found = _next_steps(end, used, None if limit is None else limit - len(steps))
        if not found:
            break
        for step in found:
            end = end.after(step)
        steps += found
    return Path(board, tuple(steps), end, tuple(each.name for each in used), left_out)


def next_step(
    board: Board,
    *,
    techniques: Sequence[str] | None = None,
    scale: str = "hodoku",
    is_proper: bool = False,
) -> Step | None:
    """Return the first step of `explain`, or None when there is none."""
    path = explain(board, techniques=techniques, scale=scale, is_proper=is_proper, limit=1)
    return path.steps[0] if path.steps else None


def ordered_techniques(
    names: Sequence[str] | None = None, scale: str = "hodoku"
) -> list[Technique]:
    """Return the techniques called *names*, in that order; for None all, in the scale's order.

    Raises:
        TechniqueError: A name is not that of a technique, or no technique is in the scale.

    >>> [each.name for each in ordered_techniques(["last digit", "x-wing"])]
    ['full-house', 'x-wing']
    """
    if names is not None:
        return list(dict.fromkeys(get_technique(name) for name in names))
    rated = [each for each in registry().values() if scale in each.ratings]
    if not rated:
        scales = sorted({name for each in registry().values() for name in each.ratings})
        raise TechniqueError(f"there is no scale {scale!r}; try {', '.join(scales)}")
    return sorted(rated, key=lambda each: each.ratings[scale].rank)


def why_not(technique: Technique, puzzle: Puzzle, is_proper: bool) -> str | None:
    """Say why a technique may not be used on a puzzle, or None when it may."""
    if not technique.needs_unique:
        return None
    if not is_proper:
        return "the puzzle is not known to have one solution only"
    # Two digits that could change places must be able to: a cage or a candidate the puzzle
    # itself rules out may forbid the exchange.
    if puzzle.cages:
        return "the puzzle has cages"
    return "the puzzle limits the candidates itself" if puzzle.candidates else None


def _next_steps(board: Board, techniques: Sequence[Technique], limit: int | None) -> list[Step]:
    """Return some first steps of the path; [] when no technique has any.

    Techniques of the core that come before all others walk on by themselves; the others give one
    step, as what comes before them is to be asked again.
    """
    groups = groupby(techniques, key=lambda each: isinstance(each.find, Finder))
    may_walk = True
    for is_native, group in groups:
        if is_native:
            finders = [cast(Finder, each.find) for each in group]
            steps = walk(board, finders, limit or MAX_STEPS if may_walk else 1)
        else:
            steps = list(_first(board, group))
        if steps:
            return steps
        may_walk = False
    return []


def _first(board: Board, techniques: Iterator[Technique]) -> Iterator[Step]:
    for technique in techniques:
        for step in technique.find(board):
            yield step
            return
