"""A program that has loaded pandoku once, and forks for each run of the command.

`python -m tests.hostile.server NUMBER` takes requests from socket NUMBER until it is closed. A
request is the path of a file (JSON: the fields of `Request`) and the descriptors of its standard
streams; the answer is a line of JSON, the fields of `Ended`. The forked process is what the shell
would have started: its own session, folder, environment and streams, and it ends as the
interpreter does. `tests/hostile/test_forks.py` compares it with processes that are started afresh.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import resource
import signal
import socket
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pandoku
from pandoku.__main__ import main
from pandoku.kernel import native
from tests.hostile.requests import Ended, Request
from tests.hostile.streams import LARGEST_FILE

_RARE = ("pandoku.__main__", "pandoku.classics", "pandoku.terminal", "pandoku.web")
# What commands load when they need it: loading it in each process would take most of its time.
_LAZY = (
    "numpy",
    "rich.table",
    "rich.progress",
    "difflib",
    "csv",
    "sqlite3",
    "xml.etree.ElementTree",
)
MOST_BYTES = 4 << 30  # of addresses
_AGAIN_S = 0.1


def serve(ours: socket.socket) -> Request | None:
    """Answer requests; return None at their end, and the request in a process that was forked."""
    while True:
        message, streams, _, _ = socket.recv_fds(ours, 4096, 3)
        if not message:
            return None
        request = Request(**json.loads(Path(message.decode()).read_text()))
        forked = os.fork()
        if forked == 0:
            ours.close()
            _become(request, streams)
            return request
        for stream in streams:
            os.close(stream)
        ours.send(json.dumps(asdict(_ended(forked, request.longest_s))).encode())


def _ended(process: int, longest_s: float) -> Ended:
    """Wait for a process, at most so long, and end whatever it started."""
    signal.signal(signal.SIGALRM, lambda *_: _kill(process))
    # Again and again: a signal that comes just before the wait begins does not end the wait.
    signal.setitimer(signal.ITIMER_REAL, longest_s, _AGAIN_S)
    _, status, used = os.wait4(process, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        os.killpg(process, signal.SIGKILL)
        has_child = True
    except ProcessLookupError:
        has_child = False
    seconds = used.ru_utime + used.ru_stime
    return Ended(os.waitstatus_to_exitcode(status), has_child, seconds, used.ru_maxrss // 1024)


def _kill(process: int) -> None:
    """End a process, which may not have a session of its own yet, and whatever it started."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            kill(process, signal.SIGKILL)


def _become(request: Request, streams: list[int]) -> None:
    """Make this process what a shell would have started for *request*."""
    os.setsid()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for number in range(3):
        if number in request.streams:
            stream = streams[request.streams.index(number)]
            os.dup2(stream, number)
            os.close(stream)
        else:
            os.close(number)
    os.chdir(request.folder)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    if request.ending == "fresh":
        program = [sys.executable, "-m", "pandoku", *request.words]
        os.execve(program[0], program, request.env)
    os.environ.clear()
    os.environ.update(request.env)
    sys.argv = ["pandoku", *request.words]
    sys.path[0] = request.folder
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        opened = _opened(number, getattr(sys, name))
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)


def _opened(number: int, old: io.TextIOWrapper) -> io.TextIOWrapper | None:
    """Open a standard stream as the interpreter does when it starts."""
    try:
        os.fstat(number)
    except OSError:
        return None
    raw = open(number, "wb" if number else "rb", closefd=False)  # noqa: SIM115  # for good
    by_line = number == 2 or raw.isatty()
    return io.TextIOWrapper(raw, old.encoding, old.errors, "\n", line_buffering=by_line)


def _end_quickly(ended: object) -> None:
    """End as the interpreter does, but without taking all modules apart, which takes longest.

    Args:
        ended: The code of a SystemExit.
    """
    status = ended if isinstance(ended, int) else 1 if ended else 0
    if isinstance(ended, str):
        print(ended, file=sys.stderr)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception as error:
            print(f"Exception ignored in: {stream!r}\n{error!r}", file=sys.stderr)
            status = 120
    os._exit(status)


def _load() -> None:
    """Load what commands need, and nothing that keeps a thread."""
    for module in pkgutil.walk_packages(pandoku.__path__, "pandoku."):
        if not module.name.startswith(_RARE):
            importlib.import_module(module.name)
    for name in _LAZY:
        importlib.import_module(name)
    native()
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()  # the pages of these objects stay shared


if __name__ == "__main__":
    _load()
    with socket.socket(fileno=int(sys.argv[1])) as _ours:
        _asked = serve(_ours)
    if _asked is not None and _asked.ending == "quick":
        try:
            main()
        except SystemExit as _end:
            _end_quickly(_end.code)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            _end_quickly(1)
    elif _asked is not None:
        main()
