"""The small puzzles of the kinds to try."""

from __future__ import annotations

import pytest

from pandoku import solve
from pandoku.errors import WishError
from pandoku.play import Game
from pandoku.play.tryouts import TRYOUTS, Tryout, get_tryout
from tests.play.make_tryouts import DIFFICULTIES, MOST_GIVENS, ORDER


@pytest.mark.parametrize("tryout", TRYOUTS.values(), ids=list(TRYOUTS))
def test_a_tryout_is_small_and_has_one_solution_and_a_first_hint(tryout: Tryout) -> None:
    puzzle, difficulty = tryout.built_in
    assert solve(puzzle, limit=2).is_unique
    assert (puzzle.order, difficulty in DIFFICULTIES) == (ORDER, True)
    assert sum(map(bool, puzzle.givens)) <= MOST_GIVENS
    assert (puzzle.title, puzzle.id) == (tryout.title, f"tryout-{tryout.name}")
    assert Game.start(puzzle).hint(5).step is not None


def test_a_wrong_kind_to_try_is_refused_with_near_names() -> None:
    assert get_tryout("Little Killer") is TRYOUTS["little-killer"]
    with pytest.raises(WishError, match=r"expected a kind to try \(arrow\), found 'arows'"):
        get_tryout("arows")
