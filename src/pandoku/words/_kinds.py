"""Words for a complete puzzle: its kind, its title, its rules, and rules that are not checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from pandoku.model import HOUSE_SETS, Geometry, House, Puzzle, default_box, span_of
from pandoku.words._constraints import has_rule, rule_sentences, titles_of
from pandoku.words._sentences import joined, visible_lines, with_capital

# The end of a sentence, but not of an abbreviation such as "e.g.".
_ENDS = re.compile(r"(?<!\.[a-z]\.)(?<=[a-z0-9)][.!?]) (?=[A-Z])")


def unchecked_words(puzzle: Puzzle) -> str:
    """Return a note about the unchecked rules of a puzzle, or "" if all are checked.

    >>> unchecked_words(Puzzle.sudoku(9))
    ''
    """
    parts = Counter(each.NAME for each in puzzle.unchecked)
    if not parts:
        return ""
    if has_only_unchecked_rules(puzzle):
        where = "text" if "rules in words" in parts else "drawings"
        return f"the rules of this puzzle are only in its {where}; they are not checked"
    names = [
        name if count == 1 or name.endswith("s") else f"{count} {name}s"
        for name, count in sorted(parts.items())
    ]
    return f"parts of this puzzle are not checked: {', '.join(names)}"


def several_solutions(puzzle: Puzzle) -> str:
    """Return a clause stating that a puzzle has two or more solutions.

    >>> several_solutions(Puzzle(4))
    'the puzzle has more than one solution'
    """
    if puzzle.unchecked:
        return "the rules that pandoku can check leave several solutions"
    return "the puzzle has more than one solution"


def has_only_unchecked_rules(puzzle: Puzzle) -> bool:
    """Return whether the rules of a puzzle, apart from its usual houses, are all unchecked."""
    geometry = puzzle.geometry
    rules = (each for each in puzzle.constraints if each.IS_CHECKED and each.RESTRICTS_DIGITS)
    has_checked = geometry.diagonals or geometry.extra or puzzle.candidates or any(rules)
    # A format sets `words` only if the checked rules leave exactly one solution. The drawings of
    # the puzzle are then only decoration.
    has_checked = has_checked or puzzle.words is not None
    return bool(puzzle.unchecked) and not has_checked


_MOST_NAMED = 4  # maximum number of extra houses that the rules list by name
_MOST_ADJECTIVES = 2  # maximum number of adjectives before the noun of a name
_MOST_KINDS = 3  # maximum number of kinds of constraints in a name


def kind_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle's kind, which follows from its rules.

    The name does not mention drawings and rules in words, because they are not checked.

    >>> kind_name(Puzzle(9)), kind_name(Puzzle.latin(5)), kind_name(Puzzle.sudoku(9, windows=True))
    ('Sudoku', 'Latin square', 'Windoku')
    >>> kind_name(Puzzle.killer(9, [(10, "r1c1 r1c2")], extra=["windoku", "center-dot"]))
    'Center dot killer windoku'
    >>> from pandoku.constraints import Arrow, Thermometer
    >>> kind_name(Puzzle(9).with_(Thermometer("r1c1 r1c2"), Arrow("r9c1", "r9c2 r9c3")))
    'Sudoku with thermometers and arrows'
    """
    name, with_others = _name_parts(puzzle)
    return with_capital(name + with_others)


def kind_text(puzzle: Puzzle) -> str:
    """Return a default title for a puzzle: the name of its kind, and its size.

    >>> kind_text(Puzzle.sudoku("1" + "." * 15))
    'Sudoku 4x4'
    """
    name, with_others = _name_parts(puzzle)
    return with_capital(f"{name} {puzzle.order}x{puzzle.order}{with_others}")


def sized_kind(puzzle: Puzzle) -> str:
    """Return the size of a puzzle and the name of its kind, for use within a sentence.

    >>> sized_kind(Puzzle.sudoku(9, extra="center-dot"))
    '9x9 center dot Sudoku'
    """
    name, with_others = _name_parts(puzzle)
    return f"{puzzle.order}x{puzzle.order} {name}{with_others}"


def _name_parts(puzzle: Puzzle) -> tuple[str, str]:
    """Return the name of a puzzle's kind, and the phrase after the size in a title, or ""."""
    geometry = puzzle.geometry
    sets, n_others = _sets_in(geometry)
    everywhere, kinds = titles_of(puzzle.further, geometry)
    adjectives = ["diagonal"] * geometry.diagonals + [joined(everywhere)] * bool(everywhere)
    attributes = [name.replace("-", " ") for name in sets if not name.endswith("doku")]
    noun = _main_noun(puzzle, [name for name in sets if name.endswith("doku")])
    houses = [{1: "an extra house"}.get(n_others, "extra houses")] * bool(n_others)
    if len(kinds) == 1 and _takes_adjective(kinds[0][0], [*adjectives, *attributes], noun):
        adjectives.append(kinds.pop()[0])
    if has_only_unchecked_rules(puzzle):
        adjectives.append("variant")
    words = [*adjectives, *[joined(attributes)] * bool(attributes), noun]
    if kinds:
        return " ".join(words), f" with {joined([*houses, *_named(kinds)])}"
    return " ".join([*words, *(f"with {each}" for each in houses)]), ""


def _main_noun(puzzle: Puzzle, names: list[str]) -> str:
    """Return the noun of a puzzle's kind. *names*, such as "windoku", replace "Sudoku"."""
    geometry = puzzle.geometry
    if geometry.box is None and geometry.regions is None:
        return " ".join([*names, "calcudoku" if puzzle.cages else "Latin square"])
    words = ["killer"] * bool(puzzle.cages) + names + ["jigsaw"] * (geometry.regions is not None)
    return " ".join(words) or "Sudoku"


def _takes_adjective(kind: str, others: list[str], noun: str) -> bool:
    """Return whether a name remains readable with *kind* as an additional adjective."""
    is_stutter = kind.endswith(noun.partition(" ")[0])  # "little killer killer" is unreadable
    return len(others) < _MOST_ADJECTIVES and not is_stutter


def _named(kinds: list[tuple[str, str]]) -> list[str]:
    """Return the nouns after "with". A last word that all of them share is written only once."""
    nouns = [several for _, several in kinds]
    if len(nouns) > _MOST_KINDS:
        return [*nouns[: _MOST_KINDS - 1], "other constraints"]
    parts = [noun.rpartition(" ") for noun in nouns]
    if len(parts) > 1 and len({last for _, _, last in parts}) == 1:
        return [f"{joined(first for first, _, _ in parts)} {parts[0][2]}"]
    return nouns


def rules_text(puzzle: Puzzle) -> str:
    """Return the rules of a puzzle in a few short sentences.

    >>> rules_text(Puzzle.latin(3))
    'Every row and column holds each digit 1-3 once.'
    >>> rules_text(Puzzle.sudoku(9, diagonals=True, extra="center-dot"))
    'Every row, column and box holds each digit 1-9 once. So do both diagonals and the center dot.'
    """
    n = puzzle.order
    span = span_of(puzzle.symbols) if puzzle.symbols else f"1-{n}"
    digits = f"each digit {span}" if n > 1 else f"the digit {puzzle.label_of(1)}"
    nouns, others = _houses_in_words(puzzle.geometry.houses)
    told = [f"Every {joined(nouns)} holds {digits} once."]
    if others:
        does = "do" if len(others) > 1 or others[0].startswith(("both ", "all ")) else "does"
        told.append(f"So {does} {joined(others)}.")
    stated = [each for each in puzzle.constraints if has_rule(each, puzzle.geometry)]
    told += rule_sentences(stated, puzzle.geometry)
    if unchecked := unchecked_words(puzzle):
        told.append(with_capital(f"{unchecked}."))
    if words := words_of_setter(puzzle):
        told.append(words)
    return _in_lines(told)


def words_of_setter(puzzle: Puzzle) -> str:
    """Return the rules in the words of the setter as a sentence, or "" for the usual rules.

    >>> words_of_setter(Puzzle(9, words="Have fun."))
    'In the words of its setter: Have fun.'
    """
    words = _unusual(puzzle.words or "", puzzle.order)
    return f"In the words of its setter: {words}" if words else ""


def lines_of_setter(puzzle: Puzzle) -> list[str]:
    """Return the rules in the words of the setter, one line or sentence after the other.

    >>> lines_of_setter(Puzzle(9, words="Digits rise, e.g. 2 4 5. Have fun."))
    ['Digits rise, e.g. 2 4 5.', 'Have fun.']
    """
    from pandoku.constraints import words_in  # imported here to avoid a cycle, as below

    words = _unusual(words_in(puzzle), puzzle.order)
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    return lines if len(lines) > 1 else [each for line in lines for each in _ENDS.split(line)]


def _unusual(words: str, order: int) -> str:
    """Return the words of a setter, or "" if they only state the rules of every Sudoku."""
    # Imported here to avoid a cycle, because the classes of constraints need this module for their
    # example puzzles.
    from pandoku.constraints import are_usual_rules

    return "" if are_usual_rules(words, order) else visible_lines(words)


def _in_lines(told: list[str]) -> str:
    """Join texts with spaces, but put line breaks around a text of two or more lines."""
    text = told[0]
    for before, after in pairwise(told):
        text += ("\n" if "\n" in before or "\n" in after else " ") + after
    return text


def _sets_in(geometry: Geometry) -> tuple[list[str], int]:
    """Return the names of the sets of extra houses, and the number of extra houses in no set."""
    left, found = {*geometry.extra}, list[str]()
    for name, each in HOUSE_SETS.items() if left else ():
        box = geometry.box or default_box(geometry.order)
        cells = {tuple(sorted(cells)) for cells in each.cells(geometry.order, box)}
        if cells and cells <= left:
            found.append(name)
            left -= cells
    return found, sum(cells in left for cells in geometry.extra)


def _houses_in_words(houses: Iterable[House]) -> tuple[list[str], list[str]]:
    """Return the nouns of houses with numbers, such as "row", and phrases for all other houses."""
    numbered = dict.fromkeys(house.noun for house in houses if house.noun != house.name)
    single = [house for house in houses if house.noun == house.name]
    extra = [house.phrase for house in single if house.kind == "extra"]
    others = ["both diagonals"] * any(house.kind == "diagonal" for house in single)
    if len(extra) > _MOST_NAMED:
        return [*numbered], [*others, f"all {len(extra)} extra houses"]
    return [*numbered], [*others, *extra]
