"""The names that native/bindings/craft.cpp registers, which validate nothing.

Only pandoku.kernel calls them.
"""

from collections.abc import Sequence

from pandoku._native import Buffer, CageLists, LanePlan, Layout, RelationLists

# ---- logic.cpp

_Pairs = tuple[tuple[int, int], ...]
_Changed = tuple[
    bytes,  # of int32: the number of candidates that each step changes
    bytes,  # of int16: their cells
    bytes,  # of int8: their digits
]
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
    tuple[tuple[_Pairs, _Pairs, bool, int, int, bool, int], ...],  # links
    tuple[tuple[_Step, ...], ...],  # branches
    tuple[_Step, ...],  # the steps that it joins
]

_Row = tuple[
    str,  # the technique
    bool,  # needs_unique
    bool,  # needs_cages
    tuple[str, ...],  # roles
]

class LogicCages:
    def __init__(
        self, layout: Layout, cages: CageLists, relations: RelationLists | None
    ) -> None: ...

class LogicEfforts:
    def __init__(self, efforts: Sequence[Sequence[int]], singles: Sequence[int]) -> None: ...

class FirstSteps: ...

def logic_table() -> list[_Row]: ...
def logic_ways_onward(layout: Layout, digits: Buffer, masks: Buffer) -> int: ...
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
def logic_exhaust(
    layout: Layout,
    cages: LogicCages | None,
    order: Sequence[int],
    digits: Buffer,
    masks: Buffer,
    givens: Buffer,
) -> tuple[bytes, bytes]: ...
def logic_walk_chosen(
    layout: Layout,
    cages: LogicCages | None,
    efforts: LogicEfforts,
    in_order: bool,
    near: Sequence[int],
    reached: int,
    digits: Buffer,
    masks: Buffer,
    givens: Buffer,
    limit: int,
    seconds: float,
) -> list[_Step]: ...
def logic_walk_many(
    layout: Layout,
    cages: CageLists | None,
    relations: RelationLists | None,
    order: Sequence[int],
    givens: Buffer,
    counts: Buffer,
    ends: Buffer,
    end_words: Sequence[str],
    threads: int,
    seconds: float,
) -> None: ...
def logic_outline_many(
    layout: Layout,
    cages: CageLists | None,
    relations: RelationLists | None,
    order: Sequence[int],
    least: Sequence[float],
    most: Sequence[float],
    givens: Buffer,
    firsts: Buffer,
    ends: Buffer,
    end_words: Sequence[str],
    threads: int,
    first_steps: Sequence[FirstSteps],
) -> list[list[tuple[int, _Step]]]: ...
def logic_walk_searches(
    layout: Layout,
    cages: CageLists | None,
    relations: RelationLists | None,
    efforts: Sequence[Sequence[int]],
    singles: Sequence[int],
    givens: Buffer,
    ends: Buffer,
    end_words: Sequence[str],
    threads: int,
    seconds: float,
    first_steps: Sequence[FirstSteps],
) -> tuple[
    bytes,  # of int32: the number of steps of each path
    bytes,  # of int16: the finder of each step
    bytes,  # of uint8: 1 if its facts have a box or a region
    bytes,  # of int32: the number of nodes between the ends of its chain
    bytes,  # of int16: the number of empty cells before the step
    bytes,  # of int16: the number of ways onward before the step
]: ...
def logic_walk_steps(
    layout: Layout,
    cages: CageLists | None,
    relations: RelationLists | None,
    order: Sequence[int],
    efforts: Sequence[Sequence[int]],
    singles: Sequence[int],
    in_order: bool,
    told: Sequence[int],
    givens: Buffer,
    ends: Buffer,
    end_words: Sequence[str],
    threads: int,
    seconds: float,
) -> tuple[
    bytes,  # of int32: the number of steps of each path
    bytes,  # of int16: the finder of each step
    bytes,  # of int16: the first house of its facts, or -1
    _Changed,  # placements
    _Changed,  # eliminations
    list[tuple[int, list[_Step]]],  # the paths with requested complete steps
]: ...
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

# ---- scope.cpp

class Scope:
    def __init__(
        self,
        order: int,
        sees: Sequence[Sequence[int]],
        relations: RelationLists,
        houses: Sequence[Sequence[int]],
    ) -> None: ...
    def ask(
        self,
        masks: Sequence[int],
        absences: Sequence[tuple[int, Sequence[int]]],
        one: int,
        all: int,
    ) -> tuple[tuple[int, ...], tuple[bool, ...], int, bool]: ...
    def find(self, masks: Sequence[int], n_nodes: int) -> tuple[int, ...] | None: ...
    def list(
        self, masks: Sequence[int], cells: Sequence[int], most: int, n_nodes: int
    ) -> list[tuple[int, ...]] | None: ...

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
    shape: SymmetryShape,
    puzzles: Buffer,
    texts: Buffer,
    is_found: Buffer,
    n_automorphisms: Buffer,
    threads: int,
) -> None: ...
def least_listed(
    list: SymmetryList,
    digits: Buffer,
    cages: Buffer | None,
    ranks: Sequence[int],
    may_relabel: bool,
) -> list[tuple[int, bytes]]: ...
def least_listed_many(
    list: SymmetryList,
    puzzles: Buffer,
    texts: Buffer,
    is_found: Buffer,
    n_automorphisms: Buffer,
    threads: int,
) -> None: ...
