"""Explained paths as PDF."""

from __future__ import annotations

from collections.abc import Callable

from pandoku.cli.booklets import Booklet, BookletOptions
from pandoku.draw.paper import paper_of
from pandoku.draw.pdf import typeface
from pandoku.logic import Path
from pandoku.press.steps import steps_booklet


def _prepare(options: BookletOptions) -> Callable[[Path], bytes]:
    paper = paper_of(options.paper or "a4")
    face = typeface(options.font, options.font_bold)

    def make(path: Path) -> bytes:
        return steps_booklet(
            path,
            (paper.width, paper.height),
            per_page=options.per_page or 2,
            color=options.color,
            all_steps=options.all_steps,
            solution=options.solution,
            face=face,
        )

    return make


BOOKLET = Booklet(name="pdf", prepare=_prepare)
