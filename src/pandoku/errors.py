"""Every error pandoku raises on purpose.

    PandokuError
    ├── FormatError (ValueError)          the text is not of this format
    ├── PuzzleError (ValueError)          the text is fine, the puzzle is not
    ├── EngineError (ValueError)          no such engine, or it cannot take this puzzle
    ├── TechniqueError (ValueError)       no such technique, or no such scale
    └── MissingExtraError (ImportError)   an optional dependency is not installed

No solution, several solutions and "out of budget" are not errors: they are
outcomes (`pandoku.Outcome`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandoku.model.problems import Problem

__all__ = [
    "EngineError",
    "FormatError",
    "MissingExtraError",
    "PandokuError",
    "PuzzleError",
    "TechniqueError",
]

_CARET_WINDOW = 100  # characters of a long line shown around the caret: a 9x9 on one line is whole


class PandokuError(Exception):
    """The root of the tree; catch it to catch everything below."""


class FormatError(PandokuError, ValueError):
    """The text is not of the format it was read as.

    Attributes:
        format: The format's name, or "" when none was recognised.
        line: 1-based line in the source, or None when the whole text is meant.
        column: 1-based column in that line, or None.
        text: The offending line, or None.
        reason: What was expected and what was found, without the place.
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
        self.reason = reason
        self.format = format
        self.line = line
        self.column = column
        self.text = text
        super().__init__(self.describe())

    def describe(self) -> str:
        """Return the whole message: place, reason, and the line with a caret."""
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


def _window(text: str, at: int) -> tuple[str, int]:
    """Cut a long line to what surrounds position *at*; blanks keep their width."""
    text = "".join(c if c.isprintable() else " " for c in text)
    start = max(0, at - _CARET_WINDOW // 2) if len(text) > _CARET_WINDOW else 0
    return text[start : start + _CARET_WINDOW], at - start


class PuzzleError(PandokuError, ValueError):
    """The text is fine, the puzzle is not.

    Attributes:
        problems: Every defect found, in the order `Puzzle.problems()` lists them;
            empty when the values could not even form a puzzle.
        line: 1-based line of the source the puzzle starts at, when known.
    """

    def __init__(
        self, reason: str, *, problems: Sequence[Problem] = (), line: int | None = None
    ) -> None:
        self.reason = reason
        self.problems = tuple(problems)
        self.line = line
        super().__init__(reason if line is None else f"line {line}: {reason}")


class EngineError(PandokuError, ValueError):
    """There is no such engine, or it cannot take this puzzle."""


class TechniqueError(PandokuError, ValueError):
    """There is no such technique, or no such scale."""


class MissingExtraError(PandokuError, ImportError):
    """An optional dependency is absent.

    Attributes:
        extra: The name to install: ``pip install 'pandoku[extra]'``.
    """

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} needs an optional part: pip install 'pandoku[{extra}]'")
