"""Fails a build whose pages ask another site for a script, a style sheet, a picture or a font."""

import re
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

_ELSEWHERE: Final = {
    ".html": re.compile(r'<(?:script|link|img|iframe|source|video|audio)\b[^>]*?="(?:https?:)?//[^"]*"'),
    ".css": re.compile(r"""(?:@import|url\()\s*["'(]*(?:https?:)?//[^)"';]*"""),
}
"""What makes a browser ask elsewhere, by the kind of file."""


def _check(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None:
        return
    for path in sorted(Path(app.outdir).rglob("*")):
        pattern = _ELSEWHERE.get(path.suffix)
        found = pattern and pattern.search(path.read_text("utf-8"))
        if found:
            raise ExtensionError(f"{path}: asks another site: {found[0]}")


def setup(app: Sphinx) -> dict[str, Any]:
    """Look at all that was written once the build has finished."""
    app.connect("build-finished", _check)
    return {"parallel_read_safe": True}
