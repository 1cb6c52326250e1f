"""The endpoints of the API, one file each; being in this folder registers it."""

from pandoku.errors import PandokuError
from pandoku.registry import Registry
from pandoku.web.endpoint import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS = Registry(__name__, Endpoint, PandokuError)
