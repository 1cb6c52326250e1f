"""The pages about how to play: the rules of each kind in plain words, and examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pandoku.constraints import RULES
from pandoku.draw import draw
from pandoku.draw.decorated import margins_of
from pandoku.draw.items import Drawing
from pandoku.draw.pdf import Ink, Typeface, too_small
from pandoku.errors import BudgetError, WishError
from pandoku.generation import KINDS, generate
from pandoku.model import Geometry, Puzzle
from pandoku.press.entries import Entry
from pandoku.press.items import (
    Item,
    Passage,
    Picture,
    Type,
    heading_type,
    rule_passages,
    solution_drawing,
    text_passages,
)
from pandoku.press.plan import Sizes
from pandoku.registry import plain_name
from pandoku.words import joined, kind_name, rule_sentences, rules_text, with_capital

__all__ = ["rules_passages"]

_HEADING_SPACE, _PARAGRAPH_SPACE = 14.0, 6.0
_EXAMPLE, _LARGE_EXAMPLE = 110.0, 240.0  # points: minimum side of an example
# Points: space between an example and its solution, and font size of the label below them.
_BETWEEN, _LABEL = 24.0, 8.0
_SMALL = 6, 4  # maximum order of an example, and of a Calcudoku
_BUDGET = 200  # maximum number of attempts at an example
_FOR_CHILDREN = 6  # maximum order of puzzles that are explained in the words of children
_SEEDS = range(1, 30)  # the seeds of examples, tried in this order


def rules_passages(
    entries: Sequence[Entry], width: float, sizes: Sizes, face: Typeface, ink: Ink
) -> list[Passage]:
    """Return the rules of each kind of puzzle, with examples that are not in the book."""
    text = Type(*sizes.text)
    title = heading_type(text, 1.2)
    blocks = text_passages(face, "How to play", width, heading_type(text, 1.6), with_next=True)
    kinds: dict[str, list[Entry]] = {}
    for entry in entries:
        kinds.setdefault(kind_name(entry.puzzle), []).append(entry)
    shown: set[str] = set()  # the kinds of constraints with an example
    for kind, some in kinds.items():
        section = text_passages(face, with_capital(kind), width, title, space=_HEADING_SPACE)
        for paragraph in filter(None, dict.fromkeys(_paragraphs(some))):
            section += text_passages(face, paragraph, width, text, space=_PARAGRAPH_SPACE)
        section += _samples(some, width, text, face, ink)
        for example in _examples(some, shown):
            section += _example(example, some, width, face, ink)
        blocks += _on_one_page(section)
    section = text_passages(face, "Where to begin", width, title, space=_HEADING_SPACE)
    for paragraph in _advice(entries):
        section += text_passages(face, paragraph, width, text, space=_PARAGRAPH_SPACE)
    return [*blocks, *_on_one_page(section)]


def _on_one_page(section: Sequence[Passage]) -> list[Passage]:
    """Return a section that stays on one page if it fits on one page."""
    *others, last = section
    return [*(replace(each, with_next=True) for each in others), replace(last, with_next=False)]


# ------------------------------------------------------------------ words


def _paragraphs(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the goal and the rules of one kind. Constraints other than cages have samples."""
    bare = [entry.puzzle.replace(further=(), words=None) for entry in entries]
    for_children = all(
        each.order <= _FOR_CHILDREN and not (each.geometry.diagonals or each.geometry.extra)
        for each in bare
    )
    if for_children:
        yield from _rules_for_children(bare)
    else:
        yield from map(rules_text, bare)
        if any(cage.repeats and cage.clue for each in bare for cage in each.cages):
            yield "A digit may occur more than once in a cage, but not in one row or column."
    yield from _signs(bare)
    if any(len(cage.cells) == 1 and cage.clue for each in bare for cage in each.cages):
        yield "Begin with the cages of a single cell: their digit is printed in the corner."
    elif any(each.cages for each in bare):
        yield "Begin with the cages that only few digits can fill, such as two cells with a 3."


def _advice(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield advice that helps with every kind of puzzle."""
    areas = dict.fromkeys(_area(entry.puzzle.geometry) for entry in entries)
    houses = [*filter(None, ["row", "column", *areas])]
    yield (
        f"If only one cell of a {joined(houses, 'or')} is empty, write the digit that is missing "
        f"there. Then choose a digit and a {houses[-1]}, and look at the lines that cross it. A "
        "line that already has this digit cannot get it again. If a single cell is left for it, "
        "write it there."
    )
    yield (
        "If you are not sure about a cell, note all digits that are possible there, small and with "
        "a pencil. Cross them out when they become impossible."
    )
    if all(entry.solution is not None for entry in entries):
        yield "Every puzzle has exactly one solution."


def _rules_for_children(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the goal and the rules of small puzzles in short sentences."""
    puzzle = min(puzzles, key=lambda each: each.order)
    goal = (
        "Some cells already have a digit. Find the digits of all other cells."
        if any(each.n_givens for each in puzzles)
        else "Write a digit in every cell."
    )
    area = _area(puzzle.geometry)
    areas = f", and so does every {area} with bold borders" if area else ""
    digits = {each.order: joined(map(each.label_of, range(1, each.order + 1))) for each in puzzles}
    first, *others = sorted(digits)
    yield (
        f"{goal} Every row, from left to right, has the digits {digits[first]}, each of them once. "
        f"So does every column, from top to bottom{areas}."
    )
    for order in others:
        yield f"In a grid of {order}x{order} cells, the digits are {digits[order]}."
    cages = dict.fromkeys(cage for each in puzzles for cage in each.cages)
    yield " ".join(rule_sentences(cages, puzzle.geometry))


def _area(geometry: Geometry) -> str:
    """Return the noun for the areas with bold borders, or "" for a Latin square."""
    if geometry.regions is not None:
        return "region"
    return "box" if geometry.box is not None else ""


_SIGNS = {
    "+": "With a +, the digits add up to the number: 6+ may be 2 and 4, or 1, 2 and 3.",
    "-": "With a −, the number remains when you subtract the other digits from the greatest: 2− "
    "may be 3 and 1.",
    "*": "With a ×, multiply the digits: 6× may be 2 and 3.",
    "/": "With a ÷, divide the greatest by the other digits: 2÷ may be 4 and 2.",
}


def _signs(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield an explanation of the signs in cages, if there are any."""
    used = {
        cage.operation
        for puzzle in puzzles
        for cage in puzzle.cages
        if cage.repeats and len(cage.cells) > 1
    }
    words = [text for sign, text in _SIGNS.items() if sign in used]
    if words:
        yield " ".join(words)


def _samples(
    entries: Sequence[Entry], width: float, text: Type, face: Typeface, ink: Ink
) -> list[Passage]:
    """Return the rules of the constraints of all puzzles, without duplicate rules."""
    blocks: list[Passage] = []
    printed: set[str] = set()
    for entry in entries:
        if not entry.puzzle.further:
            continue
        drawing = draw(entry.puzzle.replace(cages=()), coordinates=False)
        new = replace(
            drawing,
            legend=tuple(key for key in drawing.legend if key.text not in printed),
            caption=drawing.caption if drawing.caption not in printed else "",
        )
        printed.update([*(key.text for key in new.legend), new.caption])
        blocks += rule_passages(face, new, width, text.size, ink)
    return blocks


# ------------------------------------------------------------------ examples


def _examples(entries: Sequence[Entry], shown: set[str]) -> Iterator[Puzzle]:
    """Yield examples with solutions: of houses and cages, and of each kind of constraint.

    Args:
        entries: Puzzles of one kind.
        shown: The names of the kinds of constraints that have an example. New names are added.
    """
    first = min(entries, key=lambda entry: (entry.puzzle.order, entry.number)).puzzle
    in_book = {entry.puzzle for entry in entries}
    if (first.cages or not first.further) and (made := _made(first, entries)):
        yield made
    names = dict.fromkeys(plain_name(each.NAME) for each in first.further if each.IS_CHECKED)
    rules = [rule for name in names if (rule := RULES.get(name)) and name not in shown]
    shown.update(rule.name for rule in rules)
    complete = {rule.completes for rule in rules} - {None}
    for rule in rules:
        if rule.make in complete:
            # The example of the kind may lack clues, but here all clues are given.
            yield generate(order=_SMALL[0], constraints=f"{rule.name} all", seed=_SEEDS[0])
        elif rule.completes is None and rule.example not in in_book:
            yield rule.example


def _made(puzzle: Puzzle, entries: Sequence[Entry]) -> Puzzle | None:
    """Return a small, easy puzzle with the same kinds of houses and cages.

    Its solution is not a solution of the entries. The result is None if no such puzzle is found.
    """
    solutions = {tuple(entry.solution or ()) for entry in entries}
    kind, order = _small_kind(puzzle)
    options: dict[str, Any] = {"difficulty": "easy"} if kind else {"like": puzzle}
    signs = "".join(sign for sign in _SIGNS if any(sign == c.operation for c in puzzle.cages))
    if kind == "calcudoku" and signs:
        options["operations"] = signs
    for seed in _SEEDS:
        try:
            made = generate(kind or "sudoku", order, seed=seed, budget=_BUDGET, **options)
        except (WishError, BudgetError):
            return None
        if made.solution not in solutions:
            return made.replace(symbols=puzzle.symbols) if made.order == puzzle.order else made
    return None


def _small_kind(puzzle: Puzzle) -> tuple[str, int | None]:
    """Return the name of the kind that makes puzzles like this one, and a small order for it.

    The name is "" if no kind has such houses.
    """
    geometry, n = puzzle.geometry, puzzle.order
    if geometry.extra:
        return "", None  # windows and stars depend on the order
    for kind in KINDS.values():
        if kind.has_cages != bool(puzzle.cages) or kind.name == "jigsaw":
            continue
        try:
            box = {"box": geometry.box} if geometry.box and "box" in kind.takes else {}
            found = kind.geometry(n, box)
        except WishError:
            continue
        if found == geometry:
            most = min(n, _SMALL[kind.name == "calcudoku"])
            return kind.name, max(each for each in kind.possible_orders() if each <= most)
    is_jigsaw = geometry.regions is not None and not (puzzle.cages or geometry.diagonals)
    return ("jigsaw", min(n, _SMALL[0])) if is_jigsaw else ("", None)


def _example(
    example: Puzzle, entries: Sequence[Entry], width: float, face: Typeface, ink: Ink
) -> list[Passage]:
    """Return an example and its solution, side by side if the page is wide enough.

    An example may be smaller than the puzzles, so that some values in its rules differ. Its label
    states these rules.
    """
    size = 16.0 if ink.large else _LABEL
    known = {
        text
        for each in entries
        for text in rule_sentences(each.puzzle.further, each.puzzle.geometry)
    }
    own = [text for text in rule_sentences(example.further, example.geometry) if text not in known]
    label = " ".join(["An example and its solution.", *own])
    pictures = [
        _Sample.of(draw(example, coordinates=False), ink, face, is_large=ink.large),
        _Sample.of(
            solution_drawing(example, bytes(example.solution or ())),
            replace(ink, large=False, solution=True),
            face,
            is_large=ink.large,
        ),
    ]
    if max(each.width for each in pictures) > width:
        return []  # too narrow for a legible example
    is_wide = sum(each.width for each in pictures) + _BETWEEN <= width
    rows = [pictures] if is_wide else [[each] for each in pictures]
    passages = [
        Passage(max(each.height for each in row), _beside(row), _PARAGRAPH_SPACE + 4, True)
        for row in rows
    ]
    return [*passages, *text_passages(face, label, width, Type(size, 1.4 * size), space=2)]


class _Sample(NamedTuple):
    """A drawing with cells that are large enough to be legible."""

    drawing: Drawing
    ink: Ink
    cell: float
    margins: tuple[float, float, float, float]

    @classmethod
    def of(cls, drawing: Drawing, ink: Ink, face: Typeface, *, is_large: bool) -> _Sample:
        cell = (_LARGE_EXAMPLE if is_large else _EXAMPLE) / drawing.order
        found = too_small(drawing, cell, ink, face)
        if found is not None:
            cell *= 1.01 * found.least / found.size
        return cls(drawing, ink, cell, margins_of(drawing.shapes, drawing.order))

    @property
    def width(self) -> float:
        return (self.drawing.order + self.margins[0] + self.margins[2]) * self.cell

    @property
    def height(self) -> float:
        return (self.drawing.order + self.margins[1] + self.margins[3]) * self.cell


def _beside(row: Sequence[_Sample]) -> Callable[[float, float], Sequence[Item]]:
    def items(x: float, y: float) -> Sequence[Item]:
        pictures = list[Item]()
        for each in row:
            left, top, _, _ = each.margins
            place = x + left * each.cell, y - top * each.cell
            pictures.append(Picture(each.drawing, *place, each.cell, each.ink))
            x += each.width + _BETWEEN
        return pictures

    return items
