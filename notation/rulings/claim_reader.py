"""Reads claims as people word them, in any of the languages, by the signals they contain.

A text is cut into fragments, which are grouped and read as the claims that their signals make most probable;
what is not probable enough is offered as a question, and never taken. The words are in
:mod:`notation.rulings.claim_words`, what they weigh in :mod:`notation.rulings.claim_weights`.
"""

import re
from collections.abc import Sequence
from functools import cache
from operator import add
from typing import Final, NamedTuple

from notation.record.model import NOBODY
from notation.record.words import SEAT_LETTERS, read_seat
from notation.rulings.claim_checks import (
    LONGEST,
    NOT_UNDERSTOOD,
    TOO_LONG,
    UNCLEAR,
    Reading,
    checked,
    fault,
    stranger,
)
from notation.rulings.claim_forms import claim_in_sentence, claim_in_symbols, denial
from notation.rulings.claim_meanings import Speech, meant, meant_seats
from notation.rulings.claim_signals import MARRIAGES, OF_BIDS, Figures, features_of, figures_of
from notation.rulings.claim_text import Group, Text
from notation.rulings.claim_tokens import ALIKE, SpokenNames, Token, in_cyrillic, tokens_of
from notation.rulings.claim_weights import NOTHING, TokenSpan, WeighedClaim, best_groups, spans_of, weights
from notation.rulings.claim_words import LANGUAGES, claim_words, likely_languages
from notation.rulings.claims import (
    CLOSE,
    OF_AUCTIONS,
    OF_CALLS,
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
from referee.cards import Seat
from referee.rules import RuleSet
from referee.rulesets import SANTASE

MOST_OFFERED: Final = 3
"""Claims that are offered for a text that is not understood."""
SURE: Final = 0.78
"""The least probability of a claim that is taken."""
SHORT: Final = 4
"""Words of an assertion in which little can be mistaken, besides the three that name a trick."""
SURE_IF_SHORT: Final = 0.65
"""The least probability of a claim that is taken from so few words."""
LIKELY: Final = 0.3
"""The least probability of a claim that counts as half understood."""
MOST_FRAGMENTS: Final = 12
CLEARLY: Final = 0.35
"""How many more words Bulgarian must know of a text in Latin letters than any other language."""


def read_claims(text: str, rules: RuleSet = SANTASE, names: Sequence[str] = ()) -> list[Reading]:
    """Return the assertions of a text and how each is understood, in the game of a rule set.

    ``names`` are those of the players, in the order of the seats. A claimant can stand first, with a colon.

    >>> [str(each.claims[0].what) for each in read_claims("B: I have 66")]
    ['Out(seat=1)']
    """
    if len(text) > LONGEST:
        return [Reading(text[:64], (), TOO_LONG)]
    known = SpokenNames(names)
    by, words = _speaker(text, known)
    if by >= rules.seats:
        return [Reading(text, (), stranger(by, rules))]
    if not re.search(r"\w", words):
        return [Reading(text, tuple(_usual(Speech(rules, by))), NOT_UNDERSTOOD)]
    formal = claim_in_symbols(words, by, known) or claim_in_sentence(words, by, known, rules)
    if formal:
        return [checked(words, [formal], rules)]
    return _read_words(words, rules, by, known)


def _speaker(text: str, names: SpokenNames) -> tuple[Seat, str]:
    """Return who speaks, and what is said."""
    found = re.match(
        r"\s*([^\s:]+)(?:\s+[^\s:]+){0,3}?\s*:\s*(?=\S)(?!\d)(.*)|\s*([^\s:\d]+)\s*:\s*(.*)", text, re.DOTALL
    )
    if not found:
        return Seat(NOBODY), text
    word, rest = (found[1], found[2]) if found[1] else (found[3], found[4])
    letter = word.upper().translate(ALIKE)
    if len(letter) == 1 and letter in SEAT_LETTERS:
        return read_seat(letter), rest
    seat = names.seat(word)
    return (seat, rest) if seat >= 0 else (Seat(NOBODY), text)


def speaker_of(text: str, names: Sequence[str] = ()) -> Seat:
    """Return who is named before a claim, with a colon; nobody if none.

    >>> speaker_of("Vasil: she revoked", ["Neda", "Vasil"]), speaker_of("Vasil revoked", ["Neda", "Vasil"])
    (1, -1)
    """
    return _speaker(text, SpokenNames(names))[0]


def _read_words(words: str, rules: RuleSet, by: Seat, known: SpokenNames) -> list[Reading]:
    """Return the assertions of a text in the language that understands most of it."""
    tokens = tokens_of(words)
    languages = likely_languages(_letters(tokens))
    in_latin = in_cyrillic(tokens)
    known_words = max(claim_words(language).share(_letters(tokens)) for language in languages)
    for language in LANGUAGES:
        words_of = claim_words(language)
        if words_of.is_cyrillic and words_of.share(_letters(in_latin)) > known_words + CLEARLY:
            tokens, languages = in_latin, [language]
    texts = [Text(tokens, claim_words(language), known) for language in languages]
    for each in texts:
        each.leave_out_reports(by >= 0)
    texts.sort(key=lambda each: -each.coverage)
    best: list[Reading] = []
    for each in texts:
        if best and each.coverage < max(0.5, texts[0].coverage - 0.2):
            break
        read = _read(each, words, rules, by)
        if _worth_of(read) > _worth_of(best) or not best:
            best = read
        if each is texts[0] and _worth_of(read) >= 1:
            break
    if all(each.understood for each in best):
        return best
    mended = Text(tokens, texts[0].language, known, corrects=True)
    mended.leave_out_reports(by >= 0)
    if mended.words == texts[0].words:
        return best
    read = _read(mended, words, rules, by)
    return read if _worth_of(read) > _worth_of(best) else best


def _letters(tokens: Sequence[Token]) -> list[str]:
    return [token.text for token in tokens if token.text.isalpha()]


def _worth_of(readings: Sequence[Reading]) -> float:
    """Return how much of a text is understood."""
    return sum(1.0 if each.understood else 0.2 if each.claims else 0.0 for each in readings)


@cache
def _impossible(bids: bool, calls: bool, doubles: bool, draws: bool) -> tuple[float, ...]:
    """Return what takes those claims from all labels that a game with bids, or without, does not know."""
    others = {each.value for each in (OF_CALLS if bids else OF_AUCTIONS) if not calls}
    others |= set() if doubles else _OF_DOUBLES
    others |= _OF_TALON if bids and not draws else set()
    return tuple(NEVER if label.removeprefix("not ") in others else 0.0 for label in weights().labels)


_OF_DOUBLES: Final = frozenset({"doubled", "double-late"})
_OF_TALON: Final = frozenset(
    [
        "close-early",
        "close-failed",
        "close-illegal",
        "close-late",
        "drew-wrongly",
        "exchange-early",
        "exchange-illegal",
        "exchange-late",
        "looked-at-talon",
    ]
)
NEVER: Final = -1e6
"""The weight of what cannot be meant."""


class _Fragments(NamedTuple):
    """Some fragments that are read together."""

    said: str
    group: Group
    figures: Figures
    found: WeighedClaim


def _pieces(text: Text, raw: str, rules: RuleSet) -> list[_Fragments]:
    """Return the groups of fragments that a text is best read in."""
    auction = rules.auction
    has_bids, draws = bool(auction.contracts), rules.draws
    impossible = _impossible(has_bids, auction.calls, auction.doubles > 0, draws)
    fragments = text.fragments[:MOST_FRAGMENTS]
    spans, groups = [], []
    for start, end in spans_of(len(fragments)):
        group = Group(text.words[fragments[start][0] : fragments[end - 1][1]], text.language)
        figures = figures_of(group)
        bids = has_bids and not (draws and group.found.keys().isdisjoint(OF_BIDS))
        features = features_of(group, figures, end - start, asks=text.asks, bids=bids)
        scores = map(add, weights().scores(features), impossible)
        spans.append(TokenSpan(start, end, tuple(scores)))
        groups.append((group, figures))
    if not spans:
        return []
    pieces = []
    for each in best_groups(spans, weights().labels):
        span = spans[each.place]
        first = text.spans[fragments[span.start][0]][0]
        last = text.spans[fragments[span.end - 1][1] - 1][1]
        pieces.append(_Fragments(raw[first:last], *groups[each.place], each))
    return pieces


def _read(text: Text, raw: str, rules: RuleSet, by: Seat) -> list[Reading]:
    """Return the assertions of a text in one language."""
    rest, closes = text.without_close(), bool(text.language.closing.search(" ".join(text.words)))
    said = _assertions(rest, raw, Speech(rules, by, closes)) if rest else []
    found = _when_closed(said, rules) or _assertions(text, raw, Speech(rules, by, closes))
    return [*map(_of_another, found)] if text.is_report else found


def _of_another(reading: Reading) -> Reading:
    """Return what somebody says that another says as a question: it can be denied or claimed."""
    if not (reading.understood and reading.claims):
        return reading
    [claim] = reading.claims
    return Reading(reading.text, (denial(claim), claim), UNCLEAR)


def _when_closed(found: list[Reading], rules: RuleSet) -> list[Reading]:
    """Return readings with what is claimed of a moment put to the close; none if nothing is."""
    placed = []
    for each in found:
        claims = [_at_close(claim, rules) for claim in each.claims]
        known = tuple(dict.fromkeys(claim for claim in claims if claim))
        is_one = None not in claims and len(known) == 1 < len(claims)
        fault = None if is_one else each.fault
        placed.append(Reading(each.text, known, fault) if claims and claims[0] else each)
    pairs = [*zip(placed, found, strict=True)]
    if sum(new is not old for new, old in pairs) > 1:  # it is not said which of them is of that moment
        return [
            old if new is old else Reading(old.text, (*new.claims, *old.claims)[:MOST_OFFERED], UNCLEAR)
            for new, old in pairs
        ]
    return placed if placed != found else []


def _of_the_close(reading: Reading, rules: RuleSet) -> Reading:
    """Return a reading that speaks of the close with that moment offered, if it claims something of one."""
    put = _at_close(reading.claims[0], rules) if reading.claims else None
    if put is None:
        return reading
    offered = tuple(dict.fromkeys((put, *reading.claims)))[:MOST_OFFERED]
    return Reading(reading.text, offered, reading.fault or UNCLEAR)


def _at_close(claim: Claim, rules: RuleSet) -> Claim | None:
    """Return a claim made of the moment when the talon was closed, if it can be one of a moment."""
    put = claim._replace(trick=CLOSE)
    match claim.what:
        case _ if claim.trick:
            return None
        case Points() | SeatPoints() | SeatTricks() | OfDeal(subject=Subject.REACHED):
            return put
        case Out(seat=seat):
            reached = OfDeal(Subject.REACHED, seat, rules.target, claim.denied)
            return put._replace(what=reached, denied=False)
        case OfDeal(subject=Subject.SCHWARZ, seat=seat, denied=denied):
            return put._replace(what=SeatTricks(seat, 0), denied=denied)
        case OfDeal(subject=Subject.SCHNEIDER, seat=seat, denied=denied):
            return put._replace(what=OfDeal(Subject.REACHED, seat, rules.score_tiers, not denied))
    return None


def _assertions(text: Text, raw: str, speech: Speech) -> list[Reading]:
    found: list[Reading] = []
    trick = 0
    for piece in _pieces(text, raw, speech.rules):
        share, label = piece.found.labels[0]
        reading = _reading(piece, speech)
        is_known = all(text.is_known(word) for word in piece.group.words if word[0].isalpha())
        if (label == NOTHING and share >= SURE and is_known) or reading is None:
            named = [who for _, _, who in piece.group.mentions if len(who) == 1]
            if named:
                speech.before = speech.profits = read_seat(named[0].upper())
            trick = piece.figures.trick or trick
            continue
        if label == NOTHING:
            reading = reading._replace(fault=NOT_UNDERSTOOD)
        if text.language.closing.search(piece.group.line):
            reading = _of_the_close(reading, speech.rules)
        if trick and not piece.figures.trick:
            reading = _in_trick(reading, trick)
        trick = 0
        found.append(reading)
    if trick and found:
        found[-1] = _in_trick(found[-1], trick)
    if not found:
        return [Reading(raw.strip(), tuple(_usual(speech)), NOT_UNDERSTOOD)]
    return _put_together(found, speech.rules)


def _reading(piece: _Fragments, speech: Speech) -> Reading | None:
    """Return what a piece can claim, as understood if one claim is probable enough."""
    options: dict[Claim, float] = {}
    together: list[Claim] = []
    for at, (share, label) in enumerate(each for each in piece.found.labels if each[1] != NOTHING):
        kind, denied = label.removeprefix("not "), label.startswith("not ")
        for part, seats in meant_seats(piece.group, kind, speech):
            claims = [
                claim._replace(by=speech.by)
                for seat in seats
                if (claim := _claim(kind, denied, piece, seat, speech))
                and fault(claim._replace(by=speech.by), speech.rules) is None
            ]
            if at == 0 and not together:
                together = claims
            for claim in claims:
                options[claim] = options.get(claim, 0.0) + share * part / len(claims)
    if not options:
        return None
    order = sorted(options, key=lambda each: -options[each])
    if piece.found.labels[0][1] != NOTHING:
        best = order[0]
        length = len(piece.group.words) - 3 * bool(piece.figures.trick)
        if options[best] >= (SURE_IF_SHORT if length <= SHORT else SURE) and not _may_be_score(best, piece):
            speech.speak_of(best, is_sure=True)
            return checked(piece.said, [best], speech.rules)
        if len(together) > 1 and sum(map(options.__getitem__, together)) >= LIKELY:
            return checked(piece.said, together[:MOST_OFFERED], speech.rules)
        speech.speak_of(best, is_sure=False)
    doubt = UNCLEAR if options[order[0]] >= LIKELY else NOT_UNDERSTOOD
    if doubt is NOT_UNDERSTOOD:  # `that was legal` fits anything
        order = [each for each in order if not isinstance(each.what, Allowed)]
    offered = dict.fromkeys([*order[:MOST_OFFERED], *_usual(speech)])
    return Reading(piece.said, tuple(offered)[:MOST_OFFERED], doubt)


def _may_be_score(claim: Claim, piece: _Fragments) -> bool:
    """Return whether the card points of all sides can also be the score of the match: `it is 4-3`."""
    is_low = isinstance(claim.what, Points) and max(claim.what.points) < MARRIAGES[0]
    return is_low and not (claim.trick or piece.group.found.keys() & {"points", "trick"})


def _claim(kind: str, denied: bool, piece: _Fragments, seat: Seat, speech: Speech) -> Claim | None:
    """Return the claim of a kind that a piece makes of a player."""
    if kind == "total" and not piece.figures.pair:
        both = _of_both(piece, speech)
        return Claim(both, denied=denied) if both else None
    claim = meant(kind, denied, piece.group, piece.figures, seat, speech.rules)
    if kind in ("total", "score") and claim and len(piece.figures.pair) == 2:  # `71 to 49 for me`
        players = {player for _, _, who in piece.group.mentions for player in speech.who(who)}
        if len(players) == 1 and players < set(speech.rules.sides):
            most = players.pop() == speech.rules.sides[0]
            pair = tuple(sorted(piece.figures.pair, reverse=most))
            what = claim.what._replace(score=pair) if isinstance(claim.what, OfDeal) else Points(pair)
            return claim._replace(what=what)
    return claim


def _of_both(piece: _Fragments, speech: Speech) -> Points | None:
    """Return the points of both sides, each said beside a player: `41 for me and 66 for her`."""
    sides = [
        speech.rules.side(found[0])
        for _, _, who in piece.group.mentions
        if len(found := speech.who(who)) == 1 and found[0] >= 0
    ]
    order = list(dict.fromkeys(sides))
    if len(order) != 2 or len(speech.rules.sides) != 2 or len(piece.figures.plain) != 2:
        return None
    said = dict(zip(order, piece.figures.plain, strict=True))
    return Points(tuple(said[side] for side in speech.rules.sides))


def _in_trick(reading: Reading, trick: int) -> Reading:
    """Return a reading in a trick, if none is named."""
    return reading._replace(
        claims=tuple(each if each.trick else each._replace(trick=trick) for each in reading.claims)
    )


def _usual(speech: Speech) -> list[Claim]:
    """Return what is offered if nothing is understood."""
    subjects = (Subject.REVOKE, Subject.WINS, Subject.REACHED_FIRST)
    return [Claim(OfDeal(each, seat), speech.by) for each in subjects for seat in speech.others()[:1]]


def _put_together(found: list[Reading], rules: RuleSet) -> list[Reading]:
    """Join the points of all sides, said one after another, to one claim; what is said twice is said once."""
    made: list[Reading] = []
    for each in found:
        if each.understood and any(one.understood and one.claims == each.claims for one in made):
            continue
        made.append(each)
        last = made[-len(rules.sides) :]
        said = [(one.claims[0], one.claims[0].what) for one in last if one.understood]
        points = {what.seat: what.points for _, what in said if isinstance(what, SeatPoints)}
        is_alike = len({(claim.trick, claim.denied) for claim, _ in said}) == 1 and not said[0][0].denied
        if set(points) == set(rules.sides) and is_alike:
            claim = said[0][0]._replace(what=Points(tuple(points[side] for side in rules.sides)))
            made[-len(last) :] = [Reading(", ".join(one.text for one in last), (claim,))]
    return [_doubted(each, made) for each in made]


def _doubted(reading: Reading, said: list[Reading]) -> Reading:
    """Return a reading as a question where the text gives the same thing another number as well."""
    if not (reading.understood and reading.claims):
        return reading
    [claim] = reading.claims
    others = [each.claims[0] for each in said if each.claims and each.claims[0] != claim]
    same = [each for each in others if _counted(claim) and _counted(each) == _counted(claim)]
    return Reading(reading.text, (*same, claim)[:MOST_OFFERED], UNCLEAR) if same else reading


def _counted(claim: Claim) -> tuple[object, ...]:
    """Return what a claim gives a number of: `it says 4-2, but it is 5-2`; nothing if it gives none."""
    match claim.what:
        case Points() | OfDeal(subject=Subject.SCORE):
            return type(claim.what), claim.trick, claim.denied, getattr(claim.what, "denied", False)
        case SeatPoints(seat=seat) | SeatTricks(seat=seat) | Worth(winner=seat):
            return type(claim.what), seat, claim.trick, claim.denied
    return ()
