"""The notebooks of the documentation run, and are stored without outputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("griffe", reason="needs pip install 'pandoku[docs]'")

from docs.generators import notebooks
from tests.data import ROOT

pytestmark = pytest.mark.turns(3, whole=True)

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.filterwarnings("default")  # those of the kernel are not ours
def test_the_first_notebook_shows_its_pictures() -> None:
    pytest.importorskip("ipykernel")
    pytest.importorskip("nbclient")
    made = dict(notebooks.files())
    page = made["notebooks/first.md"]
    pictures = [path for path in made if path.startswith("notebooks/first-")]
    assert len(pictures) == page.count("<img src=") == 4
    assert 'alt="9x9, boxes 3x3, 35 cages"' in page


def test_a_notebook_whose_cell_fails_stops_the_build(tmp_path: Path) -> None:
    pytest.importorskip("ipykernel")
    client = pytest.importorskip("nbclient")
    notebook = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")["source"] = "1 / 0"
    (tmp_path / "bad.ipynb").write_text(json.dumps(notebook))
    with pytest.raises(client.exceptions.CellExecutionError, match="ZeroDivisionError"):
        notebooks.execute(tmp_path / "bad.ipynb")
