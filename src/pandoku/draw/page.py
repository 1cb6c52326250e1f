"""A path of steps as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from pandoku.draw._colours import style_sheet
from pandoku.draw.drawing import draw
from pandoku.draw.step import draw_step
from pandoku.draw.svg import THEMES, svg
from pandoku.model import Board, Step
from pandoku.techniques import Explanation, explain_step

__all__ = ["frame", "page"]

_LARGEST_BESIDE = 10  # order: beyond, the words stand below the picture
_VARIABLES = {
    "light": "--paper:#ffffff;--ink:#1a1a1a;--soft:#5c6068;--line:#d5d8dd;--link:#1f5fbf;",
    "dark": "--paper:#17191d;--ink:#ececec;--soft:#a6abb5;--line:#3a3f47;--link:#7fb2ff;",
}
_LAYOUT = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1.5rem 1.25rem 5rem;background:var(--paper);
color:var(--ink);font:1.05rem/1.55 system-ui,'DejaVu Sans',Arial,sans-serif}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.2rem;line-height:1.35;margin:0 0 .75rem}
a{color:var(--link)}.soft,.number{color:var(--soft)}.number{font-weight:400}
details{margin:.75rem 0 0}details ol{columns:22rem;padding-left:2.5rem;font-size:.95rem}
section{display:grid;grid-template-columns:minmax(0,30rem) minmax(0,1fr);gap:0 2.5rem;
padding:2rem 0;border-top:1px solid var(--line)}
figure{margin:0}figure svg{display:block;width:100%;height:auto}
.text p{margin:0 0 .6rem}.text p:last-child{font-weight:600}
nav{display:none;position:fixed;inset:auto 0 0 0;background:var(--paper);
border-top:1px solid var(--line);padding:.5rem;gap:.5rem;justify-content:center;align-items:center}
nav button{font:inherit;color:inherit;background:none;border:1px solid var(--line);
border-radius:.4rem;min-width:44px;min-height:44px;padding:0 .8rem;cursor:pointer}
nav button:disabled{opacity:.4;cursor:default}nav output{min-width:6.5rem;text-align:center}
.large section{grid-template-columns:minmax(0,1fr);gap:1rem}
@media(max-width:52rem){section{grid-template-columns:minmax(0,1fr);gap:1rem}
body{padding:1rem .75rem 5rem}}
@media screen{.live nav{display:flex}.one section{display:none}.one section.now{display:grid}
.one section{border-top:none;padding-top:1.25rem}}
@media print{body{max-width:none;padding:0;font-size:10.5pt}details{display:none}
section{grid-template-columns:8.4cm minmax(0,1fr);break-inside:avoid;padding:.5cm 0}}
"""
# One step at a time, by arrows, n and p, Home and End; "a" shows all. Without it: a long page.
_SCRIPT = """
(() => {
  const body = document.body, sections = [...document.querySelectorAll("section")];
  const nav = document.querySelector("nav"), told = nav.querySelector("output");
  const button = (name) => nav.querySelector(`[data-go=${name}]`);
  let now = 0, all = false;
  const show = (index, push = true) => {
    now = Math.max(0, Math.min(sections.length - 1, index));
    sections.forEach((each, i) => each.classList.toggle("now", i === now));
    told.textContent = all ? "all steps" : sections[now].dataset.name;
    for (const name of ["first", "back"]) button(name).disabled = all || now === 0;
    const atEnd = now === sections.length - 1;
    for (const name of ["next", "last"]) button(name).disabled = all || atEnd;
    // Inside of a frame without an address of its own there is no history to write.
    try { if (push) history.replaceState(null, "", "#" + sections[now].id); } catch {}
  };
  const go = {
    first: () => show(0), back: () => show(now - 1), next: () => show(now + 1),
    last: () => show(sections.length - 1),
    all: () => { all = !all; body.classList.toggle("one", !all); show(now, false);
                 if (all) sections[now].scrollIntoView(); },
  };
  const keys = { ArrowRight: "next", ArrowDown: "", n: "next", ArrowLeft: "back", p: "back",
                 Home: "first", End: "last", a: "all" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (all && event.key !== "a") return;
    event.preventDefault(); go[keys[event.key]]();
  });
  nav.addEventListener("click", (event) => {
    const name = event.target.dataset.go; if (name) go[name]();
  });
  const follow = () => {
    const index = sections.findIndex((each) => "#" + each.id === location.hash);
    if (!all) show(Math.max(0, index), false);
  };
  addEventListener("hashchange", follow);
  body.classList.add("live", "one"); follow();
})();
"""


def page(
    start: Board,
    steps: Iterable[Step],
    *,
    explanations: Iterable[Explanation] | None = None,
    title: str | None = None,
    summary: str = "",
    theme: str = "auto",
) -> Iterator[str]:
    """Yield the lines of an HTML page: each step with its picture and its reason, and the end.

    The page needs nothing else. With JavaScript it shows one step at a time (arrow keys, n and p,
    Home and End; "a" shows all), without it, and in print, all of them.

    Args:
        start: The board before the first step.
        steps: In order, each on the board that the ones before it leave.
        explanations: The steps in words; None: asked of their techniques.
        title: The page's; None: the puzzle's.
        summary: A sentence below the title.
        theme: "light", "dark", or "auto" (as the reader prefers; light in print).

    Raises:
        ValueError: There is no such theme.
        TechniqueError: A step's technique is not registered.
    """
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")
    steps = tuple(steps)
    if explanations is None:
        explanations = [explain_step(step, start.puzzle) for step in steps]
    explanations = list(explanations)
    heading = escape(title or start.puzzle.title or "The way to the solution")
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{heading}</title>\n<style>{_style(theme)}</style>\n</head>\n<body>\n"
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
    yield f"</main>\n{_NAV}\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"


def frame(document: str, height: str = "46rem") -> str:
    """Return a page inside a frame of its own, so that it and a notebook leave each other alone."""
    return (
        f'<iframe srcdoc="{escape(document)}" sandbox="allow-scripts" loading="lazy" '
        f'style="width:100%;height:{height};border:0" title="steps"></iframe>'
    )


_NAV = (
    '<nav aria-label="steps"><button type="button" data-go="first" aria-label="first">«</button>'
    '<button type="button" data-go="back">back</button><output></output>'
    '<button type="button" data-go="next">next</button>'
    '<button type="button" data-go="last" aria-label="last">»</button>'
    '<button type="button" data-go="all">all</button></nav>'
)


def _section(board: Board, step: Step, explanation: Explanation, number: int, count: int) -> str:
    """Return a step, *number* of *count*, as a section: its picture, and its words beside it."""
    head = escape(explanation.short.partition(";")[0])
    picture = svg(draw_step(board, step, explanation), style=False, caption=False)
    text = "".join(f"<p>{escape(sentence)}</p>" for sentence in explanation.full)
    return (
        f'<section id="step-{number}" data-name="step {number} of {count}">\n'
        f"<figure>{picture}</figure>\n"
        f'<div class="text"><h2><span class="number">{number}.</span> {head}</h2>\n'
        f"{text}</div>\n</section>\n"
    )


def _contents(explanations: Sequence[Explanation]) -> Iterator[str]:
    if not explanations:
        return
    count = f"{len(explanations)} step{'s' * (len(explanations) != 1)}"
    yield f"<details><summary>{count}</summary>\n<ol>\n"
    for number, explanation in enumerate(explanations, 1):
        yield f'<li><a href="#step-{number}">{escape(explanation.short)}</a></li>\n'
    yield "</ol></details>\n"


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
    light = f":root{{color-scheme:light;{_VARIABLES['light']}}}"
    dark = f":root{{color-scheme:dark;{_VARIABLES['dark']}}}"
    if theme == "auto":
        variables = f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"
    else:
        variables = dark if theme == "dark" else light
    return variables + _LAYOUT + style_sheet(theme)
