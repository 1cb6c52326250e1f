"""Packages whose public names are loaded on first use."""

import importlib
from pkgutil import iter_modules

import pytest

from pandoku._first_use import homes_of, load_on_first_use


@pytest.mark.parametrize("room", ["model", "words", "formats", "engines"])
def test_no_public_name_is_also_the_name_of_a_module(room: str) -> None:
    package = importlib.import_module(f"pandoku.{room}")
    assert {*package.__all__} & {each.name for each in iter_modules(package.__path__)} == set()


def test_an_unknown_name_is_an_attribute_error_with_the_package() -> None:
    load = load_on_first_use("pandoku.model", homes_of("pandoku.model", {"board": "Board"}))
    assert load("Board") is importlib.import_module("pandoku.model.board").Board
    with pytest.raises(AttributeError, match=r"'pandoku.model' has no attribute 'Bord'"):
        load("Bord")
