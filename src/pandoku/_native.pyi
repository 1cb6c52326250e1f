"""The names that native/bindings/module.cpp registers, which validate nothing.

Only pandoku.kernel calls them.
"""

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from pandoku.model import Cage

Buffer = memoryview | array[int] | NDArray[Any]

# ---- module.cpp

def keep_freed_memory() -> None: ...

# ---- grid.cpp

class Layout:
    def __init__(
        self, order: int, houses: Sequence[Sequence[int]], kinds: Sequence[str]
    ) -> None: ...

class CageLists:
    def __init__(self) -> None: ...
    def add(self, cages: tuple[Cage, ...], n_cells: int) -> bool: ...

class PairTable:
    def __init__(self, table: Sequence[int]) -> None: ...

class Automaton:
    def __init__(self, order: int, steps: bytes, accepting: Sequence[int]) -> None: ...

class RelationLists:
    def __init__(self) -> None: ...
    def add_differ(self, size: int, cells: bytes) -> None: ...
    def add_pairs(self, table: PairTable, cells: bytes) -> None: ...
    def add_sum(self, target: int, n_plus: int, cells: bytes) -> None: ...
    def add_total(self, weights: bytes, targets: bytes, cells: bytes) -> None: ...
    def add_machine(self, automaton: Automaton, cells: bytes) -> None: ...
    def add_ties(self, ties: Sequence[bytes], first: int) -> None: ...
    def end_puzzle(self) -> None: ...

# ---- lanes.cpp

class LanePlan:
    def __init__(
        self, order: int, box_rows: int, box_cols: int, houses: Sequence[Sequence[int]]
    ) -> None: ...

def lanes_isas() -> list[str]: ...
def lanes_solve(
    plan: LanePlan,
    puzzles: Buffer,
    solutions: Buffer,
    counts: Buffer,
    nodes: Buffer | None,
    limit: int,
    node_budget: int,
    seconds: float,
    threads: int,
    isa: str,
    tell: Callable[[int], object] | None,
    patience: int | None = None,
) -> int: ...
def lanes_first_bad(puzzles: Buffer, order: int) -> int: ...

# ---- cages.cpp

def cages_solve(
    layout: Layout,
    masks: Buffer,
    cages: CageLists,
    relations: RelationLists | None,
    limit: int,
    keep: int,
    node_budget: int,
    seconds: float,
    threads: int,
    true_candidates: bool,
    tell: Callable[[int], object] | None,
    patience: int | None = None,
) -> list[tuple[int, int, int, int, float, bytes, list[int]]]: ...
