"""Changes of a file shown line by line, as a unified diff."""

from collections.abc import Iterator

from notation.findings import escape

COLOURS = {"+": "green", "-": "red", "@": "cyan"}
"""The colours of the lines of a diff, by what they start with."""


def unified(name: str, old: bytes, new: bytes) -> Iterator[str]:
    r"""The lines of the diff that leads from old bytes to new ones; invalid UTF-8 becomes surrogates.

    >>> list(unified("x", b"a\nb", b"a\n"))
    ['--- x', '+++ x', '@@ -1,2 +1 @@', ' a', '-b', '\\ No newline at end of file']
    """
    from difflib import unified_diff  # only where something changes

    shown = escape(name)
    for line in unified_diff(_lines(old), _lines(new), shown, shown):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield r"\ No newline at end of file"


def _lines(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
