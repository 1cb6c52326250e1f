"""`pandoku serve`: serve the web page and the API on this machine."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.types import Whole

if TYPE_CHECKING:
    from socket import socket

    from pandoku.web import ServerSettings

__all__ = ["serve", "serve_with"]

_PORT = 8273
_ROOT = re.compile(r"(/[\w.~-]+)*")


def _root_path(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    path = value.rstrip("/")
    if not _ROOT.fullmatch(path):
        raise click.BadParameter(f"expected a path such as /puzzles, found {value!r}")
    return path


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The options of `pandoku serve`."""

    host: str = opt.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        metavar="ADDRESS",
        help="Listen on this address; 0.0.0.0 or :: lets the whole network in.",
    )
    port: int = opt.option(
        "--port",
        default=_PORT,
        show_default=True,
        type=Whole(0, 65535),
        metavar="N",
        help="0 takes a free one.",
    )
    allowed_hosts: tuple[str, ...] = opt.option(
        "--allow-host",
        multiple=True,
        metavar="NAME",
        help="Also accept requests for this host name, as behind a reverse proxy. * accepts any "
        "name. May be given repeatedly.",
    )
    allowed_fetches: tuple[str, ...] = opt.option(
        "--allow-fetch",
        multiple=True,
        type=click.Choice(("sudokupad.app",)),
        help="Let the page fetch the puzzle of a short link from this host, after it has asked the "
        "player.",
    )
    root_path: str = opt.option(
        "--root-path",
        default="",
        callback=_root_path,
        metavar="PATH",
        help="The path under which a reverse proxy shows the server, such as /puzzles.",
    )
    workers: int | None = opt.option(
        "--workers",
        type=Whole(1),
        metavar="N",
        help="Number of processes for quick calls, and of additional processes for long calls.  "
        "[default: one per core]",
    )
    log: str = opt.option(
        "--log",
        type=click.Choice(("text", "json", "none")),
        default="none",
        show_default=True,
        help="Write a line per request to standard error.",
    )


@opt.command(ServeOptions, short_help="Serve the web page and the API.")
def serve(options: ServeOptions) -> None:
    """Serve the web page and the API that it uses.

    Only this machine can reach the server, unless you give another address with --host. Ctrl-C
    stops the server.

    \b
    Examples:
      pandoku serve
      pandoku serve --port 0
      pandoku serve --host 0.0.0.0 --allow-host puzzles.example.org --log json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.web import ServerSettings
    from pandoku.web.limits import usual_workers

    settings = ServerSettings(
        host=options.host,
        port=options.port,
        workers=options.workers or usual_workers(),
        root_path=options.root_path,
        allowed_hosts=options.allowed_hosts,
        allowed_fetches=options.allowed_fetches,
        log=options.log,
    )
    serve_with(settings)


def serve_with(
    settings: ServerSettings, path: str = "", then: Callable[[str], None] | None = None
) -> None:
    """Print the address of the server, and serve until Ctrl-C.

    Args:
        settings: The settings of the server.
        path: Path and query to append to the root of the site, such as "play?p=...".
        then: Function to call with the address once browsers can connect.

    Raises:
        click.UsageError: The server cannot listen on the address.
    """
    from pandoku.web.app import create_app
    from pandoku.web.limits import TooFewFilesError, room_for
    from pandoku.web.serving import listen, serve_until_stopped

    try:
        room = room_for(settings.workers)
        listening = listen(settings.host, settings.port)
    except TooFewFilesError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.UsageError(_why_not(settings, error)) from None
    with listening:
        app = create_app(settings)
        address = _address(listening) + path
        click.echo(f"Serving on {address} (Ctrl-C stops)")
        sys.stdout.flush()
        if app.pages.problem:
            click.echo(f"pandoku: {app.pages.problem}", err=True)
        if then:
            then(address)
        serve_until_stopped(app, listening, room)


def _address(listening: socket) -> str:
    """Return the address of a server for a browser on this machine.

    If the server listens on all addresses, the result is a loopback address such as
    "http://127.0.0.1:8273/".
    """
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _why_not(settings: ServerSettings, error: OSError) -> str:
    place = f"port {settings.port} of {settings.host}"
    if error.errno == errno.EADDRINUSE:
        return f"{place} is in use; choose another: --port N, or --port 0 for a free one"
    if error.errno == errno.EACCES:
        return f"{place} is for privileged programs; choose one above 1023: --port N"
    reason = (
        os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror)
    ).lower()
    return f"cannot listen on {place}: {reason}; --host takes an address of this machine"


COMMAND = opt.Command(run=serve, group="Play", place=100, extra="web")
