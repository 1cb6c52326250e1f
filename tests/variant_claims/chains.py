"""Literals that hold at a point of a trial, or of a branch of a nested chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tests.variant_claims.reading import Json, Literal, Position, Reading


class Known:
    """The literals that hold at a point of a chain.

    A true candidate excludes the other candidates of its cell, and its digit in sight. Nobody has
    to say so.
    """

    def __init__(
        self,
        reading: Reading,
        position: Position,
        sight: Sequence[set[int]],
        literals: Iterable[Literal],
    ) -> None:
        self._reading, self._position, self._sight = reading, position, sight
        self._literals: set[Literal] = set()
        self._is_broken = False
        for literal in literals:
            self.add(literal)

    def add(self, literal: Literal) -> None:
        cell, digit, is_so = literal
        self._set(literal)
        if is_so:
            for other in self._position.values(cell) - {digit}:
                self._set((cell, other, False))
            for other in self._sight[cell]:
                self._set((other, digit, False))

    def _set(self, literal: Literal) -> None:
        self._literals.add(literal)
        self._is_broken |= self.has(_opposite(literal))

    def has(self, literal: Literal) -> bool:
        """Return whether a literal holds, by the board or in this chain."""
        cell, digit, is_so = literal
        if literal in self._literals:
            return True
        if is_so:
            return self._position.digits[cell] == digit
        return digit not in self._position.values(cell)

    def takes(self, claim: Json) -> bool:
        """Add what a claim states, and return whether its premises are known."""
        reading = self._reading
        match claim["name"]:
            case "forces" | "follows" | "entails":
                if not self._has_all(reading.literals(claim["premises"])):
                    return False
                self.add(*reading.literals([claim["conclusion"]]))
            case "impossible" | "no-total":
                without = reading.pairs(claim.get("without", ()))
                if not self._has_all((*pair, False) for pair in without):
                    return False
                self._one_of((*pair, False) for pair in reading.pairs(claim["assuming"]))
            case "one-of":
                self._one_of((*pair, True) for pair in reading.pairs(claim["candidates"]))
            case "places":
                cells = reading.cells(claim["cells"])
                self._one_of((cell, claim["digit"], True) for cell in cells)
        return True

    def _has_all(self, literals: Iterable[Literal]) -> bool:
        return all(map(self.has, literals))

    def _one_of(self, literals: Iterable[Literal]) -> None:
        """Note that one of some literals holds."""
        left = [each for each in literals if not self.has(_opposite(each))]
        self._is_broken |= not left
        if len(left) == 1:
            self.add(left[0])

    def leads_to(self, claims: Iterable[Json], conclusion: Literal) -> bool:
        """Return whether claims lead to a conclusion or a contradiction.

        The text of a loop begins at one of its candidates, and a branch may suppose another one.
        Therefore the claims are taken again and again, until they add nothing.
        """
        left, waiting, size = [*claims], [], -1
        while size < len(self._literals) and not self._is_broken:
            size = len(self._literals)
            waiting = [claim for claim in left if not self.takes(claim)]
        return (self.has(conclusion) and not waiting) or self.is_broken()

    def is_broken(self) -> bool:
        """Return whether literals contradict each other, or a cell or a digit has no place left."""
        return self._is_broken or self.covers(set())

    def covers(self, supposed: set[Literal]) -> bool:
        """Return whether some candidates are all that is left for a cell, or a digit in a house."""
        return any(
            all(each in supposed or self.has(_opposite(each)) for each in places)
            for places in self._places()
        )

    def _places(self) -> Iterator[list[Literal]]:
        """Yield the candidates of each cell, and of each digit in each house."""
        reading, values = self._reading, self._position.values
        for cell in range(reading.n**2):
            yield [(cell, digit, True) for digit in values(cell)]
        for house, digit in product(reading.houses.values(), range(1, reading.n + 1)):
            if len(house) == reading.n:
                yield [(cell, digit, True) for cell in house if digit in values(cell)]


def _opposite(literal: Literal) -> Literal:
    cell, digit, is_so = literal
    return cell, digit, not is_so
