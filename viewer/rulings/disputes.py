"""Claims and their answers, as sections of documents.

Everything comes from the answers; nothing is computed here.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from notation.findings import Choice, SeatFact, escape, speaking_of
from notation.record import NOBODY
from notation.replay import Standing
from notation.rulings import (
    Account,
    Allowed,
    Answer,
    Claim,
    ClaimVerdict,
    Consequence,
    Dispute,
    Elsewhere,
    HoldsUnder,
    Out,
    SeatPoints,
    SeatTricks,
    Weighed,
    by_rule,
    change_in_words,
    claim_sentence,
    condition,
    consequence_sentence,
    rules_in_words,
    sentence,
)
from notation.rulings import outcome_sentence as result_words
from notation.text import Game
from referee import RuleSet
from viewer.documents.document import Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.rulings.findings import in_words, refusal
from viewer.rulings.ledger import at_least, in_short

MOST_OPTIONS: Final = 6
"""Maximum of option sets listed in a document."""
MOST_SLIPS: Final = 3
"""Maximum of slips of the pen named in a document."""


def answers(found: Sequence[Dispute], account: Account, language: Language) -> Iterator[Part]:
    """Render the answers to the claims about a deal; the result of the deal itself is not repeated."""
    game, rules = account.judgement.game, account.rules
    speaking = speaking_of(game.readable, rules, language)
    own = result_words(speaking, account.deal, account.certainty, by_rule(rules, account.deal))
    if found:
        yield from slips(account, speaking)
    numbers = count(1)
    for dispute in found:
        if not dispute.part:
            yield _head(dispute, game, speaking)
        yield from _reading(dispute, speaking, numbers)
        if dispute.understood:
            yield from _heard(dispute, account, speaking, own)


def _reading(dispute: Dispute, language: Language, numbers: Iterator[int]) -> Iterator[Part]:
    """Render how an assertion was understood, or the questions to choose from, numbered on."""
    said = escape(dispute.said)
    if dispute.claim:
        meant = claim_sentence(dispute.claim, language)
        is_whole = not dispute.part and is_shorthand(dispute.said)
        if not is_whole and meant.casefold() != dispute.said.strip(" .!").casefold():
            yield Paragraph(language.say("Understood as: {claim}.", claim=meant))
    elif not dispute.understood:
        why = language.put(dispute.fault) if dispute.fault else ""
        yield Paragraph(language.say("Not understood: “{words}” ({why}).", words=said, why=why), kind="wrong")
        if dispute.offered:
            yield Paragraph(language.say("Do you mean one of these?"))
            yield Listing(
                tuple(Item(f"{next(numbers)}: {claim_sentence(each, language)}") for each in dispute.offered)
            )


def is_shorthand(words: str) -> bool:
    """Return whether a claim is typed in letters and figures, or in one word, rather than said.

    >>> is_shorthand("A 3"), is_shorthand("draw"), is_shorthand("I have 66")
    (True, True, False)
    """
    return len(re.findall(r"[^\W\d_]+", words)) < 2


def slips(account: Account, language: Language) -> Iterator[Part]:
    """Return what would make the deal right, which comes before anybody is accused."""
    for finding in account.judgement.findings:
        if finding.deal == account.number and finding.repairs:
            likely = Choice(tuple(repair.says for repair in finding.repairs[:MOST_SLIPS]))
            yield Paragraph(
                language.say("The sheet itself may be wrong: if {slips}, everything fits.", slips=likely)
            )


def _head(dispute: Dispute, game: Game, language: Language) -> Part:
    """Return a claim with its speaker or its position in the record."""
    by = dispute.claim.by if dispute.claim else NOBODY
    words = dispute.text.partition(":")[2].strip() if by != NOBODY else dispute.text
    if dispute.claim and is_shorthand(words):
        words = claim_sentence(dispute.claim, language)
    elif dispute.is_written:
        words = dispute.text
    if dispute.is_written:
        line = game.place(dispute.span).line
        return Heading(language.say("Line {line}: {claim}", line=line, claim=words))
    if by == NOBODY:
        return Heading(escape(words))
    return Heading(language.say("{seat} says: {claim}", seat=SeatFact(by), claim=words))


_KINDS = {ClaimVerdict.RIGHT: "right", ClaimVerdict.WRONG: "wrong", ClaimVerdict.OPEN: ""}


def verdict_words(dispute: Dispute, language: Language, rules: RuleSet | None = None) -> str:
    """Return a verdict as a sentence, with the rules that it depends on, if given."""
    if dispute.verdict is ClaimVerdict.OPEN:
        if dispute.unjudged:
            return language.say("The claim cannot be decided: {why}.", why=dispute.unjudged)
        return language.say("The claim cannot be decided.")
    is_right = dispute.verdict is ClaimVerdict.RIGHT
    if rules is None:
        return language.say("The claim is right.") if is_right else language.say("The claim is wrong.")
    named = rules_in_words(language, rules)
    if is_right:
        return language.say("The claim is right under the rules of {rules}.", rules=named)
    return language.say("The claim is wrong under the rules of {rules}.", rules=named)


# What a deal is worth.


def _settled(
    dispute: Dispute, found: Answer, account: Account, language: Language, own: str
) -> Iterator[Part]:
    """Render the verdict, the result of the deal, and the rules under which the claim would be right."""
    rules = account.rules
    yield Paragraph(verdict_words(dispute, language, rules), kind=_KINDS[found.verdict])
    came_to = result_words(language, found.deal, found.certainty, by_rule(rules, found.deal))
    if came_to != own:
        yield Paragraph(came_to)
    if found.standing:
        yield Paragraph(_state(found.standing, language))
        if not found.missing:
            yield Paragraph(
                language.say("The play stops here: the deal is not over, and nobody has gone out.")
            )
    if found.missing:
        yield Heading(language.say("What is missing"), 3)
        yield Listing(tuple(in_words(each, account.number, rules, language) for each in found.missing))
    if found.verdict is not ClaimVerdict.RIGHT and (found.worth or found.deal.tricks):
        yield from _elsewhere(found.elsewhere, rules, language, is_worth=True)


def _elsewhere(
    found: HoldsUnder, rules: RuleSet, language: Language, *, is_worth: bool = False
) -> Iterator[Part]:
    """Return the rules under which a claim would be right, and of a worth, that there are none."""
    yield Heading(language.say("Under which rules it would be right"), 3)
    on_condition = {bool(other.changes) for other in found.conditional}
    if found.rule_sets:
        sets = ", ".join(rules_in_words(language, other.rules) for other in found.rule_sets)
        yield Paragraph(language.say("The same play makes it right under {rules}.", rules=sets))
    elif False not in on_condition:
        yield Paragraph(language.say("No other rules for these cards make it right."))
    if found.options:
        one = len(found.options[0].changes) == 1
        with_them = language.say("With one rule changed:") if one else language.say("With two rules changed:")
        yield Paragraph(with_them)
        yield Listing(tuple(_options(found.options[:MOST_OPTIONS], rules, language)))
        more = len(found.options) - MOST_OPTIONS
        if more > 0:
            yield Paragraph(
                language.count("{number} more is not shown.", "{number} more are not shown.", more)
            )
    elif is_worth and True not in on_condition:
        yield Paragraph(language.say("No change of one or two rules makes it right."))
    conditions = dict[str, list[str]]()
    for other in found.conditional:
        doubt = condition(language, other.certainty.rests_on) if other.certainty.rests_on else ""
        named = changed(other, language) if other.changes else rules_in_words(language, other.rules)
        conditions.setdefault(f"{doubt} {refusals(other, language)}".strip(), []).append(named)
    for why, names in conditions.items():
        also = language.say("It would also be right under these rules.")
        yield Paragraph(f"{also} {why}".rstrip())
        yield Listing(tuple(map(Item, names)))


def changed(other: Elsewhere, language: Language) -> str:
    """Return the changed options of other rules in words."""
    return "; ".join(change_in_words(language, change) for change in other.changes)


def _options(found: Sequence[Elsewhere], rules: RuleSet, language: Language) -> Iterator[Item]:
    """Yield changed options, the nearest first, each point with its clause once."""
    cited = set()
    for other in found:
        point = other.changes[0].point
        yield Item(changed(other, language), "" if point in cited else language.quoted(rules, point))
        cited.add(point)


def refusals(other: Elsewhere, language: Language) -> str:
    """Return what other rules refuse in a deal and its own allow, as a sentence; empty if nothing."""
    if not other.refused:
        return ""
    deal = other.judgement.game.readable.deals[other.number - 1]
    written = {ply.span: ply for trick in deal.tricks for ply in trick.plies}
    actors = {event.ply.span: event.seat for trick in other.deal.tricks for event in trick.events}
    actions = (
        language.say(
            "{seat}'s {word} at trick {trick}",
            seat=SeatFact(actors.get(finding.span, finding.seat)),
            word=in_short(written[finding.span], language, other.rules.target),
            trick=finding.trick,
        )
        if finding.span in written
        else language.put(finding.phrase)
        for finding in other.refused
    )
    return language.say("But there this would not have been allowed: {actions}.", actions=", ".join(actions))


# Each claim.


def _heard(dispute: Dispute, account: Account, language: Language, own: str) -> Iterator[Part]:
    """Render the verdict on a claim about a moment, and the state of the deal then."""
    rules = account.rules
    if dispute.fault:
        why = language.put(dispute.fault)
        yield Paragraph(language.say("It cannot be answered: {why}.", why=why), kind="wrong")
    elif dispute.weighed:
        yield from _of_deal(dispute, dispute.weighed, account, language, own)
        return
    elif dispute.answer:
        yield from _settled(dispute, dispute.answer, account, language, own)
        return
    elif dispute.claim:
        facts = " ".join(_facts(dispute, dispute.claim, rules, language))
        verdict = f"{verdict_words(dispute, language)} {facts}".rstrip()
        refused = dispute.ruling if isinstance(dispute.claim.what, Allowed) else dispute.refusal
        point = refused.code.point if refused else ""
        yield Paragraph(verdict, language.quoted(rules, point), _KINDS[dispute.verdict])
    if dispute.standing is None:
        if not dispute.unjudged:
            yield Paragraph(language.say("The deal was not judged this far."))
        return
    state = _state(dispute.standing, language)
    told_already = dispute.claim is not None and isinstance(dispute.claim.what, Allowed)
    action = "" if told_already else _action(dispute, language)
    doubt = condition(language, dispute.rests_on) if dispute.rests_on else ""
    yield Paragraph(" ".join(filter(None, (state, doubt, action))))
    if dispute.so_at:
        yield Paragraph(
            language.count(
                "This happened at trick {tricks}.",
                "This happened at tricks {tricks}.",
                len(dispute.so_at),
                tricks=", ".join(map(str, dispute.so_at)),
            )
        )
    yield from _follows(dispute, rules, language)
    if any(dispute.elsewhere):
        yield from _elsewhere(dispute.elsewhere, rules, language)


def _of_deal(
    dispute: Dispute, weighed: Weighed, account: Account, language: Language, own: str
) -> Iterator[Part]:
    """Render the verdict on a claim about the play, with reasons, and where it would be right."""
    rules = account.rules
    yield Paragraph(verdict_words(dispute, language, rules), kind=_KINDS[dispute.verdict])
    for phrase in () if dispute.unjudged else weighed.told:
        yield Paragraph(sentence(language.put(phrase)))
    if weighed.findings:
        yield Listing(tuple(in_words(each, account.number, rules, language) for each in weighed.findings))
    came_to = result_words(language, weighed.account.deal, weighed.account.certainty)
    if not (weighed.told or weighed.findings) and came_to != own:
        yield Paragraph(came_to)
    if dispute.rests_on:
        yield Paragraph(condition(language, dispute.rests_on))
    yield from _follows(dispute, rules, language)
    if dispute.verdict is ClaimVerdict.WRONG and any(weighed.elsewhere):
        yield from _elsewhere(weighed.elsewhere, rules, language)


def _follows(dispute: Dispute, rules: RuleSet, language: Language) -> Iterator[Part]:
    """Return what follows from a claim, with the clauses that say so."""
    for each in dispute.follows:
        point = each.point if isinstance(each, Consequence) else ""
        yield Paragraph(consequence_sentence(language, each), language.quoted(rules, point))


def _facts(dispute: Dispute, claim: Claim, rules: RuleSet, language: Language) -> Iterator[str]:
    """Return the facts in the terms of a claim."""
    what, standing = claim.what, dispute.standing
    if isinstance(what, Allowed):
        yield _action(dispute, language)
    elif dispute.rests_on and dispute.verdict is ClaimVerdict.OPEN:
        return  # the state of the deal is reported with its grounds
    elif standing and isinstance(what, SeatPoints | SeatTricks | Out):
        yield from _of_seat(dispute, what, standing, rules, language)


def _of_seat(
    dispute: Dispute,
    what: SeatPoints | SeatTricks | Out,
    standing: Standing,
    rules: RuleSet,
    language: Language,
) -> Iterator[str]:
    seat = what.seat if what.seat >= 0 else standing.leader
    place, side = rules.place_of(seat), rules.side(seat)
    if isinstance(what, SeatTricks):
        if not standing.untold:
            tricks = standing.tricks[place]
            yield language.count(
                "{seat} has {number} trick.", "{seat} has {number} tricks.", tricks, seat=SeatFact(side)
            )
        return
    points, needed = at_least(standing.points[place], standing.slack[place]), rules.target
    yield language.say("{seat} has {points} card points.", seat=SeatFact(side), points=points)
    if isinstance(what, SeatPoints):
        return
    if standing.result:
        if dispute.verdict is ClaimVerdict.RIGHT:
            yield language.say("{seat} has gone out.", seat=SeatFact(side))
        else:
            yield language.say("The deal is over, and {seat} has not gone out.", seat=SeatFact(side))
    elif dispute.refusal:
        yield language.say(
            "Claiming {needed} is not allowed now: {why}.", needed=needed, why=refusal(dispute.refusal)
        )
    elif dispute.verdict is ClaimVerdict.RIGHT:
        yield language.say("A claim of {needed} would succeed now.", needed=needed)
    elif dispute.verdict is ClaimVerdict.WRONG:
        yield language.say("A claim of {needed} would fail now.", needed=needed)


def _action(dispute: Dispute, language: Language) -> str:
    """Return whether the action that a claim follows was legal; empty if that was not judged."""
    if dispute.ply is None or dispute.allowed is None:
        return ""
    ply = dispute.ply
    word = in_short(ply, language)
    if dispute.ruling:
        return language.say(
            "The action {word} was against the rules: {why}.", word=word, why=refusal(dispute.ruling)
        )
    if dispute.allowed is ClaimVerdict.OPEN:
        return language.say(
            "Whether the action {word} was allowed cannot be decided: not all cards are known.", word=word
        )
    return language.say("The action {word} was allowed.", word=word)


def _state(standing: Standing, language: Language) -> str:
    """Describe the state of a deal in sentences."""
    points = "-".join(map(at_least, standing.points, standing.slack))
    tricks = "-".join(at_least(number, standing.untold) for number in standing.tricks)
    said = language.say("The card points are {points} and the tricks {tricks}.", points=points, tricks=tricks)
    if standing.result:
        return f"{said} {language.say('The deal is over.')}"
    turn = language.say("It is {turn}'s turn.", turn=SeatFact(standing.turn))
    return f"{said} {turn}"
