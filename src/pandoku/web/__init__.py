"""The web page of pandoku, and the API that the page uses."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from pandoku._extras import needed_for

if TYPE_CHECKING:
    from pandoku.web.app import create_app as create_app
    from pandoku.web.limits import ServerSettings as ServerSettings

# Names are imported on first use, so that importing this package does not load Starlette.
_HOMES = {"ServerSettings": "limits", "create_app": "app"}

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pandoku.web' has no attribute {name!r}")
    with needed_for("the page"):
        value: object = getattr(importlib.import_module(f"pandoku.web.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
