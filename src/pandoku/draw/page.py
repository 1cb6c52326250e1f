"""A path of steps as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files

from pandoku.draw._colours import page_colours, style_sheet
from pandoku.draw.branch import draw_branch
from pandoku.draw.drawing import draw
from pandoku.draw.items import Drawing
from pandoku.draw.step import draw_step
from pandoku.draw.svg import THEMES, svg
from pandoku.model import Board, Step
from pandoku.techniques import Explanation, explain_step
from pandoku.words import lines_as_html, visible

__all__ = ["frame", "gallery", "page"]

_LARGEST_BESIDE = 10  # order: the text of larger puzzles is below the picture
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
    summary: str = "",
    theme: str = "auto",
) -> Iterator[str]:
    """Yield the lines of an HTML page: each step with its picture and its reason, then the end.

    The page is self-contained. With JavaScript it shows one step at a time (arrow keys, n and p,
    Home and End; "a" shows all); without it, and in print, it shows all steps.

    Args:
        start: The board before the first step.
        steps: In order, each on the board that the previous ones leave.
        explanations: The steps in words; None means those of their techniques.
        title: The page's title; None means the puzzle's.
        summary: A sentence below the title, or "".
        theme: "light", "dark", or "auto" (the reader's preference; light in print).

    Raises:
        ValueError: The theme is unknown.
        TechniqueError: A step's technique is not registered.
    """
    _check_theme(theme)
    steps = tuple(steps)
    if explanations is None:
        explanations = _explained(start, steps)
    explanations = list(explanations)
    heading = escape(visible(title or start.puzzle.title or "The way to the solution"))
    yield from _head(heading, theme)
    yield f"<header><h1>{heading}</h1>\n"
    yield f'<div class="soft">{escape(start.puzzle.describe())}</div>\n'
    if summary:
        yield f"<div>{escape(summary)}</div>\n"
    yield from _contents(explanations)
    size = ' class="large"' if start.puzzle.order > _LARGEST_BESIDE else ""
    yield f"</header>\n<main{size}>\n"
    board = start
    for number, (step, explanation) in enumerate(zip(steps, explanations, strict=True), 1):
        yield _section(board, step, explanation, number, len(steps))
        board = board.after(step)
    yield _end(board)
    yield f"</main>\n{_NAV}\n<script>\n{_asset('page.js')}</script>\n</body>\n</html>\n"


def gallery(drawings: Sequence[tuple[str, Drawing]], *, theme: str = "auto") -> Iterator[str]:
    """Yield the lines of an HTML page that shows drawings below each other.

    Args:
        drawings: At least one, each with its name or "".
        theme: As in `page`.

    Raises:
        ValueError: The theme is unknown.
    """
    _check_theme(theme)
    title = escape(drawings[0][0] or "A puzzle") if len(drawings) == 1 else "Puzzles"
    yield from _head(title, theme)
    yield f"<header><h1>{title}</h1></header>\n<main>\n"
    for name, drawing in drawings:
        heading = f"<h2>{escape(name)}</h2>\n" if name and len(drawings) > 1 else ""
        picture = svg(drawing, style=False)
        yield f"<section>\n{heading}<figure>{picture}</figure>\n</section>\n"
    yield "</main>\n</body>\n</html>\n"


def frame(document: str, height: str = "46rem") -> str:
    """Return a page in an iframe, so that it and the notebook do not affect each other."""
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


def _head(title: str, theme: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{title}</title>\n<style>{_style(theme)}</style>\n</head>\n<body>\n"


def _contents(explanations: Sequence[Explanation]) -> Iterator[str]:
    if not explanations:
        return
    count = f"{len(explanations)} step{'s' * (len(explanations) != 1)}"
    yield f"<details><summary>{count}</summary>\n<ol>\n"
    for number, explanation in enumerate(explanations, 1):
        yield f'<li><a href="#step-{number}">{escape(explanation.short)}</a></li>\n'
    yield "</ol></details>\n"


def _section(board: Board, step: Step, explanation: Explanation, number: int, count: int) -> str:
    """Return step *number* of *count* as a section: its picture and its text."""
    head = escape(explanation.short.partition(";")[0])
    picture = svg(draw_step(board, step, explanation), style=False, caption=False)
    return (
        f'<section id="step-{number}" data-name="step {number} of {count}">\n'
        f"<figure>{picture}</figure>\n"
        f'<div class="text"><h2><span class="number">{number}.</span> {head}</h2>\n'
        f"{lines_as_html(explanation.full)}</div>\n{_branches(board, step)}</section>\n"
    )


def _branches(board: Board, step: Step) -> str:
    """Return the boards of the branches side by side, or "" for a step without branches."""
    drawings = [draw_branch(board, step, at) for at in range(len(step.facts.branches))]
    figures = "".join(
        f"<figure><figcaption>{escape(each.title)}</figcaption>{svg(each, style=False)}</figure>"
        for each in drawings
    )
    return f'<div class="branches">{figures}</div>\n' if drawings else ""


def _end(board: Board) -> str:
    if board.is_full:
        words = "The grid is full."
    elif 0 in board.masks:
        cell = board.puzzle.geometry.name(board.masks.index(0))
        words = f"No candidate is left at {cell}: the puzzle has no solution from here."
    else:
        words = (
            f"No technique that was tried goes further; {board.digits.count(0)} cells are empty."
        )
    picture = svg(draw(board, candidates=not board.is_full), style=False)
    return (
        f'<section id="end" data-name="the end">\n<figure>{picture}</figure>\n'
        f'<div class="text"><h2>The end</h2>\n<p>{escape(words)}</p></div>\n</section>\n'
    )


def _style(theme: str) -> str:
    return page_colours(theme) + "\n" + _asset("page.css") + style_sheet(theme)


@lru_cache(maxsize=2)
def _asset(name: str) -> str:
    return (files("pandoku.draw") / "assets" / name).read_text(encoding="utf-8")
