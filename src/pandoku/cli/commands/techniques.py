"""`pandoku techniques`: list the techniques, describe one, or write lessons."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.output import is_stdout, json_line, paint, print_table
from pandoku.cli.primers import get_primer
from pandoku.cli.types import TECHNIQUE_TYPE
from pandoku.model import Board, Step
from pandoku.words import visible

if TYPE_CHECKING:
    from pandoku.rating import Rating
    from pandoku.techniques import Technique


@dataclass(frozen=True, kw_only=True)
class TechniquesOptions:
    """The options of `pandoku techniques`."""

    name: str | None = opt.argument(required=False, type=TECHNIQUE_TYPE)
    is_all: bool = opt.option(
        "--all", is_flag=True, help="Write a site with all lessons and an index."
    )
    output: str | None = opt.option(
        "-o",
        "--output",
        type=click.Path(),
        metavar="FILE",
        help="Write the lesson about the technique as a web page to this file; with --all, a new "
        "or empty folder.",
    )
    theme: str = opt.theme()
    as_json: bool = opt.json_lines(
        "technique", "name, aliases, summary, ratings (by scale: level and score)"
    )


@opt.command(TechniquesOptions, short_help="List or describe techniques; write lessons.")
def techniques(options: TechniquesOptions) -> None:
    """List the techniques, describe one of them, or write lessons.

    The description explains how to find the pattern and why it works, and shows an example. The
    rating is a level and a score in each scale, for the step of the example.

    With -o FILE.html, the technique becomes a lesson on a web page, with slides, an example that
    only this technique solves, a near miss, and boards for practice. With --all, the lessons of all
    techniques form a site. Open its index.html in a browser, without a server.

    \b
    Examples:
      pandoku techniques swordfish
      pandoku techniques swordfish -o swordfish.html
      pandoku techniques --all -o lessons
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    name = options.name
    if options.is_all and name is not None:
        raise click.UsageError("expected the name of a technique or --all, found both")
    if options.output is not None and options.as_json:
        raise click.UsageError("expected either --json or -o, found both")
    if options.is_all or options.output is not None:
        _write_lessons(name, options)
        return
    from pandoku.techniques import TECHNIQUES, get_technique

    chosen = list(TECHNIQUES.values()) if name is None else [get_technique(name)]
    if options.as_json:
        for each in chosen:
            fact = {"name": each.name, "aliases": list(each.aliases), "summary": each.summary}
            ratings = {scale: rating._asdict() for scale, rating in _ratings(each).items()}
            click.echo(json_line(fact | {"ratings": ratings}))
    elif name is not None:
        print_technique(chosen[0])
    else:
        _list_all(chosen)


def _write_lessons(name: str | None, options: TechniquesOptions) -> None:
    output = options.output
    if options.is_all:
        if output is None or is_stdout(output):
            raise click.UsageError("--all needs a folder for the pages: add -o FOLDER")
        count = get_primer("html").write_all(output, options.theme)
        files = "1 file" if count == 1 else f"{count} files"
        click.echo(f"{files} in {visible(output)}; open index.html", err=True)
    elif name is None or output is None:
        raise click.UsageError(
            "-o is for one technique, which must be named; "
            "`pandoku techniques --all -o FOLDER` writes all"
        )
    else:
        get_primer("html").write_lesson(name, output, options.theme)


def _list_all(techniques: list[Technique]) -> None:
    from pandoku.rating import scales_with_numbers as scales

    rows = []
    for each in techniques:
        ratings = {scale: str(rating) for scale, rating in _ratings(each).items()}
        rows.append((each.name, *(ratings.get(scale, "") for scale in scales()), each.summary))
    print_table(("technique", *scales(), "what it is"), rows)


def _ratings(technique: Technique) -> dict[str, Rating]:
    """Return the ratings of a technique's example. The keys are names of scales."""
    from pandoku.rating import scales_with_numbers as scales

    step = _example_step(technique)
    rated = {name: scale.rate(step) for name, scale in scales().items()}
    return {name: rating for name, rating in rated.items() if rating is not None}


def _example_step(technique: Technique) -> Step:
    """Return the step of a technique's example, or an empty step if it has no example."""
    from pandoku.techniques import example_of

    example = example_of(technique.name)
    steps = technique.steps(example.board, 1) if example else iter(())
    return next(steps, Step(technique.name))


def print_technique(technique: Technique, kind: str | None = None) -> None:
    """Print the picture of a technique at work, how to look for it, and its description.

    Args:
        technique: The technique.
        kind: The kind of the board in the picture (see `positions_of`). None means any kind.
    """
    from pandoku.cli.wrapping import in_lines
    from pandoku.draw import draw_step
    from pandoku.techniques import example_of, get_technique, practice_of, why_none

    names = f" ({', '.join(technique.aliases)})" if technique.aliases else ""
    click.echo(f"{technique.title}{names}")
    ratings = (f"{scale}: {rating}" for scale, rating in _ratings(technique).items())
    click.echo(f"{'; '.join(ratings) or 'no scale rates it'}\n")
    example, shown = example_of(technique.name), _position(technique, kind)
    if shown is not None:
        board, step = shown
        explanation = technique.explain(step, board)
        paint(sys.stdout, draw_step(board, step, explanation))
        click.echo()
    told = [("What it is", technique.summary)]
    told += [("When to look", technique.when)] * bool(technique.when)
    told += [(f"Look {at}", each.text) for at, each in enumerate(technique.scan, 1)]
    told += [("What to look for", technique.look_for), ("Why it works", technique.why)]
    for head, text in told:
        click.echo(in_lines(f"{head}: {text}", sys.stdout, hanging=4))
    if technique.is_case_of:
        click.echo(f"It is a special case of the {get_technique(technique.is_case_of).title}.")
    if "unique" in technique.needs:
        click.echo("It assumes that the puzzle has exactly one solution.")
    if shown is None:
        return
    click.echo("\nThe step in the picture:")
    for sentence in explanation.full:
        click.echo(in_lines(sentence, sys.stdout))
    if example is not None and example.unless and board == example.board:
        why = why_none(technique, step, example)
        told_why = f"If {example.condition}, the technique would not apply. {why}"
        click.echo(in_lines(told_why, sys.stdout))
    if technique.slips:
        click.echo("\nErrors that people make:")
    for slip in technique.slips:
        click.echo(in_lines(slip.text, sys.stdout))
    if count := len(practice_of(technique.name)):
        click.echo(f"\n{count} boards for practice: pandoku drill {technique.name}")


def _position(technique: Technique, kind: str | None) -> tuple[Board, Step] | None:
    """Return the most typical position of a technique with its step, or else its example."""
    from pandoku.techniques import positions_of

    boards = positions_of(technique.name, kind)
    found = ((board, next(technique.steps(board, 1), None)) for board in boards)
    return next(((board, step) for board, step in found if step is not None), None)


COMMAND = opt.Command(run=techniques, group="Solve and explain", place=270)
