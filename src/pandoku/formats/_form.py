"""The type of a layout of pasted puzzles, which can be rewritten for a format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from pandoku.formats._text import SourceLine

__all__ = ["Form", "Rewrite"]

Rewrite: TypeAlias = Callable[[Iterator[SourceLine]], Iterator[SourceLine]]


class Form(NamedTuple):
    """A layout of pasted puzzles.

    Attributes:
        formats: The names of the formats that may read the rewritten text.
        sign: Matches somewhere in every text with this layout, and in few other texts.
        rewrite_of: Returns the function that rewrites a text with these first lines, or None for
            another text.
        may_be_spaced: Whether the text may look like a grid with spaces for blank cells.
    """

    formats: frozenset[str]
    sign: re.Pattern[str]
    rewrite_of: Callable[[list[str]], Rewrite | None]
    may_be_spaced: bool = False
