"""The style sheets of the pages: files that are always used together as one, without comments and spaces."""

import hashlib
import re
from functools import cache
from typing import Final

from viewer.cards import stylesheet
from viewer.documents.rendering import HERE

STATIC: Final = HERE / "static"
CARDS: Final = "cards.css"
"""The generated colours of the cards, which are not a file."""
SHEETS: Final = {
    "site": ("document.css", "site.css"),
    "table": ("replay.css", CARDS),
    "list": ("archive.css", CARDS),
}
_STRINGS: Final = re.compile(r'("[^"]*")')
_FACE: Final = re.compile(r'(?<=url\(")(faces/[^"]+)')


@cache
def sheet(name: str) -> str:
    """Return a style sheet of :data:`SHEETS`, which names the faces with their digests.

    >>> len(sheet("list").splitlines())
    1
    """
    parts = (stylesheet() if part == CARDS else (STATIC / part).read_text("utf-8") for part in SHEETS[name])
    return _FACE.sub(_versioned, compact("".join(parts)))


def compact(css: str) -> str:
    """Return a style sheet without comments and spaces that mean nothing.

    >>> compact('/* A link. */ a > b { margin: 0 1em; }')
    'a>b{margin:0 1em}'
    """
    bare = _STRINGS.split(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    for place, text in enumerate(bare[::2]):
        spaced = re.sub(r" ?([{};,>]) ?", r"\1", re.sub(r"\s+", " ", text))
        bare[2 * place] = spaced.replace(";}", "}").replace(": ", ":")
    return "".join(bare).strip()


def digest(data: bytes) -> str:
    """Return a short digest of a file, by which its URL changes with it."""
    return hashlib.sha256(data).hexdigest()[:12]


def _versioned(found: re.Match[str]) -> str:
    return f"../static/{found[0]}?v={digest((STATIC / found[0]).read_bytes())}"
