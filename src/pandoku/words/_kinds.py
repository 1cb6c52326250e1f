"""The name of a puzzle's kind, its title and its rules, for all who show puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.model import HOUSE_SETS, Geometry, House, Puzzle, default_box
from pandoku.words._constraints import rule_sentences, titles_of
from pandoku.words._sentences import joined, with_capital
from pandoku.words._unchecked import unchecked_words

__all__ = ["kind_name", "kind_text", "rules_text"]

_MOST_NAMED = 4  # extra houses in the sentence of rules


def kind_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle's kind, which follows from its rules.

    >>> kind_name(Puzzle(9)), kind_name(Puzzle.latin(5)), kind_name(Puzzle.sudoku(9, windows=True))
    ('Sudoku', 'Latin square', 'Windoku')
    >>> kind_name(Puzzle.killer(9, [(10, "r1c1 r1c2")], extra=["windoku", "center-dot"]))
    'Center dot killer windoku'
    >>> from pandoku.constraints import Arrow, Thermometer
    >>> kind_name(Puzzle(9).with_(Thermometer("r1c1 r1c2"), Arrow("r9c1", "r9c2 r9c3")))
    'Sudoku with thermometers and arrows'
    """
    name, with_others = _name_parts(puzzle)
    return name + with_others


def _name_parts(puzzle: Puzzle) -> tuple[str, str]:
    """Return the name of a puzzle's kind, and a phrase that follows its size, or ""."""
    geometry = puzzle.geometry
    sets, others = _sets_in(geometry)
    adjectives, nouns = titles_of(puzzle.further, geometry)
    words = ["diagonal"] * geometry.diagonals + adjectives
    attributes = [name.replace("-", " ") for name in sets if not name.endswith("doku")]
    words += [joined(attributes)] * bool(attributes)
    names = [name for name in sets if name.endswith("doku")]  # which take the place of "Sudoku"
    if geometry.box is None and geometry.regions is None:
        words += [*names, "calcudoku" if puzzle.cages else "Latin square"]
    else:
        words += ["killer"] * bool(puzzle.cages) + names
        words += ["jigsaw"] * (geometry.regions is not None)
        if not (puzzle.cages or names or geometry.regions is not None):
            words.append("Sudoku")
    name = with_capital(" ".join(words))
    houses = {0: "", 1: "an extra house"}.get(others, "extra houses")
    if nouns:
        return name, f" with {joined([houses] * bool(houses) + nouns)}"
    return f"{name} with {houses}" if houses else name, ""


def kind_text(puzzle: Puzzle) -> str:
    """Return the title of a puzzle without one: the name of its kind, and its size.

    >>> kind_text(Puzzle.sudoku("1" + "." * 15))
    'Sudoku 4x4'
    """
    name, with_others = _name_parts(puzzle)
    return f"{name} {puzzle.order}x{puzzle.order}{with_others}"


def rules_text(puzzle: Puzzle) -> str:
    """Return the rules of a puzzle in a few short sentences.

    >>> rules_text(Puzzle.latin(3))
    'Every row and column holds each digit 1-3 once.'
    >>> rules_text(Puzzle.sudoku(9, diagonals=True, extra="center-dot"))
    'Every row, column and box holds each digit 1-9 once. So do both diagonals and the center dot.'
    """
    n = puzzle.order
    digits = f"each digit 1-{n}" if n > 1 else "the digit 1"
    nouns, others = _houses_in_words(puzzle.geometry.houses)
    told = [f"Every {joined(nouns)} holds {digits} once."]
    if others:
        does = "do" if len(others) > 1 or others[0].startswith(("both ", "all ")) else "does"
        told.append(f"So {does} {joined(others)}.")
    cages = [cage for cage in puzzle.cages if cage.clue and len(cage.cells) > 1]
    if cages:
        does = (
            "add up to the number in its corner"
            if all(cage.operation == "+" for cage in cages)
            else "make the number in its corner with its sign"
        )
        differ = "" if any(cage.repeats for cage in cages) else ", and no digit repeats in a cage"
        told.append(f"The digits of a cage {does}{differ}.")
    told += rule_sentences(puzzle.further)
    if unchecked := unchecked_words(puzzle):
        told.append(f"{unchecked[0].upper()}{unchecked[1:]}.")
    return " ".join(told)


def _sets_in(geometry: Geometry) -> tuple[list[str], int]:
    """Return the names of the sets of houses that a geometry has, and how many others it has."""
    left, found = {*geometry.extra}, list[str]()
    for name, each in HOUSE_SETS.items() if left else ():
        box = geometry.box or default_box(geometry.order)
        cells = {tuple(sorted(cells)) for cells in each.cells(geometry.order, box)}
        if cells and cells <= left:
            found.append(name)
            left -= cells
    return found, sum(cells in left for cells in geometry.extra)


def _houses_in_words(houses: Iterable[House]) -> tuple[list[str], list[str]]:
    """Return the nouns of houses that have a number, and the phrases for all others."""
    numbered = dict.fromkeys(house.noun for house in houses if house.noun != house.name)
    single = [house for house in houses if house.noun == house.name]
    extra = [house.phrase for house in single if house.kind == "extra"]
    others = ["both diagonals"] * any(house.kind == "diagonal" for house in single)
    if len(extra) > _MOST_NAMED:
        return [*numbered], [*others, f"all {len(extra)} extra houses"]
    return [*numbered], [*others, *extra]
