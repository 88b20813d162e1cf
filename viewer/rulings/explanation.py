"""The ruling of a deal as a document: the answer, the ledger, the scoring step by step, and the errors.

Every figure comes from the account of the deal; nothing is computed here.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import metadata
from typing import Final

from notation.findings import Phrase, typed
from notation.record import UNRECORDED, score_words
from notation.record.placeholders import among_of
from notation.record.words import read_shown
from notation.replay import layout_at_start
from notation.rulings import (
    Account,
    Alternative,
    BestPlay,
    alternative_sentence,
    alternatives,
    awards,
    by_rule,
    disputes,
    match_won,
    outcome_sentence,
    points_cited,
    rules_in_words,
    ruling_sentence,
    sentence,
)
from notation.specs import write_spec
from referee import ArithmeticStep, RuleSet
from viewer.documents.document import (
    Column,
    DataTable,
    Document,
    Heading,
    Item,
    Listing,
    Paragraph,
    Part,
    beneath,
)
from viewer.documents.languages import Language, bare_title
from viewer.documents.quotations import citing, quoted_once
from viewer.documents.rule_sheets import sources_of
from viewer.rulings.best_play import what_it_cost
from viewer.rulings.disputes import answers, refusals, slips
from viewer.rulings.findings import in_words
from viewer.rulings.ledger import dealt, ledger
from viewer.rulings.titles import seated, title

_version: Final = cache(metadata.version)
"""The version of what is installed, which is read from a file."""


def explanation(account: Account, language: Language, found: BestPlay | Phrase | None = None) -> Document:
    """Render the ruling of a deal; ``found`` is the result of a search for best play, if requested."""
    language = account.speaking(language)
    others = alternatives(account)
    parts: list[Part] = [Paragraph(ruling_sentence(language, account, others), kind="answer")]
    parts += map(Paragraph, awards(language, account.deal, account.rules.sides))
    parts += _otherwise(account, others, language)
    if found is not None:
        parts += what_it_cost(account, found, language)
    parts += cards_dealt(account, language)
    if account.deal.tricks:
        parts += ledger(account, language)
    if account.steps:
        parts += _scoring(account, language)
    parts += _wrong(account, language)
    parts += _disputed(account, language)
    parts += under_other_rules(account, language)
    parts += grounds(account, language)
    parts.append(small_print(account, language))
    return citing(title(account, language), quoted_once(parts), language)


def _remembered(language: Language) -> str:
    """Explain how half known and unsure cards are written."""
    suit, rank, pair, unsure = (language.card(read_shown(word)) for word in ("-h", "K-", "Ks|Qs", "Ks%"))
    return language.say(
        "{suit}: only the suit is remembered. {rank}: only the rank. {pair}: one of the two."
        " {unsure}: the scribe was not sure.",
        suit=suit,
        rank=rank,
        pair=pair,
        unsure=unsure,
    )


def cards_dealt(account: Account, language: Language) -> Iterator[Part]:
    """Return the hands at the start of the play, as far as recorded, and the talon."""
    if not account.played:
        return
    start = layout_at_start(account)
    rows = [(who, start.hand(seat)) for seat, who in enumerate(seated(account))]
    rows.append((language.say("Talon from the top"), start.talon))
    if all(card == UNRECORDED for _, cards in rows[:-1] for card in cards):
        yield Paragraph(language.say("Nobody recorded the hands."))
        return
    shown = tuple((who, " ".join(map(language.card, cards))) for who, cards in rows if cards)
    title = language.say("The cards as they were dealt")
    if not account.deal.tricks:
        title = f"{title}: {dealt(account, language)}"
    yield DataTable((Column(""), Column("")), shown, title)
    if any(among_of(card) for _, cards in rows for card in cards):
        yield Paragraph(_remembered(language))


def _otherwise(account: Account, others: Sequence[Alternative], language: Language) -> Iterator[Part]:
    """Return what would have changed the result of the deal."""
    items: list[Item] = []
    for other in others:
        note = language.quoted(account.rules, other.changes[0].point) if other.changes else ""
        told = note in {item.note for item in items}
        items.append(Item(alternative_sentence(language, other), "" if told else note))
    if items:
        yield Heading(language.say("What would have changed it"))
        yield Listing(tuple(items))


def grounds(account: Account, language: Language) -> Iterator[Part]:
    """Return the rules of the ruling, with their sources."""
    rules = account.rules
    yield Heading(language.say("What the ruling rests on"))
    titles = "; ".join(bare_title(title) for title, *_ in sources_of(rules, points_cited(account)))
    named = rules_in_words(language, rules)
    yield Paragraph(language.say("The rules of {rules}, after {sources}.", rules=named, sources=titles))


def small_print(account: Account, language: Language) -> Paragraph:
    """Return the line that ends a sheet: what is for programs, and nowhere else on it."""
    rules, place = account.rules, account.judgement.game.place
    digest = account.digest or language.say("none: not all of it could be read")
    codes = dict.fromkeys(f"{each.code.id} ({place(each.span).line})" for each in account.findings)
    line = [f"santase {_version('santase')}", write_spec(rules), ", ".join(codes)]
    line.append(language.say("digest of the record: {digest}", digest=digest))
    line += [", ".join(source) for source in sources_of(rules, points_cited(account))]
    return Paragraph(" · ".join(filter(None, line)), kind="fine")


# The scoring.


def listed_steps(steps: Iterable[ArithmeticStep], rules: RuleSet, language: Language) -> Listing:
    """Return the steps of a calculation, each with its clause."""
    items = (
        Item(
            sentence(language.put(Phrase(step.line.sentence, typed(step.facts)))),
            language.quoted(rules, step.line.point),
        )
        for step in steps
    )
    return Listing(tuple(items), ordered=True)


def _scoring(account: Account, language: Language) -> Iterator[Part]:
    yield Heading(language.say("The scoring, step by step"))
    yield listed_steps(account.steps, account.rules, language)
    result = account.deal.result
    if result and not result.card_points:
        yield Paragraph(language.say("The cards of some tricks are not known; the totals are minimums."))
    if result and account.settled_otherwise:
        points = account.deal.game_points
        yield Paragraph(language.say("The players settled it for {points}, which counts.", points=points))
    if account.deal.score:
        yield Paragraph(_score(account, language, score_words(account.deal.score)))


def _score(account: Account, language: Language, score: str) -> str:
    """Return the score after a deal, and what the match counts for if that has won it."""
    told = language.say("The score after this deal is {score}.", score=score)
    match = account.judgement
    won = match_won(language, match) if match.score == account.deal.score else ""
    return f"{told} {won}" if won else told


# Errors, and other rules.


def _wrong(account: Account, language: Language) -> Iterator[Part]:
    yield Heading(language.say("Errors in the record, and what cannot be decided"))
    found = account.findings
    if not found:
        yield Paragraph(
            language.say("Nothing: every action is legal and every statement right."), kind="right"
        )
    else:
        yield from slips(account, language)
        yield Listing(tuple(in_words(each, account.number, account.rules, language) for each in found))


def _disputed(account: Account, language: Language) -> Iterator[Part]:
    """Render the answers to the disputes in the record."""
    game = account.judgement.game
    found = disputes(game, account.number, account.rules)
    if found:
        yield Heading(language.say("The dispute"))
        yield from beneath(answers(found, account, language))


def under_other_rules(account: Account, language: Language) -> Iterator[Part]:
    """Render the results of the deal under the other rule sets with this pack, equal ones together."""
    by_outcome: dict[str, list[str]] = {}
    for other in account.elsewhere.rule_sets():
        told = outcome_sentence(language, other.deal, other.certainty, by_rule(other.rules, other.deal))
        named = rules_in_words(language, other.rules)
        by_outcome.setdefault(f"{told} {refusals(other, language)}".rstrip(), []).append(named)
    if by_outcome:
        yield Heading(language.say("What other rules would give"))
        yield Listing(tuple(Item(told, ", ".join(names)) for told, names in by_outcome.items()))
