"""`pandoku explain`, `pandoku hint` and `pandoku techniques`: steps in words."""

from __future__ import annotations

import sys
from collections import Counter
from textwrap import fill
from typing import TYPE_CHECKING

import click

from pandoku.cli._input import one_puzzle
from pandoku.cli._options import file_argument, from_option, json_option
from pandoku.cli._output import json_line, paint
from pandoku.draw import draw
from pandoku.errors import PuzzleError
from pandoku.model import Board, Puzzle, Step

if TYPE_CHECKING:
    from pandoku.logic import Path, Verdict
    from pandoku.techniques import Technique

_WIDTH = 100


@click.command()
@file_argument
@from_option
@click.option(
    "--techniques",
    metavar="NAME,...",
    help="Use only these, in this order. [all that `pandoku techniques` lists]",
)
@click.option("--short", is_flag=True, help="A line for each step, without the reason.")
@click.option("--grid", is_flag=True, help="Show the candidates before each step.")
@json_option
def explain(
    file: str,
    from_format: str | None,
    techniques: str | None,
    short: bool,
    grid: bool,
    as_json: bool,
) -> None:
    """Solve a puzzle as people do, and give the reason for every step.

    Always the easiest step that there is comes next. Exit status 1 when the techniques do not
    reach the end, and when the puzzle is not proper.
    """
    from pandoku.logic import explain as explain_path
    from pandoku.logic import judge, ordered_techniques

    names = techniques.split(",") if techniques is not None else None
    ordered_techniques(names)  # a wrong name is said before anything else
    puzzle = one_puzzle(file, from_format)
    verdict = judge(puzzle)
    _say_if_not_proper(puzzle, verdict)
    if verdict.is_complete and not verdict.count:
        raise click.exceptions.Exit(1)
    path = explain_path(puzzle, techniques=names, is_proper=verdict.is_proper)
    told = zip(path.boards(), path.steps, path.explanations(), strict=True)
    for number, (board, step, explanation) in enumerate(told, 1):
        if as_json:
            click.echo(json_line(_as_json(number, step, puzzle, explanation.full)))
            continue
        if grid:
            _paint(board, step)
        if short:
            click.echo(f"{number}. {explanation.short}")
        else:
            text = " ".join(explanation.full)
            click.echo(f"{number}. {explanation.short.partition(';')[0]}")
            click.echo(fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ") + "\n")
    _sum_up(path, as_json=as_json)
    if path.stopped != "full" or not verdict.is_proper:
        raise click.exceptions.Exit(1)


def _say_if_not_proper(puzzle: Puzzle, verdict: Verdict) -> None:
    if verdict.is_proper:
        return
    if not verdict.is_complete and verdict.count < 2:
        click.echo("it is not known whether the puzzle has one solution only", err=True)
        return
    count = "no solution" if verdict.count == 0 else "more than one solution"
    click.echo(f"the puzzle is not proper: it has {count}", err=True)
    if verdict.count > 1:
        paint(sys.stderr, *(draw(puzzle.replace(givens=each)) for each in verdict.solutions))


def _as_json(number: int, step: Step, puzzle: Puzzle, full: tuple[str, ...]) -> dict[str, object]:
    name = puzzle.geometry.name
    return {
        "step": number,
        "technique": step.technique,
        "placements": [[name(cell), digit] for cell, digit in step.placements],
        "eliminations": [[name(cell), digit] for cell, digit in step.eliminations],
        "cells": [[name(cell), role] for cell, role in step.facts.cells],
        "houses": [house.name for house in step.facts.houses],
        "text": list(full),
    }


def _paint(board: Board, step: Step) -> None:
    cells = {cell for cell, role in step.facts.cells if role != "excludes"}
    paint(sys.stdout, draw(board, candidates=True, highlights=cells))


def _sum_up(path: Path, *, as_json: bool) -> None:
    counts = Counter(step.technique for step in path.steps)
    used = ", ".join(f"{counts[name]} {name}" for name in path.techniques if counts[name])
    steps = f"{len(path.steps)} step{'s' * (len(path.steps) != 1)}"
    if path.stopped == "full":
        if not as_json:
            click.echo(f"solved in {steps}: {used}; score {path.score()}")
        return
    if path.stopped == "broken":
        cell = next(c for c, mask in enumerate(path.end.masks) if not mask)
        what = f"no candidate is left at {path.start.puzzle.geometry.name(cell)}"
    else:
        left = path.end.digits.count(0)
        what = f"{left} cells are empty; tried: {', '.join(path.techniques) or 'nothing'}"
    click.echo(f"stuck after {steps}: {what}", err=True)
    for reason in sorted({reason for _, reason in path.left_out}):
        names = ", ".join(name for name, why in path.left_out if why == reason)
        click.echo(f"not tried, as {reason}: {names}", err=True)


@click.command()
@file_argument
@from_option
@click.option(
    "--level",
    type=click.IntRange(0, 5),
    default=1,
    show_default=True,
    help="0: is all right so far? 1: where to look. 2: the technique. 3: the cells. "
    "4: the reason. 5: what to do.",
)
@click.option(
    "--state",
    type=click.Path(),
    metavar="FILE",
    help="The puzzle as far as it is filled in; candidates in it are the player's notes.",
)
@json_option
def hint(file: str, from_format: str | None, level: int, state: str | None, as_json: bool) -> None:
    """Help with the next step, as much as is asked for.

    A mistake is told first. Exit status 1 when something is wrong or no hint is left.
    """
    from pandoku.logic import hint as find_hint

    puzzle = one_puzzle(file, from_format)
    board, notes = Board.start(puzzle), None
    if state is not None:
        filled = one_puzzle(state, None)
        board, notes = _with_state(puzzle, filled), filled.candidates
    found = find_hint(board, level, notes=notes)
    if as_json:
        cells = [puzzle.geometry.name(cell) for cell in found.cells]
        fact = {"level": level, "text": found.text, "cells": cells, "problem": found.is_problem}
        click.echo(json_line(fact))
    else:
        click.echo(fill(found.text, _WIDTH))
    if found.is_problem:
        raise click.exceptions.Exit(1)


def _with_state(puzzle: Puzzle, filled: Puzzle) -> Board:
    if filled.order != puzzle.order:
        raise PuzzleError(f"expected a state of order {puzzle.order}, found {filled.order}")
    board = Board.start(puzzle)
    for cell, (given, digit) in enumerate(zip(puzzle.givens, filled.givens, strict=True)):
        if given and digit not in (0, given):
            name = puzzle.geometry.name(cell)
            raise PuzzleError(f"{name} is given as {given}, and the state has {digit} there")
        if digit and not given:
            board = board.place(cell, digit)
    return board


@click.command()
@click.argument("name", required=False)
@json_option
def techniques(name: str | None, as_json: bool) -> None:
    """List the techniques, or tell all about one: what to look for, why, and an example."""
    from pandoku.techniques import get_technique, registry

    chosen = list(registry().values()) if name is None else [get_technique(name)]
    if as_json:
        for each in chosen:
            level, score, _ = each.ratings["hodoku"]
            fact = {"name": each.name, "aliases": list(each.aliases), "summary": each.summary}
            click.echo(json_line(fact | {"level": level, "score": score}))
    elif name is not None:
        _tell_all(chosen[0])
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


def _tell_all(technique: Technique) -> None:
    from pandoku.techniques import example_of

    rating = technique.ratings["hodoku"]
    names = f" ({', '.join(technique.aliases)})" if technique.aliases else ""
    click.echo(f"{technique.title}{names}: {rating.level}, score {rating.score}\n")
    for head, text in (
        ("What it is", technique.summary),
        ("What to look for", technique.look_for),
        ("Why it is true", technique.why),
    ):
        click.echo(fill(f"{head}: {text}", _WIDTH, subsequent_indent="    "))
    if technique.needs_unique:
        click.echo("It takes for granted that the puzzle has exactly one solution.")
    example = example_of(technique.name)
    if example is None:
        return
    step = next(iter(technique.find(example.board)))
    click.echo("\nAn example:")
    _paint(example.board, step)
    for sentence in technique.explain(step, example.board.puzzle).full:
        click.echo(fill(sentence, _WIDTH))
    if example.unless:
        cell, _, digit = example.unless.rstrip(".").partition("+")
        change = f"{digit} were a candidate at {cell} too" if digit else f"{cell} were empty"
        click.echo(f"If {change}, this would not hold.")
