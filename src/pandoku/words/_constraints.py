"""Words for constraints other than cages: what they are, where they are, and their rules."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.constraints import RULES
from pandoku.model import Constraint, Geometry
from pandoku.registry import plain_name
from pandoku.words._sentences import joined, with_capital

__all__ = ["constraint_sentence", "constraint_words", "rule_sentences", "titles_of"]

_MOST_NAMED = 3  # kinds of constraints in a title


def constraint_words(constraint: Constraint, geometry: Geometry) -> tuple[str, str]:
    """Return a constraint's kind and values, and its cells, or its rule if it is about all cells.

    >>> from pandoku.constraints.thermometer import Thermometer
    >>> constraint_words(Thermometer((0, 1), slow=True), Geometry.sudoku(4))
    ('slow thermometer', 'r1c1 r1c2')
    """
    return constraint.heading(), constraint.places(geometry) or _rule(constraint)


def constraint_sentence(constraint: Constraint, geometry: Geometry) -> str:
    """Return a sentence that states a constraint.

    >>> from pandoku.constraints.dots import Difference, NoDifference
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


def rule_sentences(constraints: Iterable[Constraint]) -> list[str]:
    """Return the rules of constraints, each once."""
    return list(dict.fromkeys(text for each in constraints if (text := _rule(each))))


def titles_of(constraints: Iterable[Constraint], geometry: Geometry) -> tuple[list[str], list[str]]:
    """Return what a title says of constraints: adjectives, and nouns that follow "with".

    Rules about all cells are adjectives, and so is the only other kind.

    >>> from pandoku.constraints import AntiKnight, Arrow, Thermometer
    >>> four, arrow = Geometry.sudoku(4), Arrow((0,), (1, 2))
    >>> titles_of([AntiKnight(), arrow], four)
    (['anti-knight', 'arrow'], [])
    >>> titles_of([Thermometer((0, 1)), AntiKnight(), arrow], four)
    (['anti-knight'], ['thermometers', 'arrows'])
    """
    everywhere, others = dict[str, None](), dict[str, None]()
    for each in constraints:
        (others if each.cells_on(geometry) else everywhere)[_noun(each)] = None
    adjectives, nouns = [joined(everywhere)] * bool(everywhere), [f"{noun}s" for noun in others]
    if len(nouns) == 1:
        return [*adjectives, *others], []
    if len(nouns) > _MOST_NAMED:
        nouns = [*nouns[: _MOST_NAMED - 1], "other constraints"]
    return adjectives, nouns


def _rule(constraint: Constraint) -> str:
    """Return the rule as a sentence, or "" for a kind that is not registered."""
    known = RULES.get(plain_name(constraint.NAME))
    return constraint.rule() or (known.text if known else "")


def _noun(constraint: Constraint) -> str:
    known = RULES.get(plain_name(constraint.NAME))
    return (known and known.noun) or constraint.NAME
