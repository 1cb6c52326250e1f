"""The pages about techniques, with pictures, words, a near miss and practice, and their index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import NamedTuple

from docs.generators.markup import cell, fenced, figure, table
from pandoku.draw import draw, draw_step, svg
from pandoku.lessons import Demonstration, lesson_of
from pandoku.model import Board, Step
from pandoku.rating import LEVELS, Rating
from pandoku.rating import scales_with_numbers as scales
from pandoku.techniques import (
    TECHNIQUES,
    Example,
    Explanation,
    Technique,
    example_of,
    get_technique,
    practice_of,
    why_none,
)
from pandoku.words import lines_as_html, paragraphs

__all__ = ["files", "menu"]

_INDEX = """# Techniques

pandoku has {count} techniques. Each page shows a technique at work on an example, explains what to
look for and why it is correct, and has a near miss (a board where it almost applies) and boards for
practice. They are sorted by [difficulty](../difficulty.md) in the scale `pandoku`, first by word
and then by number. [Lessons](../how-to/lessons.md) have more boards, on pages to save or print.
"""
_PRACTICE = 2  # boards per page (lessons and drills have all of them)


class _Shown(NamedTuple):
    """A technique with the data for its page, computed once."""

    technique: Technique
    example: Example
    step: Step
    explanation: Explanation
    ratings: dict[str, Rating]
    first: Demonstration

    @property
    def level(self) -> str:
        return next((rating.level for rating in self.ratings.values()), "not rated")

    @property
    def number(self) -> float:
        return next((rating.score for rating in self.ratings.values()), 0)

    @property
    def heading(self) -> str:
        return _capitalized(self.technique.title)


def files() -> Iterator[tuple[str, str]]:
    """Yield the index, the page of each technique, and its pictures."""
    yield "techniques/index.md", _index()
    for shown in _all():
        name = shown.technique.name
        yield f"techniques/{name}.md", _page(shown)
        picture = draw_step(*shown.first)
        yield f"techniques/{name}.svg", svg(picture, caption=False)
        yield f"techniques/{name}-small.svg", svg(replace(picture, legend=()), caption=False)
        if shown.example.near_miss is not None:
            yield f"techniques/{name}-near-miss.svg", _near_miss(shown.example.near_miss, shown)
        for number, each in enumerate(practice_of(name)[:_PRACTICE], 1):
            yield f"techniques/{name}-practice-{number}.svg", svg(draw(each.board, candidates=True))


def menu() -> list[str | dict[str, list[str]]]:
    """Return the menu: the index, then the pages by level."""
    levels = {level: [f"techniques/{s.technique.name}.md" for s in of] for level, of in _levels()}
    return ["techniques/index.md", *({_capitalized(level): of} for level, of in levels.items())]


@lru_cache(maxsize=1)
def _all() -> tuple[_Shown, ...]:
    return tuple(map(_shown, TECHNIQUES.values()))


def _shown(technique: Technique) -> _Shown:
    example = example_of(technique.name)
    if example is None:
        raise ValueError(f"expected an example of {technique.name} in examples.txt, found none")
    step = next(technique.steps(example.board, 1))
    rated = {name: scale.rate(step) for name, scale in scales().items()}
    ratings = {name: rating for name, rating in rated.items() if rating is not None}
    first = lesson_of(technique.name).demonstrations[0]
    explanation = technique.explain(step, example.board)
    return _Shown(technique, example, step, explanation, ratings, first)


def _levels() -> Iterator[tuple[str, list[_Shown]]]:
    for level in (*LEVELS, "not rated"):
        if found := [shown for shown in _all() if shown.level == level]:
            yield level, sorted(found, key=lambda shown: shown.number)


def _index() -> str:
    parts = [_INDEX.format(count=len(_all()))]
    for level, found in _levels():
        cards = "\n".join(map(_card, found))
        parts.append(f'## {_capitalized(level)}\n\n<div class="cards">\n{cards}\n</div>\n')
    return "\n".join(parts)


def _card(shown: _Shown) -> str:
    name, summary = shown.technique.name, shown.technique.summary
    return (
        f'<a class="card" href="{name}.html">'
        f'<img src="{name}-small.svg" alt="{escape(shown.first.explanation.short)}" loading="lazy">'
        f"<strong>{escape(shown.heading)}</strong><span>{escape(summary)}</span></a>"
    )


def _page(shown: _Shown) -> str:
    technique, name = shown.technique, shown.technique.name
    return "\n".join(
        (
            f"# {shown.heading}\n",
            f"{_capitalized(technique.summary)}.\n",
            figure(f"{name}.svg", shown.first.explanation.short, kind="step"),
            *_told(shown.first.explanation.full),
            *_general_part(technique),
            *_scan_part(technique),
            f"## What to look for\n\n{_capitalized(cell(technique.look_for))}\n",
            f"## Why it works\n\n{_capitalized(cell(technique.why))}\n",
            *_near_miss_part(shown),
            *_practice_part(shown),
            f"## Facts\n\n{_facts(shown)}",
            f"## In Python\n\n{_in_python(technique)}",
        )
    )


def _told(sentences: Sequence[str]) -> Iterator[str]:
    """Yield the sentences, numbered ones as HTML: Markdown would turn them into lists and code."""
    if len(paragraphs(sentences)) > 1:
        yield f"<div>{lines_as_html(sentences)}</div>\n"
    else:
        yield from (f"{cell(sentence)}\n" for sentence in sentences)


def _general_part(technique: Technique) -> Iterator[str]:
    if name := technique.is_case_of:
        yield f"This is a special case of the [{get_technique(name).title}]({name}.md).\n"


def _scan_part(technique: Technique) -> Iterator[str]:
    """Yield the moment to look for the pattern, and the glances in order."""
    if not technique.scan:
        return
    yield "## When and how to look\n"
    yield f"{_capitalized(cell(technique.when))}\n"
    yield "\n".join(f"{at}. {cell(each.text)}" for at, each in enumerate(technique.scan, 1)) + "\n"


def _near_miss_part(shown: _Shown) -> Iterator[str]:
    if shown.example.near_miss is None:
        return
    why = why_none(shown.technique, shown.step, shown.example)
    words = f"If {shown.example.condition}, the technique would not apply. {why}"
    alternative = f"{shown.heading}, a near miss: {shown.example.condition}"
    yield f"## A near miss\n\n{cell(words.strip())}\n"
    yield figure(f"{shown.technique.name}-near-miss.svg", alternative, kind="step")


def _practice_part(shown: _Shown) -> Iterator[str]:
    technique, boards = shown.technique, practice_of(shown.technique.name)
    if not boards:
        return
    yield "## Practice\n"
    for number, each in enumerate(boards[:_PRACTICE], 1):
        alternative = f"Board {number} for practice, with the candidates of its empty cells"
        yield figure(f"{technique.name}-practice-{number}.svg", alternative, kind="step")
        step = next(technique.steps(each.board, 1))
        answer = lines_as_html(technique.explain(step, each.board).full)
        yield f"<details><summary>The answer</summary>{answer}</details>\n"
    yield f"`pandoku drill {technique.name}` has all {len(boards)} boards, and makes more.\n"


def _near_miss(board: Board, shown: _Shown) -> str:
    before = shown.example.board
    changed = [
        each
        for each in range(len(board.digits))
        if (board.digits[each], board.masks[each], board.puzzle.givens[each])
        != (before.digits[each], before.masks[each], before.puzzle.givens[each])
    ]
    return svg(draw(board, candidates=True, highlights=changed))


def _facts(shown: _Shown) -> str:
    technique = shown.technique
    rows = [("Name", f"`{technique.name}`")]
    if technique.aliases:
        rows.append(("Other names", cell(", ".join(technique.aliases))))
    rated = [f"{rating} in the scale `{scale}`" for scale, rating in shown.ratings.items()]
    rows.append(("[Rating](../reference/scales.md) of the example", ", ".join(rated) or "none"))
    rows.append(("Needs", cell(_needs(technique))))
    return table(("", ""), rows)


def _in_python(technique: Technique) -> str:
    """Return a code block that finds the technique, and a sentence with the roles in its facts."""
    code = fenced(_code(technique.name), "python")
    if not technique.roles:
        return code
    roles = ", ".join(f"`{role}`" for role in technique.roles)
    return f"{code}\nIn `step.facts`, the parts of the pattern have these roles: {roles}.\n"


def _needs(technique: Technique) -> str:
    needs = ["a puzzle with exactly one solution"] * ("unique" in technique.needs)
    needs += ["cages"] * ("cages" in technique.needs)
    needs += ["constraints other than cages"] * ("constraints" in technique.needs)
    return " and ".join(needs) or "nothing: it applies to every puzzle"


def _code(name: str) -> str:
    return (
        "from pandoku.lessons import lesson_of\n\n"
        f'board, step, explanation = lesson_of("{name}").demonstrations[0]\n'
        "print(explanation.short)"
    )


def _capitalized(text: str) -> str:
    """Return text with a capital first letter and the rest (XY-wing) unchanged."""
    return text[:1].upper() + text[1:]
