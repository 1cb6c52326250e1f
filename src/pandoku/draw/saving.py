"""Drawings as files."""

from __future__ import annotations

from os import PathLike

from pandoku._files import save_by_ending
from pandoku.draw.items import Drawing
from pandoku.draw.pdf import pdf
from pandoku.draw.png import png
from pandoku.draw.svg import svg
from pandoku.draw.terminal import text

__all__ = ["save_drawing"]


def save_drawing(drawing: Drawing, path: str | PathLike[str]) -> None:
    """Write a drawing to a file (see `Drawing.save`)."""
    save_by_ending(
        path,
        {
            ".svg": lambda: svg(drawing),
            ".png": lambda: png(drawing),
            ".pdf": lambda: pdf(drawing),
            ".txt": lambda: f"{text(drawing, columns=None)}\n",
        },
    )
