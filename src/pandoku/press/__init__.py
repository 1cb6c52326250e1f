"""Puzzles on paper: books, worksheets, cards and booklets as PDF."""

from pandoku._instead import not_a_call
from pandoku.press.book import Book, Document, Page
from pandoku.press.entries import Chapter
from pandoku.press.options import Layout
from pandoku.press.paper import PAPERS
from pandoku.press.plan import Plan

not_a_call(__name__, "pandoku.press.Book(puzzles) makes a document")

__all__ = ["PAPERS", "Book", "Chapter", "Document", "Layout", "Page", "Plan"]
