"""The display of a hint on the board, with the styles of drawings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pandoku.draw.edges import Edges
from pandoku.draw.roles import SIGNS

__all__ = ["NO_HIGHLIGHTS", "Candidate", "Highlights"]

_CELL_SIGNS = {**SIGNS, "seen": "[]"}


class Candidate(NamedTuple):
    """A candidate that a hint shows.

    Attributes:
        digit: The digit.
        sign: A character that shows the role of the candidate in the step, written before the
            digit, or " ".
        ink: Ink of the candidate: "goes", "placed-mark", "candidate", or a style of the drawing.
    """

    digit: int
    sign: str = " "
    ink: str = "candidate"


@dataclass(frozen=True, slots=True)
class Highlights:
    """The display of a hint by cell.

    Attributes:
        fills: The style of each cell that has a role in the step: "highlight", "seen", "placed" or
            one of `pandoku.draw.STYLES`.
        house: The cells of the houses that the step uses.
        candidates: The candidates to show instead of marks.
        placed: The digits that the step places in cells where the hint shows no candidates.
        told: The borders of the cages that the step uses, or None.
    """

    fills: dict[int, str] = field(default_factory=dict)
    house: frozenset[int] = frozenset()
    candidates: dict[int, tuple[Candidate, ...]] = field(default_factory=dict)
    placed: dict[int, int] = field(default_factory=dict)
    told: Edges | None = None

    def sign(self, cell: int, *, has_colors: bool) -> str:
        """Return the sign of a cell, or "".

        If *has_colors*, cells to look at have no sign, because their color is enough.
        """
        fill = self.fills.get(cell, "")
        return "»" if fill == "highlight" and not has_colors else _CELL_SIGNS.get(fill, "")


NO_HIGHLIGHTS = Highlights()
