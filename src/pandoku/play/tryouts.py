"""Small built-in puzzles of many kinds to try.

`tests/play/make_tryouts.py` makes them from fixed seeds, and checks them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pandoku.errors import WishError
from pandoku.model import Puzzle
from pandoku.registry import nearest, plain_name

__all__ = ["TRYOUTS", "BuiltIn", "Tryout", "get_tryout"]

_PUZZLES = Path(__file__).with_name("tryouts.txt")


class BuiltIn(NamedTuple):
    """A built-in puzzle and its difficulty.

    Attributes:
        puzzle: The puzzle, with exactly one solution.
        difficulty: A word such as "medium".
    """

    puzzle: Puzzle
    difficulty: str


@dataclass(frozen=True, slots=True)
class Tryout:
    """A kind of puzzle with a small puzzle to try.

    Attributes:
        name: Name of the kind, such as "little-killer".
        title: Its title, in the plural for constraints.
        says: The idea of its rule, in a few words.
        kind: The kind of `pandoku.generate` that the puzzle was made with.
        constraints: The constraints of the puzzle, as `pandoku.generate` takes them, or "".
        weekly: The constraints of a variant of the week (see `pandoku.play.daily`), or "" for
            other kinds.
    """

    name: str
    title: str
    says: str
    kind: str = "sudoku"
    constraints: str = ""
    weekly: str = ""

    @property
    def built_in(self) -> BuiltIn:
        """The small puzzle, with the title of the tryout."""
        puzzle, difficulty = _puzzles()[self.name]
        return BuiltIn(puzzle.replace(title=self.title, id=f"tryout-{self.name}"), difficulty)


TRYOUTS = {
    each.name: each
    for each in (
        Tryout("thermometer", "Thermometers", "Digits grow from the bulb.",
               constraints="thermometer 3..4", weekly="thermometer 6..9"),
        Tryout("arrow", "Arrows", "The circle is the sum of its arrow.",
               constraints="arrow 3..4", weekly="arrow 7..9"),
        Tryout("killer", "Killer", "Cages add up, without repeats.", kind="killer"),
        Tryout("fog", "Fog", "Right digits lift the fog.", constraints="thermometer 4"),
        Tryout("whisper", "Whispers", "Neighbors on a line are far apart.",
               constraints="whisper-line 3", weekly="whisper-line 5..6"),
        Tryout("kropki", "Kropki dots", "White: consecutive. Black: double.",
               constraints="difference all, ratio all", weekly="difference all, ratio all"),
        Tryout("calcudoku", "Calcudoku", "Cages with arithmetic.", kind="calcudoku"),
        Tryout("sandwich", "Sandwiches", "Sums between the least and the greatest digit.",
               constraints="sandwich 8..10", weekly="sandwich 12..16"),
        Tryout("little-killer", "Little killers", "Sums along diagonals.",
               constraints="little-killer 6..8", weekly="little-killer 10..14"),
        Tryout("xv", "X and V", "X adds up to 10, V to 5.",
               constraints="sum-mark all", weekly="sum-mark all"),
        Tryout("palindrome", "Palindromes", "Lines read the same from both ends.",
               constraints="palindrome 3", weekly="palindrome 6..7"),
        Tryout("renban", "Renban lines", "Consecutive digits in any order.",
               constraints="renban-line 4", weekly="renban-line 7..9"),
        Tryout("quadruple", "Quadruples", "Circles tell digits around them.",
               constraints="quadruple 5", weekly="quadruple 10..12"),
        Tryout("jigsaw", "Jigsaw", "Crooked regions in place of boxes.", kind="jigsaw"),
        Tryout("skyscraper", "Skyscrapers", "How many towers can be seen.",
               constraints="skyscraper 8..10", weekly="skyscraper 16..20"),
        Tryout("between", "Between lines", "Digits lie between the ends.",
               constraints="between-line 3", weekly="between-line 5..7"),
        Tryout("region-sum", "Region sums", "The same sum in each box.",
               constraints="region-sum-line 4", weekly="region-sum-line 6..8"),
        Tryout("inequality", "Greater than", "The arrowhead points to the smaller digit.",
               constraints="inequality 20..24", weekly="inequality 40..50"),
    )
}  # fmt: skip


def get_tryout(name: str) -> Tryout:
    """Return the tryout of a name.

    Raises:
        WishError: There is no such tryout.

    >>> get_tryout("Little killer").title
    'Little killers'
    """
    found = TRYOUTS.get(plain_name(name))
    if found is None:
        known = ", ".join(nearest(name, TRYOUTS) or TRYOUTS)
        raise WishError(f"expected a kind to try ({known}), found {name!r}")
    return found


@lru_cache(maxsize=1)
def _puzzles() -> dict[str, BuiltIn]:
    from pandoku.formats import loads

    lines = _PUZZLES.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ", 2) for line in lines if not line.startswith("#")]
    return {name: BuiltIn(loads(text, format="json"), word) for name, word, text in rows}
