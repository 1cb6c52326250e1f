"""The endpoints of the API. A file in this folder is registered automatically."""

from pandoku.errors import PandokuError
from pandoku.registry import Registry
from pandoku.web.endpoint import Endpoint

__all__ = ["ENDPOINTS"]

ENDPOINTS = Registry(__name__, Endpoint, PandokuError)
