"""What native/bindings registers. Only pandoku.kernel calls it; nothing here checks arguments."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

Buffer = memoryview | NDArray[Any]

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
    nodes: Buffer,
    limit: int,
    node_budget: int,
    seconds: float,
    threads: int,
    isa: str,
) -> tuple[int, int, str]: ...

# ---- cages.cpp

class CageShape:
    def __init__(self, order: int, houses: Sequence[Sequence[int]]) -> None: ...

def cages_solve(
    shape: CageShape,
    masks: Buffer,
    cage_start: Buffer,
    operations: Buffer,
    targets: Buffer,
    repeats: Buffer,
    cell_start: Buffer,
    cells: Buffer,
    limit: int,
    keep: int,
    node_budget: int,
    seconds: float,
    threads: int,
) -> list[tuple[int, int, int, int, float, bytes]]: ...
