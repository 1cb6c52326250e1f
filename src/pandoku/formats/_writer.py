"""Joining the texts of puzzles to one document, with separators and a frame."""

from __future__ import annotations

from collections.abc import Callable

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
        self._closing: Callable[[int, int], str] = getattr(module, "closing", lambda *_: "")
        self._n_texts = 0
        self._widths: set[int] = set()

    def next(self, text: str) -> str:
        """Return what to write for the next puzzle, whose text is *text*."""
        before = self._separator if self._n_texts else self._header
        self._n_texts += 1
        self._widths.add(len(text) - 1)
        return before + text

    def end(self) -> str:
        """Return what to write after the last puzzle."""
        if not self._n_texts:
            return ""
        closing = self._closing(self._n_texts, *self._widths) if len(self._widths) == 1 else ""
        return closing + self._footer


def document(module: FormatModule, text: str) -> str:
    """Return the document of a single puzzle, whose text is *text*."""
    writer = Writer(module)
    return writer.next(text) + writer.end()
