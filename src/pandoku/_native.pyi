"""What native/bindings registers. Only pandoku.kernel calls it; nothing here checks arguments."""

from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from pandoku.model import Cage

Buffer = memoryview | NDArray[Any]

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
) -> int: ...
def lanes_first_bad(puzzles: Buffer, order: int) -> int: ...

# ---- cages.cpp

def cages_solve(
    layout: Layout,
    masks: Buffer,
    cages: CageLists,
    limit: int,
    keep: int,
    node_budget: int,
    seconds: float,
    threads: int,
    true_candidates: bool,
    tell: Callable[[int], object] | None,
) -> list[tuple[int, int, int, int, float, bytes, list[int]]]: ...

# ---- logic.cpp

_Pairs = tuple[tuple[int, int], ...]
_CageFact = tuple[
    int,  # the cage
    tuple[int, ...],  # its fillings, one after the other
    tuple[tuple[int, ...], ...],  # its combinations
]
_Step = tuple[
    str,  # the technique
    _Pairs,  # placements
    _Pairs,  # eliminations
    tuple[tuple[int, str], ...],  # cells
    tuple[tuple[int, int, str], ...],  # candidates
    list[int],  # houses
    tuple[_CageFact, ...],
    tuple[tuple[_Pairs, _Pairs, bool, int, int, bool], ...],  # links
    tuple[tuple[_Step, ...], ...],  # branches
]

_Row = tuple[
    str,  # the technique
    bool,  # needs_unique
    bool,  # needs_cages
    tuple[str, ...],  # roles
]

class LogicCages:
    def __init__(self, layout: Layout, cages: CageLists) -> None: ...

def logic_table() -> list[_Row]: ...
def logic_find(
    layout: Layout,
    cages: LogicCages | None,
    finder: int,
    digits: Buffer,
    masks: Buffer,
    givens: Buffer,
    limit: int,
    seconds: float,
) -> list[_Step]: ...
def logic_walk(
    layout: Layout,
    cages: LogicCages | None,
    order: Sequence[int],
    digits: Buffer,
    masks: Buffer,
    givens: Buffer,
    limit: int,
    seconds: float,
) -> list[_Step]: ...
def logic_walk_chosen(
    layout: Layout,
    cages: LogicCages | None,
    efforts: Sequence[Sequence[int]],
    singles: Sequence[int],
    in_order: bool,
    near: Sequence[int],
    digits: Buffer,
    masks: Buffer,
    givens: Buffer,
    limit: int,
    seconds: float,
) -> list[_Step]: ...
def logic_walk_many(
    layout: Layout,
    cages: CageLists | None,
    order: Sequence[int],
    givens: Buffer,
    counts: Buffer,
    ends: Buffer,
    end_words: Sequence[str],
    threads: int,
    seconds: float,
) -> None: ...
def rating_names() -> list[str]: ...
def rating_many(
    givens: Buffer,
    ratings: Buffer,
    hardest: Buffer,
    ends: Buffer,
    looks: int,
    at_least: int,
    at_most: int,
    threads: int,
) -> None: ...
def rating_walk(digits: Buffer, masks: Buffer, limit: int, seconds: float) -> list[_Step]: ...

# ---- generate.cpp

class Grids:
    def __init__(
        self, layout: Layout, is_classic: bool, is_latin: bool, first: Sequence[int]
    ) -> None: ...
    def draw(self, keys: Buffer, made: Buffer, threads: int) -> None: ...

def dig(
    plan: LanePlan,
    puzzles: Buffer,
    solutions: Buffer,
    keys: Buffer,
    groups: Buffer | None,
    keep: Buffer | None,
    least: Buffer,
    less: int,
    exchanges: int,
    threads: int,
    made: Buffer,
) -> None: ...

# ---- cage_generate.cpp

def cage_generate_make(
    layout: Layout,
    keys: Buffer,
    solutions: Buffer,
    givens: Buffer,
    is_killer: bool,
    is_hidden: bool,
    sizes: Sequence[int],
    operations: Sequence[int],
    n_singles: int,
    largest_sum: int,
    guesses: int,
    rounds: int,
    node_budget: int,
    n_cages: Buffer,
    cage_of: Buffer,
    operations_of: Buffer,
    targets: Buffer,
    threads: int,
) -> None: ...
def cage_generate_drop_clues(
    layout: Layout,
    masks: Buffer,
    cages: CageLists,
    keys: Buffer | None,
    fates: Buffer,
    n_columns: int,
    node_budget: int,
    threads: int,
) -> None: ...

# ---- symmetry.cpp

class SymmetryShape:
    def __init__(
        self, order: int, band_rows: int, stack_columns: int, may_transpose: bool
    ) -> None: ...

class SymmetryList:
    def numbers(self) -> bytes: ...  # uint16, order*order of each symmetry

def symmetries_of_houses(
    order: int, houses: Sequence[Sequence[int]], most: int
) -> SymmetryList | None: ...
def least9(digits: Buffer) -> bytes: ...
def least_lines(
    shape: SymmetryShape,
    digits: Buffer,
    cages: Buffer | None,
    ranks: Sequence[int],
    may_relabel: bool,
) -> bytes | None: ...
def least_lines_many(
    shape: SymmetryShape, puzzles: Buffer, texts: Buffer, is_found: Buffer, threads: int
) -> None: ...
def least_listed(
    list: SymmetryList,
    digits: Buffer,
    cages: Buffer | None,
    ranks: Sequence[int],
    may_relabel: bool,
) -> list[tuple[int, bytes]]: ...
def least_listed_many(
    list: SymmetryList, puzzles: Buffer, texts: Buffer, is_found: Buffer, threads: int
) -> None: ...
