"""The files that this process opens while it collects the tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["paths", "start", "stop"]


class _Hook:
    """Notes the names of files. It stays for good: Python can remove none."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.is_on = self.is_added = False

    def __call__(self, event: str, details: tuple[object, ...]) -> None:
        if self.is_on and event == "open" and isinstance(details[0], str | bytes):
            self.names.add(os.path.abspath(os.fsdecode(details[0])))


_hook = _Hook()


def start() -> None:
    """Begin to note the names of files that are opened."""
    _hook.is_on = True
    if not _hook.is_added:
        _hook.is_added = True
        sys.addaudithook(_hook)


def stop() -> None:
    """Note no more names."""
    _hook.is_on = False


def paths() -> set[Path]:
    """Return the files that were opened between `start` and `stop`."""
    return {Path(name) for name in _hook.names}
