"""The style sheets of the pages: files that are always used together as one, and as short as possible."""

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
_RULE: Final = r"[^{},()]*(?:\((?:[^()]|\([^()]*\))*\)[^{},()]*)*\{[^{}]*\}"
"""A rule with one selector, in a style sheet without spaces."""
_RUN: Final = re.compile(rf"(?<![^{{}}])(:is\([a-z,-]+\)) {_RULE}(?:\1 {_RULE})+")
"""Rules one after the other for parts of the same elements."""
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
    """Return a style sheet without comments, spaces that mean nothing, and repeated selectors.

    >>> compact('/* A link. */ a > b { margin: 0 1em; }')
    'a>b{margin:0 1em}'
    >>> compact(":is(p, q) .x { top: 0; } :is(p, q) .y { top: 1px; }")
    ':is(p,q){& .x{top:0}& .y{top:1px}}'
    """
    bare = _STRINGS.split(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    for place, text in enumerate(bare[::2]):
        spaced = re.sub(r" ?([{};,>]) ?", r"\1", re.sub(r"\s+", " ", text))
        bare[2 * place] = spaced.replace(";}", "}").replace(": ", ":")
    return _RUN.sub(_nested, "".join(bare).strip())


def _nested(run: re.Match[str]) -> str:
    return f"{run[1]}{{{run[0].replace(f'{run[1]} ', '& ')}}}"


def digest(data: bytes) -> str:
    """Return a short digest of a file, by which its URL changes with it."""
    return hashlib.sha256(data).hexdigest()[:12]


def _versioned(found: re.Match[str]) -> str:
    return f"../static/{found[0]}?v={digest((STATIC / found[0]).read_bytes())}"
