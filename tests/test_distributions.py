"""What is published: the notices of what is bundled, and the sources of the page."""

from __future__ import annotations

import gzip
import json
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.data import ROOT
from tests.test_readme import dead_link, links_of

pytestmark = pytest.mark.turns(3, whole=True)

build = pytest.importorskip("scikit_build_core.build")

# By what is bundled: who has the rights, as the notice says.
HOLDERS = {
    "LICENSE": "The pandoku authors",
    "licenses/nanobind.txt": "Wenzel Jakob",
    "licenses/robin-map.txt": "Thibaut Goetghebuer-Planchon",
    "src/pandoku/draw/assets/roboto/LICENSE.txt": "Apache License",
    "src/pandoku/web/notices/preact.txt": "Jason Miller",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of a wheel without the core, which is compiled for nothing here."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        settings = {
            "wheel.cmake": "false",
            "wheel.py-api": "py3",
            "build-dir": str(folder / "build"),
        }
        name = build.build_wheel(str(folder), settings)
    with zipfile.ZipFile(folder / name) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the files of a source distribution, below its folder."""
    folder = tmp_path_factory.mktemp("sdist")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        compress = gzip.GzipFile
        patch.setattr(
            gzip, "GzipFile", lambda *args, **kw: compress(*args, **{**kw, "compresslevel": 1})
        )
        name = build.build_sdist(str(folder), {"build-dir": str(folder / "build")})
    with tarfile.open(folder / name) as archive:
        files = {each.name: archive.extractfile(each) for each in archive.getmembers()}
        return {name.partition("/")[2]: file.read() for name, file in files.items() if file}


def test_a_wheel_has_the_notices_of_all_that_it_bundles(wheel: dict[str, bytes]) -> None:
    for path, holder in HOLDERS.items():
        (found,) = (each for each in wheel if each.endswith(f".dist-info/licenses/{path}"))
        assert holder in wheel[found].decode()
    (metadata,) = (wheel[each].decode() for each in wheel if each.endswith(".dist-info/METADATA"))
    listed = re.findall(r"^License-File: (.+)$", metadata, re.MULTILINE)
    assert sorted(listed) == sorted(HOLDERS)
    (expression,) = re.findall(r"^License-Expression: (.+)$", metadata, re.MULTILINE)
    assert expression.split(" AND ") == ["MIT", "Apache-2.0", "BSD-3-Clause"]


def test_the_page_of_the_package_index_has_only_addresses(wheel: dict[str, bytes]) -> None:
    (metadata,) = (wheel[each].decode() for each in wheel if each.endswith(".dist-info/METADATA"))
    links = links_of(metadata)
    assert len(links) == len(links_of((ROOT / "README.md").read_text(encoding="utf-8")))
    assert [link for link in links if not link.startswith("https://")] == []
    assert {link: why for link in links if (why := dead_link(link))} == {}


def test_a_source_distribution_has_the_notices_too(sources: dict[str, bytes]) -> None:
    for path, holder in HOLDERS.items():
        assert holder in sources[path].decode()


def test_every_package_in_the_scripts_of_the_page_has_its_notice() -> None:
    settings = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    notices = ROOT / "src" / "pandoku" / "web" / "notices"
    assert sorted(each.stem for each in notices.iterdir()) == sorted(settings["dependencies"])


def test_a_source_distribution_has_the_sources_of_the_page(sources: dict[str, bytes]) -> None:
    for folder in ("web/src", "web/test", "web/public"):
        files = [each for each in (ROOT / folder).rglob("*") if each.is_file()]
        assert files
        for file in files:
            assert file.relative_to(ROOT).as_posix() in sources
    for name in ("package.json", "package-lock.json", "vite.config.ts", "vite.single.ts"):
        assert sources[f"web/{name}"] == (ROOT / "web" / name).read_bytes()


def test_a_source_distribution_has_nothing_that_was_installed(sources: dict[str, bytes]) -> None:
    unwanted = {"node_modules", ".venv", ".git", "build", "dist", "__pycache__"}
    assert not [name for name in sources if unwanted & {*Path(name).parts[:-1]}]
    assert sum(map(len, sources.values())) < 40_000_000
