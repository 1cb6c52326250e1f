"""Words for constraints other than cages: their kinds, cells and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.model import Constraint, Geometry, Puzzle
from pandoku.registry import plain_name
from pandoku.words._cage_names import cage_name
from pandoku.words._sentences import visible, visible_lines, with_capital

if TYPE_CHECKING:
    from pandoku.constraints import Rule


def constraint_words(constraint: Constraint, geometry: Geometry) -> tuple[str, str]:
    """Return two texts: a constraint's kind with its values, and its cells or else its rule.

    >>> from pandoku.constraints import Thermometer
    >>> constraint_words(Thermometer((0, 1), slow=True), Geometry.sudoku(4))
    ('slow thermometer', 'r1c1 r1c2')
    """
    return visible(constraint.heading()), constraint.places(geometry) or _rule(constraint, geometry)


def constraint_name(puzzle: Puzzle, index: int) -> str:
    """Return the name of a constraint or cage, to tell it from the others.

    Args:
        puzzle: The puzzle.
        index: Index into `Puzzle.constraints`.

    >>> from pandoku.constraints import Thermometer, XSum
    >>> rules = XSum("r1c4", "D", 10), Thermometer("r2c1 r2c2"), Thermometer("r2c1 r3c1")
    >>> puzzle = Puzzle(4).with_(*rules)
    >>> constraint_name(puzzle, 0), constraint_name(puzzle, 1)
    ('the 10 above column 4', 'the two-cell thermometer from r2c1 to r2c2')
    """
    if index < len(puzzle.cages):
        return cage_name(puzzle, index)
    return f"the {_labels(puzzle.geometry, puzzle.further)[index - len(puzzle.cages)]}"


@lru_cache(maxsize=64)
def _labels(geometry: Geometry, further: tuple[Constraint, ...]) -> tuple[str, ...]:
    # Cached because a label depends on the other constraints, and a path names many of them.
    full = [each.label(geometry) for each in further]
    short = [each.short_label(geometry) for each in further]
    kinds = {
        type(each) for each, one, other in zip(further, full, short, strict=True) if one != other
    }
    labels = short if len(kinds) == 1 else full
    counts = Counter(labels)
    return tuple(
        _longer(each, label, geometry) if counts[label] > 1 else label
        for each, label in zip(further, labels, strict=True)
    )


def _longer(constraint: Constraint, label: str, geometry: Geometry) -> str:
    """Return a label with the first and the last cell instead of the first cell alone."""
    cells = constraint.cells_on(geometry)
    if not constraint.spot(geometry) or len(cells) < 2:
        return label
    first, last = geometry.name(cells[0]), geometry.name(cells[-1])
    return f"{constraint.noun()} from {first} to {last}"


def constraint_sentence(constraint: Constraint, geometry: Geometry) -> str:
    """Return a sentence that states a constraint.

    >>> from pandoku.constraints import Difference, NoDifference
    >>> constraint_sentence(Difference((0, 1), 2), Geometry.sudoku(4))
    'Difference 2: r1c1 r1c2.'
    >>> constraint_sentence(NoDifference((1, 2)), Geometry.sudoku(4))
    'Neighbors without a dot do not differ by 1 or 2.'
    """
    heading, text = constraint_words(constraint, geometry)
    heading = with_capital(heading)
    if constraint.places(geometry):
        return f"{heading}: {text}."
    return text or f"{heading}."


def words_at_cells(constraint: Constraint, geometry: Geometry) -> list[tuple[int, str]]:
    """Return words about a constraint at each cell that belongs to it or lies under its drawing.

    They are for players who cannot see the drawing. Rules about all cells have no entries.

    >>> from pandoku.constraints import Arrow
    >>> words_at_cells(Arrow((0,), (1, 2)), Geometry.sudoku(4))[:2]
    [(0, 'circle of the arrow, sum of r1c2 and r1c3'), (1, 'arrow that adds up to r1c1')]
    """
    from pandoku.constraints import drawn_cells  # imported here, as in `_rule_of`

    if not constraint.is_sound(geometry):
        return []
    cells = constraint.cells_on(geometry) or drawn_cells(constraint, geometry)
    found = ((cell, visible(constraint.words_at(cell, geometry))) for cell in cells)
    return [(cell, words) for cell, words in found if words]


def rule_sentences(constraints: Iterable[Constraint], geometry: Geometry) -> list[str]:
    """Return the rules of constraints as sentences with their values, without duplicates.

    >>> from pandoku.constraints import Renban, Whisper
    >>> rule_sentences([Whisper((0, 1)), Renban((2, 3))], Geometry.sudoku(9))[0]
    'Neighbors on a whisper line differ by at least 5.'
    """
    return list(dict.fromkeys(text for each in constraints if (text := _rule(each, geometry))))


def has_rule(constraint: Constraint, geometry: Geometry) -> bool:
    """Return whether rules in words and lists include a constraint: it is checked, or is a text."""
    return constraint.IS_CHECKED or bool(constraint.rule(geometry))


def titles_of(
    constraints: Iterable[Constraint], geometry: Geometry
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the words for a title that names each kind of checked constraint once.

    Returns:
        The kinds of rules about all cells, as adjectives, and the other kinds, each as a noun with
        its plural.

    >>> from pandoku.constraints import AntiKnight, Arrow, Thermometer
    >>> titles_of([Thermometer((0, 1)), AntiKnight(), Arrow((0,), (1, 2))], Geometry.sudoku(4))
    (['anti-knight'], [('thermometer', 'thermometers'), ('arrow', 'arrows')])
    """
    everywhere, others = dict[str, None](), dict[str, str]()
    named = [each for each in constraints if each.IS_CHECKED]
    present = {type(each) for each in named}
    for each in named:
        known = _rule_of(each.NAME)
        noun, several = _nouns(each.NAME)
        if each.cells_on(geometry):
            others[noun] = several
        elif not (known and known.completes in present):
            everywhere[noun] = None
    return [*everywhere], [*others.items()]


def counted_kinds(names: Iterable[str]) -> list[str]:
    """Return the name of each kind of constraint, with the number of constraints of this kind.

    >>> counted_kinds(["arrow", "sum mark", "arrow", "sum mark", "no sum mark", "anti-king"])
    ['2 arrows', '2 XV marks', 'that all XV marks are given', 'anti-king']
    """
    return [_counted(name, count) for name, count in Counter(names).items()]


def _counted(name: str, count: int) -> str:
    known = _rule_of(name)
    if known and known.completes:
        return f"that all {_nouns(known.completes.NAME)[1]} are given"
    noun, several = _nouns(name)
    return f"{count} {several}" if count > 1 else noun


def kind_noun(constraint: Constraint) -> str:
    """Return the name of the kind of a constraint, with a capital letter.

    >>> from pandoku.constraints import Ratio
    >>> kind_noun(Ratio((0, 1)))
    'Black dot'
    """
    return with_capital(_nouns(constraint.NAME)[0])


def _rule_of(name: str) -> Rule | None:
    from pandoku.constraints import RULES  # imported here, because most puzzles have only cages

    found: Rule | None = RULES.get(plain_name(name))
    return found


def _nouns(name: str) -> tuple[str, str]:
    """Return the noun that names a kind in titles, and the plural of the noun."""
    known = _rule_of(name)
    noun = (known and known.noun) or name
    return noun, (known and known.nouns) or f"{noun}s"


def _rule(constraint: Constraint, geometry: Geometry) -> str:
    """Return the rule of a constraint as a sentence, or "" if no rule is known."""
    known = _rule_of(constraint.NAME)
    return visible_lines(constraint.rule(geometry)) or (known.text if known else "")
