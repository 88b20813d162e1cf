"""Rule sheets: what a rule set decides at every point, with the clause behind it.

Printed from the referee's own data, so a sheet cannot differ from the play.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from notation.findings.finding import ENGLISH
from notation.specs.spec import OPTION_OF, OPTIONS, write_spec
from referee.points import GROUPS, POINTS, PROCEDURE, field_of, point_of
from referee.rules import DECISIONS, RuleSet
from referee.rulesets import BOOKS, PRESETS
from viewer.documents.languages import language


def index() -> Iterator[RenderableType]:
    """The rule sets there are, and the options that a table can agree on."""
    table = Table(title="Rule sets", title_justify="left")
    for column in ("name", "cards", "target", "after"):
        table.add_column(column)
    for name, rules in PRESETS.items():
        table.add_row(name, str(rules.deck_cards.bit_count()), str(rules.game_target), BOOKS[name].source)
    yield table
    options = Table(
        title="Options behind a name, as in `santase target=11 failed-close=3`", title_justify="left"
    )
    for column in ("option", "values", "decides"):
        options.add_column(column)
    for option in OPTIONS:
        options.add_row(option.word, ENGLISH.either(option.expected), POINTS[point_of(option.decision)])
    yield options


def sheet(rules: RuleSet) -> Iterator[RenderableType]:
    """The whole rule sheet of a rule set, each point with its section."""
    yield Text(write_spec(rules), style="bold")
    yield Text(f"after {BOOKS[rules.name].source}")
    for heading, prefixes in GROUPS.items():
        table = Table(title=heading, title_justify="left", expand=True, show_header=False)
        for ratio in (4, 6, 3):
            table.add_column(ratio=ratio)
        for point, what in POINTS.items():
            if point.partition(".")[0] in prefixes:
                table.add_row(what, rule_words(rules, point), section(rules, point))
        yield table


def difference(rules: RuleSet, other: RuleSet) -> Iterator[RenderableType]:
    """Only the points in which two rule sets differ."""
    table = Table(expand=True)
    table.add_column("decides", ratio=3)
    for one in (rules, other):
        table.add_column(write_spec(one), ratio=4)
    for point, what in POINTS.items():
        if _differ(rules, other, point):
            table.add_row(
                what, *(f"{rule_words(one, point)} [{section(one, point)}]" for one in (rules, other))
            )
    yield table


def _differ(rules: RuleSet, other: RuleSet, point: str) -> bool:
    field = field_of(point)
    if field is not None:
        return bool(getattr(rules, field) != getattr(other, field))
    return (
        point in PROCEDURE and BOOKS[rules.name].clauses[point].rule != BOOKS[other.name].clauses[point].rule
    )


def rule_words(rules: RuleSet, point: str) -> str:
    """What a rule set says of a point, an option of the table included, as a player would read it."""
    return language("en").rule(rules, point)


def section(rules: RuleSet, point: str) -> str:
    """The section of the source that speaks of a point."""
    return BOOKS[rules.name].clauses[point].section or "silent"


def comparison() -> str:
    """All decisions of all rule sets side by side, as a Markdown table."""
    lines = ["| decides | " + " | ".join(PRESETS) + " |", "|---|" + "---|" * len(PRESETS)]
    for decision in DECISIONS:
        values = [_value(rules, decision) for rules in PRESETS.values()]
        if len(set(values)) > 1:
            lines.append(f"| {POINTS[point_of(decision)]} | " + " | ".join(values) + " |")
    return "\n".join(lines) + "\n"


def _value(rules: RuleSet, decision: str) -> str:
    value = getattr(rules, decision)
    if decision == "deck_cards":
        return f"{value.bit_count()} cards"
    option = OPTION_OF.get(decision)
    return option.write(value) if option else str(value)
