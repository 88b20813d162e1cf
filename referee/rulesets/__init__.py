"""The rule sets: a file of this folder for each source, found by their being here.

Each has ``BOOKS``, its rule books, and ``PLACE``, where lists of rule sets have them. A new rule set is a new
file, or another book in the file of its source.
"""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

from referee.points import POINTS, PROCEDURE, field_of
from referee.rulebook import Passage, RuleBook, RuleSource
from referee.rules import DECISIONS, RuleSet

_SOURCES: Final = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]

_IN_ORDER: Final = [book for source in sorted(_SOURCES, key=lambda file: file.PLACE) for book in source.BOOKS]

BOOKS: Final[dict[str, RuleBook]] = {
    book.rules.name: book for book in sorted(_IN_ORDER, key=lambda book: book.rules.seats)
}
"""Every rule book by the name of its rule set, those for two players first."""
PRESETS: Final = {name: book.rules for name, book in BOOKS.items()}
"""Every named rule set."""
SANTASE: Final = PRESETS["santase"]
SCHNAPSEN: Final = PRESETS["schnapsen"]
SIXTY_SIX: Final = PRESETS["sixty-six"]
SANTASE_THREE: Final = PRESETS["santase-three"]
SIXTY_SIX_THREE: Final = PRESETS["sixty-six-three"]
SANTASE_FOUR: Final = PRESETS["santase-four"]
SIXTY_SIX_FOUR: Final = PRESETS["sixty-six-four"]


def register(book: RuleBook) -> None:
    """Make a rule set known by its name, beside those of this folder.

    Raises ValueError where another rule set has that name already.
    """
    name = book.rules.name
    if BOOKS.setdefault(name, book) != book:
        raise ValueError(f"there is a rule set {name} already")
    PRESETS[name] = book.rules


def changed(rules: RuleSet) -> tuple[str, ...]:
    """The decisions in which a rule set differs from the preset of its name.

    >>> from dataclasses import replace
    >>> changed(replace(SANTASE, game_target=11))
    ('game_target',)
    """
    preset = PRESETS[rules.name]
    return tuple(name for name in DECISIONS if getattr(rules, name) != getattr(preset, name))


def is_option(rules: RuleSet, point: str) -> bool:
    """Whether the table decides a point otherwise than the text that its rule set follows."""
    field = field_of(point)
    return field is not None and getattr(rules, field) != getattr(PRESETS[rules.name], field)


def points_decided(rules: RuleSet) -> dict[str, str]:
    """The points that a rule set decides, and what each is about.

    Those of three and four are not among them for two, those of an auction only where there are contracts.

    >>> [point for point in points_decided(PRESETS["santase-three"]) if point not in points_decided(SANTASE)]
    ['play2.undertrump', 'mp.partners', 'mp.trump_defer', 'mp.end', 'mp.all_pay']
    """
    more = rules.seats > 2
    return {
        point: what
        for point, what in POINTS.items()
        if (rules.auction.contracts or point[:8] != "auction.")
        and (more or (point[:3] != "mp." and point != "play2.undertrump"))
    }


def differ_at(rules: RuleSet, other: RuleSet, point: str) -> bool:
    """Whether two rule sets decide a point differently.

    >>> differ_at(SANTASE, SCHNAPSEN, "deck.cards"), differ_at(SANTASE, SCHNAPSEN, "game.target")
    (True, False)
    """
    field = field_of(point)
    if field is not None:
        return bool(getattr(rules, field) != getattr(other, field))
    if point == "auction.contracts":
        return rules.auction.contracts != other.auction.contracts
    return (
        point in PROCEDURE and BOOKS[rules.name].clauses[point].rule != BOOKS[other.name].clauses[point].rule
    )


class Citation(NamedTuple):
    """Where a rule set has a point from: its source, the section of it, if the source is not silent.

    ``agreed`` where the table decides otherwise than its rule set; ``told`` where the source has that too.
    ``quote`` is the source's own sentence in that section, in ``language``, ``address`` where the source can
    be read, and ``revision`` which edition of it is meant.
    """

    source: str
    section: str
    agreed: bool = False
    told: bool = False
    quote: str = ""
    address: str = ""
    revision: str = ""
    language: str = ""


def citation(rules: RuleSet, point: str) -> Citation:
    """Where a rule set has a point from."""
    book, agreed = BOOKS[rules.name], is_option(rules, point)
    clause, own = book.clauses[point], _passage_of_option(rules, point) if agreed else None
    found = own or Passage(clause.section, clause.quote, clause.source)
    source = found.source
    if source is None:
        title = book.source_of(point)
        if title != book.source:
            book = next((other for other in BOOKS.values() if other.source == title), book)
        source = RuleSource(title, book.address, book.revision, book.language)
    return Citation(
        source.title,
        found.section,
        agreed,
        own is not None,
        found.quote,
        source.address,
        source.revision,
        source.language,
    )


def _passage_of_option(rules: RuleSet, point: str) -> Passage | None:
    """Where the text of a rule set tells what the table has agreed, if it does."""
    field = field_of(point) or ""
    value = getattr(rules, field)
    source = BOOKS[rules.name].source_of(point)
    for book in BOOKS.values():
        has_it, variant = getattr(book.rules, field) == value, book.variants.get((point, value))
        if (has_it or variant) and book.source_of(point) == source:
            clause = book.clauses[point]
            if has_it:
                return Passage(clause.section, clause.quote, clause.source) if clause.section else None
            return variant
    return None


def cite(rules: RuleSet, point: str) -> str:
    """The clause that decides a point under a rule set, as source title and section.

    >>> cite(SANTASE, "close.min_talon")
    'Santase Rules (SantaseGameEngine, docs/Rules.md), Closing'
    """
    source, section, agreed, told, *_ = citation(rules, point)
    if told:
        return f"agreed at this table, as {source}, {section} has it"
    if agreed:
        return f"agreed at this table, instead of {source}, {section}"
    return f"{source}, {section}" if section else f"{source}: silent; ruled by this referee"


def sources_of(rules: RuleSet, points: Iterable[str]) -> list[tuple[str, ...]]:
    """The sources of a rule set at some points, its own first: title with edition, and address if any.

    >>> sources_of(PRESETS["santase"], ["game.target"])[0][1]
    'https://github.com/NikolayIT/SantaseGameEngine/blob/b9f9016/docs/Rules.md'
    """
    book = BOOKS[rules.name]
    found = [(book.source, book.revision, book.address)]
    found += [(cited.source, cited.revision, cited.address) for cited in (citation(rules, p) for p in points)]
    return [
        (f"{title}, {edition}" if edition and edition not in title else title, *filter(None, (address,)))
        for title, edition, address in dict.fromkeys(found)
    ]
