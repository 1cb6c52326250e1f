"""Each kind of rule, read from the JSON of a puzzle and written as clauses.

`KINDS` has a function for each kind. `DIFFERENT` has the kinds that make cells differ by their own
words, such as a renban line. These cells see each other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, groupby, pairwise, product
from typing import Any

from tests.variant_claims import patterns
from tests.variant_claims.clauses import Clauses
from tests.variant_claims.reading import Json, NotJudged, Pair, Reading

Kind = Callable[[Clauses, Reading, Json], None]

KINDS: dict[str, Kind] = {}


def kind(*names: str) -> Callable[[Kind], Kind]:
    """Register a function for kinds of rules."""

    def register(function: Kind) -> Kind:
        KINDS.update(dict.fromkeys(names, function))
        return function

    return register


def encoded(reading: Reading, number: int) -> Clauses:
    """Return the clauses of a rule of a puzzle.

    Raises:
        NotJudged: The kind is not known here.
    """
    rule = reading.rules[number]
    if rule["type"] not in KINDS:
        raise NotJudged(f"rule {rule['type']}")
    clauses = Clauses(reading.n)
    KINDS[rule["type"]](clauses, reading, rule)
    pairs = DIFFERENT[rule["type"]](reading, rule) if rule["type"] in DIFFERENT else ()
    clauses.pairs(pairs, lambda u, v: u != v)
    return clauses


def _one(weight: int) -> Callable[[int], int]:
    return lambda digit: weight * digit


def _sums(clauses: Clauses, plus: Sequence[int], minus: Sequence[int], total: int = 0) -> None:
    """Let the sum of some cells, without the sum of others, be a total."""
    cells = [*plus, *minus]
    weights = [_one(1)] * len(plus) + [_one(-1)] * len(minus)
    clauses.total(cells, weights, lambda found: found == total)


def _count(
    clauses: Clauses, cells: Sequence[int], digit: int, allows: Callable[[int], bool]
) -> None:
    """Let the number of cells with a digit be an allowed number."""
    clauses.total(cells, [lambda each: int(each == digit)] * len(cells), allows)


def _unique(cells: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(cells))


# ---- cages


@kind("cage")
def _cage(clauses: Clauses, reading: Reading, rule: Json) -> None:
    cells, target, operation = rule["cells"], rule.get("target"), rule.get("op")
    clauses.cells |= {*cells}
    if target is not None and operation == "+":
        _sums(clauses, cells, (), target)
    elif target is not None and operation in ("*", "x", "×"):

        def step(state: Any, at: int, digit: int) -> int | None:
            return state * digit if target % (state * digit) == 0 else None

        clauses.automaton(cells, 1, step, lambda state: state == target)
    elif target is not None:
        if len(cells) > 4:
            raise NotJudged("large cage of another operation")
        for way in product(range(1, reading.n + 1), repeat=len(cells)):
            if not cage_allows(operation, target, way):
                clauses.unless(*zip(cells, way, strict=True))


def cage_allows(operation: str | None, target: int, way: Sequence[int]) -> bool:
    """Return whether digits make the target of a cage."""
    product_of_all = 1
    for digit in way:
        product_of_all *= digit
    match operation:
        case "+":
            return sum(way) == target
        case "*" | "x" | "×":
            return product_of_all == target
        case "-":
            return 2 * max(way) - sum(way) == target
        case "/" | "÷" | ":":
            return max(way) ** 2 == target * product_of_all
        case "=":
            return tuple(way) == (target,)
        case None | "" | "?":
            pairs = ("+", "*", "-", "/") if len(way) == 2 else ("+", "*")
            return any(cage_allows(each, target, way) for each in pairs)
    raise NotJudged(f"operation {operation}")


# ---- the whole grid


_MOVES = {
    "anti-knight": ((1, 2), (2, 1), (1, -2), (2, -1)),
    "anti-king": ((0, 1), (1, 0), (1, 1), (1, -1)),
}


def _moved(reading: Reading, rule: Json) -> Iterator[Pair]:
    n = reading.n
    for row, column in product(range(n), repeat=2):
        for down, right in _MOVES[rule["type"]]:
            if 0 <= row + down < n and 0 <= column + right < n:
                yield row * n + column, (row + down) * n + column + right


@kind("anti-knight", "anti-king", "extra-region", "fog", "drawing", "rules-in-words")
def _nothing_else(clauses: Clauses, reading: Reading, rule: Json) -> None:
    """Add nothing: the cells only differ (see `DIFFERENT`), or the rule is only shown."""


@kind("flatmates")
def _flatmates(clauses: Clauses, reading: Reading, rule: Json) -> None:
    n, middle = reading.n, (reading.n + 1) // 2
    for cell in range(n * n):
        above = [(cell - n, 1)] if cell >= n else []
        below = [(cell + n, n)] if cell + n < n * n else []
        clauses.unless((cell, middle), then=(*above, *below))


def _thirds(n: int) -> list[range]:
    outer = (n + 1) // 3
    parts = range(1, outer + 1), range(outer + 1, n - outer + 1), range(n - outer + 1, n + 1)
    return [part for part in parts if part]


def _digits_of(mask: int) -> list[int]:
    return [at + 1 for at in range(mask.bit_length()) if mask >> at & 1]


@kind("global-entropy")
def _global_entropy(clauses: Clauses, reading: Reading, rule: Json) -> None:
    n = reading.n
    given = [_digits_of(mask) for mask in rule.get("groups") or ()]
    groups: Sequence[Sequence[int]] = given or _thirds(n)
    for row, column in product(range(n - 1), repeat=2):
        corner = row * n + column
        square = (corner, corner + 1, corner + n, corner + n + 1)
        for group in groups:
            clauses.unless(then=product(square, group))


# ---- pairs of neighbors


@kind("difference")
def _difference(clauses: Clauses, reading: Reading, rule: Json) -> None:
    value = rule.get("value", 1)
    clauses.pairs([rule["cells"]], lambda u, v: abs(u - v) == value)


@kind("ratio")
def _ratio(clauses: Clauses, reading: Reading, rule: Json) -> None:
    value = rule.get("value", 2)
    clauses.pairs([rule["cells"]], lambda u, v: u == value * v or v == value * u)


@kind("sum-mark")
def _sum_mark(clauses: Clauses, reading: Reading, rule: Json) -> None:
    value = rule.get("value", 10)
    clauses.pairs([rule["cells"]], lambda u, v: u + v == value)


@kind("inequality")
def _inequality(clauses: Clauses, reading: Reading, rule: Json) -> None:
    clauses.pairs([rule["cells"]], lambda u, v: u > v)


def _unmarked(reading: Reading, *marks: str) -> Iterator[Pair]:
    """Yield the neighbors that have no clue of these kinds between them."""
    marked = {frozenset(each["cells"]) for each in reading.rules if each["type"] in marks}
    for cell in range(reading.n**2):
        for other in reading.neighbors(cell):
            if cell < other and frozenset((cell, other)) not in marked:
                yield cell, other


@kind("no-difference")
def _no_difference(clauses: Clauses, reading: Reading, rule: Json) -> None:
    values = rule.get("values", [1])
    pairs = _unmarked(reading, "difference", "ratio")
    clauses.pairs(pairs, lambda u, v: abs(u - v) not in values)


@kind("no-ratio")
def _no_ratio(clauses: Clauses, reading: Reading, rule: Json) -> None:
    values = rule.get("values", [2])
    pairs = _unmarked(reading, "difference", "ratio")
    clauses.pairs(pairs, lambda u, v: all(u != k * v and v != k * u for k in values))


@kind("no-sum-mark")
def _no_sum_mark(clauses: Clauses, reading: Reading, rule: Json) -> None:
    values = rule.get("values", [5, 10])
    clauses.pairs(_unmarked(reading, "sum-mark"), lambda u, v: u + v not in values)


# ---- marked cells


@kind("odd-cell")
def _odd(clauses: Clauses, reading: Reading, rule: Json) -> None:
    clauses.each(rule["cells"], lambda digit: digit % 2 == 1)


@kind("even-cell")
def _even(clauses: Clauses, reading: Reading, rule: Json) -> None:
    clauses.each(rule["cells"], lambda digit: digit % 2 == 0)


@kind("minimum", "maximum")
def _extreme(clauses: Clauses, reading: Reading, rule: Json) -> None:
    alike = (each["cells"] for each in reading.rules if each["type"] == rule["type"])
    marked = {cell for cells in alike for cell in cells}
    sign = 1 if rule["type"] == "minimum" else -1
    clauses.cells |= {*rule["cells"]}
    pairs = [(a, b) for a in rule["cells"] for b in reading.neighbors(a) if b not in marked]
    clauses.pairs(pairs, lambda u, v: sign * u < sign * v)


@kind("row-indexer", "column-indexer", "box-indexer")
def _indexer(clauses: Clauses, reading: Reading, rule: Json) -> None:
    n = reading.n
    for cell in rule["cells"]:
        if rule["type"] == "row-indexer":
            places: Sequence[int] = range(cell % n, n * n, n)
        elif rule["type"] == "column-indexer":
            places = range(cell - cell % n, cell - cell % n + n)
        else:
            places = sorted(reading.regions[reading.region_of(cell)])
        for digit in range(1, n + 1):
            clauses.unless((cell, digit), then=[(places[digit - 1], places.index(cell) + 1)])


# ---- lines


@kind("thermometer")
def _thermometer(clauses: Clauses, reading: Reading, rule: Json) -> None:
    is_slow = rule.get("slow", False)
    clauses.pairs(pairwise(rule["cells"]), lambda u, v: u < v or (is_slow and u == v))


@kind("arithmetic-sequence")
def _sequence(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Hashable | None:
        last, by = state
        if by is None and at > 1:
            return None
        if at == 0:
            return digit, None
        if at == 1:
            return digit, digit - last
        return (digit, by) if digit - last == by else None

    clauses.automaton(rule["cells"], (None, None), step, lambda state: True)


def _ends_first(
    clauses: Clauses,
    cells: Sequence[int],
    ends: Callable[[int, int], bool],
    inner: Callable[[int, int, int], bool],
) -> None:
    """Let the digits at the ends, and each digit between them, be allowed."""

    def step(state: Any, at: int, digit: int) -> Hashable | None:
        if at == 0:
            return digit, digit
        low, high = state
        if at == 1:
            low, high = min(low, digit), max(low, digit)
            return (low, high) if ends(low, high) else None
        return state if inner(low, digit, high) else None

    order = [cells[0], cells[-1], *cells[1:-1]]
    clauses.automaton(order, (0, 0), step, lambda state: True)


@kind("between-line")
def _between(clauses: Clauses, reading: Reading, rule: Json) -> None:
    _ends_first(clauses, rule["cells"], lambda low, high: True, lambda low, d, high: low < d < high)


@kind("lockout-line")
def _lockout(clauses: Clauses, reading: Reading, rule: Json) -> None:
    given = rule.get("value")
    least = (reading.n + 1) // 2 - 1 if given is None else given
    _ends_first(
        clauses,
        rule["cells"],
        lambda low, high: high - low >= least,
        lambda low, digit, high: digit < low or digit > high,
    )


@kind("whisper-line")
def _whisper(clauses: Clauses, reading: Reading, rule: Json) -> None:
    given = rule.get("value")
    least = (reading.n + 1) // 2 if given is None else given
    clauses.pairs(pairwise(rule["cells"]), lambda u, v: abs(u - v) >= least)


@kind("renban-line")
def _renban(clauses: Clauses, reading: Reading, rule: Json) -> None:
    cells = _unique(rule["cells"])

    def step(state: Any, at: int, digit: int) -> Hashable | None:
        low, high = (min(state[0], digit), max(state[1], digit)) if at else (digit, digit)
        return (low, high) if high - low < len(cells) else None

    clauses.automaton(cells, (0, 0), step, lambda state: True)


@kind("nabner-line")
def _nabner(clauses: Clauses, reading: Reading, rule: Json) -> None:
    clauses.pairs(combinations(_unique(rule["cells"]), 2), lambda u, v: abs(u - v) > 1)


@kind("pair-rule")
def _pair_rule(clauses: Clauses, reading: Reading, rule: Json) -> None:
    base = 10 if reading.n < 10 else 100
    allowed = {divmod(pair, base) for pair in rule["table"]}
    cells = rule["cells"]
    pairs = combinations(cells, 2) if rule.get("mutual") else pairwise(cells)
    clauses.pairs(pairs, lambda u, v: (u, v) in allowed)


def _classes(reading: Reading, rule: Json) -> tuple[int, list[list[int]]]:
    """Return k and the classes of a line where any k digits in a row are of different classes."""
    digits, name = range(1, reading.n + 1), rule["type"]
    if name == "entropic-line":
        return 3, [list(part) for part in _thirds(reading.n)]
    if name == "digit-group-line":
        groups = [_digits_of(mask) for mask in rule["groups"]]
        return len(groups), groups
    k = 2 if name == "parity-line" else rule.get("value", 3)
    return k, [[digit for digit in digits if digit % k == rest] for rest in range(k)]


def _near(reading: Reading, rule: Json) -> list[Pair]:
    """Return the pairs of cells fewer than k steps apart, also across the end of a loop."""
    (k, _), cells = _classes(reading, rule), rule["cells"]
    is_loop = cells[0] == cells[-1] and len(cells) > 1
    line = cells[:-1] if is_loop else cells
    if is_loop and len(line) < k:
        return []
    pairs = []
    for at, step in product(range(len(line)), range(1, k)):
        if at + step < len(line) or is_loop:
            pairs.append((line[at], line[(at + step) % len(line)]))
    return [(a, b) for a, b in pairs if a != b]


@kind("entropic-line", "modular-line", "parity-line", "digit-group-line")
def _turns(clauses: Clauses, reading: Reading, rule: Json) -> None:
    _, classes = _classes(reading, rule)
    class_of = {digit: at for at, digits in enumerate(classes) for digit in digits}
    clauses.each(rule["cells"], lambda digit: digit in class_of)
    clauses.pairs(
        _near(reading, rule),
        lambda u, v: class_of.get(u, -1) != class_of.get(v, -2),
    )


@kind("palindrome")
def _palindrome(clauses: Clauses, reading: Reading, rule: Json) -> None:
    cells = rule["cells"]
    half = len(cells) // 2
    clauses.cells |= {*cells}
    clauses.pairs(zip(cells[:half], cells[::-1], strict=False), lambda u, v: u == v)


@kind("clone")
def _clone(clauses: Clauses, reading: Reading, rule: Json) -> None:
    pairs = zip(rule["cells"], rule["copies"], strict=True)
    clauses.pairs([(a, b) for a, b in pairs if a != b], lambda u, v: u == v)


@kind("regex-line")
def _regex(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Any:
        rest = patterns.after(state, digit)
        return None if rest == patterns.NEVER else rest

    start = patterns.parsed(rule["pattern"], reading.n)
    clauses.automaton(rule["cells"], start, step, patterns.accepts_nothing)


@kind("automaton-line")
def _automaton(clauses: Clauses, reading: Reading, rule: Json) -> None:
    steps, accepting = rule["steps"], {*rule["accepting"]}
    if isinstance(steps[0], list):
        steps = [after for row in steps for after in row]

    def step(state: Any, at: int, digit: int) -> int | None:
        after: int = steps[state * reading.n + digit - 1]
        return after if after >= 0 else None

    clauses.automaton(rule["cells"], 0, step, lambda state: state in accepting)


# ---- sums


@kind("arrow")
def _arrow(clauses: Clauses, reading: Reading, rule: Json) -> None:
    bulb, shaft = rule["bulb"], rule["shaft"]
    powers = [_one(10**power) for power in reversed(range(len(bulb)))]
    weights = [*powers, *[_one(-1)] * len(shaft)]
    clauses.total([*bulb, *shaft], weights, lambda found: found == 0)


@kind("double-arrow")
def _double_arrow(clauses: Clauses, reading: Reading, rule: Json) -> None:
    first, *inner, last = rule["cells"]
    if inner:
        _sums(clauses, (first, last), inner)


@kind("sum-line")
def _sum_line(clauses: Clauses, reading: Reading, rule: Json) -> None:
    value = rule.get("value", 10)

    def step(state: Any, at: int, digit: int) -> int | None:
        return (state + digit) % value if state + digit <= value else None

    clauses.automaton(rule["cells"], 0, step, lambda state: state == 0)


def _segments(reading: Reading, rule: Json) -> list[list[int]]:
    """Return the parts of a region sum line, whose sums are equal."""
    parts = [(region, [*cells]) for region, cells in groupby(rule["cells"], reading.region_of)]
    if not rule.get("joined"):
        return [cells for _, cells in parts]
    joined: dict[int, list[int]] = {}
    for region, cells in parts:
        joined.setdefault(region, []).extend(cells)
    return [*joined.values()]


@kind("region-sum-line")
def _region_sum(clauses: Clauses, reading: Reading, rule: Json) -> None:
    clauses.cells |= {*rule["cells"]}
    for one, other in pairwise(_segments(reading, rule)):
        _sums(clauses, one, other)


def _zipped(cells: Sequence[int]) -> list[list[int]]:
    """Return the parts of a zipper line, whose sums are equal."""
    half = len(cells) // 2
    groups = [[a, b] for a, b in zip(cells[:half], cells[::-1], strict=False)]
    return [*groups, [cells[half]]] if len(cells) % 2 else groups


@kind("zipper-line")
def _zipper(clauses: Clauses, reading: Reading, rule: Json) -> None:
    clauses.cells |= {*rule["cells"]}
    for one, other in pairwise(_zipped(rule["cells"])):
        _sums(clauses, one, other)


@kind("equal-sum")
def _equal_sum(clauses: Clauses, reading: Reading, rule: Json) -> None:
    first, second = {*rule["first"]}, {*rule["second"]}
    _sums(clauses, sorted(first - second), sorted(second - first))


@kind("weighted-total")
def _weighted(clauses: Clauses, reading: Reading, rule: Json) -> None:
    totals = {*rule["totals"]}
    weights = [_one(weight) for weight in rule["weights"]]
    clauses.total(rule["cells"], weights, lambda found: found in totals)


def equations_of(reading: Reading, number: int, digits: Sequence[int]) -> Iterator[dict[int, int]]:
    """Yield the factors of cells whose sum a rule states, given the digits that are filled in.

    Raises:
        NotJudged: The kind of the rule states no sum that is known here.
    """
    rule = reading.rules[number]
    match rule["type"]:
        case "arrow":
            bulb = rule["bulb"]
            powers = (10**power for power in reversed(range(len(bulb))))
            yield {**dict(zip(bulb, powers, strict=True)), **dict.fromkeys(rule["shaft"], -1)}
        case "double-arrow":
            first, *inner, last = rule["cells"]
            yield {first: 1, last: 1, **dict.fromkeys(inner, -1)}
        case "region-sum-line" | "zipper-line":
            is_zipper = rule["type"] == "zipper-line"
            groups = _zipped(rule["cells"]) if is_zipper else _segments(reading, rule)
            for one, other in pairwise(groups):
                yield {**dict.fromkeys(one, 1), **dict.fromkeys(other, -1)}
        case "equal-sum":
            first, second = {*rule["first"]}, {*rule["second"]}
            yield {**dict.fromkeys(first - second, 1), **dict.fromkeys(second - first, -1)}
        case "weighted-total":
            yield dict(zip(rule["cells"], rule["weights"], strict=True))
        case "little-killer":
            yield dict.fromkeys(reading.line(rule), 1)
        case "extra-region":
            yield dict.fromkeys(rule["cells"], 1)
        case "palindrome":
            cells = rule["cells"]
            yield from ({a: 1, b: -1} for a, b in zip(cells, cells[::-1], strict=True) if a != b)
        case "clone":
            pairs = zip(rule["cells"], rule["copies"], strict=True)
            yield from ({a: 1, b: -1} for a, b in pairs if a != b)
        case "x-sum" | "sandwich":
            line = reading.line(rule)
            filled = [digits[cell] for cell in line]
            if rule["type"] == "x-sum" and filled[0]:
                yield dict.fromkeys(line[: filled[0]], 1)
            elif rule["type"] == "sandwich" and {1, reading.n} <= {*filled}:
                start, end = sorted((filled.index(1), filled.index(reading.n)))
                yield dict.fromkeys(line[start + 1 : end], 1)
        case _:
            raise NotJudged(f"sum of a {rule['type']}")


# ---- counts and sets


@kind("quadruple")
def _quadruple(clauses: Clauses, reading: Reading, rule: Json) -> None:
    for digit in {*rule["digits"]}:
        least = rule["digits"].count(digit)
        _count(clauses, rule["cells"], digit, lambda found, least=least: found >= least)  # type: ignore[misc]


@kind("counting-circles")
def _circles(clauses: Clauses, reading: Reading, rule: Json) -> None:
    for digit in range(1, reading.n + 1):
        _count(clauses, rule["cells"], digit, lambda found, digit=digit: found in (0, digit))  # type: ignore[misc]


@kind("look-and-say")
def _look_and_say(clauses: Clauses, reading: Reading, rule: Json) -> None:
    numbers = rule["counts"]
    for times, digit in zip(numbers[::2], numbers[1::2], strict=True):
        _count(clauses, rule["cells"], digit, lambda found, times=times: found == times)  # type: ignore[misc]


@kind("count-distinct")
def _count_distinct(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Hashable | None:
        met = state | {digit}
        return met if len(met) <= rule["value"] else None

    clauses.automaton(
        rule["cells"],
        frozenset(),
        step,
        lambda met: isinstance(met, frozenset) and len(met) == rule["value"],
    )


@kind("distinct-circle")
def _distinct_circle(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Hashable | None:
        if at == 0:
            return digit, frozenset()
        count, met = state
        met |= {digit}
        return (count, met) if len(met) <= count else None

    cells = [*rule["circle"], *rule["cells"]]
    clauses.automaton(cells, (0, frozenset()), step, _is_met)


def _is_met(state: Any) -> bool:
    count, met = state
    return bool(len(met) == count)


@kind("same-values")
def _same_values(clauses: Clauses, reading: Reading, rule: Json) -> None:
    first, second = {*rule["first"]}, {*rule["second"]}
    plus, minus = sorted(first - second), sorted(second - first)
    for wanted in range(1, reading.n + 1):
        weights: list[Callable[[int], int]] = [
            lambda digit, wanted=wanted, sign=sign: sign * (digit == wanted)  # type: ignore[misc]
            for sign in [1] * len(plus) + [-1] * len(minus)
        ]
        clauses.total([*plus, *minus], weights, lambda found: found == 0)


@kind("rellik-cage")
def _rellik(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(sums: Any, at: int, digit: int) -> Hashable | None:
        found = sums | {each + digit for each in sums if each + digit <= rule["value"]}
        return None if rule["value"] in found else found

    clauses.automaton(rule["cells"], frozenset([0]), step, lambda sums: True)


@kind("equality-cage")
def _equality(clauses: Clauses, reading: Reading, rule: Json) -> None:
    n, cells = reading.n, rule["cells"]
    clauses.each(cells, lambda digit: 2 * digit != n + 1)
    clauses.total(cells, [lambda d: int(d % 2 == 0)] * len(cells), lambda k: 2 * k == len(cells))
    clauses.total(cells, [lambda d: int(2 * d < n + 1)] * len(cells), lambda k: 2 * k == len(cells))


# ---- outside the grid


@kind("little-killer")
def _little_killer(clauses: Clauses, reading: Reading, rule: Json) -> None:
    _sums(clauses, reading.line(rule), (), rule["total"])


@kind("sandwich")
def _sandwich(clauses: Clauses, reading: Reading, rule: Json) -> None:
    """Let a digit be between the crusts, whose digits differ, so that they are 1 and n."""

    def step(state: Any, at: int, digit: int) -> Hashable | None:
        n_crusts, total = state
        if digit in (1, reading.n):
            return (n_crusts + 1, total) if n_crusts < 2 else None
        if n_crusts != 1:
            return state  # type: ignore[no-any-return]
        return (1, total + digit) if total + digit <= rule["total"] else None

    line = reading.line(rule)
    clauses.automaton(line, (0, 0), step, lambda state: state == (2, rule["total"]))
    clauses.pairs(combinations(line, 2), lambda u, v: u != v)


@kind("x-sum")
def _x_sum(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Hashable | None:
        left, missing = state if at else (digit, rule["total"])
        if at and not left:
            return state  # type: ignore[no-any-return]
        return (left - 1, missing - digit) if missing >= digit else None

    clauses.automaton(reading.line(rule), (0, 0), step, lambda state: state == (0, 0))


@kind("skyscraper")
def _skyscraper(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Hashable:
        highest, n_seen = state
        return (digit, n_seen + 1) if digit > highest else state

    def accepts(state: Any) -> bool:
        return bool(state[1] == rule["value"])

    clauses.automaton(reading.line(rule), (0, 0), step, accepts)


@kind("hidden-skyscraper")
def _hidden_skyscraper(clauses: Clauses, reading: Reading, rule: Json) -> None:
    def step(state: Any, at: int, digit: int) -> Hashable | None:
        if state == "found":
            return state  # type: ignore[no-any-return]
        if digit > state:
            return digit
        return "found" if digit == rule["digit"] else None

    clauses.automaton(reading.line(rule), 0, step, lambda state: state == "found")


@kind("numbered-room")
def _numbered_room(clauses: Clauses, reading: Reading, rule: Json) -> None:
    line = reading.line(rule)
    for number in range(1, reading.n + 1):
        clauses.unless((line[0], number), then=[(line[number - 1], rule["digit"])])
    clauses.pairs(combinations(line, 2), lambda u, v: u != v)


# ---- sight


def _all_pairs(reading: Reading, rule: Json) -> Iterable[Pair]:
    return combinations(_unique(rule["cells"]), 2)


def _pairs_that_differ(reading: Reading, rule: Json) -> Iterable[Pair]:
    """Yield all pairs of a mutual rule if it is the same in both orders and has no equal digits."""
    base = 10 if reading.n < 10 else 100
    allowed = {divmod(pair, base) for pair in rule["table"]}
    is_even = all((v, u) in allowed and u != v for u, v in allowed)
    return _all_pairs(reading, rule) if rule.get("mutual") and is_even else ()


def _cage_pairs(reading: Reading, rule: Json) -> Iterable[Pair]:
    return () if rule.get("repeats") else combinations(rule["cells"], 2)


DIFFERENT: dict[str, Callable[[Reading, Json], Iterable[Pair]]] = {
    "cage": _cage_pairs,
    "pair-rule": _pairs_that_differ,
    **dict.fromkeys(["anti-knight", "anti-king"], _moved),
    **dict.fromkeys(["extra-region", "renban-line", "nabner-line"], _all_pairs),
    **dict.fromkeys(["rellik-cage", "equality-cage"], _all_pairs),
    **dict.fromkeys(["entropic-line", "modular-line", "parity-line", "digit-group-line"], _near),
}


def sight_of(reading: Reading) -> list[set[int]]:
    """Return for each cell the other cells that a house or a rule makes differ from it."""
    seen: list[set[int]] = [set() for _ in range(reading.n**2)]
    for cells in reading.houses.values():
        for cell in cells:
            seen[cell].update(cells)
    for rule in reading.rules:
        for a, b in DIFFERENT[rule["type"]](reading, rule) if rule["type"] in DIFFERENT else ():
            seen[a].add(b)
            seen[b].add(a)
    for cell, cells_seen in enumerate(seen):
        cells_seen.discard(cell)
    return seen
