"""The command line, run by `python -m pandoku` and by the command `pandoku`."""

import _signal  # type: ignore[import-not-found]  # `signal` imports other modules first
import gc
import os

TYPE_CHECKING = False  # not imported from `typing`, which is slow
if TYPE_CHECKING:
    from typing import Any, NoReturn

_STOPPED = 130  # 128 plus the number of SIGINT


def main() -> None:
    """Run the command line and exit."""
    # Ctrl-C during the imports ends the program without a traceback.
    handler = _signal.getsignal(_signal.SIGINT)
    if handler is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _stop_loading)
    gc.disable()  # there is no garbage after imports; `pandoku.cli.cli` enables it again
    from pandoku.cli import run_command_line as run

    try:
        _signal.signal(_signal.SIGINT, handler)
        run()
    # Ctrl-C came before or after a command, because commands handle it themselves.
    except KeyboardInterrupt:
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
    # A command stopped by a signal has already removed its files and child processes, so the
    # process can end at once. A normal exit could lose the exit status: if Ctrl-C came during
    # `exec`, which dataclasses use, the signal would end Python.
    import atexit

    try:
        atexit._run_exitfuncs()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
