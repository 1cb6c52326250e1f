"""`python -m pandoku`, and the command `pandoku`: the command line."""

import _signal  # type: ignore[import-not-found]  # the module signal loads others first
import os

TYPE_CHECKING = False  # as in pandoku/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn

_STOPPED = 130  # 128 and the number of SIGINT


def main() -> None:
    """Run the command line and exit."""
    # Ctrl-C during the imports ends the program without a traceback.
    handler = _signal.getsignal(_signal.SIGINT)
    if handler is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _stop_loading)
    from pandoku.cli import run_command_line as run

    try:
        _signal.signal(_signal.SIGINT, handler)
        run()
    except KeyboardInterrupt:  # before or after a command, which handles its own
        _stop_loading()
    except SystemExit as end:
        if isinstance(end.code, int) and end.code > 128:
            _leave(end.code)
        raise


def _stop_loading(*_: "Any") -> "NoReturn":
    try:
        os.write(2, b"stopped\n")
    finally:
        os._exit(_STOPPED)


def _leave(status: int) -> "NoReturn":
    # A command stopped by a signal has removed its files and children, so nothing is left to do. If
    # Ctrl-C came during `exec`, which dataclasses use, Python would end by the signal, whatever the
    # status.
    import atexit

    try:
        atexit._run_exitfuncs()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
