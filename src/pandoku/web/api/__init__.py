"""The endpoints of the API, one file each; being in this folder registers it."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from pandoku.web.endpoint import Endpoint

__all__ = ["registry"]


@cache
def registry() -> dict[str, Endpoint]:
    """Return the endpoints by name, in alphabetical order."""
    names = sorted(each.name for each in pkgutil.iter_modules(__path__) if each.name[0] != "_")
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return {module.ENDPOINT.name: module.ENDPOINT for module in modules}
