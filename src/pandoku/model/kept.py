"""Bad puzzles among many: the option to keep their places, and answers with their errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pandoku.errors import PandokuError, PuzzleError
from pandoku.model.grids import is_missing

__all__ = [
    "KeepsErrors",
    "KeptErrors",
    "KeptList",
    "at_position",
    "keeps_errors",
    "kept_list",
    "reason_of",
]

_T = TypeVar("_T")


class KeptErrors(dict[int, str]):
    """The messages of the bad puzzles among many, by position from 0, ascending.

    Attributes:
        exceptions: The exception of each bad puzzle, by position.
    """

    exceptions: dict[int, PandokuError]

    def __init__(
        self,
        messages: Mapping[int, str] | None = None,
        exceptions: Mapping[int, PandokuError] | None = None,
    ) -> None:
        """Sort messages by position.

        Args:
            messages: The messages, by position in any order.
            exceptions: The exceptions that were raised. Other positions get a PuzzleError.
        """
        super().__init__(sorted((messages or {}).items()))
        raised = exceptions or {}
        self.exceptions = {
            # A traceback would keep the variables of all its functions alive.
            at: raised[at].with_traceback(None) if at in raised else PuzzleError(message)
            for at, message in self.items()
        }


class KeepsErrors:
    """The base of values with an answer for each of many puzzles, good or bad.

    Attributes:
        errors: The messages of the bad puzzles, by position from 0. Empty unless they are kept.
    """

    __slots__ = ()
    errors: KeptErrors

    @property
    def exceptions(self) -> Mapping[int, PandokuError]:
        """The exception of each bad puzzle, by position from 0."""
        return self.errors.exceptions


class KeptList(KeepsErrors, list[_T]):
    """A list with an answer for each of many puzzles, good or bad.

    Slices and other lists made from this one have no errors.
    """

    def __init__(self, answers: Iterable[_T] = (), errors: KeptErrors | None = None) -> None:
        super().__init__(answers)
        self.errors = KeptErrors() if errors is None else errors

    def each(self) -> Iterator[_T | PandokuError]:
        """Yield the answers in order, or the exception for a bad puzzle."""
        exceptions = self.exceptions
        return (exceptions.get(at, answer) for at, answer in enumerate(self))


def keeps_errors(on_error: Any) -> bool:
    """Return whether a call for many puzzles keeps the places of bad ones instead of raising.

    Args:
        on_error: The option, "raise" or "keep".

    Raises:
        ValueError: The option is something else.
    """
    if isinstance(on_error, str) and on_error in ("raise", "keep"):
        return on_error == "keep"
    raise ValueError(f"expected on_error as 'raise' or 'keep', found {on_error!r:.60}")


def kept_list(
    puzzles: Sequence[Any],
    answers: Iterable[_T | PandokuError],
    on_error: Any,
    instead: Callable[[], _T],
) -> KeptList[_T]:
    """Return the answers for many puzzles of any kinds.

    Args:
        puzzles: The arguments of the call.
        answers: An answer or an error for each puzzle.
        on_error: As in `keeps_errors`.
        instead: Returns the answer for a bad puzzle.

    Raises:
        PandokuError: A puzzle is bad, and its place is not kept. The message has its position.
    """
    keeps = keeps_errors(on_error)
    listed: list[_T] = []
    raised: dict[int, PandokuError] = {}
    for at, answer in enumerate(answers):
        if not isinstance(answer, PandokuError):
            listed.append(answer)
        elif keeps:
            raised[at] = answer
            listed.append(instead())
        else:
            raise at_position(at, answer)
    messages = {
        at: "null" if is_missing(puzzles[at]) else reason_of(error) for at, error in raised.items()
    }
    return KeptList(listed, KeptErrors(messages, raised))


def at_position(position: int, error: PandokuError) -> PandokuError:
    """Return the error of a puzzle with its position among many."""
    if isinstance(error, PuzzleError):
        return PuzzleError(f"puzzle {position}: {error.reason}", problems=error.problems)
    return type(error)(f"puzzle {position}: {error}")


def reason_of(error: Exception) -> str:
    """Return the message of an error in one line, without its location in a text."""
    reason = str(getattr(error, "reason", error)).split("\n", 1)[0]
    return f"givens: {reason}" if getattr(error, "problems", ()) else reason
