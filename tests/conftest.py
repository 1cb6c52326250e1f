"""What holds for every test."""

import signal

from tests import opened


def pytest_configure() -> None:
    opened.start()
    # A shell starts background jobs with Ctrl-C ignored, and `nohup` ignores that a terminal
    # closes; programs pass that on to theirs. The tests that end a command would wait for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_IGN:
        signal.signal(hangup, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    opened.stop()
