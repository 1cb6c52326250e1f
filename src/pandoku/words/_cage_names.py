"""The names of cages and their clues, as users see them."""

from __future__ import annotations

from pandoku.model import Cage, Puzzle


def cage_name(puzzle: Puzzle, index: int) -> str:
    """Return the name of a cage for users: "the 60× cage at r1c1".

    >>> cage_name(Puzzle(5, cages=(Cage("+", 6, (1, 0)),)), 0)
    'the 6+ cage at r1c1'
    >>> cage_name(Puzzle(5, cages=(Cage("+", 6, (1, 0), repeats=False),)), 0)
    'the 6-cage at r1c1'
    """
    cage = puzzle.cages[index]
    clue = printed_clue(cage)
    name = f"{clue}-cage" if clue.isdigit() else f"{clue} cage".lstrip()
    return f"the {name} at {place_of_cage(puzzle, cage)}"


def printed_clue(cage: Cage) -> str:
    """Return the printed clue: "12×", or only the sum for a killer cage.

    >>> printed_clue(Cage("*", 12, (0, 1))), printed_clue(Cage("+", 12, (0, 1), repeats=False))
    ('12×', '12')
    """
    # The cages of a killer have no operation other than a sum, so no sign is printed.
    if cage.operation == "+" and not cage.repeats and cage.target is not None:
        return str(cage.target)
    return cage.clue.replace("*", "×").replace("/", "÷").replace("-", "−")


def place_of_cage(puzzle: Puzzle, cage: Cage) -> str:
    """Return the name of the cage's first cell in reading order, where its clue is printed."""
    return puzzle.geometry.name(min(cage.cells))
