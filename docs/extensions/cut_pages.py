"""Long pages of the project as a page for each section, and the list of them."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from mdit_py_plugins.anchors.index import slugify

_FENCED: Final = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.M | re.S)
_HERE: Final = re.compile(r"(?<=\]\()#([\w-]+)(?=\))")
_LINKS: Final = re.compile(r"^\[[A-Z]\d+\]\(#.*\n", re.M)
"""The line of links below the heading of a family of codes."""
_SAYS: Final = re.compile(r"\s*\*\*(.*)\*\*")
"""What a code says: the first line of its section."""


class Cut(NamedTuple):
    """A page in pieces: the list of them, each section by its name, and the section of each anchor."""

    listed: str
    sections: dict[str, str]
    place: dict[str, str]

    def target(self, folder: str, anchor: str) -> str:
        """The page of an anchor, and the anchor unless it is that of the whole page."""
        name = self.place.get(anchor)
        if name is None:
            return f"{folder}.md#{anchor}"
        return f"{folder}/{name}.md" + ("" if anchor == name.lower() else f"#{anchor}")


def cut(text: str, folder: str, level: int) -> Cut:
    r"""Cut a page at the headings of a level; what stands before and above them is in the list.

    >>> made = cut("# All\n\n## One\n\nSee [2](#part).\n\n## Two\n\n### Part\n", "all", 2)
    >>> made.listed
    '# All\n\n* [One](all/one.md)\n* [Two](all/two.md)\n'
    >>> made.sections
    {'one': '# One\n\nSee [2](two.md#part).\n\n', 'two': '# Two\n\n## Part\n'}
    >>> made.target("all", "part"), made.target("all", "two")
    ('all/two.md#part', 'all/two.md')
    """
    blocks = {f"\0{number}\0": found[0] for number, found in enumerate(_FENCED.finditer(text))}
    marks = iter(blocks)
    text = _FENCED.sub(lambda _: next(marks), text)
    made = Cut("", {}, {})
    listed = ""
    for part in re.split(rf"(?m)^(?=#{{1,{level}}} )", text):
        heading, _, body = part.partition("\n")
        if not heading.startswith("#" * level + " "):
            listed += _LINKS.sub("", part)
            continue
        title = heading[level + 1 :]
        name = title if re.fullmatch(r"[A-Z]\d+", title) else slugify(title)
        says = _SAYS.match(body)
        listed += f"* [{title}]({folder}/{name}.md){f': {says[1]}' if says else ''}\n"
        made.sections[name] = f"# {title}\n" + re.sub(rf"(?m)^#{{{level - 1}}}(?=#)", "", body)
        made.place.update(dict.fromkeys(map(slugify, re.findall(r"(?m)^#+ (.*)$", part)), name))

    def whole(text: str, above: str) -> str:
        linked = _HERE.sub(lambda link: made.target(folder, link[1]).removeprefix(above), text)
        return re.sub("\0\\d+\0", lambda mark: blocks[mark[0]], linked)

    sections = {name: whole(body, f"{folder}/") for name, body in made.sections.items()}
    return Cut(whole(listed, ""), sections, made.place)


@cache
def cut_page(path: Path, folder: str, level: int) -> Cut:
    """The pieces of a page of the project."""
    text = path.read_text("utf-8").replace("; this page is what `santase code --page` prints", "")
    return cut(text, folder, level)
