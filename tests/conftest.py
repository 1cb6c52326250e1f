"""What holds for every test."""

import gc
import os
import signal
from typing import Any

import pytest

from tests import opened, turns


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", turns.MARKER)
    opened.start()
    gc.disable()  # collecting makes objects that stay to the end: looking for garbage finds none
    # Processes that are done take over tests of others: some tests take a hundred times as long.
    if getattr(config.option, "dist", None) == "load":
        config.option.dist = "worksteal"
    # A shell starts background jobs with Ctrl-C ignored, and `nohup` ignores that a terminal
    # closes; programs pass that on to theirs. The tests that end a command would wait for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_IGN:
        signal.signal(hangup, signal.SIG_DFL)


def pytest_report_header(config: pytest.Config) -> str:
    turn = turns.turn_of(config)
    if turn == turns.ALL:
        return "turn: all of the costly tests"
    return f"turn: {turn}, with a part of the costly tests (PANDOKU_TURN=all runs all of them)"


@pytest.hookimpl(optionalhook=True)  # pytest-xdist may be absent
def pytest_configure_node(node: Any) -> None:
    node.workerinput["turn"] = turns.turn_of(node.config)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    turns.skip_others(config, items)


def pytest_collection_finish() -> None:
    opened.stop()
    gc.freeze()  # nor does it later, among the items of thousands of tests
    gc.enable()


@pytest.hookimpl(optionalhook=True)  # pytest-xdist may be absent
def pytest_xdist_auto_num_workers() -> int | None:
    """Start a process more than there are cores: tests of commands and clusters often wait."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None  # pytest-xdist reads it
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) + 1
    return (os.cpu_count() or 1) + 1
