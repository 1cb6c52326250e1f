"""Joining the texts of puzzles to one document, with separators and a frame."""

from __future__ import annotations

from pandoku.formats._text import FormatModule

__all__ = ["Writer", "document"]


class Writer:
    """Joins the texts of puzzles to one document of a format, piece by piece.

    A document without puzzles is empty: it has no frame.
    """

    def __init__(self, module: FormatModule) -> None:
        self._separator = module.SEPARATOR
        frame: tuple[str, str] = getattr(module, "FRAME", ("", ""))
        self._header, self._footer = frame
        self._is_empty = True

    def next(self, text: str) -> str:
        """Return what to write for the next puzzle, whose text is *text*."""
        before = self._header if self._is_empty else self._separator
        self._is_empty = False
        return before + text

    def end(self) -> str:
        """Return what to write after the last puzzle."""
        return "" if self._is_empty else self._footer


def document(module: FormatModule, text: str) -> str:
    """Return the document of a single puzzle, whose text is *text*."""
    writer = Writer(module)
    return writer.next(text) + writer.end()
