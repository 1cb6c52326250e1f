"""A drill, line by line: find a technique on a board, and hear whether it was found."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pandoku.cli._lines import whole_in
from pandoku.cli._plain import Command, play_lines, print_lines
from pandoku.cli._reading import show_board
from pandoku.cli._table import Keeper, Table
from pandoku.errors import StoreError
from pandoku.play.drills import Drill, drill
from pandoku.words import with_capital

if TYPE_CHECKING:
    from pandoku.play.store import Store

__all__ = ["practise"]

_LAST_LEVEL = 5


def practise(technique: str, store: Store, kind: str | None = None) -> None:
    """Show a board that needs a technique until the player has found it or leaves.

    Args:
        technique: Its name.
        store: Counts what was found; the drill is another one each time.
        kind: Of the board, as in `pandoku.play.drill`; None means any.
    """
    _, n_tried = store.drill_results().get(technique, (0, 0))
    task = drill(technique, n_tried, kind)
    table = Table(task.start(), Keeper(None))
    told = "Then say `check`. `hint` helps, `quit` leaves. An empty line shows the board."
    print_lines([*show_board(table, []), task.text, told])
    play_lines(
        table,
        {
            "check": Command(("check",), "", "", partial(_check, task, store)),
            "hint": Command(("hint",), "", "", partial(_hint, task)),
        },
    )


def _check(task: Drill, store: Store, table: Table, words: list[str]) -> list[str]:
    game = table.game
    verdict = task.grade(*task.answer(game.digits, game.marks.center))
    if not verdict.is_right or verdict.is_complete:
        try:
            store.record_drill(task.technique, verdict.is_right, spent_ms=table.now_ms())
        except StoreError as error:
            return [verdict.text, f"{with_capital(str(error))}."]
    table.is_over = verdict.is_complete
    return [verdict.text]


def _hint(task: Drill, table: Table, words: list[str]) -> list[str]:
    # Where to look, which is level 1, is the first that helps: the technique is known.
    level = 1 if table.level < 0 else min(table.level + 1, _LAST_LEVEL)
    if words:
        level = whole_in(words[0], 0, _LAST_LEVEL, "a level")
    table.level = level
    return task.hint(level).text.split("\n")
