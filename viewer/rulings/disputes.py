"""Claims and their answers, as sections of documents.

Everything comes from the answers; nothing is computed here.
"""

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from typing import Final

from notation.findings import Choice, Phrase, SeatFact, escape, speaking_of, typed
from notation.judge import outcome_fact
from notation.record import NOBODY
from notation.replay import Standing
from notation.rulings import (
    Account,
    Allowed,
    Answer,
    Claim,
    ClaimVerdict,
    Dispute,
    Elsewhere,
    HoldsUnder,
    Out,
    SeatPoints,
    SeatTricks,
    Weighed,
    by_rule,
    codes_of,
    condition,
    sentence,
)
from notation.rulings import outcome_sentence as result_words
from notation.specs import Change, write_spec
from notation.text import Game
from referee import POINTS, RuleSet, Ruling
from viewer.documents.document import Excerpt, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language
from viewer.documents.reports import excerpt
from viewer.rulings.findings import told
from viewer.rulings.ledger import in_short
from viewer.rulings.readings import reading

MOST_OPTIONS: Final = 6
"""Maximum of option sets listed in a document."""


def answers(found: Sequence[Dispute], account: Account, language: Language, file: str) -> Iterator[Part]:
    """Render the answers to the claims about a deal; ``file`` is the name of its record.

    The result of the deal itself is not repeated.
    """
    game, rules = account.judgement.game, account.rules
    speaking = speaking_of(game.readable, rules, language)
    own = result_words(speaking, account.deal, account.certainty, by_rule(rules, account.deal))
    if found:
        yield from _slips(account, speaking)
    numbers = count(1)
    for dispute in found:
        if not dispute.part:
            yield _head(dispute, game, speaking)
        yield from reading(dispute, speaking, numbers)
        if not dispute.understood:
            continue
        yield from _heard(dispute, game, rules, speaking, file, own)


def _slips(account: Account, language: Language) -> Iterator[Part]:
    """Return what would make the deal right, which comes before anybody is accused."""
    for finding in account.judgement.findings:
        if finding.deal == account.number and finding.repairs:
            slips = Choice(tuple(repair.says for repair in finding.repairs))
            yield Paragraph(
                language.say("The sheet itself may be wrong: if {slips}, everything fits.", slips=slips)
            )


def _head(dispute: Dispute, game: Game, language: Language) -> Part:
    """Return a claim with its speaker or its position in the record."""
    if dispute.is_written:
        line = game.place(dispute.span).line
        return Heading(language.say("Line {line}: {claim}", line=line, claim=dispute.text))
    by = dispute.claim.by if dispute.claim else NOBODY
    if by == NOBODY:
        return Heading(escape(dispute.text))
    words = dispute.text.partition(":")[2].strip()
    return Heading(language.say("{seat} says: {claim}", seat=SeatFact(by), claim=words))


_KINDS = {ClaimVerdict.RIGHT: "right", ClaimVerdict.WRONG: "wrong", ClaimVerdict.OPEN: ""}


def verdict_words(dispute: Dispute, language: Language) -> str:
    """Return a verdict as a sentence."""
    match dispute.verdict:
        case ClaimVerdict.RIGHT:
            return language.say("The claim is right.")
        case ClaimVerdict.WRONG:
            return language.say("The claim is wrong.")
    if dispute.unjudged:
        return language.say("The claim cannot be decided: {why}.", why=dispute.unjudged)
    return language.say("The claim cannot be decided.")


# What a deal is worth.


def _settled(
    dispute: Dispute, found: Answer, game: Game, rules: RuleSet, language: Language, file: str, own: str
) -> Iterator[Part]:
    """Render the verdict, the result of the deal, and the rules under which the claim would be right."""
    judged = language.say("Judged by {rules}.", rules=write_spec(rules))
    yield Paragraph(f"{verdict_words(dispute, language)} {judged}", kind=_KINDS[found.verdict])
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
        yield Listing(tuple(told(game, finding, rules, language, file) for finding in found.missing))
    if found.verdict is not ClaimVerdict.RIGHT:
        worth = found.claim
        claim = language.put(outcome_fact(worth.winner, worth.game_points, worth.paid))
        yield from _elsewhere(claim, found.elsewhere, rules, language, is_worth=True)


def _elsewhere(
    claim: str, found: HoldsUnder, rules: RuleSet, language: Language, *, is_worth: bool = False
) -> Iterator[Part]:
    """Return the rules under which a claim would be right, and of a worth, that there are none."""
    yield Heading(language.say("Where {claim} would be right", claim=claim), 3)
    own, on_condition = write_spec(rules), {bool(other.changes) for other in found.conditional}
    if found.rule_sets:
        names = ", ".join(other.spec for other in found.rule_sets)
        yield Paragraph(language.say("The same play gives this result under {rules}.", rules=names))
    elif False not in on_condition:
        yield Paragraph(language.say("Under no other rule set with this pack."))
    if found.options:
        yield Paragraph(
            language.count(
                "With {number} option of {rules} changed:",
                "With {number} options of {rules} changed:",
                len(found.options[0].changes),
                rules=own,
            )
        )
        items = [_option(list(alike), rules, language) for _, alike in groupby(found.options, _but_value)]
        yield Listing(tuple(items[:MOST_OPTIONS]))
        more = len(items) - MOST_OPTIONS
        if more > 0:
            yield Paragraph(
                language.count("{number} more is not shown.", "{number} more are not shown.", more)
            )
    elif is_worth and True not in on_condition:
        yield Paragraph(language.say("No change of one or two options of {rules} makes it right.", rules=own))
    conditions: dict[str, list[str]] = {}
    for other in found.conditional:
        doubt = condition(language, other.certainty.rests_on) if other.certainty.rests_on else ""
        conditions.setdefault(f"{doubt} {refusals(other, language)}".strip(), []).append(other.spec)
    for why, specs in conditions.items():
        also = language.say("The same play gives this result under {rules} too.", rules=", ".join(specs))
        yield Paragraph(f"{also} {why}")


def refusals(other: Elsewhere, language: Language) -> str:
    """Return what other rules refuse in a deal and its own allow, as a sentence; empty if nothing."""
    if not other.refused:
        return ""
    deal = other.judgement.game.readable.deals[other.number - 1]
    written = {ply.span: ply for trick in deal.tricks for ply in trick.plies}
    actions = (
        language.say(
            "{seat}'s {word} at trick {trick} ({code})",
            seat=SeatFact(finding.seat),
            word=in_short(written[finding.span], language),
            trick=finding.trick,
            code=codes_of([finding])[0],
        )
        if finding.span in written
        else language.message(finding)
        for finding in other.refused
    )
    return language.say("But there this would not have been allowed: {actions}.", actions=", ".join(actions))


def _but_value(other: Elsewhere) -> tuple[Sequence[Change], str]:
    """Return the changes of an option set without the value of the last option."""
    *before, last = other.changes
    return before, last.option


def _option(alike: Sequence[Elsewhere], rules: RuleSet, language: Language) -> Item:
    """Return option sets that differ in the value of the last option, with the clause of the first."""
    *before, last = alike[0].changes
    values = [other.changes[-1].value for other in alike]
    said = (
        language.say(
            "{option} instead of {before} ({decides})",
            option=f"{change.option}={value}",
            before=change.instead,
            decides=language.translate(POINTS[change.point]),
        )
        for change, value in (*((change, change.value) for change in before), (last, ", ".join(values)))
    )
    return Item("; ".join(said), language.quoted(rules, alike[0].changes[0].point))


# Each claim.


def _heard(
    dispute: Dispute, game: Game, rules: RuleSet, language: Language, file: str, own: str
) -> Iterator[Part]:
    """Render the verdict on a claim about a moment, and the state of the deal then."""
    if dispute.is_written:
        shown = excerpt(game.text.split("\n"), dispute.span)
        if shown:
            yield Excerpt(tuple(line.removeprefix("    ") for line in shown))
    if dispute.fault:
        why = language.put(dispute.fault)
        yield Paragraph(language.say("It cannot be answered: {why}.", why=why), kind="wrong")
    elif dispute.weighed:
        yield from _of_deal(dispute, dispute.weighed, game, rules, language, file, own)
        return
    elif dispute.answer:
        yield from _settled(dispute, dispute.answer, game, rules, language, file, own)
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
    if any(dispute.elsewhere):
        yield from _elsewhere(escape(dispute.text), dispute.elsewhere, rules, language)


def _of_deal(
    dispute: Dispute,
    weighed: Weighed,
    game: Game,
    rules: RuleSet,
    language: Language,
    file: str,
    own: str,
) -> Iterator[Part]:
    """Render the verdict on a claim about the play, with reasons, and where it would be right."""
    judged = language.say("Judged by {rules}.", rules=write_spec(rules))
    yield Paragraph(f"{verdict_words(dispute, language)} {judged}", kind=_KINDS[dispute.verdict])
    for phrase in () if dispute.unjudged else weighed.told:
        yield Paragraph(sentence(language.put(phrase)))
    if weighed.findings:
        yield Listing(tuple(told(game, finding, rules, language, file) for finding in weighed.findings))
    came_to = result_words(language, weighed.account.deal, weighed.account.certainty)
    if not (weighed.told or weighed.findings) and came_to != own:
        yield Paragraph(came_to)
    if dispute.rests_on:
        yield Paragraph(condition(language, dispute.rests_on))
    if dispute.verdict is ClaimVerdict.WRONG and any(weighed.elsewhere):
        yield from _elsewhere(escape(dispute.text), weighed.elsewhere, rules, language)


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
    points = _range(standing.points[place], standing.slack[place])
    yield language.say("{seat} has {points} card points.", seat=SeatFact(side), points=points)
    if isinstance(what, SeatPoints):
        return
    if standing.result:
        if dispute.verdict is ClaimVerdict.RIGHT:
            yield language.say("{seat} has gone out.", seat=SeatFact(side))
        else:
            yield language.say("The deal is over, and {seat} has not gone out.", seat=SeatFact(side))
    elif dispute.refusal:
        code, why = dispute.refusal.code.id, _why(dispute.refusal)
        yield language.say("Claiming 66 is not allowed now ({code}): {why}.", code=code, why=why)
    elif dispute.verdict is ClaimVerdict.RIGHT:
        yield language.say("A claim of 66 would succeed now.")
    elif dispute.verdict is ClaimVerdict.WRONG:
        yield language.say("A claim of 66 would fail now.")


def _why(ruling: Ruling) -> Phrase:
    return Phrase(ruling.code.sentence, typed(ruling.facts))


def _action(dispute: Dispute, language: Language) -> str:
    """Return whether the action that a claim follows was legal; empty if that was not judged."""
    if dispute.ply is None or dispute.allowed is None:
        return ""
    ply = dispute.ply
    word = in_short(ply, language)
    if dispute.ruling:
        code, why = dispute.ruling.code.id, _why(dispute.ruling)
        return language.say(
            "The action {word} was against the rules ({code}): {why}.", word=word, code=code, why=why
        )
    if dispute.allowed is ClaimVerdict.OPEN:
        return language.say(
            "Whether the action {word} was allowed cannot be decided: not all cards are known.", word=word
        )
    return language.say("The action {word} was allowed.", word=word)


def _state(standing: Standing, language: Language) -> str:
    """Describe the state of a deal in sentences."""
    points = "-".join(map(_range, standing.points, standing.slack))
    tricks = "-".join(_range(number, standing.untold) for number in standing.tricks)
    said = language.say("The card points are {points} and the tricks {tricks}.", points=points, tricks=tricks)
    if standing.result:
        return f"{said} {language.say('The deal is over.')}"
    turn = language.say("It is {turn}'s turn.", turn=SeatFact(standing.turn))
    return f"{said} {turn}"


def _range(points: int, slack: int) -> str:
    return f"{points}–{points + slack}" if slack else str(points)
