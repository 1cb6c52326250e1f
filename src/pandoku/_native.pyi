"""What the compiled module offers to pandoku.kernel (arrays are checked there)."""

from numpy import int64, uint8, uint32, uint64
from numpy.typing import NDArray

class LanePlan:
    def __init__(
        self, order: int, box_rows: int, box_cols: int, houses: list[list[int]]
    ) -> None: ...

def lanes_isas() -> list[str]: ...
def lanes_solve(
    plan: LanePlan,
    puzzles: NDArray[uint8 | uint32 | uint64],
    solutions: NDArray[uint8],
    counts: NDArray[int64],
    nodes: NDArray[int64],
    limit: int,
    node_budget: int,
    seconds: float,
    threads: int,
    isa: str,
) -> tuple[int, int, int, str]: ...
