"""The exceptions that pandoku raises.

    PandokuError
    ├── FormatError (ValueError)          the text is not in the expected format
    ├── PuzzleError (ValueError)          the text is fine, the puzzle is not
    ├── EngineError (ValueError)          no such engine, or it does not support the puzzle
    ├── TechniqueError (ValueError)       no such technique, or no such scale
    ├── WishError (ValueError)            no puzzle can meet the request
    ├── BudgetError                       no requested puzzle was found within the budget
    ├── BatchError (ValueError)           a job for a data set cannot begin or continue
    ├── PressError (ValueError)           pages cannot be printed as requested
    │   └── ImproperError                 a puzzle has no solution, or several
    ├── StoreError                        the file of saved games cannot be used
    └── MissingExtraError (ImportError)   an optional dependency is not installed

A search that finds no solution or several solutions, or that exhausts its budget, raises no error.
It returns a `pandoku.Outcome` with this result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from pandoku.model.problems import Problem
    from pandoku.model.puzzle import Puzzle

__all__ = [
    "BatchError",
    "BudgetError",
    "EngineError",
    "FormatError",
    "ImproperError",
    "MissingExtraError",
    "PandokuError",
    "PressError",
    "PuzzleError",
    "StoreError",
    "TechniqueError",
    "WishError",
]

# Characters of a long line to show around the caret, enough for a 9x9 grid on one line.
_CARET_WINDOW = 100
# Maximum length of a word that a message quotes in full. Longer words are shortened, because a word
# in a file may have thousands of characters. File paths, and 20x20 grids on one line, are shorter
# than the maximum.
_LONG_WORD = re.compile(r"(\S{200})\S{200,}(\S{50})")


class PandokuError(Exception):
    """Base class of every exception in this module."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without calling `__init__`, whose parameters differ between the classes."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type[PandokuError], args: tuple[object, ...], attributes: dict[str, object]
) -> PandokuError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class FormatError(PandokuError, ValueError):
    """The text is not in the expected format.

    Attributes:
        format: Name of the format, or "" if none was recognized.
        line: 1-based line in the source, or None if the error concerns the complete text.
        column: 1-based column in that line, or None.
        text: The offending line, or None.
        reason: The message without format, line and column. Words of 450 characters or more are
            shortened in the middle.
    """

    def __init__(
        self,
        reason: str,
        *,
        format: str = "",
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
    ) -> None:
        self.reason = _with_short_words(reason)
        self.format = format
        self.line = line
        self.column = column
        self.text = text
        super().__init__(self.describe())

    def describe(self) -> str:
        """Return the full message: format, line and column, reason, and a caret if possible."""
        place = ""
        if self.line is not None:
            place = f"line {self.line}"
            if self.column is not None:
                place += f", column {self.column}"
            place += ": "
        prefix = f"{self.format}: " if self.format else ""
        message = f"{prefix}{place}{self.reason}"
        if self.text is None or self.column is None:
            return message
        shown, caret = _window(self.text, self.column - 1)
        return f"{message}\n    {shown}\n    {' ' * caret}^"


def _with_short_words(reason: str) -> str:
    return _LONG_WORD.sub(r"\1…\2", reason)


def _window(text: str, at: int) -> tuple[str, int]:
    """Return the part of a line around position *at*, and the position of *at* in this part."""
    start = max(0, at - _CARET_WINDOW // 2) if len(text) > _CARET_WINDOW else 0
    shown = text[start : start + _CARET_WINDOW]
    # Unprintable characters such as tabs become spaces, so that the caret is below the right
    # character.
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else " " for c in shown)
    return shown, at - start


class PuzzleError(PandokuError, ValueError):
    """The text is in the right format, but the puzzle has defects.

    Attributes:
        problems: All defects, in the order of `Puzzle.problems()`, or () if a defect made it
            impossible to create a puzzle.
        line: 1-based line of the source where the puzzle starts, or None if unknown.
    """

    def __init__(
        self, reason: str, *, problems: Sequence[Problem] = (), line: int | None = None
    ) -> None:
        self.reason = _with_short_words(reason)
        self.problems = tuple(problems)
        self.line = line
        super().__init__(self.reason if line is None else f"line {line}: {self.reason}")


class EngineError(PandokuError, ValueError):
    """There is no such engine, or it does not support the puzzle."""


class TechniqueError(PandokuError, ValueError):
    """There is no such technique, or no such scale."""


class WishError(PandokuError, ValueError):
    """No puzzle can meet the request.

    An option is invalid, contradicts another option, or does not suit the kind.
    """


class BudgetError(PandokuError):
    """No puzzle that meets the request was found within the budget, but there may be one.

    Attributes:
        closest: The puzzle that came closest, or None if no attempt led to a puzzle.
        why: The reason, in words, why the closest puzzle does not meet the request.
        attempts: Number of attempts.
    """

    def __init__(self, reason: str, *, closest: Puzzle | None, why: str, attempts: int) -> None:
        self.closest = closest
        self.why = why
        self.attempts = attempts
        super().__init__(reason)


class BatchError(PandokuError, ValueError):
    """A job for a data set cannot begin or continue."""


class PressError(PandokuError, ValueError):
    """Pages cannot be printed as requested: an option is invalid, or the content does not fit."""


class ImproperError(PressError):
    """At least one puzzle to be printed does not have exactly one solution.

    Attributes:
        puzzles: The position (from 1) of each puzzle that does not have exactly one solution, and
            the number of its solutions in words.
    """

    def __init__(self, reason: str, puzzles: tuple[tuple[int, str], ...] = ()) -> None:
        self.puzzles = puzzles
        super().__init__(reason)


class StoreError(PandokuError):
    """The file of saved games cannot be opened, read or written, or lacks a requested game.

    Attributes:
        path: The file of saved games, or None if the games are in memory or their folder is
            unknown.
    """

    def __init__(self, reason: str, *, path: Path | None = None) -> None:
        self.reason = reason
        self.path = path
        super().__init__(reason if path is None else f"{path}: {reason}")


class MissingExtraError(PandokuError, ImportError):
    """An optional dependency is not installed.

    Attributes:
        extra: Name of the extra that installs the dependency (``pip install "pandoku[extra]"``), or
            "" if no extra installs it.
    """

    def __init__(self, what: str, extra: str = "", *, package: str = "") -> None:
        self.extra = extra
        install = f'"pandoku[{extra}]"' if extra else package
        needed = package or "an optional dependency"
        super().__init__(f"{what} needs {needed}: pip install {install}")
