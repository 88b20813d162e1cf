"""The search of the site finds what players look for: on a site of the glossary and some headings."""

import json
from io import StringIO
from typing import Final

import pytest
from sphinx.application import Sphinx

from tests.support.corpus import ROOT

HEADINGS: Final = {
    "codes/R210": "R210",
    "codes/R211": "R211",
    "codes/R212": "R212",
    "codes/C201": "C201",
    "rule-sets": "Rule sets\n\n## Series of matches",
    "bauernschnapsen": "Bauernschnapsen",
    "gaigel": "Gaigel",
    "installing": "Installing",
    "evening": "Evening",
    "python": "Python",
}
"""The pages that `docs/search.toml` names, with as much of them as has its places."""


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What is found by whole entries of the index, and where."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'docs/extensions')!r})\n"
        "extensions = ['myst_parser', 'search_words']\nmyst_heading_anchors = 4\nroot_doc = 'glossary'\n"
    )
    for name in ("glossary.md", "search.toml"):
        (folder / name).write_text((ROOT / "docs" / name).read_text("utf-8"), "utf-8")
    for page, text in HEADINGS.items():
        (folder / f"{page}.md").parent.mkdir(exist_ok=True)
        (folder / f"{page}.md").write_text(f"---\norphan: true\n---\n\n# {text}\n")
    out = folder / "out"
    warned = StringIO()
    Sphinx(folder, folder, out, folder / "doctrees", "html", status=None, warning=warned).build()
    assert warned.getvalue() == ""
    text = (out / "searchindex.js").read_text("utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    found: dict[str, set[str]] = {}
    for entry, places in index["indexentries"].items():
        for page, anchor, is_main in places:
            name = index["docnames"][page]
            assert is_main
            assert not anchor or f'id="{anchor}"' in (out / f"{name}.html").read_text("utf-8")
            found.setdefault(entry, set()).add(f"{name}#{anchor}".removesuffix("#"))
    return found


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("revoke", "codes/R210"),
        ("Renonce", "codes/R210"),
        ("отказ", "codes/R210"),
        ("Zudrehen", "glossary#closing"),
        ("bezárás", "glossary#closing"),
        ("затваряне", "glossary#closing"),
        ("closing", "glossary#closing"),
        ("33", "glossary#schneider"),
        ("20", "glossary#marriages"),
        ("40", "glossary#marriages"),
        ("exchange of the nine", "glossary#the-exchange"),
        ("66", "glossary#claims"),
        ("Bummerl", "rule-sets#series-of-matches"),
    ],
)
def test_a_word_of_players_leads_to_its_place(entries: dict[str, set[str]], words: str, place: str) -> None:
    assert entries[words.lower()] == {place}


def test_the_headings_are_those_of_the_pages() -> None:
    for page, text in HEADINGS.items():
        path = ROOT / f"docs/{page}.md"
        for line in text.split("\n\n")[1:] if path.exists() else ():
            assert f"\n{line}\n" in path.read_text("utf-8")
        assert path.exists() or (ROOT / f"notation/findings/{page}.md").exists()
