"""A page for each code of a finding, cut from `grammar/CODES.md`, and the list of them.

The pages are written to `codes/` beside the list when a build begins, and are not kept in the tree.
"""

import re
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx

_SECTION: Final = re.compile(r"^### (?P<id>[A-Z]\d{3})\n\n(?P<text>.*?)(?=^###? |\Z)", re.M | re.S)
_LINKS: Final = re.compile(r"^\[[A-Z]\d+\]\(#.*\n", re.M)
"""The line of links below the heading of a family."""
_SAYS: Final = re.compile(r"\*\*(.*)\*\*|(.*)")
"""What a code says: the first line of its section."""


def list_page(text: str) -> str:
    r"""The page of all codes, a line each.

    >>> print(list_page("# Codes\n\n## Rules\n\n[R1](#r1)\n\n### R101\n\n**no**  \nWhy.\n"))
    # Codes
    <BLANKLINE>
    ## Rules
    <BLANKLINE>
    <BLANKLINE>
    * [R101](codes/R101.md): no
    <BLANKLINE>
    """

    def line(section: re.Match[str]) -> str:
        said = _SAYS.match(section["text"])
        says = (said[1] or said[2]).strip() if said else ""
        return f"* [{section['id']}](codes/{section['id']}.md): {says}\n"

    text = text.replace("; this page is what `santase code --page` prints", "")
    return _SECTION.sub(line, _LINKS.sub("", text))


def pages(text: str) -> dict[str, str]:
    r"""The page of each code by its id, with links to the others.

    >>> pages("## Rules\n\n### R101\n\nNo; see [R102](#r102).\n")
    {'R101': '# R101\n\nNo; see [R102](R102.md).\n'}
    """
    found = {}
    for section in _SECTION.finditer(text):
        said = re.sub(r"\(#([a-z]\d{3})\)", lambda link: f"({link[1].upper()}.md)", section["text"])
        said = said.replace("](SPECIFICATION.md", "](../../grammar/SPECIFICATION.md")
        found[section["id"]] = f"# {section['id']}\n\n{said}"
    return found


def _source(app: Sphinx) -> str:
    return (Path(app.srcdir).parent / "grammar/CODES.md").read_text("utf-8")


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "codes"
    folder.mkdir(exist_ok=True)
    written = {f"{code}.md": text for code, text in pages(_source(app)).items()}
    for stale in folder.glob("*.md"):
        if stale.name not in written:
            stale.unlink()
    for name, text in written.items():
        (folder / name).write_text(f"---\norphan: true\n---\n\n{text}", "utf-8")


def _on_read(app: Sphinx, name: str, content: list[str]) -> None:
    if name == "codes":
        content[0] = list_page(_source(app)) + content[0]


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages before any is read, and put the list into its page."""
    app.connect("builder-inited", _write)
    app.connect("source-read", _on_read)
    return {"parallel_read_safe": True}
