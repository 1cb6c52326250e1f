"""Engine `dancing-links`: Knuth's algorithm X on the houses as an exact cover problem.

The items to cover are the cells (each cell has one digit) and the digits of each house (each digit
is in one cell). An option is a candidate: a digit in a cell. The item with the fewest options is
covered first. Covering an item unlinks its options from all other lists. An unlinked node still
points to its neighbors, so uncovering the item restores the options without a search. This is the
dance of the links.

Source: D. Knuth, Dancing Links (2000), arXiv cs/0011047.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.engines._engine import Engine, Event, Meter, OnEvent, why_only_cages
from pandoku.model import Board, Budget, FrozenMap, Outcome, Puzzle


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions.

    Stats:
        nodes: Options tried.
        updates: Links removed, Knuth's measure of work.
    """
    meter = Meter(budget)
    links = _Links(puzzle)
    # A cover has one option per cell. The digits of the options, sorted by cell, form the grid.
    grids = (tuple(d for _, d in sorted(cover)) for cover in links.covers(meter, on_event))
    solutions = meter.collect(grids, limit)
    return Outcome(
        len(solutions),
        meter.stopped,
        solutions,
        stats=FrozenMap({"nodes": meter.nodes, "updates": links.updates}),
        engine=ENGINE.name,
        elapsed_s=meter.elapsed_s,
    )


class _Links:
    """The linked matrix: node 0 is the root, then come the item headers, then the option nodes."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.geometry = geometry = puzzle.geometry
        n = geometry.order
        n_items = geometry.n_cells + len(geometry.houses) * n
        self.left = [i - 1 for i in range(n_items + 1)]
        self.right = [i + 1 for i in range(n_items + 1)]
        self.left[0], self.right[n_items] = n_items, 0
        self.up = list(range(n_items + 1))
        self.down = list(range(n_items + 1))
        self.item = list(range(n_items + 1))
        self.size = [0] * (n_items + 1)
        self.option: list[tuple[int, int]] = [(0, 0)] * (n_items + 1)
        self.updates = 0
        allowed = puzzle.candidates or (geometry.all_mask,) * geometry.n_cells
        for cell, mask in enumerate(Board.start(puzzle).masks):
            for digit in range(1, n + 1):
                if mask & allowed[cell] & 1 << (digit - 1):
                    houses = geometry.houses_of[cell]
                    items = [1 + geometry.n_cells + h * n + digit - 1 for h in houses]
                    self._add_option((cell, digit), [1 + cell, *items])

    def _add_option(self, option: tuple[int, int], items: list[int]) -> None:
        first = len(self.item)
        for offset, item in enumerate(items):
            node = first + offset
            self.left.append(first + (offset - 1) % len(items))
            self.right.append(first + (offset + 1) % len(items))
            self.up.append(self.up[item])
            self.down.append(item)
            self.down[self.up[item]] = node
            self.up[item] = node
            self.item.append(item)
            self.option.append(option)
            self.size[item] += 1

    def covers(self, meter: Meter, on_event: OnEvent | None) -> Iterator[list[tuple[int, int]]]:
        """Yield every exact cover as a list of options."""
        down, option = self.down, self.option
        path: list[int] = []  # the node of the option tried at each depth
        descend = True
        while True:
            if descend:
                item = self._smallest_item()
                if item == 0:
                    yield [option[node] for node in path]
                    descend = False
                    continue
                self._cover(item)
                node = down[item]
            else:
                if not path:
                    return
                node = path.pop()
                self._uncover_others(node)
                if on_event:
                    on_event(Event("remove", *option[node]))
                node = down[node]
            descend = node != self.item[node]  # back at the header: no option is left
            if not descend:
                self._uncover(node)
                if on_event:
                    on_event(Event("backtrack", self._cell_of(node), 0))
                continue
            if not meter.spend():
                return
            if on_event:
                on_event(Event("try", *option[node]))
                on_event(Event("place", *option[node]))
            self._cover_others(node)
            path.append(node)

    def _cell_of(self, item: int) -> int:
        """Return the item's cell or, for a digit of a house, the first cell of the house."""
        if item <= self.geometry.n_cells:
            return item - 1
        house = (item - 1 - self.geometry.n_cells) // self.geometry.order
        return self.geometry.houses[house].cells[0]

    def _smallest_item(self) -> int:
        """Return the first of the items with the fewest options, or 0 if no item is left."""
        best, fewest = 0, 1 << 30
        item = self.right[0]
        while item:
            if self.size[item] < fewest:
                best, fewest = item, self.size[item]
                if fewest == 0:
                    break
            item = self.right[item]
        return best

    def _cover_others(self, node: int) -> None:
        other = self.right[node]
        while other != node:
            self._cover(self.item[other])
            other = self.right[other]

    def _uncover_others(self, node: int) -> None:
        other = self.left[node]
        while other != node:
            self._uncover(self.item[other])
            other = self.left[other]

    def _cover(self, item: int) -> None:
        left, right, up, down, size = self.left, self.right, self.up, self.down, self.size
        left[right[item]], right[left[item]] = left[item], right[item]
        updates = 1
        row = down[item]
        while row != item:
            node = right[row]
            while node != row:
                above, below = up[node], down[node]
                down[above], up[below] = below, above
                size[self.item[node]] -= 1
                updates += 1
                node = right[node]
            row = down[row]
        self.updates += updates

    def _uncover(self, item: int) -> None:
        left, right, up, down, size = self.left, self.right, self.up, self.down, self.size
        row = up[item]
        while row != item:
            node = left[row]
            while node != row:
                size[self.item[node]] += 1
                down[up[node]] = up[down[node]] = node
                node = left[node]
            row = up[row]
        left[right[item]] = right[left[item]] = item


ENGINE = Engine(
    name="dancing-links",
    aliases=("dlx", "exact-cover", "algorithm-x"),
    summary="Knuth's algorithm X: exact cover with dancing links",
    complete=True,
    events=True,
    supports=lambda puzzle: (
        "cages are not an exact cover problem" if puzzle.cages else why_only_cages(puzzle)
    ),
    solve=_solve,
    counters={"nodes": "try"},
)
