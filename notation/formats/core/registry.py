"""The registry of formats: the built-in ones in a fixed order, then those of installed packages.

A package adds a format with an entry point in the group `santase.formats`, under the format's name; nothing
here has to know it. The built-in formats are listed and not discovered, because a source tree that is not
installed, or was installed before a format was added to it, must have them all. Nothing is imported before a
format is looked up. A broken entry point is left out and described in :attr:`FormatRegistry.problems`; it
never affects the others.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Phrase
from notation.formats.core.format import Format

GROUP: Final = "santase.formats"
"""The entry point group in which packages add formats."""
BUILT_IN: Final = (
    "notation.formats.sgn.records:SGN",
    "notation.formats.sgn.records:JSON",
    "notation.formats.vu.tricks:VU_TRICKS",
    "notation.formats.vu.moves:VU_MOVES",
    "notation.formats.vu.verbose:VU_VERBOSE",
    "notation.formats.vu.ml:VU_ML",
    "notation.formats.bummerl.log:BUMMERL",
    "notation.formats.bummerl.pickled:BUMMERL_PICKLE",
    "notation.formats.painsi.log:PAINSI",
    "notation.formats.decorator.log:DECORATOR",
    "notation.formats.boardgame.log:BOARDGAME",
    "notation.formats.actions.log:ACTIONS",
    "notation.formats.oneliner.log:ONELINER",
    "notation.formats.scg.positions:SCG",
    "notation.formats.fltk.log:FLTK",
    "notation.formats.tompa.diagrams:TOMPA",
    "notation.formats.csv_tables.writer:DEALS",
    "notation.formats.csv_tables.writer:TRICKS",
    "notation.formats.diagram.writer:DIAGRAM",
    "notation.formats.data_tables.writers:JSONL_DEALS",
    "notation.formats.data_tables.writers:JSONL_TRICKS",
    "notation.formats.data_tables.writers:JSONL_DECISIONS",
    "notation.formats.data_tables.writers:CSV_DECISIONS",
    "notation.formats.data_tables.writers:PARQUET_DEALS",
    "notation.formats.data_tables.writers:PARQUET_TRICKS",
    "notation.formats.data_tables.writers:PARQUET_DECISIONS",
    "notation.formats.score_sheet.writer:SCORE_SHEET",
    "notation.formats.score_sheet.tables:RESULTS_TABLE",
)
"""The modules of the built-in formats, in the order of listing."""
_LOGGER: Final = logging.getLogger(__name__)


class FormatRegistry(Mapping[str, Format]):
    """Formats by name: ``listed`` ones, given as `module:NAME`, then those of packages, by name.

    If two packages add a format with the same name, the package whose name sorts first wins.

    >>> FormatRegistry(["notation.formats.sgn.records:SGN"])["sgn"].suffix
    '.sgn'
    """

    def __init__(self, listed: Sequence[str]) -> None:
        self._listed = listed

    @cached_property
    def _loaded(self) -> "_Loaded":
        found: dict[str, Format] = {}
        for place in self._listed:
            module, _, name = place.partition(":")
            form: Format = getattr(import_module(module), name)
            found[form.name] = form
        packages: dict[str, str] = {}
        problems: list[Phrase] = []
        for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, _package(each))):
            added = Phrase("another format has this name") if entry.name in found else _plug_in(entry)
            if isinstance(added, Format):
                found[entry.name] = added
                packages[entry.name] = _package(entry)
            else:
                facts: dict[str, Fact] = {"name": entry.name, "what": _package(entry), "why": added}
                problems.append(
                    Phrase("the format {name} of the package {what} is not available: {why}", facts)
                )
        return _Loaded(found, packages, tuple(problems))

    @property
    def problems(self) -> tuple[Phrase, ...]:
        """A sentence for each entry point that is left out: its name, its package, and why."""
        return self._loaded.problems

    def added_by(self, package: str) -> list[str]:
        """Return the formats that an installed package adds, by its name."""
        return [name for name, by in self._loaded.packages.items() if by == package]

    def __getitem__(self, name: str) -> Format:
        return self._loaded.formats[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded.formats)

    def __len__(self) -> int:
        return len(self._loaded.formats)


class _Loaded(NamedTuple):
    """The loaded formats, those of packages with their package, and the problems."""

    formats: dict[str, Format]
    packages: dict[str, str]
    problems: tuple[Phrase, ...]


def _recognise(form: Format, data: bytes) -> int:
    """Ask a package's format to recognise a file; an error counts as no match, and is logged."""
    try:
        return form.recognise(data)
    except Exception as error:  # third-party code, which must not affect the others
        _LOGGER.warning("the format %s fails to recognise a file: %r", form.name, error)
        return 0


def _plug_in(entry: EntryPoint) -> Format | Phrase | str:
    """Return the format of an entry point, or why it cannot be used."""
    try:
        form = entry.load()
    except Exception as error:  # third-party code, which may fail in any way
        return f"{type(error).__name__}: {error}"
    if not isinstance(form, Format):
        return Phrase("it is not a format")
    if form.name != entry.name:
        return Phrase("it calls itself {name}", {"name": form.name})
    return replace(form, recognise=partial(_recognise, form))


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else ""


FORMATS: Final = FormatRegistry(BUILT_IN)
"""Every format by its name."""
