"""Sentences for the links of a chain. Each sentence states a link's consequence and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from pandoku.model import Link, Node, open_in
from pandoku.words import Words, joined
from pandoku.words.claims import Claim, Follows, Forces, Inside, OneOf, Open

# a function that returns the reason why the branch makes some candidates false
Excluded = Callable[[Node], str] | None


def is_so(w: Words, node: Node, true: bool) -> str:
    cells, digit = [cell for cell, _ in node], node[0][1]
    if len(cells) == 1:
        return f"{named_cells(w, node)} is {'' if true else 'not '}{w.digit(digit)}"
    if not true and len(cells) == 2:
        return f"neither {named_cells(w, node, 'nor')} is {w.digit(digit)}"
    return f"{'one' if true else 'none'} of {named_cells(w, node)} is {w.digit(digit)}"


def named_cells(w: Words, node: Node, last: str = "and") -> str:
    return joined((w.candidates((c,), (d,), w.geometry.name(c)) for c, d in node), last)


def _others(w: Words, link: Link, excluded: Excluded) -> Node:
    """Return the candidates, except the ends, that must be false for a strong link to hold."""
    if not (excluded and link.strong):
        return ()
    (cell, digit), ends = link.end[0], (*link.start, *link.end)
    if link.cage is not None:
        return ()
    if link.house is None:
        found = [(cell, other) for other in w.board.candidates(cell)]
    else:
        found = [(each, digit) for each in open_in(w.board, link.house.cells, digit)]
    return tuple(pair for pair in found if pair not in ends)


def _because(w: Words, link: Link) -> str:
    digit, before = link.end[0][1], link.start[0][1]
    if link.cage is not None:
        inside = w.puzzle.cages[link.cage].cells
        if link.strong and link.alike and sum(not w.board.digits[cell] for cell in inside) == 2:
            return f": in {w.cage(link.cage)}, {w.digit(before)} needs {w.digit(digit)}"
        cells = [cell for cell, _ in link.start]
        names = joined(map(w.geometry.name, cells), "or")
        other = w.candidates(cells, (before,), f"{w.digit(before)} at {names}")
        fill = f"way to fill {w.cage(link.cage)}"
        if link.strong:
            return f": every {fill} {'with' if link.alike else 'without'} {other} has it"
        return f": no {fill} has it {'without' if link.alike else 'beside'} {other}"
    if link.constraint is not None:
        before_at = named_cells(w, link.start)
        return f", by {w.constraint(link.constraint)}, because {before_at} is {w.digit(before)}"
    if link.house is None:
        if not link.strong:
            return f", because it is {w.digit(before)}"
        return f": it can only be {w.digits(sorted((before, digit)), 'or')}"
    if link.strong:
        return f": {w.house(link.house)} has no other place for {w.digit(digit)}"
    one = "one of " if len(link.start) > 1 else ""
    return f", because {one}{named_cells(w, link.start)} in {w.house(link.house)} is"


def _claims(w: Words, link: Link, others: Node = ()) -> Iterator[Claim]:
    if link.cage is not None:
        cells = dict.fromkeys(cell for cell, _ in (*link.start, *link.end))
        yield Inside(tuple(cells), (), (link.cage,))
        # There is one claim for each premise and each end of the link.
        starts = [tuple((*pair, False) for pair in link.start)]
        if link.from_true:
            starts = [((*pair, True),) for pair in link.start]
        for premises, conclusion in product(starts, link.end):
            rest = [(*pair, False) for pair in link.end if pair != conclusion]
            yield Follows((*premises, *(rest if link.strong else ())), (*conclusion, link.strong))
        return
    if link.house is not None:
        cells = dict.fromkeys(cell for cell, _ in (*link.start, *link.end))
        yield Inside(tuple(cells), (w.index(link.house),))
    if link.constraint is not None:
        ((start,), (end,)) = link.start, link.end
        yield Forces(((*start, True),), (*end, False), link.constraint)
    elif not link.strong:
        for start, end in product(link.start, link.end):
            yield Follows(((*start, True),), (*end, False))
    elif link.house is not None:
        yield OneOf((*link.start, *link.end, *others), houses=(w.index(link.house),))
    else:
        yield OneOf((*link.start, *link.end, *others), cells=(link.end[0][0],))


def link_lines(w: Words, links: Iterable[Link], excluded: Excluded = None) -> Iterator[str]:
    """Assume the start of the first link, and yield a sentence for the consequence of each link.

    A link inside a filled cell shares a sentence with the next link.

    Args:
        w: The words of the chain.
        links: The links of the chain.
        excluded: For a chain within a branch, a function that returns the reason why the branch
            makes some candidates false. A strong link holds only because these candidates are
            false.
    """
    links = tuple(links)
    start, is_true = links[0].start, links[0].from_true
    cells = tuple(cell for cell, _ in start)
    yield w.said(f"Suppose {is_so(w, start, is_true)}.", Open(cells, (start[0][1],)))
    lead, before = "Then", list[Claim]()
    for link, after in zip(links, (*links[1:], None), strict=True):
        in_cell = link.house is None and link.cage is None and link.constraint is None
        # A filled cell loses a digit, which then has one place in a house. Two sentences would say
        # the obvious: "Then r1c2 is not 4, because it is 3."
        if in_cell and not link.strong and after and after.strong and after.house is not None:
            lead = f"So {is_so(w, link.end, False)}, and"
            before = [*_claims(w, link)]
            continue
        others = _others(w, link, excluded)
        but = f", {excluded(others)}" if excluded and others else ""
        text = f"{lead} {is_so(w, link.end, link.strong)}{_because(w, link)}{but}."
        yield w.said(text, *before, *_claims(w, link, others))
        lead, before = "Then", []


def closed(w: Words, excluded: Excluded = None) -> Iterator[str]:
    """Yield the sentences for the links of a loop, and a last sentence about the entire loop."""
    yield from link_lines(w, w.step.facts.links, excluded)
    yield (
        "That closes the loop, which can be read in both directions: its candidates are true and "
        "false in turn."
    )
