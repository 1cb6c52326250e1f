"""`pandoku explain`, `pandoku hint` and `pandoku techniques`: steps and their reasons."""

from __future__ import annotations

import sys
from pathlib import Path as FilePath
from textwrap import fill
from typing import TYPE_CHECKING

import click

from pandoku.cli._input import one_with_progress
from pandoku.cli._options import file_argument, from_option, json_option, theme_option
from pandoku.cli._output import Verdict, json_line, output_file, paint
from pandoku.cli._paths import (
    WIDTH,
    path_of,
    say_why_stuck,
    start_of,
    write_html,
    write_json,
    write_json_lines,
    write_svgs,
    write_text,
)
from pandoku.draw import draw_step
from pandoku.errors import PuzzleError
from pandoku.model import Board, Puzzle

if TYPE_CHECKING:
    from pandoku.techniques import Technique

_SUFFIXES = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html"}


@click.command()
@file_argument
@from_option
@click.option(
    "--techniques",
    metavar="NAME,...",
    help="Use only these, in this order.  [default: all of `pandoku techniques`]",
)
@click.option("--short", is_flag=True, help="Print one line per step, without the reason.")
@click.option("--grid", is_flag=True, help="Draw each step on the board before it.")
@click.option(
    "--to",
    "medium",
    type=click.Choice(["text", "json", "html", "svg"]),
    help="json: one document. html: a page with pictures. svg: a folder with a picture of each "
    "step.  [default: by the suffix of -o, else text]",
)
@theme_option
@json_option
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write to this file, atomically; with --to svg, a new or empty folder.  "
    "[default: standard output]",
)
def explain(
    file: str,
    from_format: str | None,
    techniques: str | None,
    short: bool,
    grid: bool,
    medium: str | None,
    theme: str,
    as_json: bool,
    output: str | None,
) -> None:
    """Solve a puzzle step by step, with a reason for each step.

    Every step is the easiest one that a human solver could take. If the file contains progress
    (digits placed, candidates eliminated), the path starts from there. The exit status is 1 if the
    techniques do not solve the puzzle, if a digit or pencil mark is wrong, or if the puzzle is not
    proper.
    """
    medium = _medium_of(medium, as_json, output)
    if medium != "text" and (short or grid):
        raise click.UsageError("--short and --grid apply only to text output")
    path, is_proper = path_of(file, from_format, techniques)
    if medium == "svg":
        write_svgs(str(output), path, theme)
    else:
        with output_file(output, Verdict()) as stream:
            if medium == "text":
                write_text(stream, path, short=short, grid=grid)
            elif medium == "html":
                write_html(stream, path, theme)
            elif medium == "json":
                write_json(stream, path)
            else:
                write_json_lines(stream, path)
    say_why_stuck(path)
    if path.stopped != "full" or not is_proper:
        raise click.exceptions.Exit(1)


def _medium_of(medium: str | None, as_json: bool, output: str | None) -> str:
    """Return what to write: a value of --to, or "lines" of JSON."""
    if as_json and medium is not None:
        raise click.UsageError("expected either --json, for one object per line, or --to")
    if medium == "svg" and output in (None, "-"):
        raise click.UsageError("--to svg needs a folder for the pictures: add -o FOLDER")
    if as_json or medium is not None:
        return medium or "lines"
    if output is None or output == "-":
        return "text"
    suffix = FilePath(output).suffix.lower()
    if suffix not in _SUFFIXES:
        raise click.UsageError(
            f"expected an output that ends in .txt, .json or .html, found {output!r}; "
            "use --to for other names"
        )
    return _SUFFIXES[suffix]


@click.command()
@file_argument
@from_option
@click.option(
    "--level",
    type=click.IntRange(0, 5),
    default=1,
    show_default=True,
    help="0: whether there is a mistake. 1: where to look. 2: the technique. 3: the cells. "
    "4: the reason. 5: what to do.",
)
@click.option(
    "--state",
    type=click.Path(),
    metavar="FILE",
    help="The puzzle as the player has filled it in; its candidates are the player's pencil marks. "
    "Not needed if the puzzle's own file contains progress.",
)
@json_option
def hint(file: str, from_format: str | None, level: int, state: str | None, as_json: bool) -> None:
    """Give a hint for the next step.

    --level sets how much it reveals. A mistake is reported before any hint. The exit status is 1
    if there is a mistake or no hint.
    """
    from pandoku.logic import hint as find_hint

    puzzle, progress = one_with_progress(file, from_format)
    board, notes = Board.start(puzzle), None
    if state is not None:
        filled, got_to = one_with_progress(state, None)
        if got_to is not None:
            filled = filled.replace(givens=got_to.digits, candidates=got_to.masks)
        board, notes = _with_state(puzzle, filled), filled.candidates
    elif progress is not None:
        board, _ = start_of(puzzle, progress)
        puzzle, notes = board.puzzle, board.masks
    found = find_hint(board, level, notes=notes)
    if as_json:
        cells = [puzzle.geometry.name(cell) for cell in found.cells]
        fact = {"level": level, "text": found.text, "cells": cells, "problem": found.is_problem}
        click.echo(json_line(fact))
    else:
        click.echo(fill(found.text, WIDTH))
    if found.is_problem:
        raise click.exceptions.Exit(1)


def _with_state(puzzle: Puzzle, filled: Puzzle) -> Board:
    if filled.order != puzzle.order:
        raise PuzzleError(f"expected a state of order {puzzle.order}, found order {filled.order}")
    board = Board.start(puzzle)
    for cell, (given, digit) in enumerate(zip(puzzle.givens, filled.givens, strict=True)):
        if given and digit not in (0, given):
            name = puzzle.geometry.name(cell)
            raise PuzzleError(f"{name}: expected the given {given} in the state, found {digit}")
        if digit and not given:
            board = board.place(cell, digit)
    return board


@click.command()
@click.argument("name", required=False)
@json_option
def techniques(name: str | None, as_json: bool) -> None:
    """List the techniques, or describe one of them.

    The description says what to look for and why it works, and shows an example.
    """
    from pandoku.techniques import get_technique, registry

    chosen = list(registry().values()) if name is None else [get_technique(name)]
    if as_json:
        for each in chosen:
            level, score, _ = each.ratings["hodoku"]
            fact = {"name": each.name, "aliases": list(each.aliases), "summary": each.summary}
            click.echo(json_line(fact | {"level": level, "score": score}))
    elif name is not None:
        _describe(chosen[0])
    else:
        from pandoku.cli.lists import print_table

        rows = [
            (
                each.name,
                each.ratings["hodoku"].level,
                str(each.ratings["hodoku"].score),
                each.summary,
            )
            for each in chosen
        ]
        print_table(("technique", "level", "score", "what it is"), rows)


def _describe(technique: Technique) -> None:
    from pandoku.techniques import example_of

    rating = technique.ratings["hodoku"]
    names = f" ({', '.join(technique.aliases)})" if technique.aliases else ""
    click.echo(f"{technique.title}{names}: {rating.level}, score {rating.score}\n")
    for head, text in (
        ("What it is", technique.summary),
        ("What to look for", technique.look_for),
        ("Why it works", technique.why),
    ):
        click.echo(fill(f"{head}: {text}", WIDTH, subsequent_indent="    "))
    if technique.needs_unique:
        click.echo("It assumes that the puzzle has exactly one solution.")
    example = example_of(technique.name)
    if example is None:
        return
    step = next(iter(technique.find(example.board)))
    click.echo("\nAn example:")
    paint(sys.stdout, draw_step(example.board, step))
    for sentence in technique.explain(step, example.board.puzzle).full:
        click.echo(fill(sentence, WIDTH))
    if example.unless:
        click.echo(f"If {example.condition}, the technique would not apply.")
