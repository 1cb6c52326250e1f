"""Words for cages: their names, targets and fillings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pandoku.model import Cage, CageFact, Puzzle
from pandoku.words._cage_names import place_of_cage, printed_clue
from pandoku.words._sentences import joined
from pandoku.words._step import Words

_FEW = 6  # maximum number of fillings to list cell by cell
_MOST_IN_A_LINE = 8  # maximum number of sets of digits to list
_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷", "=": "+"}
_GOALS = {
    "+": "adds up to",
    "*": "multiplies to",
    "-": "has the difference",
    "/": "has the quotient",
}


def cage_line(puzzle: Puzzle, index: int, fillings: Iterable[Sequence[int]] = ()) -> str:
    """Return a line with the name of a cage and the sets of digits in *fillings*.

    >>> cage_line(Puzzle(5, cages=(Cage("+", 4, (1, 0)),)), 0, ((1, 3), (3, 1)))
    'cage 4+ at r1c1: 1 3'
    """
    cage = puzzle.cages[index]
    clue = f"{clue} " if (clue := printed_clue(cage)) else ""
    line = f"cage {clue}at {place_of_cage(puzzle, cage)}"
    sets = list(dict.fromkeys(spaced(sorted(filling)) for filling in fillings))
    if not sets:
        return line
    more = f" and {len(sets) - _MOST_IN_A_LINE} more" if len(sets) > _MOST_IN_A_LINE else ""
    return f"{line}: {', '.join(sets[:_MOST_IN_A_LINE])}{more}"


def cage_names(w: Words, indices: Iterable[int]) -> str:
    """Return the names of cages: "the 6+ cage at r1c1 and the 2- cage at r1c3"."""
    return joined(w.cage(index) for index in dict.fromkeys(indices))


def cage_of(w: Words, at: int = 0) -> tuple[str, Cage, CageFact]:
    """Return a cage's name, the cage, and its fact, given its index in the step's facts."""
    fact = w.step.facts.cages[at]
    return w.cage(fact.cage), w.puzzle.cages[fact.cage], fact


def target_words(cage: Cage) -> str:
    """Return the target of a cage as a verb phrase: "adds up to 12"."""
    if cage.target is None:
        return "holds each of its digits once"
    if cage.operation in _GOALS:
        return f"{_GOALS[cage.operation]} {cage.target}"
    return f"gives {cage.target}" + (" by +, −, × or ÷" if cage.operation == "?" else "")


def arithmetic(cage: Cage, digits: Sequence[int]) -> str:
    """Return the calculation that makes the target of a cage: "6 - 2 - 1 = 3", or "".

    >>> arithmetic(Cage("?", 3, (0, 1, 2)), (2, 6, 1))
    '6 ÷ 2 ÷ 1 = 3'
    """
    for operation in cage.operation if cage.operation != "?" else "+*/-":
        if Cage(operation, cage.target, cage.cells).allows(tuple(digits)):
            # The largest digit comes first, because the other digits are subtracted from it, or
            # divide it.
            told = sorted(digits, reverse=True) if operation in "-/" else digits
            return f"{f' {_SIGNS[operation]} '.join(map(str, told))} = {cage.target}"
    return ""


def added(numbers: Iterable[int], sign: str = "+") -> str:
    """Return a calculation: "3 + 7 = 10", "3 × 7 = 21", or "7" for a single number."""
    told = list(numbers)
    if len(told) == 1:
        return str(told[0])
    result = 1 if sign == "*" else 0
    for number in told:
        result = result * number if sign == "*" else result + number
    return f"{f' {_SIGNS[sign]} '.join(map(str, told))} = {result}"


def primes_of(number: int) -> dict[int, int]:
    """Return the prime factors of a number, ascending, each with its power.

    >>> primes_of(360)
    {2: 3, 3: 2, 5: 1}
    """
    powers: dict[int, int] = {}
    factor = 2
    while number > 1:
        if factor * factor > number:
            factor = number
        while number % factor == 0:
            powers[factor] = powers.get(factor, 0) + 1
            number //= factor
        factor += 1
    return powers


def factored(number: int) -> str:
    """Return a number as a product of primes: "2^3 × 3^2 × 5".

    Many fonts have no raised digits from 4 on, so powers have a caret.
    """
    told = (
        f"{prime}^{power}" if power > 1 else str(prime)
        for prime, power in primes_of(number).items()
    )
    return " × ".join(told) or str(number)


def gone_digits(w: Words) -> list[int]:
    """Return the digits that the step eliminates, ascending."""
    return sorted({digit for _, digit in w.step.eliminations})


def told_fillings(w: Words, at: int = 0, *, most: int = _FEW) -> str:
    """Return a sentence with the fillings of a cage's empty cells, or "" if there are too many."""
    index, fillings = w.step.facts.cages[at].cage, w.step.facts.cages[at].fillings
    cage = w.puzzle.cages[index]
    cells = tuple(cell for cell in cage.cells if not w.board.digits[cell])
    places = [cage.cells.index(cell) for cell in cells]
    ways = tuple(dict.fromkeys(tuple(filling[p] for p in places) for filling in fillings))
    if not 0 < len(ways) <= most:
        return ""
    order = ", in this order" if len(cells) > 1 else ""
    text = f"{w.cells(cells)} can only be {joined(map(spaced, ways), 'or')}{order}."
    from pandoku.words.claims import Fillings

    return w.said(text, Fillings(index, cells, ways))


def spaced(digits: Iterable[int]) -> str:
    """Return the digits of a filling or a combination: "1 2 6".

    >>> spaced((1, 2, 6))
    '1 2 6'
    """
    return " ".join(map(str, digits))
