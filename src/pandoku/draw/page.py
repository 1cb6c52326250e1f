"""A path of steps as one self-contained HTML page: a handout to read, click through or print.

The page begins with the puzzle. Routine steps are listed. Every other step has a picture and a
reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from pandoku.draw.decorated import room_of_puzzle, shapes_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.handout import Block, blocks
from pandoku.draw.items import Drawing
from pandoku.draw.pieces import shape_classes
from pandoku.draw.sections import (
    block_section,
    end_section,
    rest_section,
    solution_section,
    start_section,
)
from pandoku.draw.sheet import Sheet
from pandoku.draw.styles import document_rules, page_colors, style_sheet
from pandoku.draw.svg import THEMES, svg
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Explanation, explain_step
from pandoku.words import StepReader, kind_text, visible

__all__ = ["frame", "gallery", "page"]

_LARGEST_BESIDE = 10  # maximum order for text next to the picture instead of above it
_SMALL = 7  # maximum order of small pictures, which are legible without being enlarged
# Numbers of characters: the maximum for all sections together, the part of this maximum that is
# reserved for pictures, and a length that most pictures exceed.
_MOST, _FOR_PICTURES, _PICTURE = 900_000, 320_000, 3_000
_NAV = (
    '<nav aria-label="steps"><button type="button" data-go="first" aria-label="first">«</button>'
    '<button type="button" data-go="back">back</button><output></output>'
    '<button type="button" data-go="next">next</button>'
    '<button type="button" data-go="last" aria-label="last">»</button>'
    '<button type="button" data-go="all">all</button></nav>'
)


def page(
    start: Board,
    steps: Iterable[Step],
    *,
    explanations: Iterable[Explanation] | None = None,
    title: str | None = None,
    difficulty: str = "",
    summary: str = "",
    theme: str = "auto",
    all_steps: bool = False,
    with_solution: bool = False,
    solution: Board | None = None,
    readers: Iterable[StepReader] = (),
) -> Iterator[str]:
    """Yield the parts of an HTML page: the puzzle, the steps, and the end.

    Singles and the bookkeeping of cages are listed. Every other step has a picture and a reason.
    The page is self-contained and has at most about a million characters. If some steps do not fit,
    the page lists these steps. With JavaScript, the page shows one section at a time (the arrow
    keys, n and p, Home and End change the section, and "a" shows all sections). It highlights the
    cells of the sentence at the pointer, or of the sentence chosen with j and k. Without
    JavaScript, and in print, the page shows all sections.

    Args:
        start: The board before the first step.
        steps: The steps in order, each on the board after the previous step.
        explanations: The explanation of each step; None means the explanations of the techniques.
        title: The page's title; None means the puzzle's title.
        difficulty: The difficulty in words, or "".
        summary: A sentence about the path for the last section, or "".
        theme: "light", "dark", or "auto" (the reader's preference, and light in print).
        all_steps: Whether every step has a picture.
        with_solution: Whether to add the solution, on a separate page in print.
        solution: The solved board, if it is known.
        readers: The reader of each step. The default is a reader with all pencil marks.

    Raises:
        ValueError: The theme is unknown.
        TechniqueError: A step's technique is not registered.
    """
    _check_theme(theme)
    steps = tuple(steps)
    if explanations is None:
        explanations = _explained(start, steps)
    parts = [*blocks(start, steps, explanations, all_steps=all_steps, readers=tuple(readers))]
    heading = visible(title or start.puzzle.title or kind_text(start.puzzle))
    fitting = _sections_of(parts, len(steps))
    sheet, n_fitting = fitting.sheet, len(fitting.sections)
    yield from _head(
        escape(heading), theme, shape_classes(shapes_of(start.puzzle), start.puzzle.order)
    )
    yield f"<main{_layout(start.puzzle)}>\n"
    yield start_section(
        sheet, start, parts, heading, difficulty, listed=n_fitting, n_bare=fitting.n_bare
    )
    yield from fitting.sections
    if n_fitting < len(parts):
        yield rest_section(parts[n_fitting:])
    end = parts[-1].after if parts else start
    is_shown = bool(parts) and parts[-1].is_routine and end.is_full
    yield end_section(sheet, end, summary, drawn=not is_shown)
    if with_solution:
        yield solution_section(sheet, solution)
    yield f"</main>\n{_NAV}\n<script>\n{_asset('page.js')}</script>\n</body>\n</html>\n"


def _layout(puzzle: Puzzle) -> str:
    """Return the attributes of the main element: its classes, and a cell's room for candidates."""
    n, columns = puzzle.order, candidate_columns(puzzle.order)
    is_kind = {"large": n > _LARGEST_BESIDE, "cages": bool(puzzle.cages), "small": n <= _SMALL}
    kinds = " ".join(kind for kind, holds in is_kind.items() if holds)
    left, top, width, height = room_of_puzzle(puzzle)
    room = f"{left:g} {top:g} {width:g} {height:g} {columns} {-(-n // columns)}"
    return f' class="{kinds}" data-order="{n}" data-room="{room}"'


def gallery(
    drawings: Sequence[tuple[str, Drawing]],
    *,
    theme: str = "auto",
    per_sheet: int = 1,
    sheet_rules: str = "",
) -> Iterator[str]:
    """Yield the lines of an HTML page that shows drawings, one below the other.

    Args:
        drawings: At least one pair of a name, which may be "", and a drawing.
        theme: As in `page`.
        per_sheet: Number of drawings per sheet of paper.
        sheet_rules: The style of sheets, which are elements of the class ``sheet``.

    Raises:
        ValueError: The theme is unknown.
    """
    _check_theme(theme)
    title = escape(drawings[0][0] or "A puzzle") if len(drawings) == 1 else "Puzzles"
    classes = frozenset().union(*(shape_classes(d.shapes, d.order) for _, d in drawings))
    yield from _head(title, theme, classes, sheet_rules)
    yield f'<header><h1>{title}</h1></header>\n<main class="pictures">\n'
    for at in range(0, len(drawings), per_sheet):
        yield '<div class="sheet">\n'
        for name, drawing in drawings[at : at + per_sheet]:
            heading = f"<h2>{escape(name)}</h2>\n" if name and len(drawings) > 1 else ""
            picture = svg(drawing, style=False)
            yield f'<section class="shown">\n{heading}<figure>{picture}</figure>\n</section>\n'
        yield "</div>\n"
    yield "</main>\n</body>\n</html>\n"


def frame(document: str, height: str = "46rem") -> str:
    """Return a page in an iframe, which isolates the page and a notebook from each other."""
    return (
        f'<iframe srcdoc="{escape(document)}" sandbox="allow-scripts" loading="lazy" '
        f'style="width:100%;height:{height};border:0" title="steps"></iframe>'
    )


def _explained(board: Board, steps: Iterable[Step]) -> Iterator[Explanation]:
    for step in steps:
        yield explain_step(step, board)
        board = board.after(step)


def _check_theme(theme: str) -> None:
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")


def _head(title: str, theme: str, classes: frozenset[str], more: str = "") -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    sheet = style_sheet(theme, is_page=True, classes=classes)
    style = "\n".join((page_colors(theme), document_rules(), _asset("page.css"), sheet)) + more
    yield f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"


@lru_cache(maxsize=2)
def _asset(name: str) -> str:
    return (files("pandoku.draw") / "assets" / name).read_text(encoding="utf-8")


class _Sections(NamedTuple):
    """The sections of a page about a path.

    Attributes:
        sheet: The pictures.
        sections: The sections of the blocks that fit on the page.
        n_bare: Number of steps worth reading whose pictures do not fit on the page.
    """

    sheet: Sheet
    sections: list[str]
    n_bare: int


def _sections_of(parts: Sequence[Block], count: int) -> _Sections:
    """Return the sections of those first blocks of a path that fit on a page.

    If there is not enough room for all pictures, the pictures of the most useful blocks are
    included: the first step of each technique, then the second step of each technique, and so on.
    Pictures that are only shown on the screen are the least useful.

    Args:
        parts: The blocks of the path.
        count: The number of steps.
    """
    words = [len(section) for section in _drawn(Sheet(), parts, count, ())]
    shown = parts[: _number_that_fits(words)]
    wanted = _by_worth(shown)[: _MOST // _PICTURE]
    while True:
        sheet = Sheet()
        sections = _drawn(sheet, shown, count, {*wanted})
        over = sum(map(len, sections)) - _MOST
        if over <= 0 or not wanted:
            worth = {at for at, part in enumerate(shown) if not part.is_routine}
            return _Sections(sheet, sections, len(worth - {*wanted}))
        while over > 0 and wanted:
            dropped = wanted.pop()
            over -= len(sections[dropped]) - words[dropped]


def _drawn(sheet: Sheet, parts: Sequence[Block], count: int, pictured: Container[int]) -> list[str]:
    last = len(parts) - 1
    return [
        block_section(sheet, part, count, pictured=at in pictured, is_last=at == last)
        for at, part in enumerate(parts)
    ]


def _number_that_fits(words: Sequence[int]) -> int:
    """Return the number of sections that fit on a page, given their lengths without pictures."""
    size = 0
    for at, length in enumerate(words):
        size += length
        if size + min((at + 1) * _PICTURE, _FOR_PICTURES) > _MOST:
            return at
    return len(words)


def _by_worth(parts: Sequence[Block]) -> list[int]:
    """Return the positions of blocks, from the most useful picture to the least useful picture."""
    seen = Counter[str]()
    ranks = []
    for at, part in enumerate(parts):
        technique = part.taken[0].step.technique
        if part.is_routine:
            rank = 1 if part.is_long or at == len(parts) - 1 else len(parts)
        else:
            rank = seen[technique]
            seen[technique] += 1
        ranks.append((rank, at))
    return [at for _, at in sorted(ranks)]
