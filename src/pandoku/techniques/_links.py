"""Sentences for the links of a chain: one for each link, with its consequence and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from pandoku.model import Link, Node
from pandoku.techniques._sight import places
from pandoku.words import Words, joined
from pandoku.words.claims import Claim, Follows, Forces, Inside, OneOf, Open

__all__ = ["Excluded", "closed", "is_so", "link_lines", "named_cells"]

# Returns the reason why candidates are false within a branch.
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


def _then(w: Words, link: Link, excluded: Excluded) -> str:
    """Return the consequence of a link: "Then r4c1 is 4: column 1 has no other place for 4."."""
    told = f"Then {is_so(w, link.end, link.strong)}{_because(w, link)}"
    others = _others(w, link, excluded)
    but = f", {excluded(others)}" if excluded and others else ""
    return w.said(f"{told}{but}.", *_claims(w, link, others))


def _others(w: Words, link: Link, excluded: Excluded) -> Node:
    """Return the candidates apart from the ends that must be false for a strong link."""
    if not (excluded and link.strong):
        return ()
    (cell, digit), ends = link.end[0], (*link.start, *link.end)
    if link.cage is not None:
        return ()
    if link.house is None:
        found = [(cell, other) for other in w.board.candidates(cell)]
    else:
        found = [(each, digit) for each in places(w, link.house.cells, digit)]
    return tuple(pair for pair in found if pair not in ends)


def _because(w: Words, link: Link) -> str:
    digit, before = link.end[0][1], link.start[0][1]
    if link.cage is not None:
        return f": {_in_cage(w, link, link.cage)}"
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


def _in_cage(w: Words, link: Link, cage: int) -> str:
    """Return "no way to fill the 12-cage at r1c1 has it beside 3 at r1c2"."""
    digit, cells = link.start[0][1], [cell for cell, _ in link.start]
    names = joined(map(w.geometry.name, cells), "or")
    before = w.candidates(cells, (digit,), f"{w.digit(digit)} at {names}")
    if link.strong:
        if link.alike:
            return f"every way to fill {w.cage(cage)} with {before} has it"
        return f"every way to fill {w.cage(cage)} without {before} has it"
    if link.alike:
        return f"no way to fill {w.cage(cage)} has it without {before}"
    return f"no way to fill {w.cage(cage)} has it beside {before}"


def _cage_claims(link: Link) -> Iterator[Claim]:
    """Yield the claims of a link in a cage, for each combination of true and false ends."""
    starts: list[tuple[tuple[int, int, bool], ...]]
    if link.from_true:
        starts = [((*pair, True),) for pair in link.start]
    else:
        starts = [tuple((*pair, False) for pair in link.start)]
    for start, end in product(starts, link.end):
        others = [(*pair, False) for pair in link.end if pair != end] if link.strong else []
        yield Follows((*start, *others), (*end, link.strong))


def _claims(w: Words, link: Link, others: Node = ()) -> Iterator[Claim]:
    if link.cage is not None:
        cells = dict.fromkeys(cell for cell, _ in (*link.start, *link.end))
        yield Inside(tuple(cells), (), (link.cage,))
        yield from _cage_claims(link)
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
    """Yield the consequences of the first link's assumption, link by link.

    Args:
        w: The words of the chain.
        links: Its links.
        excluded: For a chain within a branch: returns the reason why the branch excludes candidates
            that would otherwise prevent a strong link.
    """
    links = tuple(links)
    start, is_true = links[0].start, links[0].from_true
    cells = tuple(cell for cell, _ in start)
    yield w.said(f"Suppose {is_so(w, start, is_true)}.", Open(cells, (start[0][1],)))
    yield from (_then(w, link, excluded) for link in links)


def closed(w: Words, excluded: Excluded = None) -> Iterator[str]:
    """Yield the sentences of a loop's links, as `link_lines` does, and the meaning of the loop."""
    yield from link_lines(w, w.step.facts.links, excluded)
    yield (
        "That closes the loop, which can be read in both directions: its candidates are true and "
        "false in turn."
    )
