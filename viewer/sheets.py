"""Rule sheets: what a rule set decides at every point, with the clause behind it.

Printed from the referee's own data, so a sheet cannot differ from the play.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from notation.specs import OPTIONS, write_spec
from referee.clauses import CLAUSES, POINTS, SOURCES, is_option
from referee.rules import PRESETS, RuleSet


def index() -> Iterator[RenderableType]:
    """The rule sets there are, and the options that a table can agree on."""
    table = Table(title="Rule sets", title_justify="left")
    for column in ("name", "cards", "target", "after"):
        table.add_column(column)
    for name, rules in PRESETS.items():
        table.add_row(name, str(rules.deck_cards.bit_count()), str(rules.game_target), SOURCES[name])
    yield table
    options = Table(
        title="Options behind a name, as in `santase target=11 failed-close=3`", title_justify="left"
    )
    for column in ("option", "values", *PRESETS):
        options.add_column(column)
    for option in OPTIONS:
        values = [option.write(getattr(rules, option.decision)) for rules in PRESETS.values()]
        options.add_row(option.word, option.expected, *values)
    yield options


def sheet(rules: RuleSet) -> Iterator[RenderableType]:
    """The whole rule sheet of a rule set."""
    yield Text(write_spec(rules), style="bold")
    yield Text(f"after {SOURCES[rules.name]}")
    table = Table(show_lines=False)
    table.add_column("decides", ratio=3)
    table.add_column("rule", ratio=4)
    table.add_column("clause", ratio=2)
    for point, what in POINTS.items():
        clause = CLAUSES[rules.name][point]
        rule = f"{clause.rule} ({clause.ruled})" if clause.ruled else clause.rule
        if is_option(rules, point):
            option = next(option for option in OPTIONS if option.decision == point.replace(".", "_"))
            value = option.write(getattr(rules, option.decision))
            rule = f"agreed: {option.word}={value}, instead of: {rule}"
        table.add_row(what, rule, clause.section or "silent")
    yield table
