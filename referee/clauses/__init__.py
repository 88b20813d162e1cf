"""Where every decision comes from: each point of the rules, what it decides, and its clause.

Data for citations and rule sheets. A clause says in this project's own words what its source says
or, where the source is silent or at odds with itself, what was ruled and why. Nothing here is read
by the play.
"""

from typing import Final

from referee.clauses.points import POINTS, Clause
from referee.clauses.sixty_six import SANTASE
from referee.rules import DECISIONS, RuleSet, changed

__all__ = ["CLAUSES", "POINTS", "SOURCES", "Clause", "cite", "field_of", "is_option"]

SOURCES: Final = {
    "santase": "Santase Rules (SantaseGameEngine, docs/Rules.md)",
}
"""The title of the text that each rule set follows."""

CLAUSES: Final = {
    "santase": SANTASE,
}
"""What each rule set says of every point."""


def field_of(point: str) -> str | None:
    """The field of a rule set that carries a point, or None where every table decides alike.

    >>> field_of("close.min_talon"), field_of("close.who")
    ('close_min_talon', None)
    """
    name = point.replace(".", "_")
    return name if name in DECISIONS else None


def is_option(rules: RuleSet, point: str) -> bool:
    """Whether the table decides a point otherwise than the text that its rule set follows."""
    return field_of(point) in changed(rules)


def cite(rules: RuleSet, point: str) -> str:
    """The clause behind a point under a rule set, as source title and section.

    >>> from referee.rules import SANTASE
    >>> cite(SANTASE, "close.min_talon")
    'Santase Rules (SantaseGameEngine, docs/Rules.md), Closing'
    """
    source = SOURCES[rules.name]
    if is_option(rules, point):
        return f"agreed at this table, instead of {source}, {CLAUSES[rules.name][point].section}"
    section = CLAUSES[rules.name][point].section
    return f"{source}, {section}" if section else f"{source}: silent; ruled by this referee"
