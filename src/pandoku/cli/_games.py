"""Games to play: what the options choose, saved games, and games in the browser."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable, Sequence
from datetime import date, datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from pandoku.cli._input import BadInput, Selection, sound_puzzle
from pandoku.cli._options import added_constraints, left_out_kinds
from pandoku.cli._output import ExitStatus, output_file, refuse_pictures
from pandoku.cli.lists import print_table
from pandoku.cli.serve import serve_with
from pandoku.errors import FormatError, StoreError
from pandoku.model import Board, Puzzle
from pandoku.play import Edit, Game, Move, Record, dumps_game, first_sight, loads_record
from pandoku.play.plainly import note_on
from pandoku.play.reading import MAX_CHARS
from pandoku.play.store import Saved, Store
from pandoku.play.timer import clock_text
from pandoku.terminal import Opening, PuzzleRequest
from pandoku.terminal.words import when_text
from pandoku.words import kind_text, visible

if TYPE_CHECKING:
    from pandoku.terminal import Opening


_USUAL_KIND = "sudoku"
_USUAL_SPEED = 10.0
_GAME = b"pandoku game "


def opening_of(mode: str, what: Sequence[str], asked: dict[str, Any]) -> Opening:
    """Return what to play.

    Args:
        mode: The parameter that says it, such as "is_new"; "" for a puzzle or the home screen.
        what: The arguments of the command.
        asked: All options by parameter.

    Raises:
        click.ClickException, PandokuError, OSError: There is no such thing.
    """
    return _OPENINGS[mode](what, asked)


def _of_file(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    if not what:
        return Opening()
    if game := _game_in(what[0]):
        for option, values in (("--with", added_constraints()), ("--without", left_out_kinds())):
            if values:
                raise BadInput(f"expected a puzzle for {option}, found a game that has begun")
        return Opening(game=game)
    chosen = Selection((what[0],), asked["from_format"], asked["nth"], asked["name"]).one()
    puzzle = sound_puzzle(chosen)
    notice = note_on(puzzle, chosen.note)
    if chosen.board is None or chosen.board.digits == puzzle.givens:
        return Opening(puzzle=puzzle, notice=notice)
    return Opening(game=_with_progress(puzzle, chosen.board), notice=notice)


def _game_in(name: str) -> Game | None:
    """Return the game of a file, or None if the file has something else."""
    if not os.path.isfile(name):
        return None
    with Path(name).open("rb") as stream:
        if stream.read(len(_GAME)) != _GAME:
            return None

    return read_record(name).game


def _with_progress(puzzle: Puzzle, board: Board) -> Game:
    """Return a game in which the digits that a file has beyond the givens are one move."""
    cells: dict[int, list[int]] = {}
    for cell, (digit, given) in enumerate(zip(board.digits, puzzle.givens, strict=True)):
        if digit and not given:
            cells.setdefault(digit, []).append(cell)
    edits = tuple(Edit("digit", digit, tuple(at)) for digit, at in sorted(cells.items()))
    return Game.start(puzzle).play(Move("edit", edits))


def _new(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.generation import order_in, wishes_of

    has_kind = bool(what) and order_in(what[0]) is None
    kind, orders = (what[0], what[1:]) if has_kind else (_USUAL_KIND, what)
    order = order_in(orders[0]) if orders else None
    if orders and (order is None or len(orders) > 1):
        raise click.UsageError(f"expected a kind and an order, found {' '.join(what)!r}")
    wishes_of(kind, order, difficulty=asked["difficulty"])  # which refuses what cannot be
    return Opening(wish=PuzzleRequest(kind, order, asked["difficulty"]))


def _daily(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.play.daily import daily_kind

    days = [word for word in what if word[:1].isdigit()]
    kinds = [word for word in what if word not in days] or [_USUAL_KIND]
    if len(days) > 1 or len(kinds) > 1:
        raise click.UsageError(f"expected a kind and a date, found {' '.join(what)!r}")
    return Opening(daily=_date(days), daily_kind=daily_kind(kinds[0]))


def _date(words: Sequence[str]) -> date:
    try:
        return date.fromisoformat(words[0]) if words else date.today()
    except ValueError:
        raise click.UsageError(f"expected a date such as 2026-11-22, found {words[0]!r}") from None


def _resumed(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.play.store import Store

    with Store() as store:
        if what:
            return Opening(saved=store.saved(_number(what[0])).id)
        last = store.games(finished=False, limit=1)
    if not last:
        raise BadInput("there is no game to go on with; `pandoku play --daily` begins one")
    return Opening(saved=last[0].id)


def _number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    raise click.UsageError(
        f"expected the number of a saved game, found {word!r}; `pandoku play --list` shows them"
    )


def _drilled(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.techniques import get_technique

    return Opening(drill=get_technique(asked["drill"]).name)


def _replayed(what: Sequence[str], asked: dict[str, Any]) -> Opening:
    from pandoku.play.store import Store

    name: str = asked["replayed"]
    if name.isdecimal() and not os.path.lexists(name):
        with Store() as store:
            game = store.game(_number(name))
    else:
        game = read_record(name).game
    return Opening(replay=game, speed=asked["speed"] or _USUAL_SPEED)


_OPENINGS: dict[str, Callable[[Sequence[str], dict[str, Any]], Opening]] = {
    "": _of_file,
    "is_new": _new,
    "is_daily": _daily,
    "is_resumed": _resumed,
    "drill": _drilled,
    "replayed": _replayed,
}


def play_in_browser(opening: Opening) -> None:
    """Serve the page on a free port, and open it on what was asked for.

    Raises:
        click.UsageError: The terminal has the moves of that game, and the page has none.
    """
    from pandoku.web import ServerSettings
    from pandoku.web.settings import usual_workers

    path = _path(opening)
    serve_with(ServerSettings(port=0, workers=usual_workers()), path, then=_open)


def _path(opening: Opening) -> str:
    """Return where the page shows it, below its root."""
    if opening.saved is not None or opening.replay is not None:
        raise click.UsageError(
            "expected a puzzle for the browser, found a game of the terminal; write it with "
            "`pandoku play --export ID -o FILE` and import the file in the page"
        )
    if opening.drill is not None:
        return f"learn/{opening.drill}"
    puzzle = _puzzle(opening)
    if puzzle is None:
        return ""
    from pandoku.web.links import link_of

    return f"play?p={link_of(puzzle)}"


def _puzzle(opening: Opening) -> Puzzle | None:
    """Return the puzzle to play, made if need be; None for the home page."""
    if opening.game is not None:
        if opening.game.moves:
            click.echo("pandoku: the page begins at the givens; import the file there", err=True)
        return opening.game.puzzle
    if opening.daily is not None:
        from pandoku.play.daily import daily

        return daily(opening.daily, opening.daily_kind)
    if opening.wish is not None:
        from pandoku.generation import generate

        kind, order, difficulty = opening.wish
        click.echo(f"Making a puzzle: {opening.wish}.", err=True)
        return generate(kind, order, difficulty=difficulty)
    return opening.puzzle


def _open(address: str) -> None:
    """Open the browser; in a thread, as a browser in the terminal may hold it."""
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()


_MAX_TITLE = 200  # characters that the title of a game's text can have


def list_games() -> None:
    """Print the saved games, the one that was played last first."""
    with Store() as store:
        games = store.games()
    if not games:
        click.echo("there are no saved games", err=True)
        return
    heads = ("id", "puzzle", "difficulty", "title", "left", "time", "state", "last played")
    print_table(heads, [_row(game) for game in games])


def _row(game: Saved) -> tuple[str, ...]:
    when = when_text(game.touched.astimezone().replace(tzinfo=None), date.today())
    return (
        str(game.id),
        _kind(game),
        visible(game.difficulty),
        visible(game.title),
        "" if game.is_finished else str(game.n_empty),
        clock_text(game.played_ms),
        game.state,
        when,
    )


def _kind(game: Saved) -> str:
    try:
        return kind_text(first_sight(game.puzzle))
    except StoreError:
        return "damaged"


def export_game(number: int, output: str | None) -> None:
    """Write a saved game with all its moves as text."""
    refuse_pictures(output)
    with Store() as store:
        saved, game = store.saved(number), store.game(number)
    started = saved.started.isoformat(timespec="seconds")
    with output_file(output, ExitStatus()) as stream:
        stream.write(record_text(game, saved.title, started))


def import_game(name: str) -> None:
    """Save the game of a file."""
    record = read_record(name)
    with Store() as store:
        number = store.add(record.game, title=record.title, started=_moment(record.started))
    click.echo(f"game {number}: {len(record.game.moves)} moves; pandoku play --resume {number}")


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):  # none, or a year that has no time zone
        return None


def read_record(name: str) -> Record:
    """Return the game of a file.

    Raises:
        OSError: The file cannot be read.
        FormatError: It is not the text of a game; the message begins with the name.
    """
    with Path(name).open("rb") as stream:
        text = stream.read(MAX_CHARS + 1)
    try:
        return loads_record(text)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def record_text(game: Game, title: str, started: str = "") -> str:
    """Return a game as text, with as much of any title as fits."""
    return dumps_game(game, title=visible(title)[:_MAX_TITLE].strip(), started=started)
