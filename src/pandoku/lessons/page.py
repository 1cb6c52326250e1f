"""A lesson as an HTML page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from pandoku.draw import draw, draw_step, svg
from pandoku.draw.styles import paper_rules, styles
from pandoku.lessons.lesson import Lesson
from pandoku.play.drills import Drill
from pandoku.techniques import explain_step
from pandoku.words import (
    joined,
    lines_as_html,
    sentence,
    with_capital,
)

__all__ = ["Neighbors", "asset", "head", "lesson_page"]

_HINTS = ((1, "A hint"), (3, "A stronger hint"))  # levels of `pandoku.hint`


class Neighbors(NamedTuple):
    """The next easier and the next harder lesson of a site (`neighbors_of`), or None."""

    before: Lesson | None
    after: Lesson | None


def lesson_page(
    lesson: Lesson, *, theme: str = "auto", neighbors: Neighbors | None = None
) -> Iterator[str]:
    """Yield the lines of a page with a description, an example, a near miss, and practice.

    The step of the example is folded below its board. With JavaScript, the boards for practice
    accept answers and judge them. Without it the answers are folded, and in print they are at the
    end.

    Args:
        lesson: The lesson.
        theme: "light", "dark", or "auto" (the reader's preference, and light in print).
        neighbors: The pages to link to, for a site with the style and the script in separate files;
            None for a page in one file.

    Raises:
        ValueError: The theme is unknown.
    """
    yield from head(lesson.heading, theme, alone=neighbors is None)
    yield from _header(lesson, neighbors)
    yield "<main>\n"
    yield from _told(lesson)
    yield from _example(lesson)
    yield from _near_miss(lesson)
    yield from _practice(lesson)
    yield "</main>\n"
    yield _script("lesson.js", alone=neighbors is None)
    yield "</body>\n</html>\n"


def head(title: str, theme: str, *, alone: bool) -> Iterator[str]:
    """Yield the head of a page, with the style included (*alone*) or as a link."""
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(title)}</title>\n"
    if alone:
        yield f"<style>{styles(theme)}\n{paper_rules()}{asset('lesson.css')}</style>\n"
    else:
        yield '<link rel="stylesheet" href="lesson.css">\n'
    yield "</head>\n<body>\n"


def _script(name: str, *, alone: bool) -> str:
    if alone:
        return f"<script>\n{asset(name)}</script>\n"
    return f'<script src="{name}"></script>\n'


@lru_cache(maxsize=4)
def asset(name: str) -> str:
    """Return the text of an asset of the pages."""
    return (files("pandoku.lessons") / "assets" / name).read_text(encoding="utf-8")


# ---- the parts of the page


def _header(lesson: Lesson, neighbors: Neighbors | None) -> Iterator[str]:
    yield "<header>\n"
    if neighbors is not None:
        yield '<nav aria-label="lessons"><a href="index.html">All techniques</a>'
        for way, other in zip(("easier", "harder"), neighbors, strict=True):
            if other is not None:
                heading = escape(other.heading)
                yield f' <a href="{other.name}.html"><span>{way}:</span> {heading}</a>'
        yield "</nav>\n"
    yield f"<h1>{escape(lesson.heading)}</h1>\n"
    yield f'<p class="lead">{escape(sentence(lesson.technique.summary))}</p>\n'
    yield '<ul class="chips">'
    yield from (f"<li>{escape(chip)}</li>" for chip in _chips(lesson))
    yield "</ul>\n</header>\n"


def _chips(lesson: Lesson) -> Iterator[str]:
    if "cages" in lesson.technique.needs:
        yield "for puzzles with cages"
    if "constraints" in lesson.technique.needs:
        yield "for puzzles with other constraints"
    if "unique" in lesson.technique.needs:
        yield "assumes that there is one solution"
    yield from (f"{scale}: {rating}" for scale, rating in lesson.ratings.items())
    if lesson.technique.aliases:
        yield f"also called {joined(lesson.technique.aliases, 'or')}"


def _told(lesson: Lesson) -> Iterator[str]:
    yield '<section class="told">\n'
    for heading, text in (
        ("What to look for", lesson.technique.look_for),
        ("Why it works", lesson.technique.why),
    ):
        yield f"<div><h2>{heading}</h2><p>{escape(with_capital(text))}</p></div>\n"
    yield "</section>\n"


def _example(lesson: Lesson) -> Iterator[str]:
    board, step = lesson.board, lesson.step
    after = board.after(step)
    yield '<section id="example">\n<h2>An example</h2>\n'
    words = f"Try to find the step yourself first. {lesson.before_words}"
    before = f"<p>{escape(words.rstrip())}</p>"
    yield _row(svg(draw(board, candidates=True), style=False), "The board", before)
    yield '<details class="solved"><summary>Show the step</summary>\n'
    drawing = draw_step(board, step, lesson.explanation)
    picture = svg(drawing, style=False, caption=False)
    yield _row(picture, "The step", lines_as_html(lesson.explanation.full))
    changed = sorted({cell for cell, _ in (*step.placements, *step.eliminations)})
    picture = svg(draw(after, candidates=True, highlights=changed), style=False)
    yield _row(picture, "After it", f"<p>{escape(lesson.after_words)}</p>")
    yield "</details>\n</section>\n"


def _row(picture: str, heading: str, text: str) -> str:
    return (
        f'<div class="row"><figure>{picture}</figure>'
        f'<div class="text"><h3>{escape(heading)}</h3>{text}</div></div>\n'
    )


def _near_miss(lesson: Lesson) -> Iterator[str]:
    example = lesson.example
    if example.near_miss is None:
        return
    picture = svg(
        draw(example.near_miss, candidates=True, highlights=lesson.near_miss_cells), style=False
    )
    why = f"<p>{escape(lesson.near_miss_why)}</p>" if lesson.near_miss_why else ""
    yield '<section id="near-miss">\n<h2>A near miss</h2>\n'
    yield _row(picture, "Almost", f"<p>{escape(lesson.near_miss_words)}</p>{why}")
    yield "</section>\n"


# ---- practice


def _practice(lesson: Lesson) -> Iterator[str]:
    yield '<section id="practice">\n<h2>Practice</h2>\n'
    practice = lesson.practice
    if not practice:
        words = f"There are no boards for practice of {lesson.named} yet."
        yield f"<p>{escape(words)}</p>\n</section>\n"
        return
    yield (
        "<p>Each of these boards has such a step. "
        '<span class="live-only">Choose a cell, then what to change in it.</span></p>\n'
    )
    yield '<div class="exercises">\n'
    for drill in practice:
        yield from _exercise(drill)
    yield "</div>\n</section>\n"
    yield from _answers(practice)


def _exercise(drill: Drill) -> Iterator[str]:
    data = escape(json.dumps(_answer_data(drill), separators=(",", ":")))
    yield f'<article class="exercise" data-answer="{data}">\n<h3>Board {drill.number + 1}</h3>\n'
    yield f"<p>{escape(drill.text)}</p>\n"
    yield f"<figure>{svg(draw(drill.board, candidates=True), style=False)}</figure>\n"
    for level, words in _HINTS:
        hint = escape(drill.hint(level).text)
        yield f"<details><summary>{words}</summary><p>{hint}</p></details>\n"
    step = drill.steps[0]
    explanation = explain_step(step, drill.board)
    picture = svg(draw_step(drill.board, step, explanation), style=False, caption=False)
    yield '<details class="answer"><summary>The answer</summary>\n'
    yield f"<figure>{picture}</figure>{lines_as_html(explanation.full)}</details>\n</article>\n"


def _answer_data(drill: Drill) -> dict[str, object]:
    """Return the data for the script: candidates, and the placements and removals of each step."""
    return {
        "order": drill.board.puzzle.order,
        "masks": [
            0 if digit else mask
            for digit, mask in zip(drill.board.digits, drill.board.masks, strict=True)
        ],
        "steps": [
            {"places": step.placements, "removes": step.eliminations} for step in drill.steps
        ],
        "title": drill.title,
    }


def _answers(practice: Sequence[Drill]) -> Iterator[str]:
    """Yield the short answers, which only appear in print."""
    yield '<section class="answers">\n<h2>Answers</h2>\n<ol>\n'
    for drill in practice:
        short = explain_step(drill.steps[0], drill.board).short
        yield f"<li>{escape(sentence(short))}</li>\n"
    yield "</ol>\n</section>\n"
