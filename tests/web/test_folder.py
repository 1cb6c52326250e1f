"""The page as a folder of static files: the parts of `tools.site` that need no compiled core."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import date
from pathlib import Path

from tools.site import _answer, _wanted, archive, write_page

SAFE = re.compile(r"[\w-]+")


def test_the_page_has_the_tag_and_a_policy_and_works_below_any_path(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_page(folder)
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert '<meta name="pandoku" content="static" />' in text
    assert '<base href="./" />' in text
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "http" not in policy[1]
    assert not re.findall(r'(?:src|href)="/', text)
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {each["url"] for each in manifest["shortcuts"]} == {"./#/learn", "./#/make"}
    assert "Pyodide" in (folder / "notices.txt").read_text(encoding="utf-8")


def test_the_code_for_the_browser_has_the_calls_and_is_the_same_each_time() -> None:
    content = archive()
    assert content == archive()
    names = set(zipfile.ZipFile(io.BytesIO(content)).namelist())
    assert {"pandoku/calls/local.py", "pandoku/techniques/examples.txt"} <= names
    rooms = {name.split("/")[1] for name in names}
    assert not rooms & {"batch", "cli", "press", "terminal", "web"}


def test_prepared_answers_have_safe_keys_and_every_day_once() -> None:
    wanted = [*_wanted(date(2026, 11, 30), 8)]
    keys = [(call, key) for call, key, _ in wanted]
    assert len({*keys}) == len(keys)
    assert all(SAFE.fullmatch(key) for _, key in keys)
    days = [key for call, key in keys if call == "today"]
    assert len(days) == 3 * 8 + 2
    for each in wanted[:9]:
        assert isinstance(json.loads(_answer(each)), dict)
