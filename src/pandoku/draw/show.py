"""The display of values in a terminal or a notebook.

`pandoku/__init__.py` registers the functions of this module as hooks, so that lower layers can call
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandoku.draw.drawing import Drawable, drawing_of, why_impossible
from pandoku.draw.items import Drawing
from pandoku.draw.svg import svg
from pandoku.draw.terminal import rich_text, text
from pandoku.model import Board, Outcome, Puzzle

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["picture_of", "rich_of", "text_of"]


def picture_of(what: Drawable) -> str | None:
    """Return a value as SVG, or None for an outcome without a solution or a board."""
    if isinstance(what, Outcome) and what.solution is None and what.board is None:
        return None
    return svg(what)


def text_of(what: Drawable) -> str:
    """Return a value as box-drawing characters.

    The numbers of rows and columns are shown only if the value is a `Drawing`. For a puzzle with
    errors, a sentence below the grid lists the errors.
    """
    shown = text(what if isinstance(what, Drawing) else drawing_of(what).without_coordinates())
    why = why_impossible(what) if isinstance(what, Puzzle) else ""
    return f"{shown}\n{why}" if why else shown


def rich_of(what: Drawable | str) -> Text:
    """Return a value as rich Text: its drawing in colors and, for an outcome, a description."""
    from rich.text import Text

    if isinstance(what, str):
        return Text(what)
    if isinstance(what, (Puzzle, Board)):
        shown = rich_text(drawing_of(what).without_coordinates())
        why = why_impossible(what) if isinstance(what, Puzzle) else ""
        return shown.append(f"\n{why}") if why else shown
    if not isinstance(what, Outcome):
        return rich_text(what)
    words = Text(what.describe())
    if what.solution is None and what.board is None:
        return words
    return rich_text(drawing_of(what).without_coordinates()).append_text(words)
