"""Runs of the command, each in a process of its own, on the streams that it is given."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from tests.data import ROOT
from tests.hostile.requests import Ended, Request
from tests.hostile.streams import Stream

__all__ = ["WHOLE", "Ran", "Server"]

_PATIENCE_S = 0.5
WHOLE = ("file", "file", "file")


class Ran(NamedTuple):
    """A run that has ended: the texts on its streams, how it ended, and what it left behind."""

    out: str
    err: str
    ended: Ended
    left: list[str]


class Server:
    """The program of `server.py`, which is started by the first run."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._socket.close()
            self._process.wait()

    def run(
        self,
        words: Sequence[str],
        here: Path,
        kinds: Sequence[str] = WHOLE,
        *,
        typed: bytes = b"",
        ending: str = "whole",
        longest_s: float = 60,
    ) -> Ran:
        """Run the command in the folder `here/here`, and give it `here/temporary`.

        Args:
            words: Its arguments.
            here: An empty folder, or one that has these two.
            kinds: Of its three streams, see `Stream`.
            typed: What is on standard input.
            ending: See `Request`.
            longest_s: It is ended after so long.
        """
        if self._process is None:
            self._start()
        folder, temporary = here / "here", here / "temporary"
        folder.mkdir(exist_ok=True)
        temporary.mkdir(exist_ok=True)
        had = {path.name for path in folder.iterdir()}
        streams = [Stream(n, kind, b"" if n else typed) for n, kind in enumerate(kinds)]
        numbers = {s.number: s.theirs for s in streams if s.theirs is not None}
        request = Request(
            list(words), str(folder), _environment(here), [*numbers], ending, longest_s
        )
        asked = here / "request.json"
        asked.write_text(json.dumps(asdict(request)))
        socket.send_fds(self._socket, [str(asked).encode()], [*numbers.values()])
        for stream in streams:
            stream.sent()
        while True:
            watched = {s.ours: s for s in streams if s.ours is not None}
            replies = self._socket.fileno()
            happened = select.select([replies, *watched], [], [], _PATIENCE_S)[0]
            if not happened:
                for stream in streams:
                    stream.nudge()
            for ready in happened:
                if ready in watched:
                    watched[ready].take()
                else:
                    ended = Ended(**json.loads(self._socket.recv(4096)))
                    texts = [stream.close().decode() for stream in streams]
                    left = {path.name for path in folder.iterdir()} - had
                    left |= {path.name for path in temporary.iterdir()}
                    return Ran(texts[1], texts[2], ended, sorted(left))

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair()
        # A thread of the libraries of numpy would be lost in each fork.
        env = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.server", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            cwd=ROOT,
            env=env,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()


def _environment(here: Path) -> dict[str, str]:
    names = {"PANDOKU_SHARED", "NO_COLOR", "FORCE_COLOR", "PANDOKU_DEBUG"}
    kept = {name: value for name, value in os.environ.items() if name not in names}
    own = {"TMPDIR": here / "temporary", "PANDOKU_DATA": here / "data", "COLUMNS": 80}
    return kept | {name: str(value) for name, value in own.items()} | {"TERM": "xterm-256color"}
