"""The options of `pandoku play`. Two modules use them."""

from __future__ import annotations

from dataclasses import dataclass

import click
from click.shell_completion import CompletionItem

from pandoku.cli import options as opt
from pandoku.cli import types

_WHAT_TO_PLAY, _SAVED_GAMES = "What to play", "Saved games"  # headings of the help


class _What(click.ParamType):  # type: ignore[type-arg]  # not generic in every click
    """A file, or the kind, order or date of a puzzle."""

    name = "what"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from pandoku.play.daily import DAILY_KINDS

        if ctx.params.get("is_daily"):
            return [CompletionItem(each) for each in DAILY_KINDS if each.startswith(incomplete)]
        if ctx.params.get("is_new"):
            return types.KIND_TYPE.shell_complete(ctx, param, incomplete)
        return [CompletionItem(incomplete, type="file")]


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """The options of `pandoku play`."""

    what: tuple[str, ...] = opt.argument(nargs=-1, type=_What(), metavar="[FILE]")
    is_new: bool = opt.option(
        "--new",
        group=_WHAT_TO_PLAY,
        is_flag=True,
        help="Make a puzzle: play --new [KIND] [ORDER], as in `pandoku generate`.",
    )
    difficulty: str | None = opt.option(
        "--difficulty",
        group=_WHAT_TO_PLAY,
        type=types.LEVEL_TYPE,
        metavar="WORD",
        help="Difficulty of a new puzzle: easy, medium, hard, expert or extreme.",
    )
    is_daily: bool = opt.option(
        "--daily",
        group=_WHAT_TO_PLAY,
        is_flag=True,
        help="Play the puzzle of the day, the same for everybody: play --daily [KIND] [DATE]. "
        "KIND is sudoku, killer, calcudoku, or variant for that of the week.",
    )
    drill: str | None = opt.option(
        "--drill",
        group=_WHAT_TO_PLAY,
        type=types.TECHNIQUE_TYPE,
        metavar="TECHNIQUE",
        help="Show a board that needs this technique, for you to find.",
    )
    is_resumed: bool = opt.option(
        "--resume",
        group=_SAVED_GAMES,
        is_flag=True,
        help="Continue the game that was played last, or game ID: play --resume [ID].",
    )
    is_list: bool = opt.option(
        "--list", group=_SAVED_GAMES, is_flag=True, help="List the saved games."
    )
    exported: int | None = opt.option(
        "--export",
        group=_SAVED_GAMES,
        type=types.Whole(1),
        metavar="ID",
        help="Write a game with all its moves as text.",
    )
    output: str | None = opt.option(
        "-o",
        "--output",
        group=_SAVED_GAMES,
        type=click.Path(),
        metavar="FILE",
        help="File for the exported game.  [default: standard output]",
    )
    imported: str | None = opt.option(
        "--import",
        group=_SAVED_GAMES,
        type=click.Path(),
        metavar="FILE",
        help="Save a game that was exported.",
    )
    replayed: str | None = opt.option(
        "--replay",
        group=_SAVED_GAMES,
        type=click.Path(),
        metavar="FILE|ID",
        help="Show a game move by move.",
    )
    speed: float | None = opt.option(
        "--speed",
        group=_SAVED_GAMES,
        type=types.Number(0.001, 1_000_000),
        metavar="N",
        help="Replay N times as fast as the game was played.  [default: 10]",
    )
    plain: bool = opt.option(
        "--plain",
        is_flag=True,
        help="Play line by line: type words and get sentences. For pipes and screen readers.",
    )
    is_web: bool = opt.option(
        "--web",
        is_flag=True,
        help="Play in the browser: serves the page on a free port and opens it.",
    )
    nth: int | None = opt.nth()
    name: str | None = opt.puzzle_id()
    from_format: str | None = opt.input_format()
    digits: str = opt.digits()
    added: tuple[str, ...] = opt.added_constraints()
    left_out: tuple[str, ...] = opt.left_out_kinds()
