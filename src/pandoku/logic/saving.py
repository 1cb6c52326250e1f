"""Explained paths as files."""

from __future__ import annotations

import json
from os import PathLike
from typing import TYPE_CHECKING

from pandoku import _hooks
from pandoku._extras import needed_for
from pandoku._files import save_by_ending

if TYPE_CHECKING:
    from pandoku.logic.path import Path

__all__ = ["save_path"]


def save_path(path: Path, file: str | PathLike[str]) -> None:
    """Write a path to a file (see `Path.save`)."""
    save_by_ending(
        file,
        {
            ".txt": lambda: f"{path}\n",
            ".json": lambda: f"{json.dumps(path.to_dict())}\n",
            ".html": lambda: path.lean().page(),
            ".htm": lambda: path.lean().page(),
            ".pdf": lambda: _booklet(path.lean()),
        },
    )


def _booklet(path: Path) -> bytes:
    from pandoku.draw.paper import paper_of

    a4 = paper_of("a4")
    with needed_for("a PDF of the steps"):
        return _hooks.steps_booklet(path, (a4.width, a4.height))
