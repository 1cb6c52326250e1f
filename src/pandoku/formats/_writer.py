"""Assembly of the texts of puzzles into one document, with separators and a frame."""

from __future__ import annotations

from pandoku.formats._format import Format

__all__ = ["Writer", "document"]


class Writer:
    """An incremental writer of a document with many puzzles.

    A document without puzzles is empty and has no frame.
    """

    def __init__(self, form: Format) -> None:
        self._form = form
        self._header, self._footer = form.frame
        self._n_texts = 0
        self._widths: set[int] = set()

    def next(self, text: str) -> str:
        """Return the part of the document for the next puzzle, whose text is *text*."""
        before = self._form.separator if self._n_texts else self._header
        self._n_texts += 1
        self._widths.add(len(text) - 1)
        return before + text

    def end(self) -> str:
        """Return the end of the document, after the last puzzle."""
        if not self._n_texts:
            return ""
        if self._form.closing is None or len(self._widths) > 1:
            return self._footer
        return self._form.closing(self._n_texts, *self._widths) + self._footer


def document(form: Format, text: str) -> str:
    """Return the document of a single puzzle with this text."""
    writer = Writer(form)
    return writer.next(text) + writer.end()
