"""Reads claims as people word them, in any of the languages, by the signals they contain.

A text is cut into fragments; each way to join them again is tried, and every group is read as the claim that
explains most of its signals. The words are in :mod:`notation.rulings.claim_words`.
"""

import re
from collections.abc import Collection, Sequence
from itertools import islice, pairwise
from math import fsum
from typing import Any, Final, NamedTuple

from notation.record.model import NOBODY, paid_outcome
from notation.record.words import SEAT_LETTERS, read_seat
from notation.rulings.claim_checks import (
    LONGEST,
    NOT_UNDERSTOOD,
    SPEAKER_UNKNOWN,
    TOO_LONG,
    UNCLEAR,
    Reading,
    checked,
    fault,
    stranger,
)
from notation.rulings.claim_meanings import IMPERSONAL, Speech, meant
from notation.rulings.claim_signals import (
    APART,
    MARRIAGES,
    SURE,
    FoundSignals,
    explained,
    figures_of,
    kinds_of,
    signals_of,
    unexplained,
    weight,
)
from notation.rulings.claim_text import ALIKE, Group, SpokenNames, Text, tokens_of
from notation.rulings.claim_words import (
    LANGUAGES,
    ClaimWay,
    claim_words,
    likely_languages,
    signal_class,
    ways,
)
from notation.rulings.claims import (
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
    What,
    Worth,
)
from referee.cards import Seat
from referee.rules import RuleSet
from referee.rulesets import SANTASE
from referee.state import TARGET

MOST_OFFERED: Final = 3
"""Claims that are offered for a text that is not understood."""


_BARE: Final = frozenset({"allowed", "forbidden"})
"""Claims that are meant only where nothing else is said."""
MOST_BARE: Final = 7
"""Words of a claim that only says that something was allowed, or not."""
MOST_FRAGMENTS: Final = 12
MOST_JOINED: Final = 4


_SENTENCE: Final = re.compile("[.;!?…]")


class _Piece(NamedTuple):
    """Some fragments read together: what they can mean, or nothing."""

    start: int
    end: int
    group: Group
    found: tuple[FoundSignals, ...]
    has: frozenset[str]

    @property
    def score(self) -> float:
        return self.found[0].score if self.found else 0.0


def _pieces(text: Text) -> list[_Piece]:
    """Return the best way to join the fragments of a text."""
    fragments = text.fragments[:MOST_FRAGMENTS]
    best: list[tuple[float, list[_Piece]]] = [(0.0, [])]
    for end in range(1, len(fragments) + 1):
        ways_here = []
        for start in range(end - 1, max(0, end - MOST_JOINED) - 1, -1):  # of equals the shortest
            first, last = fragments[start][0], fragments[end - 1][1]
            group = Group(text.words[first:last], text.language)
            has = signals_of(group, figures_of(group))
            found = tuple(each for each in kinds_of(group, has) if each.score >= SURE * 0.6)
            piece = _Piece(first, last, group, found, has)
            score = piece.score if piece.score >= SURE else piece.score * 0.2
            cost = 0.3 if score else 0.1 if has & signal_class("strong") else 0.0
            ways_here.append((best[start][0] + score - cost, [*best[start][1], piece]))
        best.append(max(ways_here, key=lambda way: way[0]))
    return best[-1][1]


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
    found = _symbols(words, by, known, rules)
    if found:
        return [found]
    for language in LANGUAGES:
        before = claim_words(language).denying
        if words.casefold().startswith(before):
            rest = read_claims(
                f"{SEAT_LETTERS[by]}: {words[len(before) :]}" if by >= 0 else words[len(before) :],
                rules,
                names,
            )
            return [each._replace(claims=tuple(map(_denied, each.claims))) for each in rest]
    words, place = _place(words)
    readings = _read_words(words, rules, by, known)
    if place and len(readings) == 1:
        number = place.pop("number", 0)
        claims = [_numbered(claim, number)._replace(**place) for claim in readings[0].claims]
        return [readings[0]._replace(claims=tuple(claims))]
    return readings


def _numbered(claim: Claim, number: int) -> Claim:
    """Return a claim of the play with a number."""
    if number and isinstance(claim.what, OfDeal):
        return claim._replace(what=claim.what._replace(number=number))
    return claim


def _denied(claim: Claim) -> Claim:
    """Return the denial of a claim."""
    what = claim.what
    if isinstance(what, OfDeal):
        return claim._replace(what=what._replace(denied=not what.denied))
    if isinstance(what, Allowed):
        return claim._replace(what=Allowed(not what.allowed))
    return claim._replace(denied=not claim.denied)


def _place(words: str) -> tuple[str, dict[str, Any]]:
    """Return a claim without what the sentence of a claim says in brackets at its end, and that."""
    found = re.fullmatch(r"(.*\S) \(([^()]+)\)", words.strip(), re.DOTALL)
    if not found:
        return words, {}
    place: dict[str, Any] = {}
    for part in found[2].split(", "):
        if part.isdigit():
            place["number"] = int(part)
        for language in LANGUAGES:
            table = claim_words(language)
            trick = re.fullmatch(
                re.escape(table.term("in_trick")).replace(r"\{trick\}", "([0-9]{1,2})"), part
            )
            if trick:
                place["trick"] = int(trick[1])
            elif part == table.term("in_last"):
                place["trick"] = LAST
    return (found[1], place) if place else (words, {})


def _read_words(words: str, rules: RuleSet, by: Seat, known: SpokenNames) -> list[Reading]:
    """Return the assertions of a text in the language that understands most of it."""
    tokens = tokens_of(words)
    languages = likely_languages([token.text for token in tokens if token.text.isalpha()])
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
    read = _read(mended, words, rules, by)
    return read if _understood(read) > _understood(best) else best


def _understood(readings: Sequence[Reading]) -> int:
    """Return how many assertions are understood."""
    return sum(each.understood for each in readings)


def _worth_of(readings: Sequence[Reading]) -> float:
    """Return how much of a text is understood."""
    return sum(1.0 if each.understood else 0.2 if each.claims else 0.0 for each in readings)


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


def _symbols(words: str, by: Seat, names: SpokenNames, rules: RuleSet) -> Reading | None:
    """Return a claim in letters and figures, if it is one."""
    plain = " ".join(words.casefold().split()).rstrip(".!?").translate(ALIKE)
    if found := re.fullmatch(r"(?:pays|paid)((?: [-−]?[0-9]{1,4}){3,4})", plain):
        paid = tuple(map(int, found[1].replace("−", "-").split()))
        told = paid_outcome(paid)
        return checked(words, [Claim(Worth(told.winner, told.game_points, paid), by)], rules)
    if found := re.fullmatch(r"(\S+):? \+?([0-9]{1,4})", plain):
        seat = read_seat(found[1].upper()) if re.fullmatch("[a-d]|ac|bd", found[1]) else names.seat(found[1])
        if seat >= 0:
            return checked(words, [Claim(Worth(seat, int(found[2])), by)], rules)
    if plain == "66" and by >= 0:
        return checked(words, [Claim(Out(by), by)], rules)
    if re.fullmatch(r"[0-9]{1,2}", plain) and by >= 0:
        return checked(words, [Claim(Worth(by, int(plain)), by)], rules)
    return None


def _read(text: Text, raw: str, rules: RuleSet, by: Seat) -> list[Reading]:
    """Return the assertions of a text in one language; what is asked or supposed is not asserted."""
    found, language = _asserted(text, raw, rules, by), text.language
    line = " ".join(text.words)
    asks = raw.rstrip().endswith("?") and (language.asking.match(line) or language.wondering.search(line))
    supposes = any(
        language.hypothetical.match(" ".join(text.words[start:end])) for start, end in text.fragments
    )
    return [each._replace(fault=each.fault or UNCLEAR) for each in found] if asks or supposes else found


def _asserted(text: Text, raw: str, rules: RuleSet, by: Seat) -> list[Reading]:
    """Return the assertions of a text in one language."""
    reader, found, sentence, stop, contrasts = Speech(rules, by), list[Reading](), 0, 0, False
    idle: list[Reading] = []
    foreign: set[str] = set()
    for piece in _pieces(text):
        first, last = text.spans[piece.start][0], text.spans[piece.end - 1][1]
        said = raw[first:last]
        if "?" in raw[stop:first]:
            found = [each._replace(fault=each.fault or UNCLEAR) for each in found]
        if _SENTENCE.search(raw[stop:first]):
            found[sentence:] = _whole(found[sentence:], contrasts, foreign)
            contrasts = False
            sentence = len(found)
        stop = last
        contrasts |= "but" in piece.has
        found_here = _claims_of(piece, reader)
        claims = [*found_here]
        if found and found[-1].understood and (
            not claims or piece.found[0].kind in ("points", "tricks", "out") or not piece.has - _ELLIPTIC - {"gain"}
        ):
            claims = _elliptic(piece, found[-1].claims[0], reader) or claims
        if found and found[-1].understood and claims and _is_circumstance(piece, claims[0], text):
            continue
        if found and found[-1].understood and _says_when(piece, claims, text):
            found[-1] = _in_trick(found[-1], figures_of(piece.group).trick)
            if not claims:
                continue
        if not claims:
            named = [who for _, _, who in piece.group.mentions if len(who) == 1]
            reader.before = read_seat(named[0].upper()) if named else reader.before
            if not piece.has:
                foreign.add(said)
            reading = Reading(said, _nearest(piece, reader), NOT_UNDERSTOOD)
            (found if _is_said(piece, text) else idle).append(reading)
            continue
        if found and found[-1].understood and claims and "but" in piece.has:
            claims = [_in_same_trick(claim, found[-1].claims[0]) for claim in claims]
        if len(claims) == 1:
            reader.before = getattr(claims[0].what, "seat", getattr(claims[0].what, "winner", None))
        reading = checked(said, claims, rules)
        if reading.understood and _leaves_doubt(piece, claims[0], found_here.get(claims[0]), reader):
            offered = dict.fromkeys([*reading.claims, *_nearest(piece, reader)])
            reading = Reading(said, tuple(offered)[:MOST_OFFERED], UNCLEAR)
        also = _also(piece, claims[0], reader) if len(claims) == 1 else None
        if found and _is_same(found[-1], reading) and reading.claims[0].trick > found[-1].claims[0].trick:
            found[-1] = reading
        elif not (found and _is_same(found[-1], reading)):
            found.append(reading)
            if also:
                found.append(checked(said, [also], rules))
    found[sentence:] = _whole(found[sentence:], contrasts, foreign)
    found = found or idle[:1]
    return _put_together(found, rules)


def _whole(readings: Sequence[Reading], contrasts: bool, foreign: Collection[str]) -> list[Reading]:
    """Return what is read in a sentence, none of it as understood if a part of it is not.

    Parts that do not speak of the game at all, ``foreign`` ones, do no harm.
    """
    if contrasts:
        mended = _out_of_turn(readings)
        contrasts, readings = mended == list(readings), mended
    faults = [each.fault for each in readings if each.text not in foreign]
    doubt = next((each for each in faults if each not in (None, SPEAKER_UNKNOWN)), None)
    seats = {getattr(claim.what, "seat", NOBODY) for each in readings for claim in each.claims}
    if len(seats) > 1 and NOBODY in seats and any(_lacks_player(each) for each in readings):
        doubt = doubt or UNCLEAR
    if contrasts and any(_is_course(claim.what) for each in readings for claim in each.claims):
        doubt = doubt or UNCLEAR  # `he led although I had won` says that it was wrong
    return [each._replace(fault=each.fault or doubt) for each in readings]


def _is_course(what: What) -> bool:
    return isinstance(what, OfDeal) and what.subject is Subject.LEADER


def _out_of_turn(readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings of a sentence in which somebody led although another had the lead.

    `He led the third trick, but I had taken the second.`
    """
    made = list(readings)
    for at, (one, other) in enumerate(pairwise(readings)):
        if not (one.claims and other.claims):
            continue
        led, had = one.claims[0].what, other.claims[0].what
        if (
            isinstance(led, OfDeal)
            and isinstance(had, OfDeal)
            and _is_course(led)
            and (_is_course(had) or had.subject is Subject.TAKER)
            and not (led.denied or had.denied)
            and -1 < led.seat != had.seat > -1
        ):
            claim = one.claims[0]._replace(what=led._replace(subject=Subject.LED_OUT_OF_TURN))
            made[at] = one._replace(claims=(claim,))
    return made


def _lacks_player(reading: Reading) -> bool:
    what = reading.claims[0].what if reading.claims else None
    return (
        isinstance(what, OfDeal)
        and what.seat < 0
        and what.seat != LEADER
        and what.subject.value not in IMPERSONAL
    )


def _leaves_doubt(piece: _Piece, claim: Claim, way: FoundSignals | None, reader: Speech) -> bool:
    """Return whether a claim does not explain everything that a piece says."""
    group, what, figures = piece.group, claim.what, figures_of(piece.group)
    if way is None:  # what the claim before counts is left out
        return bool(unexplained(group, piece.has, _ELLIPTIC, denies=True))
    needs = way.needs
    denies = claim.denied or getattr(what, "denied", False) or what == Allowed(allowed=False)
    left = unexplained(group, piece.has, needs, denies)
    may_be_name = left == group.words[:1] and not group.mentions and not group.language.pro_drop
    if left and not may_be_name:
        return True
    used = needs | explained(needs)
    said = {getattr(what, name, 0) for name in ("game_points", "points", "number")} | {TARGET}
    said |= {number for number in MARRIAGES if used & {"marriage", "#both"}}
    said |= {2} if needs & {"two", "twice"} else set()
    said |= {33} if "#33" in needs else set()
    said |= {number for number in figures.plain if "#few" in needs and 20 < number < TARGET}
    said |= {getattr(what, "number", 0) - 1} if "more" in needs else set()
    if set(figures.plain) & said:
        said |= {*MARRIAGES}  # `with the 40 I had 66`
    if set(figures.plain) - said and not isinstance(what, Points):
        return True
    if figures.tricks >= 0 and not needs & {"#tricks", "late", "#two_cards"}:
        return True
    if claim.trick != figures.trick and not isinstance(what, Worth):
        return True
    if isinstance(what, SeatPoints) and (what.points in MARRIAGES or what.points < 12) and "points" not in piece.has:
        return True
    if isinstance(what, SeatPoints) and what.points < 4 and "have" not in piece.has:  # game points?
        return True
    if len({word for word in group.words if re.fullmatch(r"\d+[.]", word)}) > 1:
        return True
    if isinstance(what, Allowed) and ("%" in group.line or len(group.words) > MOST_BARE):
        return True
    if isinstance(what, OfDeal) and _turns_round(what, way, piece):
        return True
    closes = way.kind == "close-early" and isinstance(what, SeatTricks)
    return not closes and len(_players(piece, claim, needs, reader)) > 1


def _turns_round(what: OfDeal, way: FoundSignals, piece: _Piece) -> bool:
    """Return whether a way to say something often means its contrary, or another kind."""
    if what.subject is Subject.TAKER:
        return what.denied and not piece.has & {"#trick", "last"}
    if what.subject is Subject.WRONG_DEALER:
        return "should" in way.needs
    told = {"announce", "claim"} <= piece.has and not piece.has & {"marriage", "#66", "#few", "out", "royal"}
    return (told and "announcing" in way.needs) or ("nobody" in piece.has and "illegal" in way.needs)


def _players(piece: _Piece, claim: Claim, needs: frozenset[str], reader: Speech) -> set[Seat]:
    """Return the players that a claim of a piece can be about, by the words."""
    group, what = piece.group, claim.what
    if isinstance(what, Points):
        return set()
    used = (needs | explained(needs)) - {"have", "had"}
    spans = [span for name in used for span in group.found.get(name, ())]
    spans += [(at + 3, at + 4) for at, _, who in group.mentions if len(who) == 1]  # its verb
    named = bool(group.mentions) and len(group.mentions[0][2]) == 1
    return {
        seats[0]
        for start, role, who in group.mentions
        if not (named and who == "me")  # `B hat mich ...`
        and (role == "subject" or isinstance(what, SeatPoints | SeatTricks | Worth))
        and not any(first <= start < last for first, last in spans)
        and not group.is_beside(start)
        and len(seats := reader.who(who)) == 1
        and seats[0] >= 0
    }


def _says_when(piece: _Piece, claims: Sequence[Claim], text: Text) -> bool:
    """Return whether a piece says in which trick that was what the piece before it says."""
    if not figures_of(piece.group).trick:
        return False
    if claims:
        return bool(text.language.attached.match(piece.group.line))
    return piece.has <= {"#trick", "trick", "last", "after", "#points"}


def _is_circumstance(piece: _Piece, claim: Claim, text: Text) -> bool:
    """Return whether a piece only says when something was: `when he saw what I led`."""
    return bool(text.language.attached.match(piece.group.line)) and _is_course(claim.what)


def _in_same_trick(claim: Claim, before: Claim) -> Claim:
    """Return a claim of who took a trick, in the one that is spoken of: `he put it to his, but it was mine`."""
    is_taker = isinstance(claim.what, OfDeal) and claim.what.subject is Subject.TAKER
    return claim._replace(trick=before.trick) if is_taker and not claim.trick else claim


def _in_trick(reading: Reading, trick: int) -> Reading:
    """Return a reading in a trick, if none is named."""
    return reading._replace(
        claims=tuple(each if each.trick else each._replace(trick=trick) for each in reading.claims)
    )


def _is_said(piece: _Piece, text: Text) -> bool:
    """Return whether something is asserted by words that are not understood: no mere circumstance."""
    if text.language.attached.match(piece.group.line):
        return False
    words = (word for word in piece.group.words if word[0].isalpha())
    return bool(piece.has & signal_class("strong")) or any(not text.is_known(word) for word in words)


def _claims_of(piece: _Piece, reader: Speech) -> dict[Claim, FoundSignals]:
    """Return the claims that a piece can mean, one if it is understood, with the way each is made."""
    if not piece.found:
        return {}
    best = piece.found[0]
    if best.kind in _BARE and len(piece.found) == 1 and len(piece.group.words) > MOST_BARE:
        return {}
    if best.kind in _BARE and len(piece.found) > 1 and piece.found[1].score >= SURE:
        best = piece.found[1]
    others = [each for each in piece.found if each.kind not in _BARE or each is best]
    near = [each for each in others if each.score > best.score - APART or best.score < SURE]
    claims: dict[Claim, FoundSignals] = {}
    for each in near:
        if each.kind == "total" and "#two" in each.needs:
            both = _of_both(piece, reader)
            if both:
                claims[Claim(both, reader.by)] = each
            continue
        for seat in reader.seats(piece.group, each.kind):
            claim = meant(each.kind, each.needs, piece.group, piece.has, seat)
            if claim is not None and _is_before_mine(each, piece, reader):
                claim = Claim(SeatTricks(reader.by, 0))
            is_others = each.kind == "followed" and "@suit" in each.needs and seat != reader.by
            if claim is not None and not is_others:  # who had no spades defends himself
                claims.setdefault(claim._replace(by=reader.by), each)
    return dict(islice(claims.items(), MOST_OFFERED))


def _is_before_mine(way: FoundSignals, piece: _Piece, reader: Speech) -> bool:
    """Return whether somebody closed before the speaker had a trick, which is no fault but costs more."""
    return (
        way.kind == "close-early"
        and reader.by >= 0
        and "trick" in way.needs
        and bool(way.needs & {"not", "without", "before"})
        and any(who == "me" for _, _, who in piece.group.mentions)
        and reader.by not in reader.seats(piece.group, way.kind)
    )


def _is_same(one: Reading, other: Reading) -> bool:
    """Return whether a reading says no more than the one before it."""
    if one.claims == other.claims:
        return True
    if not (one.understood and other.understood):
        return False
    first, second = one.claims[0].what, other.claims[0].what
    if isinstance(first, OfDeal) and first.subject is Subject.REVOKED_FIRST:
        first = first._replace(subject=Subject.REVOKE)
    return (
        isinstance(first, OfDeal)
        and isinstance(second, OfDeal)
        and first._replace(seat=second.seat, denied=False) == second._replace(denied=False)
        and (second.seat < 0 or second.seat == first.seat)
    )


def _is_verdict(reading: Reading) -> bool:
    return isinstance(reading.claims[0].what, Allowed)


def _of_both(piece: _Piece, reader: Speech) -> Points | None:
    """Return the points of both sides, each said beside a player: `41 for me and 66 for her`."""
    sides = [
        reader.rules.side(found[0])
        for _, _, who in piece.group.mentions
        if len(found := reader.who(who)) == 1 and found[0] >= 0
    ]
    order = list(dict.fromkeys(sides))
    if len(order) != 2 or len(reader.rules.sides) != 2:
        return None
    said = dict(zip(order, figures_of(piece.group).plain, strict=True))
    return Points(tuple(said[side] for side in reader.rules.sides))


def _nearest(piece: _Piece, reader: Speech) -> tuple[Claim, ...]:
    """Return the claims that are nearest to what is said, of those that it has the numbers for."""
    near: dict[str, tuple[float, ClaimWay]] = {}
    for way in ways():
        missing = way.needs - piece.has
        if way.bars & piece.has or any(name[0] in "#@" for name in missing):
            continue
        got = fsum(weight(name) for name in way.needs & piece.has)
        score = got - 0.5 * fsum(weight(name) for name in missing)
        if got and score > near.get(way.kind, (-9.0, way))[0]:
            near[way.kind] = (score, way)
    found: list[Claim] = []
    for _, way in sorted(near.values(), key=lambda each: -each[0]):
        for seat in reader.seats(piece.group, way.kind)[:1]:
            claim = meant(way.kind, way.needs, piece.group, piece.has, seat)
            claim = claim and claim._replace(by=reader.by)
            if claim and claim not in found and fault(claim, reader.rules) is None:
                found.append(claim)
    found += [claim for claim in _usual(reader) if claim not in found]
    return tuple(found[:MOST_OFFERED])


def _usual(reader: Speech) -> list[Claim]:
    """Return what is offered if nothing is understood."""
    subjects = (Subject.REVOKE, Subject.WINS, Subject.REACHED_FIRST)
    return [Claim(OfDeal(each, seat), reader.by) for each in subjects for seat in reader.others()[:1]]


def _also(piece: _Piece, claim: Claim, reader: Speech) -> Claim | None:
    """Return what is claimed besides by the way something is said: with how many points 66 was claimed."""
    what, figures = claim.what, figures_of(piece.group)
    if not isinstance(what, OfDeal):
        return None
    if what.subject is Subject.AGREED and "tie" in piece.has:
        return claim._replace(what=Worth(Seat(NOBODY), 0))
    few = next((number for number in figures.plain if 20 < number < TARGET), 0)
    if what.subject is Subject.FALSE_CLAIM and few and {"have", "only"} & piece.has:
        return claim._replace(what=SeatPoints(what.seat, few), trick=0)
    if what.subject is Subject.LED_OUT_OF_TURN and "turn" in piece.has and not figures.trick:
        named = {seat for _, _, who in piece.group.mentions for seat in reader.who(who)} - {what.seat}
        if len(named) == 1:
            return claim._replace(what=OfDeal(Subject.LEADER, named.pop()), trick=0)
    return None


_ELLIPTIC: Final = frozenset(
    {"have", "had", "only", "not", "no", "#points", "#worth", "#few", "#66", "#33"}
    | {"gain", "get", "all", "#whose", "but"}
)


def _elliptic(piece: _Piece, before: Claim, reader: Speech) -> list[Claim]:
    """Return the claim of a piece that leaves out what the one before it counts: `I have 2 tricks, he 1`."""
    figures = figures_of(piece.group)
    if len(figures.plain) != 1 or piece.has - _ELLIPTIC or figures.trick:
        return []
    number, what = figures.plain[0], before.what
    seats = reader.seats(piece.group, "points")
    denied = "not" in piece.has
    if len(seats) != 1:
        return []
    if isinstance(what, Points | SeatPoints) and "points" not in piece.has:
        return [Claim(SeatPoints(seats[0], number), before.by, before.trick, denied)]
    if isinstance(what, SeatTricks):
        return [Claim(SeatTricks(seats[0], number), before.by, before.trick, denied)]
    if isinstance(what, Worth) and 0 < number < 12:
        return [Claim(Worth(seats[0], number), before.by, before.trick, denied)]
    return []


def _put_together(found: list[Reading], rules: RuleSet) -> list[Reading]:
    """Join the points of all sides, said one after another, to one claim.

    That something is not allowed is said of what else is claimed.
    """
    made: list[Reading] = []
    if any(each.understood and not _is_verdict(each) for each in found):
        found = [each for each in found if not (each.understood and _is_verdict(each))]
    for each in found:
        made.append(each)
        last = made[-len(rules.sides) :]
        said = [(one.claims[0], one.claims[0].what) for one in last if one.understood]
        points = {what.seat: what.points for _, what in said if isinstance(what, SeatPoints)}
        is_alike = len({(claim.trick, claim.denied) for claim, _ in said}) == 1 and not said[0][0].denied
        if set(points) == set(rules.sides) and is_alike:
            claim = said[0][0]._replace(what=Points(tuple(points[side] for side in rules.sides)))
            made[-len(last) :] = [Reading(", ".join(one.text for one in last), (claim,))]
    return made
