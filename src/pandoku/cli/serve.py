"""`pandoku serve`: the page and the API, on this machine."""

from __future__ import annotations

import click

__all__ = ["serve"]


@click.command(short_help="Serve the web page and the API.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8273, show_default=True, type=click.IntRange(0, 65535))
def serve(host: str, port: int) -> None:
    """Serve the web page and the API."""
    import socket

    import uvicorn

    from pandoku.web import Settings, create_app

    listening = socket.create_server((host, port))
    host, port = listening.getsockname()[:2]
    click.echo(f"Serving on http://{host}:{port}/ (Ctrl-C stops)")
    app = create_app(Settings(host=host, port=port))
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
