"""The searches of `pandoku check` that leave out parts of a puzzle, and what Ctrl-C leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from pandoku.engines import Check, Contradiction, Unneeded, contradiction, unneeded
from pandoku.errors import EngineError
from pandoku.model import Budget

__all__ = ["Searches"]

_Found: TypeAlias = Contradiction | Unneeded


class Searches:
    """The searches that the options ask for.

    Attributes:
        are_wanted: Whether there are any.
    """

    def __init__(self, wants_unneeded: bool, wants_why: bool, budget: Budget | None) -> None:
        self._unneeded, self._why, self._budget = wants_unneeded, wants_why, budget
        self.are_wanted = wants_unneeded or wants_why

    @contextmanager
    def of(self, check: Check) -> Iterator[dict[str, _Found]]:
        """Give what the searches find about a puzzle, by the name of the option.

        Ctrl-C ends the search, not the block: what is known so far is shown, then the command ends.
        """
        stop: KeyboardInterrupt | None = None
        found: dict[str, _Found] = {}
        call = self._call(check)
        if call is not None:
            name, search = call
            last: list[_Found] = []
            try:
                result = search(check.puzzle, budget=self._budget, on_found=last.append)
                last += [] if result is None else [result]
            except EngineError:  # the check says so itself
                pass
            except KeyboardInterrupt as error:
                stop = error
            if last:
                found[name] = last[-1]
        yield found
        if stop is not None:
            raise stop

    def _call(self, check: Check) -> tuple[str, Callable[..., Any]] | None:
        if self._unneeded and check.is_proper:
            return "unneeded", unneeded
        if self._why and check.verdict == "no solution":
            return "why", contradiction
        return None
