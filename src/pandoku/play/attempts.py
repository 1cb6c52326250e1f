"""Attempts at drills, and the rule that decides which of them count."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pandoku.play.drills import Grade

__all__ = ["DrillAttempt"]


class DrillAttempt(NamedTuple):
    """A learner's attempt at a drill.

    The learner knows the technique before the drill, so the first hint, which names the place, is
    already help. A wrong answer is not: the learner can take it back and look again.

    Attributes:
        hint: The highest level of the hints, 0 without hints.
        is_begun: Whether the learner has given an answer or got a hint.
        is_complete: Whether an answer was complete.
    """

    hint: int = 0
    is_begun: bool = False
    is_complete: bool = False

    @property
    def counts(self) -> bool:
        """True if the drill counts as right: the answer is complete, and no hint led to it."""
        return self.is_complete and not self.hint

    @property
    def note(self) -> str:
        """A sentence for the learner if the answer is complete but does not count, or ""."""
        is_helped = self.is_complete and not self.counts
        return "You had a hint, so this board does not count." if is_helped else ""

    def after_hint(self, level: int) -> DrillAttempt:
        """Return the attempt after a hint. A hint after a complete answer changes nothing."""
        if self.is_complete or level == 0:
            return self
        return self._replace(hint=max(level, self.hint), is_begun=True)

    def after_answer(self, grade: Grade) -> DrillAttempt:
        """Return the attempt after an answer."""
        is_begun = self.is_begun or grade.is_complete or not grade.is_right
        return self._replace(is_begun=is_begun, is_complete=self.is_complete or grade.is_complete)
