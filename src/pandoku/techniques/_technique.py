"""What every technique has: names, a finder, words, and what it needs of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pandoku.errors import TechniqueError
from pandoku.kernel.logic import MAX_STEPS, Finder
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques._checks import checked_steps, source_of
from pandoku.words import Words

__all__ = ["Explanation", "Technique"]


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

    Of a technique whose `find` is a finder of the core, the core's table says what it needs and
    which roles it uses; only a technique written in Python says so here.

    Attributes:
        name: Lower case, words joined by "-".
        summary: One line: what it is.
        find: ``find(board, limit)`` returns or yields the technique's steps on a board, in a fixed
            order; *limit* is how many the caller will take. Call `steps` rather than this.
        what: The pattern of a step in a phrase: "3 and 7 at r1c1 and r1c2 in row 1".
        reason: Why the step holds, a sentence each, without the conclusion.
        look_for: For the help page: what to look for.
        why: For the help page: why it is true.
        title: What people call it; the name with blanks when it is not given.
        aliases: What else it is called.
        needs_unique: Whether it relies on there being exactly one solution.
        needs_cages: Whether it finds something only in puzzles with cages.
        roles: The roles that the facts of its steps use.
    """

    name: str
    summary: str
    find: Callable[[Board, int], Iterable[Step]]
    what: Callable[[Words], str]
    reason: Callable[[Words], Iterable[str]]
    look_for: str
    why: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    needs_unique: bool = False
    needs_cages: bool = False
    roles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("-", " "))
        if isinstance(self.find, Finder):
            for field in ("needs_unique", "needs_cages", "roles"):
                object.__setattr__(self, field, getattr(self.find, field))

    @property
    def is_native(self) -> bool:
        """Whether a finder of the compiled core finds it."""
        return isinstance(self.find, Finder)

    @property
    def source(self) -> str:
        """Where its finder is written: a file and a line, or "the compiled core"."""
        return "the compiled core" if self.is_native else source_of(self.find)

    def steps(self, board: Board, limit: int = MAX_STEPS) -> Iterator[Step]:
        """Yield the technique's steps on a board, at most *limit*, in a fixed order.

        Candidates are believed as they stand.

        Raises:
            TechniqueError: A finder written in Python fails, or yields what is not a step on this
                board; the message names its file.
            EngineError: The finder is in the compiled core, and that is not built.
        """
        if isinstance(self.find, Finder):
            return self.find(board, limit)
        return checked_steps(self.name, self.find, board, limit)

    def explain(self, step: Step, puzzle: Puzzle) -> Explanation:
        """Return a step of this technique in words.

        Raises:
            TechniqueError: `what` or `reason` fails; the message names the technique's file.
        """
        words = Words(step, puzzle)
        try:
            what, reason = self.what(words), tuple(self.reason(words))
        except Exception as error:
            raise TechniqueError(
                f"technique {self.name!r} ({source_of(self.reason)}): its words raised "
                f"{type(error).__name__}: {error}"
            ) from error
        outcome = words.outcome()
        return Explanation(f"{self.title}: {what}; {outcome}", (*reason, f"So {outcome}."))
