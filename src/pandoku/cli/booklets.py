"""Booklets: explained paths as files to read on paper.

Any room may have a folder `booklets`. Each file in this folder defines a kind of booklet. The file
is named after the suffix of the output, such as `pdf.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pandoku._extras import missing_extra
from pandoku.errors import PandokuError
from pandoku.registry import Registry

if TYPE_CHECKING:
    from pandoku.logic import Path

__all__ = ["BOOKLETS", "Booklet", "BookletOptions", "get_booklet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookletOptions:
    """The options of a booklet.

    Attributes:
        paper: Name of the paper, or None for A4.
        font: Name of a font file, or None.
        font_bold: Name of a font file for bold texts, or None.
        per_page: Maximum number of pictures per page, or None for the usual number.
        color: Whether to use the colors of the screen instead of grays.
        all_steps: Whether every step has a picture.
        solution: Whether the solution is on a page at the end.
    """

    paper: str | None
    font: str | None
    font_bold: str | None
    per_page: int | None
    color: bool
    all_steps: bool
    solution: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Booklet:
    """A kind of booklet.

    Attributes:
        name: The name of the file that defines the kind, such as "pdf".
        prepare: Function that checks the options, and returns the function that makes the booklet
            of a path.
    """

    name: str
    prepare: Callable[[BookletOptions], Callable[[Path], bytes]]


BOOKLETS = Registry("pandoku.*.booklets", Booklet, PandokuError)


def get_booklet(name: str) -> Booklet:
    """Return a kind of booklet.

    Raises:
        MissingExtraError: The room that makes the booklet is not installed.
    """
    booklet = BOOKLETS.get(name)
    if booklet is None:
        raise missing_extra(f"a {name.upper()} of the steps", "pandoku.press")
    return booklet
