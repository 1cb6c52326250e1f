"""Joining the texts of puzzles to one document, with separators and a frame."""

from __future__ import annotations

from pandoku.formats._format import Format

__all__ = ["Writer", "document"]


class Writer:
    """Joins the texts of puzzles to one document of a format, piece by piece.

    A document without puzzles is empty: it has no frame.
    """

    def __init__(self, form: Format) -> None:
        self._form = form
        self._header, self._footer = form.frame
        self._n_texts = 0
        self._widths: set[int] = set()

    def next(self, text: str) -> str:
        """Return what to write for the next puzzle, whose text is *text*."""
        before = self._form.separator if self._n_texts else self._header
        self._n_texts += 1
        self._widths.add(len(text) - 1)
        return before + text

    def end(self) -> str:
        """Return what to write after the last puzzle."""
        if not self._n_texts:
            return ""
        if self._form.closing is None or len(self._widths) > 1:
            return self._footer
        return self._form.closing(self._n_texts, *self._widths) + self._footer


def document(form: Format, text: str) -> str:
    """Return the document of a single puzzle, whose text is *text*."""
    writer = Writer(form)
    return writer.next(text) + writer.end()
