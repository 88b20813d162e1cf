"""Where every decision comes from: each point of the rules, what it decides, and its clause.

Data for citations and rule sheets. A clause says in this project's own words what its source says
or, where the source is silent or at odds with itself, what was ruled and why. Nothing here is read
by the play.
"""

from typing import Final, NamedTuple

from referee.clauses.casual import SCHNAPSEN_CASUAL, SIXTY_SIX_CASUAL
from referee.clauses.casual import TITLE as CASUAL_TITLE
from referee.clauses.points import GROUPS, POINTS, PROCEDURE, Clause
from referee.clauses.schnapsen import SCHNAPSEN, SCHNAPSEN_SHARP, SCHNAPSEN_TOURNAMENT
from referee.clauses.schnapsen import TITLE as SCHNAPSEN_TITLE
from referee.clauses.sixty_six import SANTASE, SANTASE_TITLE, SIXTY_SIX, SIXTY_SIX_TITLE
from referee.clauses.tompa import SCHNAPSEN_TOMPA, SIXTY_SIX_TOMPA
from referee.clauses.tompa import TITLE as TOMPA_TITLE
from referee.decisions import FalseClaim
from referee.rules import DECISIONS, PRESETS, RuleSet

__all__ = [
    "CLAUSES",
    "GROUPS",
    "POINTS",
    "PROCEDURE",
    "SOURCES",
    "Citation",
    "Clause",
    "citation",
    "cite",
    "field_of",
    "is_option",
    "point_of",
]

SOURCES: Final = {
    "santase": SANTASE_TITLE,
    "sixty-six": SIXTY_SIX_TITLE,
    "schnapsen": SCHNAPSEN_TITLE,
    "schnapsen-sharp": SCHNAPSEN_TITLE,
    "schnapsen-tournament": SCHNAPSEN_TITLE,
    "sixty-six-casual": CASUAL_TITLE,
    "schnapsen-casual": CASUAL_TITLE,
    "sixty-six-tompa": TOMPA_TITLE,
    "schnapsen-tompa": TOMPA_TITLE,
}
"""The title of the text that each rule set follows."""

CLAUSES: Final = {
    "santase": SANTASE,
    "sixty-six": SIXTY_SIX,
    "schnapsen": SCHNAPSEN,
    "schnapsen-sharp": SCHNAPSEN_SHARP,
    "schnapsen-tournament": SCHNAPSEN_TOURNAMENT,
    "sixty-six-casual": SIXTY_SIX_CASUAL,
    "schnapsen-casual": SCHNAPSEN_CASUAL,
    "sixty-six-tompa": SIXTY_SIX_TOMPA,
    "schnapsen-tompa": SCHNAPSEN_TOMPA,
}
"""What each rule set says of every point."""


VARIANTS: Final[dict[str, dict[tuple[str, object], str]]] = {
    "santase": {
        ("tie.bonus", True): "Variants of the Game",
        ("game.seven_nil", True): "Variants of the Game",
    },
    "sixty-six": {
        ("tie.bonus", True): "Variants and Other 66 Web Pages",
        ("game.seven_nil", True): "Variants and Other 66 Web Pages",
    },
    "schnapsen": {("claim.false", FalseClaim.PROPORTIONAL): "Variants"},
}
"""What the text of a rule set tells that no rule set plays, and in which section."""


def field_of(point: str) -> str | None:
    """The field of a rule set that carries a point, or None where every table decides alike.

    >>> field_of("close.min_talon"), field_of("close.who")
    ('close_min_talon', None)
    """
    name = point.replace(".", "_")
    return name if name in DECISIONS else None


def point_of(field: str) -> str:
    """The point that a field of a rule set carries.

    >>> point_of("close_min_talon")
    'close.min_talon'
    """
    return field.replace("_", ".", 1)


def is_option(rules: RuleSet, point: str) -> bool:
    """Whether the table decides a point otherwise than the text that its rule set follows."""
    field = field_of(point)
    return field is not None and getattr(rules, field) != getattr(PRESETS[rules.name], field)


class Citation(NamedTuple):
    """Where a rule set has a point from: its source, the section of it, if the source is not silent.

    ``agreed`` where the table decides otherwise than its rule set; ``told`` where the source has that too.
    """

    source: str
    section: str
    agreed: bool = False
    told: bool = False


def citation(rules: RuleSet, point: str) -> Citation:
    """Where a rule set has a point from."""
    source = SOURCES[rules.name]
    if not is_option(rules, point):
        return Citation(source, CLAUSES[rules.name][point].section)
    own = _section_of_option(rules, point)
    return Citation(source, own or CLAUSES[rules.name][point].section, True, bool(own))


def _section_of_option(rules: RuleSet, point: str) -> str:
    """Where the text of a rule set tells what the table has agreed, if it does."""
    field = field_of(point)
    value = getattr(rules, field or "")
    for name, source in SOURCES.items():
        if source == SOURCES[rules.name]:
            if getattr(PRESETS[name], field or "") == value:
                return CLAUSES[name][point].section
            if (point, value) in VARIANTS.get(name, {}):
                return VARIANTS[name][point, value]
    return ""


def cite(rules: RuleSet, point: str) -> str:
    """The clause behind a point under a rule set, as source title and section.

    >>> from referee.rules import SANTASE
    >>> cite(SANTASE, "close.min_talon")
    'Santase Rules (SantaseGameEngine, docs/Rules.md), Closing'
    """
    source, section, agreed, told = citation(rules, point)
    if told:
        return f"agreed at this table, as {source}, {section} has it"
    if agreed:
        return f"agreed at this table, instead of {source}, {section}"
    return f"{source}, {section}" if section else f"{source}: silent; ruled by this referee"
