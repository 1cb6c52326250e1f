"""The legend of a step, which explains every color and sign in the picture of the step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pandoku.draw.decorated import outlined_constraints
from pandoku.draw.items import BRANCH_STYLES, Key
from pandoku.draw.roles import Role
from pandoku.model import Board, Facts, House, Link, Puzzle, Step
from pandoku.words import Words, cage_line, house_list

__all__ = ["chain_numbers", "curve_keys", "legend_of", "split_houses"]


def legend_of(
    board: Board, step: Step, roles: Mapping[str, Role], curves: Collection[str]
) -> tuple[Key, ...]:
    """Return the keys for the result of a step, its pattern, branches, links, houses and cages.

    Args:
        board: The board before the step.
        step: The step.
        roles: The look of each role in the facts of the step.
        curves: The roles of the curves in the drawing.
    """
    puzzle, facts = board.puzzle, step.facts
    name, label_of = puzzle.geometry.name, puzzle.label_of
    keys = []
    if step.placements:
        where = ", ".join(f"{label_of(digit)} at {name(cell)}" for cell, digit in step.placements)
        keys.append(Key("placed", "", "placed", where))
    if step.eliminations:
        where = ", ".join(f"{label_of(digit)} at {name(cell)}" for cell, digit in step.eliminations)
        keys.append(Key("goes", "", "removed", where))
    keys += _pattern(board, step, roles)
    keys += _branches(puzzle, facts)
    keys += _links(step.links, curves)
    keys += _houses(puzzle, facts)
    keys += _rules(board, step)
    return tuple(keys)


def _rules(board: Board, step: Step) -> Iterator[Key]:
    """Yield the key for the borders of cages and rules. Borders show which ones a step uses."""
    puzzle, facts = board.puzzle, step.facts
    cages = {fact.cage: fact for fact in facts.cages}.values()
    lines = [cage_line(puzzle, fact.cage, fact.digits) for fact in cages]
    outlined = [
        index for index in outlined_constraints(puzzle, facts) if index in facts.constraints
    ]
    if outlined:
        words = Words(step, board)
        lines.append(words.plain(words.constraints(outlined)).removeprefix("the "))
    if lines:
        noun = "rule" if outlined else "cage"
        yield Key(
            "cage", "", f"{noun}s" if len(cages) + len(outlined) > 1 else noun, "; ".join(lines)
        )


def split_houses(houses: Iterable[House]) -> tuple[list[House], list[House]]:
    """Return the houses of the same kind as the first house, and all other houses.

    >>> from pandoku.model import Geometry
    >>> row, *_, column = Geometry.latin(3).houses
    >>> [house.name for house in split_houses([row, column])[1]]
    ['column 3']
    """
    own = [*dict.fromkeys(houses)]
    first = [house for house in own if house.kind == own[0].kind]
    return first, [house for house in own if house not in first]


def chain_numbers(step: Step) -> dict[tuple[int, int], int]:
    """Return the number, from 1, of each candidate in the step's chain or branches.

    Candidates that form one node of a chain share a number. In branches, the numbers are the same
    as in the step's text.
    """
    nodes = dict.fromkeys(node for link in step.links for node in (link.start, link.end))
    order: dict[tuple[int, int], int] = {}
    for number, node in enumerate(nodes, 1):
        for pair in node[:1]:
            order.setdefault(pair, number)
    implications = (each for branch in step.facts.branches for each in branch)
    for number, each in enumerate(implications, 1):
        for pair in each.placements:
            order.setdefault(pair, number)
    return order


def _pattern(board: Board, step: Step, roles: Mapping[str, Role]) -> list[Key]:
    facts, name = step.facts, board.puzzle.geometry.name
    placed = {cell for cell, _ in step.placements}
    keys: list[Key] = []
    for role, look in roles.items():
        cells = [c for c, each in facts.cells if each == role and c not in placed]
        pairs = [(c, d) for c, d, each in facts.candidates if each == role]
        cells += [cell for cell, _ in pairs if board.digits[cell]]
        pairs = [(cell, digit) for cell, digit in pairs if not board.digits[cell]]
        digits = [pair for pair in pairs if pair not in step.placements]
        where = " ".join(dict.fromkeys(name(c) for c in cells or [c for c, _ in digits]))
        if cells:
            keys.append(Key("both" if digits else "cell", look.style, look.words, where))
        elif digits:
            keys.append(Key("candidate", look.style, look.words, where))
    return _merged(keys)


def _merged(keys: Iterable[Key]) -> list[Key]:
    """Return the keys.

    A key for cells and a key for candidates become one key if they have the same style and place.
    """
    kept: list[Key] = []
    for key in keys:
        same = [i for i, k in enumerate(kept) if (k.style, k.where) == (key.style, key.where)]
        if same and (kept[same[0]].sign, key.sign) == ("cell", "candidate"):
            first = kept[same[0]]
            kept[same[0]] = replace(first, sign="both")
        else:
            kept.append(key)
    return kept


def _branches(puzzle: Puzzle, facts: Facts) -> Iterator[Key]:
    others = {(cell, digit) for cell, digit, _ in facts.candidates}
    for number, branch in enumerate(facts.branches):
        first = next((each for each in branch if each.placements or each.eliminations), None)
        own = {pair for each in branch for pair in each.placements} - others
        if first is not None and own:
            (cell, digit), *_ = first.placements or first.eliminations
            verb = "is" if first.placements else "is not"
            text = f"if {puzzle.geometry.name(cell)} {verb} {puzzle.label_of(digit)}"
            yield Key("candidate", BRANCH_STYLES[number % len(BRANCH_STYLES)], text)


_CURVES = {
    "strong": "strong link",
    "weak": "weak link",
    "leads": "then",
    "ends": "then not",
}


def curve_keys(roles: Collection[str]) -> Iterator[Key]:
    """Return the keys for curves with the given roles."""
    return (Key(role, "", words) for role, words in _CURVES.items() if role in roles)


def _links(links: Sequence[Link], curves: Collection[str]) -> Iterator[Key]:
    if links:
        yield Key("order", "", "order")
    yield from curve_keys(curves)
    if any(len(node) > 1 for link in links for node in (link.start, link.end)):
        yield Key("ring", "", "group")


def _houses(puzzle: Puzzle, facts: Facts) -> Iterator[Key]:
    first, others = split_houses(facts.houses)
    base, cover = ("base: ", "cover: ") if _is_fish(facts) else ("", "")
    for sign, words, some in (("house", base, first), ("cover", cover, others)):
        if some:
            # Name the cells of regions and extra houses, because readers cannot find these houses
            # by name.
            odd = [house for house in some if house.kind in ("region", "extra")]
            where = ", ".join(puzzle.geometry.names(house.cells) for house in odd)
            yield Key(sign, "", f"{words}{house_list(some)}", where)


def _is_fish(facts: Facts) -> bool:
    """Return whether a step is a fish: in n lines, a digit's places are all in n crossing lines."""
    kinds, half = [house.kind for house in facts.houses], len(facts.houses) // 2
    lines = {"row": "column", "column": "row"}
    return (
        half > 1
        and kinds[0] in lines
        and kinds == [kinds[0]] * half + [lines[kinds[0]]] * half
        and len({digit for _, digit, _ in facts.candidates}) == 1
    )
