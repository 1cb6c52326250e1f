"""`pandoku play --plain`: the game that was asked for, played or shown line by line."""

from __future__ import annotations

import sys
from datetime import date
from time import sleep
from typing import TYPE_CHECKING, Any

from pandoku.cli._endings import Stopped
from pandoku.cli._plain import play_lines, print_lines
from pandoku.cli._reading import board_lines, show_board
from pandoku.cli._spoken import changes_aloud, clock, counted
from pandoku.cli._table import Keeper, SavedAs, Table
from pandoku.errors import StoreError
from pandoku.play import Game, Move, replay
from pandoku.play.store import Store, open_store
from pandoku.play.timer import clock_text
from pandoku.words import kind_text, rules_text, visible, with_capital

if TYPE_CHECKING:
    from pandoku.terminal import Opening, PuzzleRequest

__all__ = ["play_plainly"]

_LONGEST_S = 3.0  # a pause in a replay; the player may have thought for hours


def play_plainly(opening: Opening) -> None:
    """Play, or show, what was asked for.

    Raises:
        KeyboardInterrupt: Ctrl-C or a signal ended it; every move is saved.
    """
    store, reason = open_store()
    with store:
        if reason and (opening.replay is None or store.path is not None):
            kept = "" if store.path is not None else " The game is kept in memory only."
            print_lines([f"{with_capital(reason)}.{kept}"])
        if opening.replay is not None:
            _show(opening.replay, opening.speed)
        elif opening.drill is not None:
            from pandoku.cli._drilling import practise

            practise(opening.drill, store, opening.drill_kind)
        else:
            _play(opening, store)


def _play(opening: Opening, store: Store) -> None:
    is_kept = store.path is not None
    table = _table(opening, store)
    print_lines(_welcome(table))
    try:
        play_lines(table)
    except Stopped:  # nobody may be there to read
        raise
    except KeyboardInterrupt:
        print()
        _say_goodbye(table, is_kept=is_kept)
        raise
    _say_goodbye(table, is_kept=is_kept)


def _table(opening: Opening, store: Store) -> Table:
    if opening.saved is not None:
        return _resumed(opening.saved, store)
    if opening.game is not None:
        table = Table(opening.game, Keeper(store))
        print_lines(table.change(opening.game))
        return table
    if opening.puzzle is not None:
        found = _found(store.unfinished(opening.puzzle), store)
        return found or Table(Game.start(opening.puzzle), Keeper(store))
    if opening.wish is not None:
        return _made(opening.wish, store)
    if opening.daily is None and (last := store.games(finished=False, limit=1)):
        return _resumed(last[0].id, store)
    return _daily(opening.daily or date.today(), opening.daily_kind, store)


def _resumed(number: int, store: Store) -> Table:
    game = store.game(number)
    print_lines(
        [f"Game {number} goes on: {counted(len(game.moves), 'move')}, {clock(game.played_ms)}."]
    )
    return Table(game, Keeper(store, number))


def _found(number: int | None, store: Store) -> Table | None:
    """Return a game that was begun before; one that is damaged is said, and not taken."""
    try:
        return None if number is None else _resumed(number, store)
    except StoreError as error:
        print_lines([f"{with_capital(str(error))}. The puzzle is begun again."])
        return None


def _made(wish: PuzzleRequest, store: Store) -> Table:
    from pandoku.generation import generate

    print_lines([f"Making a puzzle: {wish}."])
    wishes: dict[str, Any] = {"difficulty": wish.difficulty} if wish.difficulty else {}
    puzzle = generate(wish.kind, wish.order, **wishes)
    facts = SavedAs(kind=wish.kind, difficulty=wish.difficulty or "")
    return Table(Game.start(puzzle), Keeper(store, facts=facts))


def _daily(day: date, kind: str, store: Store) -> Table:
    from pandoku.play.daily import daily, difficulty_on

    if found := _found(store.daily(day, kind), store):
        return found
    facts = SavedAs(kind=kind, difficulty=difficulty_on(day), daily=day)
    return Table(Game.start(daily(day, kind)), Keeper(store, facts=facts))


def _welcome(table: Table) -> list[str]:
    puzzle = table.game.seen
    title = f" {visible(puzzle.title)}." if puzzle.title else ""
    rules = [rules_text(puzzle)] if puzzle.further or puzzle.words else []
    told = [f"{kind_text(puzzle)}.{title}", *rules, *_doubts(table), *show_board(table, [])]
    return [*told, "`help` lists the commands, an empty line shows the board."]


def _doubts(table: Table) -> list[str]:
    """Return the judge's sentence for the player, if any."""
    return [table.judge.problem] if table.judge.problem else []


def _say_goodbye(table: Table, *, is_kept: bool) -> None:
    number = table.keeper.number
    if is_kept and number is not None and not table.game.is_solved:
        print_lines([f"Saved as game {number}; go on with: pandoku play --plain --resume {number}"])


# -------------------------------------------------------------------- replay


def _show(game: Game, speed: float) -> None:
    """Say every move of a game; on a terminal, as fast as it was played, times *speed*."""
    before, at_ms = Game.start(game.puzzle), 0
    print_lines(board_lines(Table(before, Keeper(None))))
    for move, after in replay(game):
        if sys.stdout.isatty():
            sleep(min(_LONGEST_S, (move.at_ms - at_ms) / 1000 / speed))
        at_ms = move.at_ms
        print_lines([f"{clock_text(at_ms)}: {_move_aloud(move, before, after)}"])
        before = after
    print_lines(show_board(Table(game, Keeper(None)), []))


def _move_aloud(move: Move, before: Game, after: Game) -> str:
    if move.verb == "hint":
        return f"a hint, level {move.number}{f', {move.name}' if move.name else ''}."
    if move.verb in ("check", "checkpoint"):
        return f"{move.verb} {move.name}".strip() + "."
    changes = " ".join(changes_aloud(before, after)) or "nothing changes."
    return changes if move.verb == "edit" else f"{move.verb}: {changes}"
