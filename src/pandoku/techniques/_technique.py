"""What every technique has: names, ratings, a finder, words, and an example where it fires."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pandoku.kernel.logic import Finder
from pandoku.model import Board, Puzzle, Step
from pandoku.words import Words

__all__ = ["LEVELS", "Explanation", "Rating", "Technique"]

LEVELS = ("easy", "medium", "hard", "unfair", "extreme")


class Rating(NamedTuple):
    """How hard a technique is in one scale.

    Attributes:
        level: One of `LEVELS`.
        score: What one step of it costs.
        rank: Its place in the scale's order of search, lowest first.
    """

    level: str
    score: int
    rank: int


class Explanation(NamedTuple):
    """A step in words.

    Attributes:
        short: One line: the technique, where, and what follows.
        full: The reason, a sentence each, and the conclusion as the last.
    """

    short: str
    full: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """A way to deduce.

    Attributes:
        name: Lower case, words joined by "-".
        summary: One line: what it is.
        ratings: By scale; "hodoku" always: HoDoKu 2.2.0's level, score and order of search, or,
            for what HoDoKu has not (cages), pandoku's own between them.
        find: Yields the technique's steps on a board, in a fixed order.
        what: The pattern of a step in a phrase: "3 and 7 at r1c1 and r1c2 in row 1".
        reason: Why the step holds, a sentence each, without the conclusion.
        look_for: For the help page: what to look for.
        why: For the help page: why it is true.
        title: What people call it, when that is not the name with blanks.
        aliases: What else it is called.
        needs_unique: Whether it takes for granted that there is exactly one solution.
        needs_cages: Whether it has nothing to say of a puzzle without cages.
    """

    name: str
    summary: str
    ratings: Mapping[str, Rating]
    find: Finder | Callable[[Board], Iterator[Step]]
    what: Callable[[Words], str]
    reason: Callable[[Words], Iterable[str]]
    look_for: str
    why: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    needs_unique: bool = False
    needs_cages: bool = False

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("-", " "))

    def explain(self, step: Step, puzzle: Puzzle) -> Explanation:
        """Return a step of this technique in words."""
        words = Words(step, puzzle)
        outcome = words.outcome()
        short = f"{self.title}: {self.what(words)}; {outcome}"
        return Explanation(short, (*self.reason(words), f"So {outcome}."))
