"""Evaluates the `@dispute` claims in a record, and claims about the worth of a deal.

Consults the referee's state at the moment of the claim; contains no rules. Returns values only; the viewer
makes the sentences.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase
from notation.findings.translator import Translator
from notation.judge.assertions import within
from notation.judge.deal import Step, replay
from notation.judge.doubt import MOST_DOUBTS, Doubt, choices, doubts_of, mattering, without
from notation.judge.judgement import DealJudgement, Event
from notation.judge.match import judge_under
from notation.limits import check, spend
from notation.record.model import NOWHERE, DealRecord, Ply, Span
from notation.record.path import Path
from notation.record.traversal import line_at, plies_of
from notation.record.words import SEAT_LETTERS, seat_letter, wins
from notation.replay.steps import PlayedLine, Standing, claims_in, points_of, standing_of
from notation.rulings.alternative import JudgingStop, judging_stop
from notation.rulings.certainty import CERTAIN, Certainty, certainties, doubted, worth_of
from notation.rulings.claim_checks import NOT_UNDERSTOOD, SEVERAL_MEANT, SPEAKER_UNKNOWN, TOO_LONG, UNCLEAR
from notation.rulings.claim_reader import read_claims
from notation.rulings.claim_sentences import claim_sentence
from notation.rulings.claims import (
    CLOSE,
    LAST,
    LEADER,
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    Worth,
)
from notation.rulings.consequences import Follows, consequences
from notation.rulings.deal_claims import Weighed, weigh
from notation.rulings.elsewhere import HOLDS_NOWHERE, ClaimVerdict, Elsewhere, HoldsUnder, verdict_on
from notation.rulings.ledger import Account, account
from notation.rulings.trials import only_play
from notation.text.reader import Game
from referee import actions, codes
from referee.cards import NO_CARD, PARTNERS, SEATS, Seat, members
from referee.codes import Effect, Ruling
from referee.deal import Deal
from referee.partial import possible, reveal
from referee.rules import RuleSet
from referee.state import Reason

CLAIM_WORK: Final = 10
"""The cost of finding the moment of a claim, in judged actions."""

NOT_CLOSED: Final = Phrase("nobody closed the talon in this deal")

OfMoment = Points | SeatPoints | SeatTricks | Out
"""What can be claimed about a moment."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a claim about the worth of a deal.

    ``worth`` is the real one, None if the play does not decide it: then ``missing`` are the findings that say
    why, and ``standing`` is how the play ends. If it depends on announcements whose validity is unknown,
    ``missing`` are the findings about these. ``elsewhere`` says under which rules the claim would be right.
    """

    claim: Worth
    verdict: ClaimVerdict
    worth: Worth | None
    deal: DealJudgement
    standing: Standing | None = None
    missing: tuple[Finding, ...] = ()
    elsewhere: HoldsUnder = HOLDS_NOWHERE
    certainty: Certainty = CERTAIN


@dataclass(frozen=True, slots=True)
class Dispute:
    """An assertion of a claim, written in a record or made about it, and its evaluation.

    ``text`` is the whole claim, ``part`` counts its assertions from 0, and ``said`` are the words of this
    one. A claim that is not in the record has no span. Without a claim ``fault`` says why there is none, and
    ``offered`` are those that may be meant; without a standing its moment was not judged.
    """

    span: Span
    text: str
    claim: Claim | None = None
    fault: Phrase | None = None
    part: int = 0
    said: str = ""
    offered: tuple[Claim, ...] = ()
    verdict: ClaimVerdict = ClaimVerdict.OPEN
    standing: Standing | None = None
    ply: Ply | None = None
    """The action that the claim follows."""
    allowed: ClaimVerdict | None = None
    """Whether that action was allowed, if it was judged."""
    ruling: Ruling | None = None
    """The ruling that refuses that action."""
    refusal: Ruling | None = None
    """The ruling that refuses a claim to have 66 at this moment, if the seat is claimed to be out."""
    answer: Answer | None = None
    weighed: Weighed | None = None
    """The evaluation of a claim about the play of the deal."""
    rests_on: tuple[Doubt, ...] = ()
    """The possibly invalid announcements on which the standing or the verdict depends."""
    so_at: tuple[int, ...] = ()
    """The tricks at which points or tricks were as they are wrongly claimed to be."""
    elsewhere: HoldsUnder = HOLDS_NOWHERE
    """The rules under which the claim would be right at its moment."""
    follows: Follows = ()
    """What follows from it, as far as that is not the claim itself."""
    unjudged: Phrase | None = None
    """Why judging stopped before what the claim is about, if that leaves it open."""

    @property
    def understood(self) -> bool:
        """Whether the assertion has one meaning."""
        return self.fault is None or self.fault_kind == "not-possible"

    @property
    def readings(self) -> tuple[Claim, ...]:
        """How the assertion is understood, or the claims to choose from."""
        return (self.claim,) if self.claim else self.offered

    @property
    def fault_kind(self) -> str:
        """The kind of the fault, for programs; "" if there is none."""
        if self.fault is None:
            return ""
        return _FAULT_KINDS.get(self.fault.sentence, "not-possible")

    @property
    def is_written(self) -> bool:
        """Whether the claim is in the record."""
        return self.span != NOWHERE


_FAULT_KINDS: Final = {
    NOT_UNDERSTOOD.sentence: "not-understood",
    TOO_LONG.sentence: "not-understood",
    UNCLEAR.sentence: "unclear",
    SEVERAL_MEANT.sentence: "unclear",
    SPEAKER_UNKNOWN.sentence: "speaker-unknown",
}
"""The kinds of faults of words; all others are claims that the game or the deal does not allow."""


def disputes(game: Game, number: int, rules: RuleSet, known: Account | None = None) -> list[Dispute]:
    r"""Return the `@dispute` claims of a deal in order, evaluated.

    ``known`` is its account under these rules, if there is one. Raises ValueError if the game has no such
    deal.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import PRESETS
    >>> text = '%SGN 1\ndeal 1 dealer B trump Qd\n1. As Td @dispute("B had no trick")'
    >>> [found] = disputes(next(read(text)), 1, PRESETS["santase"])
    >>> found.claim.what, found.verdict.value, found.standing.tricks
    (SeatTricks(seat=1, tricks=0), 'wrong', (0, 1))
    """
    record = deal_of(game, number)
    written = tuple(claims_in(record))
    hearing = _DealHearing(game, number, rules, bool(written), known)
    found: list[Dispute] = []
    for claim in written:
        text = claim.note.value
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        found += hearing.hear(text, claim.note.span, claim.line, claim.at)
    return sorted(found, key=lambda dispute: (dispute.span, dispute.part))


def answer_claims(
    game: Game, number: int, rules: RuleSet, texts: Sequence[str], known: Account | None = None
) -> list[Dispute]:
    r"""Evaluate claims about a deal, each worded in some language, in order.

    ``known`` is its account under these rules, if there is one. Raises ValueError if the game has no such
    deal.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import PRESETS
    >>> text = '%SGN 1\n[A "Neda"]\n[B "Vasil"]\ndeal 1 dealer B trump Qd\n1. As Td\n2. Kd Kc'
    >>> claims = ["Neda: Vasil hatte nie einen Stich", "Vasil: my trick, at trick 1", "Neda: draw"]
    >>> found = answer_claims(next(read(text)), 1, PRESETS["santase"], claims)
    >>> [dispute.verdict.value for dispute in found]
    ['wrong', 'right', 'open']
    """
    hearing = _DealHearing(game, number, rules, bool(texts), known)
    return [found for text in texts for found in hearing.hear(text, NOWHERE, Path(), None)]


def choose(found: Sequence[Dispute], numbers: Collection[int], language: Translator) -> list[str]:
    """Return the claims with those offered claims in place of their words that are chosen by number.

    The offered claims of all assertions are counted together, from 1. Raises ValueError for a number that
    there is not.
    """
    texts: list[str] = []
    offers = 0
    chosen: dict[int, Claim] = {}
    for place, dispute in enumerate(found):
        for claim in dispute.offered:
            offers += 1
            if offers in numbers:
                chosen[place] = claim
    if any(not 0 < number <= offers for number in numbers):
        raise ValueError(f"there are {offers} claims to choose from")
    for place, dispute in enumerate(found):
        parts = [other for other, each in enumerate(found) if each.text == dispute.text]
        if not chosen.keys() & set(parts):
            texts += [] if dispute.part else [dispute.text]
            continue
        meant = chosen.get(place, dispute.claim)
        texts.append(_in_words(meant, language) if meant else _said_by(dispute))
    return texts


def _in_words(claim: Claim, language: Translator) -> str:
    """Return a claim as a sentence with its speaker."""
    said = claim_sentence(claim, language)
    return f"{seat_letter(claim.by)}: {said}" if claim.by >= 0 else said


def _said_by(dispute: Dispute) -> str:
    """Return the words of an assertion with their speaker."""
    speaker, colon, _ = dispute.text.partition(":")
    return f"{speaker}: {dispute.said}" if colon and not dispute.said.startswith(speaker) else dispute.said


def fitting_deals(answered: Sequence[Sequence[Dispute]]) -> list[int]:
    """Return for which of some deals claims are right, or if for none, for which they may be, from 0.

    ``answered`` are the answers to the same claims about each deal.
    """
    for verdicts in ({ClaimVerdict.RIGHT}, {ClaimVerdict.RIGHT, ClaimVerdict.OPEN}):
        fits = [
            place
            for place, found in enumerate(answered)
            if any(dispute.claim for dispute in found)
            and all(dispute.verdict in verdicts for dispute in found if dispute.claim)
        ]
        if fits:
            return fits
    return []


def answer_claim(account: Account, claim: Claim, at: Path | None, text: str) -> Dispute:
    """Evaluate one claim about a judged deal, or about the moment after an action of it, with its words."""
    line = WeighedLine(account.judgement.game, account.number, account.rules, account.record, account)
    return _heard(_MadeClaim(text, NOWHERE, at, claim), line)


class _DealHearing:
    """Evaluates claims about a deal, line of play by line of play."""

    def __init__(
        self, game: Game, number: int, rules: RuleSet, is_claimed: bool, known: Account | None
    ) -> None:
        self._record = deal_of(game, number)
        self._known = known or (account(judge_under(game, rules), number) if is_claimed else None)
        self._game, self._number, self._rules = game, number, rules
        self._lines: dict[Path, WeighedLine] = {}
        draft = game.draft
        self._names = [(draft and draft.tag(letter)) or "" for letter in SEAT_LETTERS]
        check()

    def hear(self, text: str, span: Span, branch: Path, at: Path | None) -> Iterator[Dispute]:
        """Yield the evaluation of each assertion of a claim at a moment of a line, None for its end."""
        spend(CLAIM_WORK)
        if branch not in self._lines:
            line = line_at(self._record, branch)
            self._lines[branch] = WeighedLine(self._game, self._number, self._rules, line, self._known)
        for part, reading in enumerate(read_claims(text, self._rules, self._names)):
            claim = reading.fault or reading.claims[0]
            found = _heard(_MadeClaim(text, span, at, claim), self._lines[branch])
            offered = reading.claims if reading.fault else ()
            yield replace(found, part=part, said=reading.text, offered=offered)


class _MadeClaim(NamedTuple):
    """A claim as made: its words, its span in the record, the moment, and its parsed value."""

    text: str
    span: Span
    at: Path | None
    claim: Claim | Phrase


class WeighedLine:
    """A line of play of a deal of a game, and the same without the possibly invalid announcements in it.

    Nothing in it is judged if nothing is in the deal, whose account is ``known``.
    """

    def __init__(
        self, game: Game, number: int, rules: RuleSet, record: DealRecord, known: Account | None
    ) -> None:
        self.whole = PlayedLine(record, dict(plies_of(record)))
        self._game, self._number, self._rules = game, number, rules
        self._known = known
        self._is_judged = known is not None and bool(known.deal.tricks)
        if known and self._is_judged:
            self.whole.play(known.played if record is known.record else replay(rules, record))
        self._doubts = doubts_of(record, self.whole.plies.items(), self.whole.doubts)
        self._others: dict[frozenset[Doubt], PlayedLine] = {frozenset(): self.whole}
        self._accounts: dict[frozenset[Doubt], Account] = {}
        self._held: dict[RuleSet, Account] = {}

    def doubts(self, at: Path | None) -> tuple[Doubt, ...]:
        """Return the possibly invalid announcements up to an address."""
        return tuple(doubt for doubt in self._doubts if at is None or doubt.path <= at)

    def after(self, at: Path | None, gone: frozenset[Doubt]) -> Deal | None:
        """Return the state after everything up to an address except some announcements."""
        paths = {doubt.path: doubt for doubt in gone}
        done = [path for path in self.whole.plies if at is None or path <= at]
        coming = None
        while done and done[-1] in paths:  # nothing is left after it: the moment before it is meant
            coming = done.pop()
            gone -= {paths[coming]}
        line = self._without(gone)
        moved = {id(ply): path for path, ply in line.plies.items()}
        if coming:
            step = line.around.get(moved[id(self.whole.plies[coming])])
            return step.before if step else None
        if at is None or not done:
            return line.after(at)
        return line.after(moved[id(self.whole.plies[done[-1]])])

    def account(self, gone: frozenset[Doubt] = frozenset()) -> Account:
        """Return the account of the line without some announcements, as a deal of the game."""
        if gone not in self._accounts:
            record, found = without(self.whole.record, gone), self._known
            if found is None or record != found.record:
                judgement = judge_under(_with_deal(self._game, self._number, record), self._rules)
                check()
                found = account(judgement, self._number)
            self._accounts[gone] = found
            spend(len(found.played))
        return self._accounts[gone]

    def stop(self) -> JudgingStop | None:
        """Return where judging the line stopped, if that was before its end."""
        if self.whole.is_followed and not self._game.findings:
            return None
        told = self.account()
        return judging_stop(told) if told.deal.unsure or not self.whole.is_followed else None

    def where(self, holds: Callable[[Account], bool]) -> HoldsUnder:
        """Return where a condition holds for the line, as a deal of the game."""

        def held(other: Elsewhere) -> bool:
            spend()
            if other.rules not in self._held:
                found = account(other.judgement, other.number, certainty=other.certainty)
                self._held[other.rules] = found
                spend(len(found.played))
            return holds(self._held[other.rules])

        return self.account().elsewhere.where(held)

    def _without(self, gone: frozenset[Doubt]) -> PlayedLine:
        if gone not in self._others:
            record = without(self.whole.record, gone)
            line = self._others[gone] = PlayedLine(record, dict(plies_of(record)))
            spend(len(line.plies))
            if self._is_judged:
                line.play(replay(self._rules, line.record))
        return self._others[gone]


def _with_deal(game: Game, number: int, record: DealRecord) -> Game:
    """Return a game with one of its deals, counted from 1, replaced."""
    draft = game.draft
    deals = draft.deals if draft else ()
    return replace(
        game, draft=draft and replace(draft, deals=(*deals[: number - 1], record, *deals[number:]))
    )


def _heard(said: _MadeClaim, weighed: WeighedLine) -> Dispute:
    """Evaluate a claim."""
    line, claim, at = weighed.whole, _placed(said.claim, weighed.whole), said.at
    if isinstance(claim, Claim) and claim.trick == CLOSE:
        at = next((path for path, step in line.around.items() if _closes(step)), None)
        if at is None:
            claim = NOT_CLOSED
    elif isinstance(claim, Claim) and claim.trick and not isinstance(claim.what, OfDeal):
        at = max((path for path in line.plies if path.trick == claim.trick), default=None)
        if at is None:
            claim = Phrase("there is no trick {trick} in this deal", {"trick": claim.trick})
    stop = weighed.stop()
    deal, ply = line.after(at) if at or not stop else None, line.ply_at(at)
    standing = standing_of(deal) if deal else None
    allowed, ruling = _of_action(at, line)
    found = Dispute(said.span, said.text, standing=standing, ply=ply, allowed=allowed, ruling=ruling)
    if deal and not (isinstance(claim, Claim) and isinstance(claim.what, Worth | OfDeal)):
        of = claim.what if isinstance(claim, Claim) and isinstance(claim.what, OfMoment) else None
        found = _weighed(found, of, weighed, at)
    if isinstance(claim, Claim) and isinstance(claim.what, Allowed) and ply is None:
        word = "legal" if claim.what.allowed else "illegal"
        claim = Phrase("no action before this claim could be {word}", {"word": word})
    if isinstance(claim, Phrase):
        return replace(found, fault=claim)
    if isinstance(claim.what, OfDeal) and not claim.trick and at and claim.what.subject in _OF_TRICKS:
        claim = claim._replace(trick=at.trick)
    found = replace(found, claim=claim)
    if claim.denied:
        return _turned(_judged_claim(found, claim, at, stop, weighed))
    return _judged_claim(found, claim, at, stop, weighed)


def _closes(step: Step) -> bool:
    """Return whether the talon is closed by a step."""
    return step.before.closer < 0 <= step.after.closer


def _placed(claim: Claim | Phrase, line: PlayedLine) -> Claim | Phrase:
    """Return a claim with the trick that its words mean: the last one, or that of the card they name."""
    if isinstance(claim, Phrase):
        return claim
    if claim.trick == LAST:
        is_over = bool(line.steps) and line.steps[-1].after.over
        if is_over and isinstance(claim.what, OfDeal) and claim.what.subject is Subject.TAKER:
            return claim._replace(trick=line.steps[-1].after.trick)  # `3. out` takes no trick
        played = (step.path.trick for step in line.steps) if is_over else (path.trick for path in line.plies)
        return claim._replace(trick=max(played, default=0))
    is_of_card = isinstance(claim.what, OfDeal) and claim.what.subject is not Subject.MISDEAL
    if claim.card != NO_CARD and not claim.trick and is_of_card:
        tricks = {path.trick for path, ply in line.plies.items() if ply.action == claim.card}
        if len(tricks) == 1:
            return claim._replace(trick=tricks.pop())
    return claim


_OPPOSITE: Final = {ClaimVerdict.RIGHT: ClaimVerdict.WRONG, ClaimVerdict.WRONG: ClaimVerdict.RIGHT}


def _turned(found: Dispute) -> Dispute:
    """Return the evaluation of a denial, from that of what is denied."""
    verdict = _OPPOSITE.get(found.verdict, found.verdict)
    answered = found.answer and replace(found.answer, verdict=verdict, elsewhere=HOLDS_NOWHERE)
    return replace(found, verdict=verdict, answer=answered, so_at=(), elsewhere=HOLDS_NOWHERE)


def _judged_claim(
    found: Dispute, claim: Claim, at: Path | None, stop: JudgingStop | None, weighed: WeighedLine
) -> Dispute:
    """Return a dispute with the verdict on its claim."""
    if isinstance(claim.what, OfDeal):
        found = _of_deal(found, claim.what, claim, weighed)
        told = found.weighed
        if stop and told and found.verdict is ClaimVerdict.OPEN and not (found.rests_on or told.findings):
            return replace(found, weighed=replace(told, told=(stop.why,)), unjudged=stop.why)
        return found
    if isinstance(claim.what, Worth):
        answered = answer(weighed.account(), claim.what)
        why = stop.why if stop and answered.verdict is ClaimVerdict.OPEN and answered.worth is None else None
        return replace(found, answer=answered, verdict=answered.verdict, unjudged=why)
    if found.standing is None and stop:
        return replace(found, unjudged=stop.why)
    if isinstance(claim.what, Allowed):
        allowed = found.allowed
        if allowed in (None, ClaimVerdict.OPEN):
            return found
        return replace(found, verdict=_verdict((allowed is ClaimVerdict.RIGHT) == claim.what.allowed))
    if found.verdict is ClaimVerdict.WRONG and not isinstance(claim.what, Out):
        return _where_right(found, claim.what, at, weighed)
    if isinstance(claim.what, SeatPoints | Out):
        follows = consequences(weighed.account(), claim.what, found.verdict, claim.trick)
        return replace(found, follows=follows)
    return found


def _where_right(
    found: Dispute, what: Points | SeatPoints | SeatTricks, at: Path | None, line: WeighedLine
) -> Dispute:
    """Add to a wrong claim of points or tricks when it was right, and the rules under which it is."""

    def is_so(state: Deal) -> bool:
        return _of_moment(what, state)[0] is ClaimVerdict.RIGHT

    def holds(told: Account) -> bool:
        upto = (
            step
            for step in told.played
            if at is None or (step.path.trick, step.path.action) <= (at.trick, at.action)
        )
        states = [step.after for step in upto]
        return bool(states) and is_so(states[-1])

    tricks = {step.path.trick for step in line.whole.steps if step.event and is_so(step.after)}
    return replace(found, so_at=tuple(sorted(tricks)), elsewhere=line.where(holds))


_OF_TRICKS: Final = frozenset({Subject.REACHED, Subject.TAKER, Subject.LEADER})
"""Claims that, without a trick, are about the trick they follow."""


def _of_deal(found: Dispute, of: OfDeal, claim: Claim, line: WeighedLine) -> Dispute:
    """Evaluate a claim about the play of a deal for all combinations of doubtful announcements."""
    doubts, place = line.doubts(None), (claim.trick, claim.card, claim.contract, claim.suit)
    weighed = weigh(line.account(), of, *place)
    if len(doubts) > MOST_DOUBTS:
        return replace(found, weighed=replace(weighed, verdict=ClaimVerdict.OPEN), rests_on=doubts)
    cases = (frozenset(gone) for gone in choices(doubts))
    came_to = {gone: weigh(line.account(gone), of, *place).verdict for gone in cases}
    rests_on = mattering(doubts, came_to)
    if rests_on:
        weighed = replace(weighed, verdict=ClaimVerdict.OPEN)
    if weighed.verdict is ClaimVerdict.WRONG:
        elsewhere = line.where(lambda told: weigh(told, of, *place).verdict is ClaimVerdict.RIGHT)
        weighed = replace(weighed, elsewhere=elsewhere)
    if any(finding.code is codes.ALREADY_PLAYED for finding in weighed.findings):
        of = of._replace(subject=Subject.NOT_HELD)
    follows = consequences(weighed.account, of, weighed.verdict, claim.trick)
    return replace(found, weighed=weighed, verdict=weighed.verdict, rests_on=rests_on, follows=follows)


def _weighed(said: Dispute, of: OfMoment | None, line: WeighedLine, at: Path | None) -> Dispute:
    """Evaluate a claim about a moment for all combinations of doubtful announcements."""
    doubts = line.doubts(at)
    if len(doubts) > MOST_DOUBTS:
        return replace(said, rests_on=doubts)
    came_to = {frozenset(gone): _of_case(of, line.after(at, frozenset(gone))) for gone in choices(doubts)}
    rests_on, (_, verdict, refusal) = mattering(doubts, came_to), came_to[frozenset()]
    if any(other != verdict for _, other, _ in came_to.values()):
        return replace(said, rests_on=rests_on)
    return replace(said, rests_on=rests_on, verdict=verdict, refusal=refusal)


def _of_case(of: OfMoment | None, deal: Deal | None) -> tuple[Standing | None, ClaimVerdict, Ruling | None]:
    """Return the standing of a deal, and the evaluation of a claim about it, if it was judged so far."""
    if deal is None:
        return None, ClaimVerdict.OPEN, None
    return standing_of(deal), *(_of_moment(of, deal) if of else (ClaimVerdict.OPEN, None))


def _of_action(at: Path | None, line: PlayedLine) -> tuple[ClaimVerdict | None, Ruling | None]:
    """Return whether an action was allowed, as far as it was judged, and the ruling that refuses it."""
    step = line.around.get(at) if at else None
    if step is None or step.event is None:
        return None, None
    before, event = step.before, step.event
    if event.ruling:
        return ClaimVerdict.WRONG, event.ruling
    doubtful = event.ply.span in line.doubts or _may_be_revoke(before, event) or _may_be_gone(event, line)
    return ClaimVerdict.OPEN if doubtful else ClaimVerdict.RIGHT, None


def _may_be_revoke(before: Deal, event: Event) -> bool:
    """Return whether a card may be a revoke, depending on an unknown card held by its player or led."""
    seat, card = event.seat, event.card
    if not event.ply.plays or not before.strict:
        return False
    if before.lead < 0:
        return seat != before.turn  # a reply to an unknown card
    if card < 0:
        return True
    for other in members(possible(before, seat)):
        case = before.copy()
        reveal(case, seat, other)
        if case.why_not(card, seat):
            return True
    return False


def _may_be_gone(event: Event, line: PlayedLine) -> bool:
    """Return whether the lowest trump may have been played, as an unknown card, before it was exchanged."""
    if event.ply.action != actions.EXCHANGE:
        return False
    events = (step.event for step in line.steps if step.event)
    earlier = takewhile(lambda other: other is not event, events)
    return any(other.seat == event.seat and other.ply.plays and other.card < 0 for other in earlier)


def _of_moment(what: OfMoment, deal: Deal) -> tuple[ClaimVerdict, Ruling | None]:
    """Return whether a claim about a moment is right, and the ruling that refuses a claim to be out."""
    points, slack = points_of(deal)
    if isinstance(what, Points):
        return _counted(what.points, points, slack), None
    named = deal.leader if what.seat == LEADER else what.seat
    side = deal.rules.place_of(named)
    if isinstance(what, SeatPoints):
        return _counted((what.points,), points[side : side + 1], slack[side : side + 1]), None
    if isinstance(what, SeatTricks):
        return _counted((what.tricks,), deal.own_tricks[side : side + 1], (deal.untold,)), None
    return _would_stand(deal, _speaker(deal, named))


def _verdict(right: bool) -> ClaimVerdict:
    return ClaimVerdict.RIGHT if right else ClaimVerdict.WRONG


def _counted(stated: tuple[int, ...], points: Sequence[int], slack: Sequence[int]) -> ClaimVerdict:
    """Return whether stated points or tricks are right, if some may be more than is known."""
    if not within(stated, points, slack):
        return ClaimVerdict.WRONG
    return ClaimVerdict.OPEN if any(slack) else ClaimVerdict.RIGHT


def _speaker(deal: Deal, named: Seat) -> Seat:
    """Return the seat that would make a claim: of a named side, one that may, if any."""
    if named < PARTNERS:
        return named
    seats = [seat for seat in SEATS[: deal.rules.seats] if deal.rules.side(seat) == named]
    return next((seat for seat in seats if deal.why_not(actions.OUT, seat) is None), seats[0])


def _would_stand(deal: Deal, seat: Seat) -> tuple[ClaimVerdict, Ruling | None]:
    """Return whether a seat's side is out, or would be with a claim now, and what refuses the claim."""
    name, side = deal.rules.side(seat), deal.side_of[seat]
    if deal.result:
        return _verdict(wins(deal.result.winner, name) and deal.result.reason in _OUT), None
    ruling = deal.why_not(actions.OUT, seat)
    if ruling:
        return ClaimVerdict.WRONG, ruling
    stands = set()
    for more in (0, deal.slack[side]):
        case = deal.copy()
        case.points[side] += more
        case.push(actions.OUT, seat)
        result = case.result
        stands.add(result is not None and wins(result.winner, name) and result.reason in _OUT)
    return (ClaimVerdict.OPEN if len(stands) > 1 else _verdict(stands.pop())), None


_OUT: Final = frozenset({Reason.OUT, Reason.DEFENDER_OUT})


def answer(account: Account, claim: Worth) -> Answer:
    r"""Answer a claim about the worth of a deal under the rules that it was judged by.

    >>> from notation.judge import judge
    >>> from notation.rulings.ledger import account
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As 9c\n2. Kc Tc\n3. close Ts Ks\n4. out"
    >>> found = answer(account(judge(next(read(text))), 1), Worth(0, 3))
    >>> found.verdict.value, found.worth, [other.spec for other in found.elsewhere.options]
    ('wrong', Worth(winner=0, game_points=2, paid=()), ['santase false-claim=3', 'santase failed-close=3'])
    """
    judgement, number, sure = account.judgement, account.number, account.certainty
    if account.deal.trusted:  # may depend on an announcement: the outcome of the play counts
        played = judge_under(only_play(judgement.game), account.rules)
        check()
        if played.deals[number - 1].result:
            judgement, sure = played, certainties(played)[number - 1]
    entry = judgement.deals[number - 1]
    worth, verdict = worth_of(entry), verdict_on(claim, entry, sure)
    if verdict is ClaimVerdict.RIGHT:
        return Answer(claim, verdict, worth, entry, certainty=sure)
    elsewhere = account.elsewhere.where_worth(claim)
    if worth is not None:
        doubts = doubted(judgement, number, sure.rests_on) if verdict is ClaimVerdict.OPEN else ()
        return Answer(claim, verdict, worth, entry, None, doubts, elsewhere, sure)
    line = PlayedLine(account.record, dict(plies_of(account.record)))
    if entry.tricks:
        line.play(account.played)
    standing = standing_of(line.steps[-1].after) if line.is_followed and not entry.unsure else None
    found = (finding for finding in judgement.findings if finding.deal == number)
    missing = [f for f in found if f.code in _UNDECIDED or f.code.effect is Effect.STOPS]
    if entry.stopped:
        missing = [*_unread(judgement.game, number), *missing]
    return Answer(claim, ClaimVerdict.OPEN, None, entry, standing, tuple(missing), elsewhere)


_UNDECIDED: Final = frozenset({catalogue.CANNOT_DECIDE, catalogue.UNDECIDED, catalogue.NO_RESULT})


def _unread(game: Game, number: int) -> Iterator[Finding]:
    """Yield the findings about the unread parts of a deal."""
    deals = game.draft.deals if game.draft else ()
    first = deals[number - 1].span.line
    behind = deals[number].span.line if number < len(deals) else game.text.count("\n") + 2
    return (f for f in game.findings if f.is_error and not f.deal and first <= f.span.line < behind)


def deal_of(game: Game, number: int) -> DealRecord:
    """Return a deal of a game, counted from 1."""
    if game.draft is None or not 1 <= number <= len(game.draft.deals):
        raise ValueError(f"there is no deal {number} in this game")
    return game.draft.deals[number - 1]
