"""The type of a layout of pasted puzzles, which can be rewritten for a format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from pandoku.formats._text import SourceLine

Rewrite: TypeAlias = Callable[[Iterator[SourceLine]], Iterator[SourceLine]]


class Form(NamedTuple):
    """A layout of pasted puzzles.

    Attributes:
        formats: The names of the formats that can read the rewritten text.
        sign: A pattern that occurs in every text with this layout, and in few other texts.
        rewrite_of: Takes the first lines of a text. Returns the function that rewrites the text, or
            None if the text has another layout.
        may_be_spaced: Whether to try this layout on a text that looks like a grid with spaces for
            blank cells.
    """

    formats: frozenset[str]
    sign: re.Pattern[str]
    rewrite_of: Callable[[list[str]], Rewrite | None]
    may_be_spaced: bool = False
