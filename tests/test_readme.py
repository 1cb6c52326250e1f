"""The links of README.md and llms.txt, and the citation."""

import re
import tomllib

import pytest

from tests.data import ROOT
from tests.together import together

REPOSITORY = "https://github.com/pandoku/pandoku/"
FILES = (
    f"{REPOSITORY}blob/main/",
    f"{REPOSITORY}tree/main/",
    "https://raw.githubusercontent.com/pandoku/pandoku/main/",
)
SITE = "https://pandoku.github.io/pandoku/"
LINK = re.compile(
    r"\]\(([^)\s]+)[^)]*\)|\b(?:src|srcset|href)=\"([^\"]+)\"|^\[[^\]]+\]:\s*(\S+)", re.M
)


def links_of(text: str) -> list[str]:
    return ["".join(groups) for groups in LINK.findall(text)]


def dead_link(link: str) -> str | None:
    """Return why a link leads nowhere, as far as can be said without a network."""
    path, _, anchor = link.partition("#")
    if path.startswith(SITE) and not has_page(path.removeprefix(SITE)):
        return "no such page of the documentation"
    for prefix in FILES:
        path = path.removeprefix(prefix)
    if path.startswith("https://"):
        return None
    if not (ROOT / path).exists():
        return "no such file in the repository"
    if anchor and anchor not in anchors_of(path or "README.md"):
        return "no such heading"
    return None


def anchors_of(name: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", (ROOT / name).read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def has_page(path: str) -> bool:
    """Whether a page of the site has a source. Those of techniques and modules are generated."""
    if path.startswith(("techniques/", "reference/", "project/")):
        return True
    name = path.removesuffix(".html") or "index"
    return any((ROOT / "docs" / f"{name}{suffix}").is_file() for suffix in (".md", ".ipynb"))


@together("name", ["README.md", "docs/llms.txt"])
def test_every_link_and_picture_leads_somewhere(name: str) -> None:
    links = links_of((ROOT / name).read_text(encoding="utf-8"))
    assert len(links) > 3
    assert {link: why for link in links if (why := dead_link(link))} == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[design](DESIGN.md)", "no such file"),
        ('<img src="docs/stepp.svg" alt="a step">', "no such file"),
        ("[design]: DESIGN.md", "no such file"),
        (f"[design]({REPOSITORY}blob/main/DESIGN.md)", "no such file"),
        (f"[a page]({SITE}nowhere.html)", "no such page"),
        ("[below](#nowhere)", "no such heading"),
        ("[there](CONTRIBUTING.md#nowhere)", "no such heading"),
    ],
)
def test_a_dead_link_is_found(text: str, why: str) -> None:
    (link,) = links_of(text)
    assert why in (dead_link(link) or "")


def test_the_pictures_work_in_a_clone() -> None:
    pictures = re.findall(r"<img src=\"([^\"]+)\"", (ROOT / "README.md").read_text("utf-8"))
    assert pictures
    assert not [picture for picture in pictures if ":" in picture]


def test_the_citation_names_this_version_and_its_fields_are_known() -> None:
    yaml = pytest.importorskip("yaml")
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited["cff-version"] == "1.2.0"
    assert cited["title"] == project["name"]
    assert cited["version"] == project["version"]
    assert cited["repository-code"] == project["urls"]["Homepage"]
    assert [author["name"] for author in cited["authors"]] == [
        author["name"] for author in project["authors"]
    ]
