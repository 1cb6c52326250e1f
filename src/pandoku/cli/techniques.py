"""`pandoku techniques`: the techniques, and what each one is."""

from __future__ import annotations

import sys
from textwrap import fill
from typing import TYPE_CHECKING

import click

from pandoku.cli._lessons import page_options, write_lesson
from pandoku.cli._options import json_option
from pandoku.cli._output import json_line, paint
from pandoku.cli._paths import WIDTH, in_lines
from pandoku.draw import draw_step
from pandoku.model import Step

if TYPE_CHECKING:
    from pandoku.rating import Rating
    from pandoku.techniques import Technique


@click.command(short_help="List the techniques, or describe one.")
@click.argument("name", required=False)
@page_options
@json_option("technique", "name, aliases, summary, ratings (by scale: level and score)")
def techniques(name: str | None, as_json: bool, output: str | None, theme: str) -> None:
    """List the techniques, or describe one of them.

    The description says what to look for and why it works, and shows an example. The ratings, a
    level and a score in each scale, are those of the example. `pandoku lesson NAME -o FILE.html`
    writes a page with pictures, a near miss, and boards for practice.
    """
    if output is not None:
        if name is None:
            raise click.UsageError(
                "-o is for one technique, which must be named; "
                "`pandoku lesson --all -o FOLDER` writes all"
            )
        if as_json:
            raise click.UsageError("expected either --json or -o, found both")
        write_lesson(name, output, theme)
        return
    from pandoku.techniques import TECHNIQUES, get_technique

    chosen = list(TECHNIQUES.values()) if name is None else [get_technique(name)]
    if as_json:
        for each in chosen:
            fact = {"name": each.name, "aliases": list(each.aliases), "summary": each.summary}
            ratings = {scale: rating._asdict() for scale, rating in _ratings(each).items()}
            click.echo(json_line(fact | {"ratings": ratings}))
    elif name is not None:
        print_technique(chosen[0])
    else:
        _list_all(chosen)


def _list_all(techniques: list[Technique]) -> None:
    from pandoku.cli.lists import print_table
    from pandoku.rating import scales_with_numbers as scales

    rows = []
    for each in techniques:
        ratings = {scale: str(rating) for scale, rating in _ratings(each).items()}
        rows.append((each.name, *(ratings.get(scale, "") for scale in scales()), each.summary))
    print_table(("technique", *scales(), "what it is"), rows)


def _ratings(technique: Technique) -> dict[str, Rating]:
    """Return the ratings of the technique's example, by the scales that rate it."""
    from pandoku.rating import scales_with_numbers as scales

    step = _example_step(technique)
    rated = {name: scale.rate(step) for name, scale in scales().items()}
    return {name: rating for name, rating in rated.items() if rating is not None}


def _example_step(technique: Technique) -> Step:
    """Return the step of the technique's example, or, without one, a step without facts."""
    from pandoku.techniques import example_of

    example = example_of(technique.name)
    steps = technique.steps(example.board, 1) if example else iter(())
    return next(steps, Step(technique.name))


def print_technique(technique: Technique) -> None:
    """Print what a technique is, what to look for and why it works, with its example."""
    from pandoku.techniques import example_of, practice_of, why_none

    names = f" ({', '.join(technique.aliases)})" if technique.aliases else ""
    click.echo(f"{technique.title}{names}")
    ratings = (f"{scale}: {rating}" for scale, rating in _ratings(technique).items())
    click.echo(f"{'; '.join(ratings) or 'no scale rates it'}\n")
    for head, text in (
        ("What it is", technique.summary),
        ("What to look for", technique.look_for),
        ("Why it works", technique.why),
    ):
        click.echo(fill(f"{head}: {text}", WIDTH, subsequent_indent="    "))
    if "unique" in technique.needs:
        click.echo("It assumes that the puzzle has exactly one solution.")
    example = example_of(technique.name)
    if example is None:
        return
    step = _example_step(technique)
    click.echo("\nAn example:")
    explanation = technique.explain(step, example.board)
    paint(sys.stdout, draw_step(example.board, step, explanation))
    for sentence in explanation.full:
        click.echo(in_lines(sentence))
    if example.unless:
        why = why_none(technique, step, example)
        click.echo(in_lines(f"If {example.condition}, the technique would not apply. {why}"))
    if count := len(practice_of(technique.name)):
        click.echo(f"\n{count} boards for practice: pandoku drill {technique.name}")
