"""Puzzles on paper: books, worksheets, cards and booklets as PDF."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from pandoku._instead import not_a_call

if TYPE_CHECKING:
    from pandoku.draw.paper import PAPERS
    from pandoku.press.book import Book, Document, Page
    from pandoku.press.entries import Chapter
    from pandoku.press.options import Layout
    from pandoku.press.plan import Plan

# These names are imported on first use, so that the help of a command loads only the options.
_HOMES = {
    "PAPERS": "pandoku.draw.paper",
    "Book": "pandoku.press.book",
    "Chapter": "pandoku.press.entries",
    "Document": "pandoku.press.book",
    "Layout": "pandoku.press.options",
    "Page": "pandoku.press.book",
    "Plan": "pandoku.press.plan",
}

not_a_call(__name__, "pandoku.press.Book(puzzles) makes a document")

__all__ = ["PAPERS", "Book", "Chapter", "Document", "Layout", "Page", "Plan"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pandoku.press' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
