"""Support for calls with many puzzles: progress reports, and errors kept as answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from pandoku.errors import PandokuError, PuzzleError
from pandoku.model.grids import is_missing

__all__ = [
    "KeepsErrors",
    "KeptErrors",
    "KeptList",
    "OnProgress",
    "after",
    "at_position",
    "check_progress",
    "in_parts",
    "keeps_errors",
    "kept_list",
    "reason_of",
]

# A function that is called with the number of finished puzzles and the number of all puzzles.
OnProgress: TypeAlias = Callable[[int, int], object]

_SHORT_S, _LONG_S = 0.1, 0.5  # parts grow below _SHORT_S seconds, and shrink above _LONG_S


def check_progress(on_progress: object) -> None:
    """Raise TypeError if *on_progress* is neither a function nor None."""
    if on_progress is not None and not callable(on_progress):
        raise TypeError(f"expected on_progress as a function or None, found {on_progress!r:.60}")


def in_parts(n: int, on_progress: OnProgress | None, least: int) -> Iterator[slice]:
    """Yield the range 0..n-1 in parts, and call *on_progress* after each part.

    The sizes of parts are adjusted so that each part takes a fraction of a second, unless single
    puzzles take longer. Without *on_progress*, there is only one part. *on_progress* is called in
    the thread that consumes the parts, with increasing numbers. The last call is made when all
    puzzles are done. If *on_progress* raises an exception, the iteration ends.

    Args:
        n: Number of puzzles, at least 0.
        on_progress: The function to call, or None.
        least: Minimum size of a part, at least 1. The number of threads is a good choice: a larger
            part could take long without a report, because the hardest puzzles take seconds each.

    Raises:
        TypeError: *on_progress* is not a function.
    """
    check_progress(on_progress)
    return iter((slice(0, n),)) if on_progress is None or not n else _parts(n, on_progress, least)


def _parts(n: int, on_progress: OnProgress, least: int) -> Iterator[slice]:
    done, size = 0, least
    while done < n:
        started = monotonic()
        part = slice(done, min(done + size, n))
        yield part
        took, done = monotonic() - started, part.stop
        if took < _SHORT_S:
            size *= 2
        elif took > _LONG_S:
            size = max(size // 2, least)
        on_progress(done, n)


def after(n: int, on_progress: OnProgress | None) -> OnProgress | None:
    """Return a variant of *on_progress* that adds *n* finished puzzles to both of its numbers."""
    if on_progress is None or not n:
        return on_progress
    return lambda done, total: on_progress(n + done, n + total)


_T = TypeVar("_T")


class KeptErrors(dict[int, str]):
    """The error messages of bad puzzles by their positions, which start at 0 and are ascending.

    Attributes:
        exceptions: The exceptions of the bad puzzles, by position.
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
            exceptions: The exceptions that were raised, by position. A message without an exception
                gets a PuzzleError.
        """
        super().__init__(sorted((messages or {}).items()))
        raised = exceptions or {}
        self.exceptions = {
            # Remove tracebacks, because they keep the local variables of every called function in
            # memory.
            at: raised[at].with_traceback(None) if at in raised else PuzzleError(message)
            for at, message in self.items()
        }


class KeepsErrors:
    """The base class of results that have an answer for every puzzle, even for a bad puzzle.

    Attributes:
        errors: The error messages of bad puzzles, by position from 0. Always empty with
            on_error="raise".
    """

    __slots__ = ()
    errors: KeptErrors

    @property
    def exceptions(self) -> Mapping[int, PandokuError]:
        """The exception of each bad puzzle, by position from 0."""
        return self.errors.exceptions


class KeptList(KeepsErrors, list[_T]):
    """A list with an answer for every puzzle, even for a bad puzzle.

    Slices and copies of this list are plain lists without `errors`.
    """

    def __init__(self, answers: Iterable[_T] = (), errors: KeptErrors | None = None) -> None:
        super().__init__(answers)
        self.errors = KeptErrors() if errors is None else errors

    def each(self) -> Iterator[_T | PandokuError]:
        """Yield the answers in order, with exceptions instead of answers for bad puzzles."""
        exceptions = self.exceptions
        return (exceptions.get(at, answer) for at, answer in enumerate(self))


def keeps_errors(on_error: Any) -> bool:
    """Return True if a call reports bad puzzles in its result, and False if it raises an error.

    Args:
        on_error: The option, "raise" or "keep".

    Raises:
        ValueError: The option is neither "raise" nor "keep".
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
    """Return a list of answers for many puzzles. *on_error* determines what happens to errors.

    Args:
        puzzles: The arguments of the call.
        answers: An answer or an error for each puzzle.
        on_error: As in `keeps_errors`.
        instead: A function that returns the answer for a bad puzzle.

    Raises:
        PandokuError: A puzzle is bad and *on_error* is "raise". The message begins with the
            position of the puzzle.
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
    """Return the error with the position of its puzzle added to the message."""
    if isinstance(error, PuzzleError):
        return PuzzleError(f"puzzle {position}: {error.reason}", problems=error.problems)
    return type(error)(f"puzzle {position}: {error}")


def reason_of(error: Exception) -> str:
    """Return the message of an error in one line, without the location of the error in a text."""
    reason = str(getattr(error, "reason", error)).split("\n", 1)[0]
    return f"givens: {reason}" if getattr(error, "problems", ()) else reason
