"""The length of chains, and the effect of the length on a rating."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.model import Step

# A node of a chain: a cell, a digit, and whether this candidate is on or off.
_Node = tuple[int, int, bool]


def lengthening(n_between: int) -> int:
    """Return the tenths that a chain adds to a rating because of its length.

    Each number below *n_between* in the sequence 4, 6, 8, 12, 16, 24, ... adds one tenth. The
    sequence consists of the powers of two from 4 on, and of the numbers halfway between them.

    Args:
        n_between: Number of nodes between the first and the last node of the chain. It is below 1
            if there is no chain.

    >>> [lengthening(n) for n in (0, 4, 5, 7, 13, 98)]
    [0, 0, 1, 2, 4, 10]
    """
    below = max(n_between - 1, 0)
    return (below // 4).bit_length() + (below // 6).bit_length()


def n_nodes(step: Step) -> int:
    """Return the number of nodes in all chains of a step, or 0 if the step has no chain.

    A chain of links has a node for each end of a link. A loop ends at its first node, so this node
    counts once. If a chain proves the opposite of its first candidate, the first and the last node
    are two nodes.

    A branch has a node for each implication, and each branch counts separately. If a branch ends
    with a candidate that is both on and off, it counts as two chains, and the nodes that the two
    chains share count twice. Nested chains are included, and equal nested chains count once. If a
    step joins several chains, only the longest counts.
    """
    if step.facts.steps:
        return max(map(n_nodes, step.facts.steps))
    links = step.facts.links
    if links:
        is_loop = links[0].strong != links[-1].strong
        return len(links) if is_loop else len(links) + 1
    chains = [chain for branch in step.facts.branches for chain in _chains(step, branch)]
    inner = (each for chain in chains for each in chain)
    nested = {_identity(each): each for each in inner if each.facts.links or each.facts.branches}
    return sum(map(len, chains)) + sum(map(n_nodes, nested.values()))


def _chains(step: Step, branch: Sequence[Step]) -> list[Sequence[Step]]:
    """Return [*branch*], or two chains if the branch makes a candidate both on and off."""
    nodes = {_node(each): each for each in branch}
    for cell, digit, role in step.facts.candidates:
        ends = (cell, digit, True), (cell, digit, False)
        if role == "contradiction" and all(end in nodes for end in ends):
            return [_chain(nodes, end) for end in ends]
    return [branch]


def _chain(nodes: dict[_Node, Step], end: _Node) -> list[Step]:
    """Return the implications that lead to a node, including the one that makes the node."""
    found, queue = {end}, [end]
    for node in queue:
        step = nodes[node]
        is_on = step.technique == "weak-link"  # the premises of all other implications are off
        own = {pair for link in step.facts.links for pair in (*link.start, *link.end)}
        role = "on" if is_on else "off"
        marked = ((c, d) for c, d, each in step.facts.candidates if each == role)
        parents = [(*pair, is_on) for pair in marked if pair not in own]
        more = [each for each in parents if each in nodes and each not in found]
        found.update(more)
        queue += more
    return [nodes[node] for node in queue]


def _node(implication: Step) -> _Node:
    ((cell, digit), *_) = implication.placements or implication.eliminations
    return cell, digit, bool(implication.placements)


def _identity(chain: Step) -> object:
    """Return a key that is the same for equal nested chains."""
    facts = chain.facts
    if facts.links:
        return frozenset((link.end, link.strong) for link in facts.links)
    branches = tuple(frozenset(map(_node, branch)) for branch in facts.branches)
    return branches, tuple(each for each in facts.candidates if each[2] == "contradiction")
