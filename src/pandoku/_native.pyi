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
def cages_solve(
    puzzles: list[tuple[object, ...]],
    limit: int,
    keep: int,
    nodes: int,
    seconds: float,
    threads: int,
) -> list[tuple[int, int, int, float, bytes]]: ...
