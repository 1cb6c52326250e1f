"""dancing-links: exact cover, and links that are restored."""

from __future__ import annotations

import copy

import pytest

from pandoku.engines import Event, dancing_links
from pandoku.engines._engine import Meter
from pandoku.model import Cage, Geometry, Puzzle


@pytest.mark.parametrize(
    ("geometry", "count"),
    [
        (Geometry.latin(1), 1),
        (Geometry.latin(2), 2),
        (Geometry.latin(3), 12),
        (Geometry.latin(4), 576),
        (Geometry(4, (2, 2)), 288),
        (Geometry(4, (2, 2), diagonals=True), 48),
    ],
    ids=repr,
)
def test_empty_grids_are_counted(geometry: Geometry, count: int) -> None:
    outcome = dancing_links.ENGINE.solve(Puzzle(geometry), limit=1000)
    assert (outcome.count, outcome.stopped) == (count, None)
    assert len(set(outcome.solutions)) == count


def test_all_links_stand_as_before_when_the_search_is_over() -> None:
    links = dancing_links._Links(Puzzle(4, (1,) + (0,) * 15))
    fresh = copy.deepcopy(links)
    assert len(list(links.covers(Meter(None), None))) == 72
    for part in ("left", "right", "up", "down", "size"):
        assert getattr(links, part) == getattr(fresh, part)
    assert links.updates > fresh.updates == 0


def test_the_cell_or_place_with_the_fewest_candidates_comes_first() -> None:
    events: list[Event] = []
    puzzle = Puzzle(
        4,
        (0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0),
        candidates=(15,) * 12 + (8,) + (15,) * 3,
    )
    dancing_links.ENGINE.solve(puzzle, on_event=events.append)
    first = [e.cell for e in events if e.name == "place"][:3]
    assert sorted(first) == [6, 10, 12]


def test_nodes_are_the_options_tried() -> None:
    events: list[Event] = []
    outcome = dancing_links.ENGINE.solve(Puzzle(4), limit=5, on_event=events.append)
    assert outcome.stats["nodes"] == sum(event.name == "try" for event in events)
    assert outcome.stats["updates"] > outcome.stats["nodes"]  # type: ignore[operator]


def test_cages_are_refused() -> None:
    assert dancing_links.ENGINE.supports(Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),)))
