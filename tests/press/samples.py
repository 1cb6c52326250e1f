"""Puzzles and documents that several tests of printed pages use."""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO
from typing import Any

from pypdf import PdfReader

import pandoku
from pandoku.constraints import RULES
from pandoku.model import Puzzle
from pandoku.press import Book, Document, Layout

__all__ = [
    "FOUR",
    "OPEN",
    "calcudokus",
    "content_of",
    "documents",
    "fours",
    "killers",
    "reader_of",
    "sudokus",
    "thirty",
    "variants",
]

FOUR = Puzzle.sudoku("1.....2..3.....4")
OPEN = Puzzle.sudoku("1...............")  # several solutions


@lru_cache(maxsize=1)
def fours() -> tuple[Puzzle, ...]:
    """Return twelve different 4x4 Sudokus."""
    return tuple(pandoku.generate("sudoku", 4, seed=seed) for seed in range(12))


@lru_cache(maxsize=1)
def sudokus() -> tuple[Puzzle, ...]:
    """Return eight 9x9 Sudokus."""
    return tuple(pandoku.generate("sudoku", 9, seed=seed) for seed in range(8))


@lru_cache(maxsize=1)
def killers() -> tuple[Puzzle, ...]:
    """Return three 6x6 killers."""
    return tuple(pandoku.generate("killer", 6, seed=seed) for seed in range(3))


@lru_cache(maxsize=1)
def calcudokus() -> tuple[Puzzle, ...]:
    """Return six calcudokus."""
    return tuple(pandoku.generate("calcudoku", 4, seed=seed) for seed in range(6))


@cache
def thirty() -> tuple[Puzzle, ...]:
    """Return thirty puzzles of several kinds."""
    return (*fours(), *sudokus(), *killers(), *calcudokus(), FOUR)


def variants() -> tuple[Puzzle, ...]:
    """Return puzzles with lines, dots and clues outside the grid."""
    return tuple(RULES[name].example for name in ("thermometer", "difference", "x-sum"))


@cache
def documents() -> dict[str, tuple[Document, int]]:
    """Return a document of each kind and the number of a page of it, by name."""
    return {
        "book": (
            Book(
                killers(),
                Layout(paper="a5", caption="number,title,givens", rules=True, chapters="kind"),
                title="A book",
            ),
            4,
        ),
        "rules": (Book([*fours()[:1], *variants()[:1]], Layout(rules=True)), 1),
        "solutions": (Book(fours()[:3], Layout(paper="a6", per_page=4)), 2),
        "sheet": (
            Book(calcudokus()[:2], Layout(sheet=True, heading="Monday", solutions="apart")),
            1,
        ),
        "foot": (Book(fours()[:2], Layout(paper="a6", solutions="foot", marks="dots")), 1),
        "cards": (Book(fours()[:3], Layout(cards=True, per_page=4)), 2),
        "booklet": (Book(fours()[:3], Layout(paper="a5", booklet=True, per_page=1)), 1),
        "code": (Book(fours()[:1], Layout(paper="a6", qr="{line}")), 1),
        "variant": (Book(variants()[2:], Layout(paper="a5")), 1),
    }


def reader_of(document: Document) -> PdfReader:
    """Return a reader of the PDF of a document."""
    return PdfReader(BytesIO(document.to_bytes()))


def content_of(page: Any) -> str:
    """Return the operators of a page of a PDF and its forms, one per line."""
    forms = page["/Resources"].get("/XObject", {})
    parts = [page.get_contents(), *(forms[name].get_object() for name in sorted(forms))]
    return "".join(part.get_data().decode("latin-1") for part in parts if part is not None)
