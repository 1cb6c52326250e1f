"""A lesson as an HTML page, and all lessons as a static site."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from pandoku.draw import draw, draw_step, svg
from pandoku.draw.styles import document_rules, styles
from pandoku.lessons.lesson import Lesson, by_difficulty, lessons, neighbors_of
from pandoku.model import Board
from pandoku.techniques import explain_step
from pandoku.words import joined, lines_as_html, rule_sentences, sentence, with_capital

__all__ = ["Neighbors", "encyclopedia", "lesson_page"]

# levels of `pandoku.hint` that the page shows, and their labels
_HINTS = ((1, "A hint"), (3, "A stronger hint"))
_NEEDS = {
    "cages": "for puzzles with cages",
    "constraints": "for puzzles with other constraints",
    "unique": "assumes that there is one solution",
}


class Neighbors(NamedTuple):
    """The lessons before and after a lesson in a site. Each may be None, see `neighbors_of`."""

    before: Lesson | None
    after: Lesson | None


def lesson_page(
    lesson: Lesson, *, theme: str = "auto", neighbors: Neighbors | None = None
) -> Iterator[str]:
    """Yield the lines of a lesson's page, which begins with a picture of the technique at work.

    Slides on the same board show how to scan for the technique. The description, examples on other
    boards, a near miss and practice follow. The steps of these examples are hidden below their
    boards until the reader opens them. With JavaScript, the reader can play the slides and answer
    the boards for practice, and the page judges the answers. Without JavaScript, all slides are
    below each other, and the reader can open the answers. In print, the answers are at the end.

    Args:
        lesson: The lesson.
        theme: "light", "dark" or "auto". "auto" is the theme that the reader's browser prefers, and
            light in print.
        neighbors: For a page of a site, the lessons to link to. Style and script are then separate
            files. None makes a page that is a single file.

    Raises:
        ValueError: The theme is unknown.
    """
    yield from _head(lesson.heading, theme, alone=neighbors is None)
    yield from _header(lesson, neighbors)
    yield "<main>\n"
    yield from _first_picture(lesson)
    yield from _scan(lesson)
    yield '<section class="told">\n'
    for heading, text in (
        ("What to look for", lesson.technique.look_for),
        ("Why it works", lesson.technique.why),
    ):
        yield f"<div><h2>{heading}</h2><p>{escape(with_capital(text))}</p></div>\n"
    yield "</section>\n"
    yield from _examples(lesson)
    if (near_miss := lesson.example.near_miss) is not None:
        drawing = draw(near_miss, candidates=True, highlights=lesson.near_miss_cells)
        why = f"<p>{escape(lesson.near_miss_why)}</p>" if lesson.near_miss_why else ""
        words = f"<p>{escape(lesson.near_miss_words)}</p>{why}"
        yield '<section id="near-miss">\n<h2>A near miss</h2>\n'
        yield _row(svg(drawing, style=False), "Almost", words)
        yield "</section>\n"
    yield from _slips(lesson)
    yield from _practice(lesson)
    yield "</main>\n"
    if neighbors is None:
        yield f"<script>\n{_asset('lesson.js')}</script>\n"
    else:
        yield '<script src="lesson.js"></script>\n'
    yield "</body>\n</html>\n"


def _head(title: str, theme: str, *, alone: bool) -> Iterator[str]:
    """Yield the head of a page. If *alone*, the head includes the style instead of a link."""
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{escape(title)}</title>\n"
    if alone:
        yield f"<style>{styles(theme)}\n{document_rules()}{_asset('lesson.css')}</style>\n"
    else:
        yield '<link rel="stylesheet" href="lesson.css">\n'
    yield "</head>\n<body>\n"


@lru_cache(maxsize=4)
def _asset(name: str) -> str:
    """Return the text of a file in the folder `assets`."""
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
    chips = [words for need, words in _NEEDS.items() if need in lesson.technique.needs]
    chips += [f"{scale}: {rating}" for scale, rating in lesson.ratings.items()]
    if lesson.technique.aliases:
        chips.append(f"also called {joined(lesson.technique.aliases, 'or')}")
    items = "".join(f"<li>{escape(chip)}</li>" for chip in chips)
    yield f'<ul class="chips">{items}</ul>\n</header>\n'


def _first_picture(lesson: Lesson) -> Iterator[str]:
    """Yield the picture that the lesson begins with: the step, its line, and its proof, folded."""
    first = lesson.demonstrations[0]
    picture = svg(draw_step(*first), style=False, caption=False)
    line = escape(sentence(first.explanation.short))
    proof = lines_as_html(first.explanation.full)
    chance = f"<p>{escape(lesson.before_words)}</p>" if lesson.is_on_example else ""
    yield '<section id="picture">\n<div class="row">'
    rules = _rules(first.board)
    yield f'<figure>{picture}</figure><div class="text">{rules}<p class="line">{line}</p>{chance}'
    yield f"<details><summary>The step in full</summary>{proof}</details></div></div>\n</section>\n"


def _rules(board: Board) -> str:
    """Return the rules of a board's cages and other constraints as a paragraph, or ""."""
    puzzle = board.puzzle
    shown = [each for each in (*puzzle.cages, *puzzle.further) if each.IS_CHECKED]
    rules = rule_sentences(shown, puzzle.geometry)
    return f'<p class="rules">{escape(" ".join(rules))}</p>\n' if rules else ""


def _scan(lesson: Lesson) -> Iterator[str]:
    """Yield the slides below each other. The script shows one at a time."""
    yield '<section id="scan" aria-labelledby="scan-heading">\n'
    yield '<h2 id="scan-heading">When and how to look</h2>\n'
    if lesson.technique.when:
        yield f"<p>{escape(with_capital(lesson.technique.when))}</p>\n"
    yield '<ol class="slides">\n'
    for slide in lesson.slides:
        picture = svg(slide.picture, style=False, caption=False)
        words = lines_as_html(slide.text.split("\n"))
        yield f'<li><div class="words">{words}</div><figure>{picture}</figure></li>\n'
    yield "</ol>\n</section>\n"


def _examples(lesson: Lesson) -> Iterator[str]:
    """Yield the other typical positions, and the example if the lesson does not begin with it."""
    others = lesson.demonstrations[1:]
    if others:
        yield '<section id="more">\n<h2>More examples</h2>\n<div class="exercises">\n'
        for number, each in enumerate(others, 1):
            yield f"<article>\n<h3>Position {number}</h3>\n"
            yield f"<figure>{svg(draw(each.board, candidates=True), style=False)}</figure>\n"
            yield _rules(each.board)
            yield '<details class="solved"><summary>Show the step</summary>\n'
            picture = svg(draw_step(*each), style=False, caption=False)
            proof = lines_as_html(each.explanation.full)
            yield f"<figure>{picture}</figure>{proof}</details>\n</article>\n"
        yield "</div>\n</section>\n"
    if not lesson.is_on_example:
        yield from _example(lesson)


def _example(lesson: Lesson) -> Iterator[str]:
    board, step = lesson.board, lesson.step
    after = board.after(step)
    yield '<section id="example">\n<h2>Try it yourself</h2>\n'
    words = f"Try to find the step yourself first. {lesson.before_words}"
    before = f"{_rules(board)}<p>{escape(words.rstrip())}</p>"
    yield _row(svg(draw(board, candidates=True), style=False), "The board", before)
    yield '<details class="solved"><summary>Show the step</summary>\n'
    drawing = draw_step(board, step, lesson.explanation)
    picture = svg(drawing, style=False, caption=False)
    yield _row(picture, "The step", lines_as_html(lesson.explanation.full))
    changed = sorted({cell for cell, _ in (*step.placements, *step.eliminations)})
    picture = svg(draw(after, candidates=True, highlights=changed), style=False)
    yield _row(picture, "After it", f"<p>{escape(lesson.after_words)}</p>")
    yield "</details>\n</section>\n"


def _slips(lesson: Lesson) -> Iterator[str]:
    """Yield the errors that people make, each on a board where its conclusion is false."""
    if not lesson.slips:
        return
    yield '<section id="slips">\n<h2>Errors that people make</h2>\n'
    for slip in lesson.slips:
        picture = svg(slip.picture, style=False, caption=False)
        yield _row(picture, with_capital(slip.text), f"<p>{escape(slip.why)}</p>")
    yield "</section>\n"


def _row(picture: str, heading: str, text: str) -> str:
    return (
        f'<div class="row"><figure>{picture}</figure>'
        f'<div class="text"><h3>{escape(heading)}</h3>{text}</div></div>\n'
    )


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
    answers = list[str]()
    for drill in practice:
        board, step = drill.board, drill.steps[0]
        masks = zip(board.digits, board.masks, strict=True)
        houses = board.puzzle.geometry.houses
        data = {  # for the script
            "order": board.puzzle.order,
            "digits": board.digits,
            "masks": [0 if digit else mask for digit, mask in masks],
            "houses": [(h.noun, h.cells) for h in houses if h.kind not in ("row", "column")],
            "reasons": {
                text: " ".join(f"{cell},{digit}" for cell, digit in pairs)
                for text, pairs in drill.reasons().items()
            },
            "steps": [{"places": s.placements, "removes": s.eliminations} for s in drill.steps],
            "refusal": drill.refusal,
        }
        answer = escape(json.dumps(data, separators=(",", ":")))
        yield f'<article class="exercise" data-answer="{answer}">\n'
        yield f"<h3>Board {drill.number + 1}</h3>\n<p>{escape(drill.text)}</p>\n"
        yield f"<figure>{svg(draw(board, candidates=True), style=False)}</figure>\n"
        for level, words in _HINTS:
            hint = escape(drill.hint(level).text)
            yield f"<details><summary>{words}</summary><p>{hint}</p></details>\n"
        explanation = explain_step(step, board)
        picture = svg(draw_step(board, step, explanation), style=False, caption=False)
        yield '<details class="answer"><summary>The answer</summary>\n'
        yield f"<figure>{picture}</figure>{lines_as_html(explanation.full)}</details>\n</article>\n"
        answers.append(f"<li>{escape(sentence(explanation.heading))}</li>\n")
    yield "</div>\n</section>\n"
    yield '<section class="answers">\n<h2>Answers</h2>\n<ol>\n'  # visible only in print
    yield from answers
    yield "</ol>\n</section>\n"


# For each index: its file, its order in words, and a function that returns a lesson's heading.
_INDEXES: tuple[tuple[str, str, Callable[[Lesson], str]], ...] = (
    ("index.html", "by difficulty", lambda lesson: with_capital(lesson.level)),
    ("kinds.html", "by kind", lambda lesson: lesson.family),
)
# Filter buttons of the indexes: values of `Lesson.needs`, and labels.
_FILTERS = (
    ("", "All"),
    ("every puzzle", "For every puzzle"),
    ("cages", "For cages"),
    ("one solution", "Assume one solution"),
)


def encyclopedia(*, theme: str = "auto") -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the site, which starts at `index.html`.

    All files belong in the same folder. They work without a server, and load nothing from the web.

    Args:
        theme: The theme (see `lesson_page`).

    Raises:
        ValueError: The theme is unknown.
        EngineError: The compiled core is not built.
    """
    yield "lesson.css", f"{styles(theme)}\n{document_rules()}{_asset('lesson.css')}"
    for script in ("lesson.js", "index.js"):
        yield script, _asset(script)
    found = by_difficulty(lessons())
    for file, told, heading_of in _INDEXES:
        yield file, "".join(_index(found, file, told, heading_of, theme))
    around = neighbors_of(found)
    for lesson in found:
        neighbors = Neighbors(*around[lesson.name])
        page = lesson_page(lesson, theme=theme, neighbors=neighbors)
        yield f"{lesson.name}.html", "".join(page)
        picture = draw_step(lesson.board, lesson.step, lesson.explanation)
        small = svg(replace(picture, legend=()), theme=theme, caption=False)
        yield f"{lesson.name}.svg", small


def _index(
    found: Sequence[Lesson],
    file: str,
    told: str,
    heading_of: Callable[[Lesson], str],
    theme: str,
) -> Iterator[str]:
    yield from _head(f"Techniques {told}", theme, alone=False)
    yield "<header>\n<h1>Techniques</h1>\n"
    yield (
        f'<p class="lead">{len(found)} ways to deduce, each with an example that only it solves, '
        "a near miss, and boards to practise on.</p>\n"
    )
    yield '<nav aria-label="order">'
    for name, words, _ in _INDEXES:
        now = ' aria-current="page"' if name == file else ""
        yield f'<a href="{name}"{now}>{words}</a> '
    yield "</nav>\n"
    yield '<div class="search live-only"><input type="search" placeholder="Search" '
    yield 'aria-label="Search the techniques"><div class="filters">'
    for value, words in _FILTERS:
        pressed = "false" if value else "true"
        yield f'<button type="button" data-needs="{value}" aria-pressed="{pressed}">'
        yield f"{words}</button>"
    yield '</div><p class="none" role="status" hidden>No technique has these words.</p></div>\n'
    yield "</header>\n<main>\n"
    groups: dict[str, list[Lesson]] = {}
    for lesson in found:
        groups.setdefault(heading_of(lesson), []).append(lesson)
    for heading, of in groups.items():
        yield f'<section class="group">\n<h2>{escape(heading)}</h2>\n<div class="cards">\n'
        for lesson in of:
            about, name = lesson.technique, lesson.name
            words = " ".join((about.title, *about.aliases, about.summary, lesson.family))
            number = f"{lesson.score:.1f}" if lesson.score else lesson.level
            yield f'<a class="card" href="{name}.html" data-needs="{lesson.needs}" '
            yield f'data-words="{escape(words.lower())}">'
            yield f'<img src="{name}.svg" alt="" loading="lazy" width="120" height="120">'
            yield f"<span><small>{escape(number)}</small><strong>{escape(lesson.heading)}</strong>"
            yield f"{escape(about.summary)}</span></a>\n"
        yield "</div>\n</section>\n"
    yield '</main>\n<script src="index.js"></script>\n</body>\n</html>\n'
