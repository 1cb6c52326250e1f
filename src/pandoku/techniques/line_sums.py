"""Sums of lines: bounds of cells, and the few ways to make a total.

The techniques serve arrows, double arrows, little killers, region sum lines, zipper lines, equal
sums, and every other constraint that compares sums of digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pandoku.constraints import LittleKiller
from pandoku.model import Board, Facts, Step, digits_of
from pandoku.techniques._equal_totals import (
    BoundSource,
    Equation,
    PartWays,
    equation_of,
    equations_of,
    exact_words,
    part_name,
    rule_names,
    source_words,
)
from pandoku.techniques._sum_slips import ARROW_SLIPS, EQUAL_SUM_SLIPS, LITTLE_KILLER_SLIPS
from pandoku.techniques._sums import (
    Share,
    add,
    and_or,
    bound_words,
    fallen_words,
    knowledge,
    natural_sets,
    total_of,
)
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, clauses, joined, sentence, spaced, with_capital
from pandoku.words.claims import Allows, Claim

__all__ = ["TECHNIQUES"]

_FEW = 6  # maximum number of ways to list
_MOST_PARTNERS = 4  # maximum number of missing partners that are named
_NAMED = 3  # maximum number of cells that a sentence names
_VERY_FEW = 3  # up to this number of ways, a list is easier than bounds
_MOST_BRIEF = 4  # maximum number of ways in a line
_MOST_SPLITS = 3  # maximum number of sets that are excluded one by one
_LARGEST_BRIEF = 9  # largest order whose digits are single characters
_MOST_TOLD = 3  # maximum number of limits or parts in a line
_SHORT = 4  # maximum number of cells in a list of ways with their order


class _Limit(NamedTuple):
    """A cell whose greatest or least digits do not fit.

    Attributes:
        part: Position of the part in the equation.
        cell: The cell.
        digit: The greatest or least digit that fits.
        rest: The shares of the other cells of the part.
        gone: The digits beyond the limit.
    """

    part: int
    cell: int
    digit: int
    rest: tuple[Share, ...]
    gone: tuple[int, ...]


class _Bounds(NamedTuple):
    """The limits that follow from one bound of the common total.

    Attributes:
        source: The bound of the total.
        most: Whether the bound is from above.
        limits: The limits.
    """

    source: BoundSource
    most: bool
    limits: tuple[_Limit, ...]


def _find_bounds(board: Board, limit: int) -> Iterator[Step]:
    for equation in equations_of(board.puzzle):
        if not (bounds := _bounds(equation, board.masks)):
            continue
        gone = {
            (limit.cell, digit) for each in bounds for limit in each.limits for digit in limit.gone
        }
        found = _combinations(equation, board.masks)
        told = found.told if found else ()
        is_pair = sum(board.masks[cell].bit_count() > 1 for cell in equation.cells) == 2
        is_listed = all(
            not each.partners and (is_pair or len(each.ways) <= _VERY_FEW) for each in told
        )
        if not (is_listed and gone <= {pair for each in told for pair in each.gone}):
            yield _step("sum-bounds", equation, gone)


def _step(name: str, equation: Equation, gone: Iterable[tuple[int, int]]) -> Step:
    marked = tuple((cell, "pattern") for cell in equation.cells)
    facts = Facts(cells=marked, constraints=equation.numbers)
    return Step(name, eliminations=tuple(sorted(gone)), facts=facts)


def _bounds(equation: Equation, masks: Sequence[int]) -> tuple[_Bounds, ...]:
    """Return the limits from above and from below."""
    key = ("bounds", *[masks[cell] for cell in equation.cells])
    if (stored := equation.recall(key)) is None:
        stored = tuple(_bounds_from(equation, masks))
        equation.known[key] = stored
    return stored  # type: ignore[return-value]


def _bounds_from(equation: Equation, masks: Sequence[int]) -> Iterator[_Bounds]:
    sources = [equation.bound(masks, most=most) for most in (True, False)]
    if sources[0] is None or sources[1] is None or sources[0].value < sources[1].value:
        return
    for most, source in zip((True, False), sources, strict=True):
        assert source is not None
        limits = []
        for part, cells in enumerate(equation.parts):
            if source.parts == (part,):
                continue
            full = equation.shares(part, masks, most=not most)
            spare = (source.value - total_of(full)) * (1 if most else -1) if full else -1
            for cell in cells:
                if masks[cell].bit_count() < 2:
                    continue
                needed = equation.spare_needed(part, cell, masks)
                if needed is not None and needed <= spare:
                    continue
                rest = equation.shares(part, masks, most=not most, without=cell)
                if rest is None:
                    continue
                room, factor = source.value - total_of(rest), equation.factors.get(cell, 1)
                digit = room // factor if most else -(-room // factor)
                own = digits_of(masks[cell])
                if gone := tuple(d for d in own if (d > digit if most else d < digit)):
                    limits.append(_Limit(part, cell, digit, rest, gone))
        if limits:
            yield _Bounds(source, most, tuple(limits))


def _reason_bounds(w: Words) -> Iterator[str]:
    equation = equation_of(w)
    bounds = _bounds(equation, w.board.masks)
    is_exact = len(bounds) == 2 and _is_exact(bounds[0].source, bounds[1].source)
    if is_exact:
        yield sentence(exact_words(w, equation, bounds[0].source))
    told = ""
    for source, most, limits in bounds:
        single = [limit for limit in limits if len(equation.parts[limit.part]) == 1]
        others = [limit for limit in limits if limit not in single]
        text = source_words(w, equation, source, most=most) if source.parts and not is_exact else ""
        if len(source.parts) == 1 and w.plain(with_capital(text)) in told:
            name = part_name(w, equation, source.parts[0])
            text = bound_words(w, name, source.shares, most=most, is_known=True)
        if single:
            end = f"at {'most' if most else 'least'} {source.value}"
            so = f"{_are(w, single, part_name(w, equation, single[0].part))} {end}"
            yield _so(w, equation, single, source, text, so, most=most)
        elif text:
            yield sentence(text)
        for each in _others_words(w, equation, source, others, most=most):
            told += w.plain(each)
            yield each


def _is_exact(one: BoundSource, other: BoundSource) -> bool:
    """Return whether the same cells bound a total from both sides, with the same value."""
    return (
        bool(one.parts)
        and (one.value, one.parts) == (other.value, other.parts)
        and total_of(one.shares) == total_of(other.shares)
    )


def _others_words(
    w: Words, equation: Equation, source: BoundSource, limits: Sequence[_Limit], *, most: bool
) -> Iterator[str]:
    """Yield the sentences that derive limits from the other cells of their parts."""
    alike: dict[object, list[_Limit]] = {}
    for part in dict.fromkeys(limit.part for limit in limits):
        own = [limit for limit in limits if limit.part == part]
        has_factors = any(cell in equation.factors for cell in equation.parts[part])
        if has_factors and equation.total is not None:
            yield from (_weighted_words(w, equation, source, each, most=most) for each in own)
        elif has_factors:
            end = "most" if most else "least"
            each = joined(f"{w.cell(limit.cell)} is at {end} {limit.digit}" for limit in own)
            text = f"{part_name(w, equation, part)} is at {end} {source.value}"
            yield _so(w, equation, own, source, text, each, most=most)
        elif _is_alike(own):
            rest = tuple(share.digits for share in own[0].rest)
            alike.setdefault((rest, own[0].digit), []).extend(own)
        else:
            yield from _spare_words(w, equation, source, own, most=most)
    for same in alike.values():
        yield _rest_words(w, equation, source, same, most=most)


def _is_alike(limits: Sequence[_Limit]) -> bool:
    """Return whether limits of one part have the same arithmetic, in words that fit all of them."""
    rests = {tuple(share.digits for share in limit.rest) for limit in limits}
    is_plain = all(len(digits) == 1 for digits in next(iter(rests)))
    return len(rests) == 1 and (len(limits) == 1 or len(limits[0].rest) == 1 or is_plain)


def _rest_words(
    w: Words, equation: Equation, source: BoundSource, limits: Sequence[_Limit], *, most: bool
) -> str:
    """Return the sentence for limits that have the same arithmetic."""
    cells, rest = equation.parts[limits[0].part], limits[0].rest
    others = [cell for cell in cells if cell != limits[0].cell]
    n_parts, noun = len({limit.part for limit in limits}), "pair" if len(cells) == 2 else "part"
    if len(limits) == 1 and len(others) <= _NAMED:
        name = w.cells(others)
    else:
        name = "the other cell" if len(others) == 1 else f"the other {w.number(len(others))}"
    text = (
        f"{f'in each {noun}, ' if n_parts > 1 else ''}{bound_words(w, name, rest, most=not most)}"
    )
    end = "most" if most else "least"
    sum_ = f"{source.value} − {total_of(rest)} = {limits[0].digit}"
    each = " each" if len(limits) > 1 else ""
    so = f"{_are(w, limits)}{each} at {end} {sum_}"
    return _so(w, equation, limits, source, text, so, most=most)


def _weighted_words(
    w: Words, equation: Equation, source: BoundSource, limit: _Limit, *, most: bool
) -> str:
    """Return the sentence for a limit in a weighted total: "so 2 × r1c1 is at most 7"."""
    others = [cell for cell in equation.parts[limit.part] if cell != limit.cell]
    name = w.cells(others) if len(others) <= _NAMED else f"the other {w.number(len(others))}"
    if any(cell in equation.factors for cell in others):
        name += ", times their weights,"
    text, end = bound_words(w, name, limit.rest, most=not most), "most" if most else "least"
    room, factor = total_of(limit.rest), equation.factors.get(limit.cell, 1)
    so = f"{w.cell(limit.cell)} is at {end} {source.value} − {room} = {source.value - room}"
    if factor > 1:
        so = f"{factor} × {so}, and {w.cell(limit.cell)} at {end} {limit.digit}"
    return _so(w, equation, [limit], source, text, so, most=most)


def _spare_words(
    w: Words, equation: Equation, source: BoundSource, limits: Sequence[_Limit], *, most: bool
) -> Iterator[str]:
    """Yield the sentences for limits of a part that leaves little to spare."""
    part, end, sign = limits[0].part, "most" if most else "least", "+" if most else "−"
    full = equation.shares(part, w.board.masks, most=not most)
    assert full is not None
    total = source.value
    spare = abs(total - total_of(full))
    over = f"{w.number(spare)} {'less' if most else 'more'} than {total}" if spare else "exactly"
    text = bound_words(w, part_name(w, equation, part), full, most=not most)
    yield sentence(f"{text}, {over}")
    alike: dict[int, list[_Limit]] = {}
    for limit in limits:
        alike.setdefault(total_of(full) - total_of(limit.rest), []).append(limit)
    texts = (
        w.said(
            f"{_are(w, same)} at {end} "
            + (f"{own} {sign} {spare} = {same[0].digit}" if spare else str(own)),
            *_allowed(w, equation, same, source, most=most),
        )
        for own, same in alike.items()
    )
    yield f"So {clauses(texts)}."


def _are(w: Words, limits: Sequence[_Limit], name: str = "") -> str:
    if len(limits) == 1:
        return f"{name or w.cell(limits[0].cell)} is"
    return f"{w.cells(limit.cell for limit in limits)} are"


def _so(
    w: Words,
    equation: Equation,
    limits: Sequence[_Limit],
    source: BoundSource,
    text: str,
    so: str,
    *,
    most: bool,
) -> str:
    full = sentence(f"{text}, so {so}" if text else f"so {so}")
    return w.said(full, *_allowed(w, equation, limits, source, most=most))


def _allowed(
    w: Words, equation: Equation, limits: Sequence[_Limit], source: BoundSource, *, most: bool
) -> Iterator[Claim]:
    """Yield the claims of limits. If they need several constraints, only name the cells."""
    for limit in limits:
        digits = range(1, limit.digit + 1) if most else range(limit.digit, w.puzzle.order + 1)
        owner = equation.owner_of(limit.part, *source.parts)
        if owner is None:
            yield from knowledge(w, (limit.cell,))
        else:
            yield Allows(owner, (limit.cell,), tuple(digits))


def _thoughts_on_bounds(w: Words) -> Iterator[str]:
    """Yield the limits in a few words: "circle r3c3 ≥ 6 and r12c4 ≤ 9 − 4"."""
    equation, told = equation_of(w), list[str]()
    bounds = _bounds(equation, w.board.masks)
    if len(bounds) == 2 and _is_exact(bounds[0].source, bounds[1].source):
        source = bounds[0].source
        if len(source.parts) > 1:
            yield f"{rule_names(w)}: {w.number(len(source.parts))} parts of {source.value}"
            return
    for source, most, limits in bounds:
        sign, alike = "≤" if most else "≥", dict[int, list[_Limit]]()
        for limit in limits:
            alike.setdefault(limit.digit, []).append(limit)
        for digit, same in alike.items():
            rests = {total_of(limit.rest) for limit in same}
            name = w.cells(limit.cell for limit in same)
            if len(same) == len(equation.parts[same[0].part]) == 1:
                name = part_name(w, equation, same[0].part).removeprefix("the ")
            is_sum = len(rests) == 1 and min(rests) and not equation.factors
            told.append(f"{name} {sign} {f'{source.value} − {min(rests)}' if is_sum else digit}")
    if len(told) <= _MOST_TOLD:
        thought = " and ".join(told)
        yield from (f"{rule_names(w)}: {thought}", thought)
    if ends := [text for text in told if text.startswith(("circle ", "center "))]:
        yield f"{rule_names(w)}: {' and '.join(ends)}"
    if len(bounds) == 1 and len({limit.part for limit in bounds[0].limits}) == 1:
        (source, most, limits), end = bounds[0], "least" if bounds[0].most else "most"
        full = equation.shares(limits[0].part, w.board.masks, most=not most)
        if full is not None:
            total = total_of(full)
            spare = abs(source.value - total)
            to_spare = f"{w.number(spare)} to spare" if spare else "exactly"
            yield f"{rule_names(w)}: at {end} {total}, {to_spare}"


# ---- few ways


class _Told(NamedTuple):
    """A part whose ways are listed.

    Attributes:
        part: Position of the part in the equation.
        ways: The ways that are left, as digits in the order of the cells.
        sums: The ways without their order, by total. Empty if the order is needed.
        partners: If the ways are too many, the candidates without a partner: (cell, digit).
    """

    part: int
    ways: tuple[tuple[int, ...], ...]
    sums: dict[int, tuple[tuple[int, ...], ...]]
    gone: tuple[tuple[int, int], ...]
    partners: bool = False


class _Combinations(NamedTuple):
    """The totals that all parts can make, and the parts with a list of ways.

    Attributes:
        totals: The totals, ascending.
        least: The bound of the totals from below, if it is needed.
        most: The bound of the totals from above, if it is needed.
        culprits: Parts whose ways exclude the other totals.
        splits: Parts that cannot make a total, with this total.
        told: The parts that lose candidates.
    """

    totals: tuple[int, ...]
    least: BoundSource | None
    most: BoundSource | None
    culprits: tuple[int, ...]
    splits: tuple[tuple[int, int], ...]
    told: tuple[_Told, ...]


def _find_combinations(board: Board, limit: int) -> Iterator[Step]:
    for equation in equations_of(board.puzzle):
        if found := _combinations(equation, board.masks):
            gone = {pair for told in found.told for pair in told.gone}
            yield _step("sum-combinations", equation, gone)


def _combinations(equation: Equation, masks: Sequence[int]) -> _Combinations | None:
    key = ("combinations", *[masks[cell] for cell in equation.cells])
    if key not in equation.known:
        equation.recall(key)
        equation.known[key] = _combined(equation, masks)
    return equation.known[key]  # type: ignore[return-value]


# A reason against totals: a bound, a part with few ways, or a part that cannot make one total.
_Blame: TypeAlias = BoundSource | int | tuple[int, int]


def _splits(equation: Equation, part: int, total: int) -> list[tuple[int, ...]]:
    """Return the sets of different digits of a part that have a total."""
    order = round(len(equation.sight) ** 0.5)
    return natural_sets(range(1, order + 1), len(equation.parts[part]), total) or []


def _combined(equation: Equation, masks: Sequence[int]) -> _Combinations | None:
    least, most = equation.bound(masks, most=False), equation.bound(masks, most=True)
    if least is None or most is None or most.value < least.value:
        return None
    by_part = [equation.ways(part, masks) for part in range(len(equation.parts))]
    left = {*range(least.value, most.value + 1)}
    for ways in by_part:
        left &= left if ways is None else ways.keys()
    told, blamed = list[_Told](), dict[_Blame, None]()
    for part, ways in enumerate(by_part) if left else ():
        if ways is None:
            continue
        one = _told(equation, part, ways, tuple(sorted(left)), masks)
        blame = _blame(equation, by_part, part, left, (least, most))
        if one and blame is not None:
            told.append(one)
            blamed |= blame
    if not told:
        return None
    return _Combinations(
        tuple(sorted(left)),
        least if least.parts and least in blamed else None,
        most if most.parts and most in blamed else None,
        tuple(part for part in blamed if isinstance(part, int)),
        tuple(
            each for each in blamed if isinstance(each, tuple) and not isinstance(each, BoundSource)
        ),
        tuple(told),
    )


def _blame(
    equation: Equation,
    by_part: Sequence[PartWays | None],
    part: int,
    left: Iterable[int],
    bounds: tuple[BoundSource, BoundSource],
) -> dict[_Blame, None] | None:
    """Return the reasons against the other totals of a part: bounds, and parts with few ways.

    The result is None if a total has no reason that is short enough, or if the part has one cell
    and bounds alone limit it.
    """
    blame, (least, most) = dict[_Blame, None](), bounds
    for total in {*(by_part[part] or ())}.difference(left):
        if total < least.value:
            blame[least] = None
        elif total > most.value:
            blame[most] = None
        else:
            others = (
                other
                for other, ways in enumerate(by_part)
                if other != part and ways is not None and total not in ways
                if len(equation.parts[other]) == 1 or len(_sums(ways, ways)) <= _FEW
            )
            splits = (
                (other, total)
                for other, ways in enumerate(by_part)
                if other != part and ways is not None and total not in ways
                if len(equation.teams[other]) == 1 and len(equation.parts[other]) > 1
                if 0 < len(_splits(equation, other, total)) <= _MOST_SPLITS
            )
            if (culprit := next(others, None)) is not None:
                blame[culprit] = None
            elif (split := next(splits, None)) is not None:
                blame[split] = None
            else:
                return None
    is_bound = all(isinstance(each, BoundSource) for each in blame)
    if len(equation.parts[part]) == 1 and is_bound and least.value < most.value:
        return None
    return blame


def _sums(ways: PartWays, totals: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return the ways with some totals, without their order."""
    return tuple(dict.fromkeys(
        tuple(sorted(way)) for total in sorted(totals) for way in ways.get(total, ())
    ))  # fmt: skip


def _told(
    equation: Equation, part: int, ways: PartWays, totals: tuple[int, ...], masks: Sequence[int]
) -> _Told | None:
    """Return the ways of a part, and the candidates that they leave out."""
    cells = equation.parts[part]
    own = tuple(way for total in totals for way in ways.get(total, ()))
    held = [{*digits} for digits in zip(*own, strict=True)] or [set[int]()] * len(cells)
    lost = [
        (cell, digit)
        for at, cell in enumerate(cells)
        if masks[cell].bit_count() > 1
        for digit in digits_of(masks[cell])
        if digit not in held[at]
    ]
    if not lost:
        return None
    open_ = [at for at, cell in enumerate(cells) if masks[cell].bit_count() > 1]
    ordered = tuple(dict.fromkeys(tuple(way[at] for at in open_) for way in own))
    is_pill = any(cell in equation.factors for cell in cells)
    sums = {total: _sums(ways, (total,)) for total in totals if total in ways}
    is_short = len(ordered) <= _FEW and (len(open_) <= _SHORT or is_pill)
    used = {digit for way in own for digit in way}
    gone = tuple(pair for pair in lost if pair[1] not in used)
    if is_pill or (is_short and (len(gone) < len(lost) or len(open_) < 2)):
        return _Told(part, ordered, {}, tuple(lost)) if is_short else None
    if gone and sum(map(len, sums.values())) <= _FEW:
        return _Told(part, own, sums, gone)
    if len(cells) == 2 and all(
        len(_partners(equation, part, totals, digit)) <= _MOST_PARTNERS for _, digit in lost
    ):
        return _Told(part, (), {}, tuple(lost), partners=True)
    return None


def _partners(equation: Equation, part: int, totals: Iterable[int], digit: int) -> list[int]:
    """Return the digits of the other cell of a pair that make a total."""
    one, other = equation.parts[part]
    order, is_apart = round(len(equation.sight) ** 0.5), other in equation.sight[one]
    wanted = (total - digit for total in totals)
    return [each for each in wanted if 0 < each <= order and not (is_apart and each == digit)]


def _reason_combinations(w: Words) -> Iterator[str]:
    equation = equation_of(w)
    found = _combinations(equation, w.board.masks)
    if found is None:
        return
    named = [*found.culprits]
    bounds = [(found.least, False), (found.most, True)]
    if found.least and found.most and _is_exact(found.least, found.most):
        yield sentence(exact_words(w, equation, found.least))
        bounds = []
    for source, most in bounds:
        if source is None or (len(source.parts) == 1 and source.parts[0] in named):
            continue
        if len(source.parts) == 1 and len(equation.parts[source.parts[0]]) == 1:
            named.append(source.parts[0])
            continue
        text = source_words(w, equation, source, most=most)
        yield sentence(f"{text}, so the sum is at {'most' if most else 'least'} {source.value}")
    for part in named:
        yield _culprit_words(w, equation, part)
    for part, total in found.splits:
        cells = equation.parts[part]
        out = "; ".join(fallen_words(w, _splits(equation, part, total), cells))
        text = f"{part_name(w, equation, part)} cannot make {total}: {out}"
        yield w.said(sentence(text), *knowledge(w, cells))
    for told in found.told:
        yield _told_words(w, equation, told, found.totals)


def _culprit_words(w: Words, equation: Equation, part: int) -> str:
    cells, name = equation.parts[part], part_name(w, equation, part)
    if len(cells) == 1:
        digits = w.board.candidates(cells[0])
        if held := w.board.digits[cells[0]]:
            return w.said(sentence(f"{name} is {w.digit(held)}"), *knowledge(w, cells))
        text = f"{name} is {w.digits(digits, 'or')}"
        return w.said(sentence(text), *knowledge(w, cells))
    ways = equation.ways(part, w.board.masks) or {}
    listed = joined((added(each) for each in _sums(ways, ways)), "or")
    return w.said(sentence(f"{name} can only make {listed}"), *knowledge(w, cells))


def _told_words(w: Words, equation: Equation, told: _Told, totals: Sequence[int]) -> str:
    """Return the sentence with the ways of a part, with the claims of its removals."""
    cells, name = equation.parts[told.part], part_name(w, equation, told.part)
    claims: list[Claim] = [*knowledge(w, cells)]
    for cell in dict.fromkeys(cell for cell, _ in told.gone):
        digits = tuple(d for d in w.board.candidates(cell) if (cell, d) not in told.gone)
        if len(equation.numbers) == 1:
            claims.append(Allows(equation.numbers[0], (cell,), digits))
    if told.partners:
        text = _partner_words(w, equation, told, totals)
    elif len(told.sums) == 1:
        ((total, sets),) = told.sums.items()
        text = f"{name} can make {total} only as {joined(map(add, sets), 'or')}"
    elif told.sums:
        listed = joined((added(each) for sets in told.sums.values() for each in sets), "or")
        text = f"{name} can only make {listed}"
    elif len(cells) == 1:
        text = f"so {name} is {and_or(way[0] for way in told.ways)}"
    else:
        is_plain = not any(cell in equation.factors for cell in cells)
        where = _where(w, equation, told.part)
        text = _way_words(w, cells, told.ways, totals, where, is_plain=is_plain)
    return w.said(sentence(text), *claims)


def _partner_words(w: Words, equation: Equation, told: _Told, totals: Sequence[int]) -> str:
    cells, needs = equation.parts[told.part], []
    for cell, digit in told.gone:
        wanted = _partners(equation, told.part, totals, digit)
        other = w.cell(cells[1 - cells.index(cell)])
        partner = and_or(wanted) if wanted else "a partner"
        lacks = "has no such digit" if len(wanted) > 1 else f"is not {partner}"
        which = f", but {other} {lacks}" if wanted else ""
        needs.append(f"{w.digit(digit)} at {w.cell(cell)} would need {partner}{which}")
    return f"to make {and_or(totals)}{_where(w, equation, told.part)}, {clauses(needs)}"


def _where(w: Words, equation: Equation, part: int) -> str:
    """Return " on the diagonal from r2c6", because a board has many little killers, or ""."""
    is_clue = isinstance(w.puzzle.constraints[equation.owners[part][0]], LittleKiller)
    return f" on {part_name(w, equation, part)}" if is_clue else ""


def _way_words(
    w: Words,
    cells: Sequence[int],
    ways: Sequence[tuple[int, ...]],
    totals: Sequence[int],
    where: str,
    *,
    is_plain: bool,
) -> str:
    open_ = [cell for cell in cells if w.board.masks[cell].bit_count() > 1]
    if len(open_) == 1 and is_plain:
        fixed = [cell for cell in cells if cell not in open_]
        held = sum(digits_of(w.board.masks[cell])[0] for cell in fixed)
        verb = "is" if len(fixed) == 1 else "make"
        digits = and_or(way[0] for way in ways)
        return f"{w.cells(fixed)} {verb} {held}, which leaves {digits} for {w.cell(open_[0])}"
    order = ", in this order" if len(open_) > 1 else ""
    start = f"to make {totals[0]}{where}, " if len(totals) == 1 else ""
    return f"{start}{w.cells(open_)} can only be {joined(map(spaced, ways), 'or')}{order}"


def _thoughts_on_combinations(w: Words) -> Iterator[str]:
    """Yield the ways in a few words: "15 little killer r4c1 is 78", "shaft is 15 or 24"."""
    equation, told = equation_of(w), list[str]()
    found = _combinations(equation, w.board.masks)
    for each in found.told if found else ():
        cells = equation.parts[each.part]
        sets = [way for ways in each.sums.values() for way in ways]
        if sets or len(cells) == 1:
            name = part_name(w, equation, each.part).removeprefix("the ")
        else:
            name = w.cells(cell for cell in cells if w.board.masks[cell].bit_count() > 1)
        sets = sets or [*each.ways]
        if each.partners or len(sets) > _MOST_BRIEF or w.puzzle.order > _LARGEST_BRIEF:
            return
        is_one = len(cells) == 1
        listed = (
            w.digits((way[0] for way in sets), "or") if is_one else " or ".join(map(w.digits, sets))
        )
        is_plural = not each.sums and sum(w.board.masks[c].bit_count() > 1 for c in cells) > 1
        is_named = not w.plain(name).endswith(" cells")
        told.append(f"{name} {'are' if is_plural else 'is'} {listed}" if is_named else listed)
    if len(told) <= _MOST_TOLD:
        thought, rule = " and ".join(told), rule_names(w)
        is_clue = len(told) == 1 and thought.startswith("diagonal ")
        yield f"{rule} {thought.removeprefix('diagonal ')}" if is_clue else f"{rule}: {thought}"
        yield thought


_LINES = "an arrow, a little killer, a region sum line, a zipper line or equal sums"

TECHNIQUES = (
    Technique(
        name="sum-bounds",
        aliases=("arrow bounds", "little killer bounds", "arrow minimum", "region sum bounds"),
        summary="the least or greatest total of the other cells limits a cell of a sum",
        find=_find_bounds,
        slips=ARROW_SLIPS + LITTLE_KILLER_SLIPS,
        weight=2.3,
        leaves_to="sum-combinations",
        what=rule_names,
        reason=_reason_bounds,
        thoughts=_thoughts_on_bounds,
        look_for=f"{_LINES}, where the total is close to the least or greatest total of the cells. "
        "Cells in one house have different digits: three of them make at least 1 + 2 + 3 = 6.",
        why="if all other cells have their least digits, the last cell has the most room that it "
        "can ever have. A greater digit is too much.",
        when="At the start: sums that are very small or very large for their length bound their "
        "cells before anything is placed.",
        scan=(
            Glance(
                "Take the smallest or the largest sum for its length, or an arrow with a long "
                "shaft.",
                "rules",
            ),
            Glance(
                "Add up the least digits of its cells. Cells of one house differ: three of them "
                "make at least 1 + 2 + 3 = 6.",
                "cells",
            ),
            Glance(
                "Leave out one cell, and subtract the least sum of the others from the total. "
                "This cell can be no more than the difference.",
                "pattern",
            ),
            Glance(
                "Repeat it with the greatest digits: three cells of a house make at most 9 + 8 + "
                "7 = 24.",
                "pattern",
            ),
            Glance(
                "Remove the digits outside these bounds. The circle of an arrow is at least the "
                "least sum of its shaft.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="sum-combinations",
        aliases=("arrow combinations", "little killer combinations", "arrow candidates"),
        summary="few combinations of digits make the total of a sum",
        find=_find_combinations,
        slips=ARROW_SLIPS + EQUAL_SUM_SLIPS,
        weight=2.5,
        what=rule_names,
        reason=_reason_combinations,
        thoughts=_thoughts_on_combinations,
        look_for=f"{_LINES}, with few cells or few candidates: list the sums that are left.",
        why="one of the listed sums is true. A digit that is in none of them is false.",
        when="After the bounds, for sums with two or three empty cells.",
        scan=(
            Glance("Take a sum with few empty cells, or one whose bounds are tight.", "rules"),
            Glance(
                "Subtract the placed digits from the total. The empty cells make the rest.", "cells"
            ),
            Glance(
                "List the combinations for the rest, the least digit first. Cross out each one "
                "with a digit that its cell lacks or that repeats in a house.",
                "pattern",
            ),
            Glance("Remove from each cell the digits that no combination gives it.", "step"),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
