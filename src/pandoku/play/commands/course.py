"""`pandoku course`: learn the techniques one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.input import BadInput
from pandoku.cli.output import ExitStatus, json_line, output_file, print_table
from pandoku.cli.types import RegisteredName
from pandoku.errors import FormatError
from pandoku.play.commands.play import play_with, require_terminal
from pandoku.play.opening import Opening

if TYPE_CHECKING:
    from pandoku.play.stops import Stop

_PROGRESS = "Progress"  # heading of the help
_STOP_TYPE = RegisteredName("stop", "pandoku.play.stops", "STOP_NAMES")


@dataclass(frozen=True, kw_only=True)
class CourseOptions:
    """The options of `pandoku course`."""

    name: str | None = opt.argument(required=False, type=_STOP_TYPE, metavar="[BRANCH]")
    within: str | None = opt.argument(required=False, type=_STOP_TYPE, metavar="[STOP]")
    lesson: bool = opt.option("--lesson", is_flag=True, help="Read the lesson of the stop.")
    drill: bool = opt.option("--drill", is_flag=True, help="Do the drills of the stop.")
    puzzle: bool = opt.option("--puzzle", is_flag=True, help="Play the puzzle of the stop.")
    plain: bool = opt.option(
        "--plain",
        is_flag=True,
        help="Learn line by line: type words and get sentences. For pipes and screen readers.",
    )
    exported: bool = opt.option(
        "--export", group=_PROGRESS, is_flag=True, help="Write your progress as text."
    )
    output: str | None = opt.option(
        "-o",
        "--output",
        group=_PROGRESS,
        type=click.Path(),
        metavar="FILE",
        help="File for the exported progress.  [default: standard output]",
    )
    imported: str | None = opt.option(
        "--import",
        group=_PROGRESS,
        type=click.Path(),
        metavar="FILE",
        help="Add progress that was exported here, on the page or on another computer. - is the "
        "standard input.",
    )
    as_json: bool = opt.json_lines("stop", "name, branch, techniques, read, right, goal, solved")


@opt.command(CourseOptions, cls=opt.GroupedCommand, short_help="Learn the techniques in order.")
def course(options: CourseOptions) -> None:
    """Show the stops of the course with your progress, or go to a stop.

    The course leads from the full house to chains. It has branches for killers, calcudokus and
    other variants. At each stop, you read a lesson, do drills, and solve a puzzle that needs what
    you have learned and nothing harder. STOP is the name of a stop, or of a technique that it
    teaches. BRANCH alone lists the stops of a branch, and is needed before a stop only if several
    branches teach the technique. A stop begins with the first part that you have not done.

    \b
    Examples:
      pandoku course
      pandoku course x-wing
      pandoku course x-wing --puzzle --plain
      pandoku course --export -o course.json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.play.stops import BRANCHES

    name = options.name
    stop, branch = _chosen(options)
    _check_options(options, is_stop=stop is not None)
    if options.exported:
        _export(options.output)
    elif options.imported is not None:
        _import(options.imported)
    elif stop is None:
        _list(list(BRANCHES) if name is None else [branch], as_json=options.as_json)
    else:
        if not options.plain:
            require_terminal()
        play_with(
            Opening(stop=stop.name, part=_part(options)), "lines" if options.plain else "screen"
        )


def _chosen(options: CourseOptions) -> tuple[Stop | None, str]:
    """Return the stop that the user named, or None, and the name of the branch, or "".

    Raises:
        TechniqueError: There is no such stop, or the branch does not have it.
        click.UsageError: Two words do not name a branch and a stop.
    """
    from pandoku.play.stops import find_branch, get_stop, stop_in

    name, within = options.name, options.within
    if name is None:
        return None, ""
    branch = find_branch(name)
    if within is None:
        return (get_stop(name), "") if branch is None else (None, branch.name)
    if branch is None:
        raise click.UsageError(f"expected a branch before {within!r}, found {name!r}")
    return stop_in(branch, within), branch.name


def _part(options: CourseOptions) -> str:
    """Return the part of the stop that the user chose, or ""."""
    parts = [part for part in ("lesson", "drill", "puzzle") if getattr(options, part)]
    if len(parts) > 1:
        raise click.UsageError(
            f"expected one of --lesson, --drill and --puzzle, found --{' and --'.join(parts)}"
        )
    return parts[0] if parts else ""


def _check_options(options: CourseOptions, *, is_stop: bool) -> None:
    """Refuse options that do not belong together.

    Raises:
        click.UsageError: Two options exclude each other.
    """
    part, is_carried = _part(options), options.exported or options.imported is not None
    if options.exported and options.imported is not None:
        raise click.UsageError("expected one of --export and --import, found both")
    if options.output is not None and not options.exported:
        raise click.UsageError("-o is for --export only")
    if is_carried and options.name is not None:
        raise click.UsageError(f"expected nothing more for the progress, found {options.name!r}")
    if part and not is_stop:
        raise click.UsageError(f"--{part} is for a stop, which must be named")
    if options.as_json and (is_stop or is_carried):
        raise click.UsageError("--json is for the list of stops only")


def _list(branches: list[str], *, as_json: bool) -> None:
    from pandoku.play.stops import BRANCHES, COURSE
    from pandoku.play.store import Store

    with Store() as store:
        learned = store.learned()
    found = {
        name: [learned.at(stop) for stop in COURSE if stop.branch == name] for name in branches
    }
    if as_json:
        for each in (each for branch in found.values() for each in branch):
            facts = each.stop.as_dict()
            facts |= {"read": each.is_read, "right": each.n_right, "goal": each.goal}
            click.echo(json_line(facts | {"solved": each.is_solved}))
        return
    heads = ("stop", "lesson", "drill", "puzzle", "what you will be able to do")
    for name, branch in found.items():
        n_done = sum(each.is_done for each in branch)
        click.echo(f"{BRANCHES[name].title}: {n_done} of {len(branch)} done")
        print_table(heads, [(each.stop.name, *each.words, each.stop.able) for each in branch])
        click.echo()
    ahead = learned.ahead if len(found) > 1 else learned.next_in(*found)
    if ahead is not None:
        click.echo(f"next: pandoku course {ahead.stop.name}")


def _export(output: str | None) -> None:
    from pandoku.play.learned import learned_text
    from pandoku.play.store import Store

    opt.refuse_pictures(output)
    with Store() as store:
        learned = store.learned()
    with output_file(output, ExitStatus()) as stream:
        stream.write(learned_text(learned))


def _import(name: str) -> None:
    from pandoku.play.learned import MAX_TEXT_CHARS, read_learned
    from pandoku.play.store import Store

    with click.open_file(name, "rb") as stream:
        content = stream.read(MAX_TEXT_CHARS + 1)
    try:
        # Some editors of Windows begin a text with a byte order mark.
        learned = read_learned(content.decode("utf-8-sig", errors="replace"))
    except FormatError as error:
        raise BadInput(f"{name}: {error}") from None
    with Store() as store:
        n_new = store.learn(learned.facts)
    click.echo(f"{n_new} of {len(learned.facts)} results are new; `pandoku course` shows them")


COMMAND = opt.Command(run=course, group="Play", place=95, extra="play")
