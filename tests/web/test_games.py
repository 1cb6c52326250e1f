"""The page plays the same games as Python: by vectors for the page, and by games that it made."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pandoku.play import dumps_game, loads_record
from tests.data import IS_FULL, ROOT

pytest.importorskip("msgspec", reason="needs pandoku[web]")

WEB = ROOT / "web"
BUNDLER = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"


def test_the_pages_vectors_are_current() -> None:
    from tests.web.make_games import GAMES, games

    assert GAMES.read_text(encoding="utf-8") == games(), "run python -m tests.web.make_games"


def test_the_pages_fogs_are_current() -> None:
    from tests.web.make_fogs import FOGS, begun, fogs

    current, how = FOGS.read_text(encoding="utf-8"), "run python -m tests.web.make_fogs"
    if IS_FULL:
        assert current == fogs(), how
    else:  # the later pairs take several times as long
        assert current.startswith(begun(3)), how


def test_the_pages_relations_are_current() -> None:
    from tests.web.make_relations import TARGET, text

    current = TARGET.read_text(encoding="utf-8")
    assert current == text(), "run python -m tests.web.make_relations"


def test_the_vectors_hold_what_players_do() -> None:
    from tests.web.make_games import GAMES

    value = json.loads(GAMES.read_text(encoding="utf-8"))
    presses = {press[0] for game in value["games"] for press in game["presses"]}
    assert len(presses) == 14
    assert {game["puzzle"]["order"] for game in value["games"]} >= {4, 6, 9, 10, 16, 25, 36}
    assert any(text.get("line") for text in value["texts"])
    assert GAMES.stat().st_size < 1_000_000


@pytest.mark.turns(3)
@pytest.mark.skipif(
    not (shutil.which("node") and BUNDLER.exists()), reason="needs node and web/node_modules"
)
def test_games_that_the_page_made_are_read_and_written_alike(tmp_path: Path) -> None:
    program = tmp_path / "made_games.mjs"
    bundle = ["node", str(BUNDLER), "test/made_games.ts", "--file", str(program), "--platform=node"]
    subprocess.run(bundle, cwd=WEB, check=True, capture_output=True)
    made = subprocess.run(["node", str(program)], check=True, capture_output=True)
    texts = json.loads(made.stdout)
    assert len(texts) >= 15
    for each in texts:
        game, title, started = loads_record(each["text"])
        assert dumps_game(game, title=title, started=started) == each["text"]
        assert list(game.digits) == each["digits"]
        marks = game.marks
        layers = (marks.corner, marks.center, marks.colors, marks.letters, marks.pen)
        assert [list(masks) for masks in layers] == each["masks"]
        assert len(game.conflicts()) == each["n_conflicts"]
        assert game.is_solved == each["is_solved"]
        assert len(game.moves) > 40
