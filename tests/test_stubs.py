"""The stubs that type checkers read name what the packages have."""

import importlib
import re
from pathlib import Path

import pytest

from tests.make_stubs import COMMAND, PACKAGE, STUBS

IDS = [path.parent.name for path in STUBS]


@pytest.mark.parametrize("path", STUBS, ids=IDS)
def test_a_stub_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == STUBS[path](), f"run `{COMMAND}`"


@pytest.mark.parametrize("path", STUBS, ids=IDS)
def test_every_name_in_a_stub_is_an_attribute_at_run_time(path: Path) -> None:
    package = ".".join(path.parent.relative_to(PACKAGE.parent).parts)
    names = re.findall(r" as (\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(names) > 50
    module = importlib.import_module(package)
    assert [name for name in names if not hasattr(module, name)] == []
