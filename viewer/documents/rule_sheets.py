"""Rule sheets as documents: the decision of a rule set on every point, with its clause.

Made from the referee's own data, so that a sheet cannot differ from the play.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from notation.specs import OPTION_OF, OPTIONS, Option, why_idle, write_spec
from referee import (
    BOOKS,
    DECISIONS,
    GROUPS,
    MEANINGS,
    NUMBER,
    POINTS,
    PRESETS,
    RuleSet,
    differ_at,
    point_of,
    points_decided,
    sources_of,
)
from viewer.documents.contract_tables import contracts, openings
from viewer.documents.document import Column, DataTable, Document, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.documents.quotations import citing


def index(language: Language) -> Document:
    """List the rule sets, and the options that a table can agree on."""
    sets = DataTable(
        (
            Column(language.say("Name")),
            Column(language.say("Cards"), True),
            Column(language.say("Target"), True),
            Column(language.say("Source")),
        ),
        tuple(
            (name, str(rules.deck_cards.bit_count()), str(rules.game_target or "–"), BOOKS[name].source)
            for name, rules in PRESETS.items()
        ),
    )
    options = DataTable(
        (Column(language.say("Option")), Column(language.say("Decides"))),
        tuple(
            (f"{option.word}={word}", f"{language.translate(_decides(option.decision))}: {said}")
            for option in OPTIONS
            for word, said in _values(option, language)
        ),
    )
    example = "santase target=11 failed-close=3"
    parts = (
        sets,
        Heading(language.say("Options")),
        Paragraph(language.say("They follow the name of a rule set, as in `{example}`.", example=example)),
        options,
    )
    return Document(language.say("Rule sets"), parts, language.code)


def _values(option: Option, language: Language) -> Iterator[tuple[str, str]]:
    """Yield every value of an option and what it means; N stands for any number without a row of its own."""
    words: dict[object, str] = {NUMBER: "N"}
    words |= {value: word for word, value in (option.values or {}).items()}
    for value, sentence in MEANINGS[option.decision].items():
        yield words.get(value, str(value)), language.say(sentence, number="N")


def _decides(decision: str) -> str:
    return POINTS[point_of(decision)]


def sheet(rules: RuleSet, language: Language) -> Document:
    """Render the whole rule sheet of a rule set: below each point what its source says, and a translation."""
    book = BOOKS[rules.name]
    parts: list[Part] = [Paragraph(language.say("After {source}.", source=book.source), edition(rules))]
    if rules.draws and rules.auction.contracts:
        first = language.say(
            "The player after the dealer is the caller: he chooses an opening, and leads to the first trick."
        )
        parts += [Paragraph(first), openings(rules, language)]
    elif rules.auction.contracts:
        first = language.say(
            "The player to the dealer's left is the caller: he names trumps, speaks first, and leads to the "
            "first trick unless a contract says otherwise."
        )
        announced = language.say(
            "A player may announce a contract before anything else is said or played. Then nobody draws, and "
            "suit is followed from the first trick. If nobody does, the ordinary game is played."
        )
        parts += [Paragraph(first if rules.auction.steps else announced), contracts(rules, language)]
    _, *others = sources_of(rules, points_decided(rules))
    parts += [
        Paragraph(language.say("What it does not decide follows {source}.", source=", ".join(source)))
        for source in others
    ]
    silent = language.say("silent")
    if any(silent in language.rule_in_words(rules, point) for point in points_decided(rules)):
        said = language.say(
            "“{silent}”: the source does not decide the point; this program does.", silent=silent
        )
        parts.append(Paragraph(said))
    for heading, prefixes in GROUPS.items():
        items = tuple(
            Item(
                f"{language.translate(what)}: {language.rule_in_words(rules, point)}",
                language.passage(rules, point),
                point,
            )
            for point, what in points_decided(rules).items()
            if point.partition(".")[0] in prefixes
        )
        if items:
            parts += [Heading(language.translate(heading)), Listing(items)]
    return citing(write_spec(rules), parts, language)


def edition(rules: RuleSet) -> str:
    """Return the edition that a rule set follows, and its URL, without what the title says.

    >>> from referee import PRESETS
    >>> edition(PRESETS["santase"]).partition(",")[0]
    '24 August 2015 (418f64d)'
    """
    book = BOOKS[rules.name]
    return ", ".join(part for part in (book.revision, book.address) if part and part not in book.source)


def difference(sets: Sequence[RuleSet], language: Language) -> Document:
    """Render only the points in which two or more rule sets differ, each with an anchor."""
    first, *others = sets
    names = [write_spec(rules) for rules in sets]
    points = [point for point in POINTS if any(differ_at(first, other, point) for other in others)]
    rows = tuple(
        (language.translate(POINTS[point]), *(language.quoted_rule(one, point) for one in sets))
        for point in points
    )
    columns = (Column(language.say("Decides")), *map(Column, names))
    table = DataTable(columns, rows, anchors=tuple(points))
    nothing = Paragraph(language.say("They decide everything in the same way."))
    if len(sets) == 2:
        title = language.say("How {second} differs from {first}", first=names[0], second=names[1])
    else:
        title = language.say("How {rules} differ", rules=", ".join(names))
    return citing(title, (table if rows else nothing,), language)


def comparison() -> str:
    """Render all decisions of all rule sets: a Markdown table for two players, and one for more."""
    two = [rules for rules in PRESETS.values() if rules.seats == 2]
    more = [rules for rules in PRESETS.values() if rules.seats > 2]
    return "\n".join(map(_side_by_side, (two, more)))


def _side_by_side(sets: Sequence[RuleSet]) -> str:
    lines = ["| decides | " + " | ".join(rules.name for rules in sets) + " |", "|---|" + "---|" * len(sets)]
    for decision in DECISIONS:
        values = [_value(rules, decision) for rules in sets]
        if len(set(values)) > 1:
            lines.append(f"| {_decides(decision)} | " + " | ".join(values) + " |")
    return "\n".join(lines) + "\n"


def _value(rules: RuleSet, decision: str) -> str:
    value = getattr(rules, decision)
    if decision == "deck_cards":
        return f"{value.bit_count()} cards"
    option = OPTION_OF.get(decision)
    if decision == "game_target" and rules.mp_all_pay:
        return "–"
    if option:
        return option.write(value) if why_idle(rules, option) is None else "–"
    if isinstance(value, Enum):
        return str(value.value)
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
