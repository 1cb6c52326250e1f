"""All lessons as a static site: pages, pictures, and indexes by difficulty and by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape

from pandoku.draw import draw_step, svg
from pandoku.draw.styles import paper_rules, styles
from pandoku.lessons.lesson import Lesson, by_difficulty, lessons, neighbors_of
from pandoku.lessons.page import Neighbors, asset, head, lesson_page
from pandoku.words import with_capital

__all__ = ["encyclopedia"]

# The indexes: a file, its order in words, and a function for the heading of a lesson.
_INDEXES: tuple[tuple[str, str, Callable[[Lesson], str]], ...] = (
    ("index.html", "by difficulty", lambda lesson: with_capital(lesson.level)),
    ("kinds.html", "by kind", lambda lesson: lesson.family),
)
# Values and labels of the filter buttons of the indexes.
_FILTERS = (
    ("", "All"),
    ("every puzzle", "For every puzzle"),
    ("cages", "For cages"),
    ("one solution", "Assume one solution"),
)


def encyclopedia(*, theme: str = "auto") -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the site, which starts at `index.html`.

    The files belong in one folder. They need no server and no other host.

    Args:
        theme: The theme (see `lesson_page`).

    Raises:
        ValueError: The theme is unknown.
        EngineError: The compiled core is not built.
    """
    yield "lesson.css", f"{styles(theme)}\n{paper_rules()}{asset('lesson.css')}"
    for script in ("lesson.js", "index.js"):
        yield script, asset(script)
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
    yield from head(f"Techniques {told}", theme, alone=False)
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
        yield from map(_card, of)
        yield "</div>\n</section>\n"
    yield '</main>\n<script src="index.js"></script>\n</body>\n</html>\n'


def _card(lesson: Lesson) -> str:
    technique = lesson.technique
    words = " ".join((technique.title, *technique.aliases, technique.summary, lesson.family))
    number = f"{lesson.score:.1f}" if lesson.score else lesson.level
    return (
        f'<a class="card" href="{lesson.name}.html" data-needs="{lesson.needs}" '
        f'data-words="{escape(words.lower())}">'
        f'<img src="{lesson.name}.svg" alt="" loading="lazy" width="120" height="120">'
        f"<span><small>{escape(number)}</small><strong>{escape(lesson.heading)}</strong>"
        f"{escape(technique.summary)}</span></a>\n"
    )
