"""`pandoku batch`: make and process data sets of millions of puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from pandoku.batch.commands._data_sets import DATA_SET_COMMANDS
from pandoku.cli import options as opt
from pandoku.cli.output import ProgressLine, json_line
from pandoku.cli.types import Amount, FileOrText, Whole
from pandoku.registry import nearest

if TYPE_CHECKING:
    from pandoku.batch import JobProgress as Done
    from pandoku.batch import Report
    from pandoku.batch.verbs import Option, Verb

_REPORT_S = 5.0  # seconds between two lines of --json
_LIST_MOST = 5  # maximum number of failed parts that a message lists
_SHARD = re.compile(r"(\d+)/(\d+)")
# A verb for streams runs in this process and writes only its own columns. So these options do not
# exist for the verb, and have fixed values.
_NOT_OF_STREAMS: dict[str, Any] = {
    "workers": None,
    "shard": None,
    "cluster": None,
    "carry": "all",
}


class _Verbs(click.Group):
    """The command group `pandoku batch`, with a command for each verb."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({**_verbs(), **DATA_SET_COMMANDS})  # this imports the modules of all verbs

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in DATA_SET_COMMANDS:
            return DATA_SET_COMMANDS[cmd_name]
        from pandoku.batch.verbs import VERBS

        verb = VERBS.get(cmd_name)
        return None if verb is None else _command_of(verb)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names, or fail with a suggestion."""
        if args and args[0][:1] != "-" and self.get_command(ctx, args[0]) is None:
            near = nearest(args[0], self.list_commands(ctx))
            way_out = f"try {', '.join(near)}; " if near else ""
            way_out += "`pandoku batch --help` lists them all"
            ctx.fail(f"there is no command {args[0]!r} in pandoku batch; {way_out}")
        return super().resolve_command(ctx, args)


def _verbs() -> dict[str, Verb]:
    from pandoku.batch.verbs import VERBS

    return VERBS.entries  # the module of each verb imports pyarrow


@click.group(cls=_Verbs, short_help="Work on data sets of millions of puzzles.")
def batch() -> None:
    """Work on data sets: tables of millions of puzzles in Parquet files.

    A verb reads tables and writes tables, part by part. IN is the output folder of an earlier verb,
    a Parquet or Arrow file, a pattern in quotes, or an address such as s3://bucket/folder. The
    first data set comes from `import` or `generate`. --resume continues a stopped run. The bytes of
    the output do not depend on the machines or on their number.

    \b
    Examples:
      pandoku batch generate 1M --seed 7 -o a
      pandoku batch rate a -o b
      pandoku batch split b -o c --test 5%
      pandoku batch explain c -o d --sample 10k
      pandoku batch export c d -o set --to hub
      pandoku batch rate a -o b --shard 3/100
    """  # noqa: D301  # click reads the \b, which keeps the lines apart


class _Share(click.ParamType):  # type: ignore[type-arg]  # not in every click
    """A share: ``5%`` or ``0.05``."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the share, 0.0 to 1.0."""
        text = str(value)
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            self.fail(f"expected a share such as 5% or 0.05, found {text!r}", param, ctx)
        if not 0 <= share <= 1:
            self.fail(f"expected a share from 0 to 100 %, found {text!r}", param, ctx)
        return share


def _type_of(option: Option) -> Any:
    if option.choices and option.type == "text":
        return click.Choice(option.choices)
    if option.type == "count":
        return Amount(option.shell_name or option.name, least=int(option.least or 0), most=None)
    kinds = {"int": click.INT, "float": click.FLOAT, "percent": _Share(), "file": FileOrText()}
    return kinds.get(option.type, click.STRING)


def _parameters(verb: Verb) -> list[click.Parameter]:
    """Return the arguments and options of a verb, in the order in which the verb defines them."""
    made: list[click.Parameter] = []
    for option in verb.options:
        if option.is_argument:
            made.append(
                click.Argument(
                    [option.name],
                    type=_type_of(option),
                    required=option.default is None and option.is_required,
                    default=option.default,
                    metavar=option.name.upper()
                    if option.is_required
                    else f"[{option.name.upper()}]",
                )
            )
        else:
            made.append(_option_of(option))
    if verb.has_input:
        made.append(
            click.Argument(["inputs"], nargs=-1, type=click.Path(), required=True, metavar="IN...")
        )
    made += [
        click.Option(
            ["-o", "--output"], required=True, metavar="OUT", help="The folder for the tables."
        ),
        click.Option(
            ["--workers"],
            type=Whole(1),
            metavar="N",
            help="Number of processes; 1 means only this process.  [default: number of cores]",
        ),
        click.Option(
            ["--shard"],
            metavar="K/N",
            callback=_shard,
            help="Process only the parts K, K+N, K+2N, ... (K starts at 0), for clusters that "
            "run the command N times. The last shard to end completes the job.",
        ),
        click.Option(
            ["--cluster"],
            metavar="ADDRESS",
            help="Dask scheduler: its address, such as tcp://host:8786, or the file with its "
            "address.",
        ),
        click.Option(["--resume"], is_flag=True, help="Continue the job in OUT."),
        click.Option(["--overwrite"], is_flag=True, help="Replace the job in OUT."),
        click.Option(
            ["--rows"],
            type=Amount("rows"),
            metavar="N",
            help=f"Maximum number of rows of a part.  [default: {verb.rows[0]:,}"
            + (f"; with cages {verb.rows[1]:,}]" if verb.rows[1] != verb.rows[0] else "]"),
        ),
    ]
    if verb.has_input:
        made.append(
            click.Option(
                ["--carry"],
                default="all",
                show_default=True,
                metavar="NAMES",
                help="Columns of IN to copy to OUT: all, none, or names separated by commas.",
            )
        )
    return [each for each in made if not (verb.stream and each.name in _NOT_OF_STREAMS)]


def _option_of(option: Option) -> click.Option:
    names = [option.name, option.flag]
    if option.type == "flag":
        return click.Option(names, is_flag=True, help=option.help)
    shown = option.default is not None
    default = f"{option.default:g}" if option.type == "percent" and shown else option.default
    return click.Option(
        names,
        type=_type_of(option),
        multiple=option.type == "names",
        default=None if option.type == "names" else default,
        show_default=shown,
        metavar=None if option.choices else _METAVARS.get(option.type, "TEXT"),
        shell_complete=(
            lambda ctx, param, start: [each for each in option.choices if each.startswith(start)]
        )
        if option.choices
        else None,
        help=option.help,
    )


_METAVARS = {"count": "N", "int": "N", "float": "X", "percent": "SHARE", "names": "NAME"}


def _command_of(verb: Verb) -> click.Command:
    def callback(**given: Any) -> None:
        _run(verb, given)

    callback.__doc__ = verb.summary
    as_json = opt.json_flag(
        "run",
        "job, verb, state (done, part or failed), parts, done, stood, failed, rows, rows_out, "
        "bad_rows, seconds, advice, foreign; and every 5 seconds on standard error, the progress",
    )
    return click.Command(
        verb.name,
        params=[*_parameters(verb), as_json],
        callback=callback,
        help=verb.help or verb.summary,
        short_help=verb.summary,
    )


def _run(verb: Verb, given: dict[str, Any]) -> None:
    from pandoku.batch import Job, run_job
    from pandoku.batch.drive import ClusterGoneError

    given = {**_NOT_OF_STREAMS, **given} if verb.stream else given
    names = {option.name: option for option in verb.options}
    options = {
        name: given[name] or None if names[name].type == "names" else given[name] for name in names
    }
    output, as_json = given["output"], given["as_json"]
    if not (given["resume"] or given["shard"]):  # otherwise, the first run has chosen the values
        for option in verb.options:
            if option.is_drawn and options[option.name] is None:
                options[option.name] = option.checked(None)  # shown, to make the run repeatable
                click.echo(f"{option.name} {options[option.name]}", err=True)
    job = Job(
        verb.name,
        given.get("inputs", ()),
        output,
        {name: value for name, value in options.items() if value is not None},
        given["rows"],
        given.get("carry", "all"),
    )
    shown: list[str] = []
    with ProgressLine(verb.name, None, None) as progress:
        try:
            report = run_job(
                job,
                workers=given["workers"],
                shard=given["shard"],
                cluster=given["cluster"],
                resume=given["resume"],
                overwrite=given["overwrite"],
                on_progress=_reporter(progress, shown, as_json=as_json),
            )
        except ClusterGoneError as error:
            click.echo(
                f"pandoku: {error}; the finished parts are in {output}, and --resume continues",
                err=True,
            )
            raise click.exceptions.Exit(1) from None
        except KeyboardInterrupt as error:
            error.add_note(f"the finished parts are in {output}; --resume continues")
            raise
    if report.advice and report.advice not in shown:
        click.echo(report.advice, err=True)
    _tell_end(report, output, as_json=as_json)


def _shard(
    ctx: click.Context, parameter: click.Parameter, text: str | None
) -> tuple[int, int] | None:
    if text is None:
        return None
    found = _SHARD.fullmatch(text)
    if found is None or not int(found[1]) < int(found[2]):
        raise click.UsageError(f"expected --shard K/N with K from 0 to N-1, found {text!r}")
    return int(found[1]), int(found[2])


def _reporter(progress: ProgressLine, shown: list[str], *, as_json: bool) -> Callable[[Done], None]:
    began = reported = monotonic()

    def tell(done: Done) -> None:
        nonlocal reported
        if done.advice and done.advice not in shown:
            shown.append(done.advice)
            click.echo(done.advice, err=True)
        seconds = max(monotonic() - began, 1e-6)
        rate = done.rows_done / seconds
        left = (done.rows - done.rows_done) / rate if rate else None
        if as_json:
            if monotonic() - reported >= _REPORT_S:
                reported = monotonic()
                about = {"verb": done.verb, "parts_done": done.parts_done, "parts": done.parts}
                about |= {"rows_done": done.rows_done, "rows": done.rows}
                about |= {"rows_per_s": round(rate, 1), "bad_rows": done.bad_rows}
                about |= {
                    "workers": done.workers,
                    "seconds_left": None if left is None else round(left),
                }
                click.echo(json_line(about), err=True)
            return
        words = f"{done.verb}: {done.parts_done:,} of {done.parts:,} parts"
        if done.rows_done:
            words += f", {done.rows_done:,} rows, {rate:,.0f} per second"
        if left is not None and left >= 1:
            words += f", {_minutes(left)} left"
        progress.tell(words)

    return tell


def _minutes(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _tell_end(report: Report, output: str, *, as_json: bool) -> None:
    for part, reason in list(report.failed.items())[:_LIST_MOST]:
        click.echo(f"part {part} failed: {reason}", err=True)
    more = len(report.failed) - _LIST_MOST
    if more > 0:
        click.echo(f"and {more:,} more parts failed", err=True)
    if report.foreign:
        click.echo(
            f"{output}: {len(report.foreign):,} files of other jobs are among the tables, "
            f"such as {report.foreign[0]}; --overwrite removes them",
            err=True,
        )
    if as_json:
        click.echo(json_line(report.to_dict()))
    else:
        click.echo(_summary(report, output))
    if report.failed:
        raise click.exceptions.Exit(1)


def _summary(report: Report, output: str) -> str:
    rate = report.rows / max(report.seconds, 1e-6)
    bad = f", {report.bad_rows:,} of them bad" if report.bad_rows else ""
    before = f"; {report.stood:,} existed before" if report.stood else ""
    spent = f"{report.seconds:.1f} s" if report.seconds < 90 else _minutes(report.seconds)
    n_parts = "1 part" if report.done == 1 else f"{report.done:,} parts"
    text = f"{report.rows_out:,} rows{bad} in {n_parts}{before}, {spent}"
    if report.rows:
        text += f" ({rate:,.0f} rows per second)"
    ends = {
        "done": f"{output} is complete",
        "part": f"{output} is not complete: other shards have parts to do",
        "failed": f"{output} is not complete: {len(report.failed):,} parts failed",
    }
    return f"{text}; {ends[report.state]}"


COMMAND = opt.Command(run=batch, group="Data sets", place=220, extra="batch")
