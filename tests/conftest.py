"""What holds for every test."""

import signal


def pytest_configure() -> None:
    # A shell starts background jobs with Ctrl-C ignored, and programs pass that on to theirs: the
    # tests that interrupt a command would wait for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
