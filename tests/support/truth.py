"""Checks whether every word of a record is true, with the oracle alone: no reader, referee or judge.

`true_record` writes a game played by the oracle, word by word; `is_true` reads such words, in any order, and
replays them. Only the output of `true_record` can be read: no comments, glyphs or other spellings. Two play
with a talon, by :mod:`support.oracle`, three and four without, by :mod:`support.oracle_of_more`.
"""

import random
import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple

from tests.support import oracle, oracle_of_more
from tests.support.oracle import OracleMatch, OracleResult, after, seats_of

Deal = oracle.OracleDeal | oracle_of_more.OracleDealOfMore


class TrueWord(NamedTuple):
    """A word of a record, or two that belong together, and what it states."""

    what: str
    words: str


class UntrueError(Exception):
    """A statement of the record is false, an action is illegal, or something is missing."""


def true_record(spec: str, rng: random.Random, deals: int) -> list[TrueWord]:
    """A game of so many complete deals, unless it is won earlier; optional parts are sometimes left out."""
    match = OracleMatch(spec, rng.choice(seats_of(spec)))
    played: list[TrueWord] = []
    for number in range(1, deals + 1):
        if match.winner is None:
            played += _deal(spec, match, number, rng)
    tags = [TrueWord("rules", f'[Rules "{spec}"]')]
    if rng.random() < 0.8:
        tags.append(TrueWord("Result tag", f'[Result "{score_words(match.score.values())}"]'))
    return tags + played


class TrueCards(NamedTuple):
    """The cards of a deal, and the card or suit that fixes trumps."""

    dealer: str
    hands: dict[str, list[str]]
    talon: list[str]
    trump: str

    def start(self, spec: str, number: int) -> Deal:
        """The deal before the first lead, by its number in the match."""
        if self.talon:
            return oracle.OracleDeal(spec, self.dealer, self.hands, self.talon, number == 1)
        return oracle_of_more.OracleDealOfMore(spec, self.dealer, self.hands, self.trump[-1], number == 1)


def _dealt_by_chance(spec: str, dealer: str, rng: random.Random) -> TrueCards:
    if len(seats_of(spec)) == 2:
        _, hands, talon = oracle.random_deal(spec, rng)
        return TrueCards(dealer, hands, talon, talon[-1])
    _, hands, _ = oracle_of_more.random_deal(spec, rng)
    turned = hands[dealer][-1] if len(hands) == 4 else hands[_holder(spec, dealer)][3]
    named = rng.choice(oracle.SUITS) if len(hands) == 3 else turned[1]
    return TrueCards(dealer, hands, [], turned if rng.random() < 0.5 else named)


def _holder(spec: str, dealer: str) -> str:
    """Who gets the card that fixes trumps without a talon: the leader of three, the dealer of four."""
    seats = seats_of(spec)
    return dealer if len(seats) == 4 else after(seats, dealer)


def _deal(spec: str, match: OracleMatch, number: int, rng: random.Random) -> Iterator[TrueWord]:
    dealt = _dealt_by_chance(spec, match.dealer, rng)
    played = dealt.start(spec, number)
    done = oracle.random_playout(played, rng)
    result = played.result
    assert result is not None
    yield TrueWord("deal number", f"deal {number}")
    yield TrueWord("dealer", f"dealer {dealt.dealer}")
    if not dealt.talon or rng.random() < 0.7:
        yield TrueWord("turn-up", f"trump {dealt.trump}")
    for seat, hand in dealt.hands.items():
        yield TrueWord("owner", f"{seat}:")
        yield from (TrueWord("card held", card) for card in hand)
    if dealt.talon:
        yield TrueWord("owner", "talon:")
        yield from (TrueWord("card of the talon", card) for card in dealt.talon)
    yield from _tricks(dealt.start(spec, number), done, rng)
    carrying = sorted(_carrying(played, done[-1][1]))
    if carrying and rng.random() < 0.5:
        yield TrueWord("card led last", rng.choice(carrying))
    if match.rules["claim"] == "auto" and result.reason.endswith("out") and rng.random() < 0.3:
        yield TrueWord("out", "out")
    won = _enter(match, result)
    yield TrueWord("result", "=")
    if result.paid and rng.random() < 0.5:
        yield TrueWord("payments", f"pays {' '.join(map(str, result.paid.values()))}")
    else:
        yield TrueWord("winner", result.winner or "draw")
        if result.winner:
            yield TrueWord("game points", str(won))
    if rng.random() < 0.7:
        yield TrueWord("reason", f"by {result.reason}")
    if rng.random() < 0.7:
        yield TrueWord("card points", f"({_by_side(result.points)})")
    if rng.random() < 0.7:
        yield TrueWord("score", f"score {score_words(match.score.values())}")


def _enter(match: OracleMatch, result: OracleResult) -> int:
    """Add a result to the score, and return what its winner gains, with any extra point after a draw."""
    before = sum(match.score.values())
    match.add(result)
    return result.game_points if result.paid else sum(match.score.values()) - before


def _carrying(deal: Deal, last: str) -> set[str]:
    """The cards that may be led with a marriage that ended the deal automatically."""
    assert deal.result is not None
    by_itself = deal.rules["claim"] == "auto" and deal.result.reason in ("out", "defender-out")
    if not by_itself or last[0] not in "24":
        return set()
    if isinstance(deal, oracle.OracleDeal):
        return set(deal.leads())
    announced = any(marriage.seat == deal.leader for marriage in deal.announced_now())
    return set(deal.cards_to_play()) if announced else set()


def _tricks(deal: Deal, done: list[tuple[str, str]], rng: random.Random) -> Iterator[TrueWord]:
    opened = 0
    for seat, word in done:
        following = sum(deal.tricks.values()) + 1
        behind = (
            deal.before_draw
            or (word == "exchange" and seat != deal.turn)
            or (word == "out" and opened > 0 and rng.random() < 0.5)
        )
        if opened < following and not behind:
            opened = following
            yield TrueWord("trick number", f"{opened}.")
            yield from _checkpoint(deal, rng)
        if word != "draw":
            if seat != deal.turn or rng.random() < 0.2:
                yield TrueWord("actor", f"{seat}:")
            yield TrueWord(_kind(word), word)
        deal.act(seat, word)
        if word != "draw" and not deal.over:
            yield from _checkpoint(deal, rng)


def _checkpoint(deal: Deal, rng: random.Random) -> Iterator[TrueWord]:
    if rng.random() < 0.1:
        yield TrueWord("checkpoint", f"<{_by_side(deal.points())}>")


def _kind(word: str) -> str:
    if word in ("exchange", "close", "out"):
        return word
    return "marriage" if word[0] in "24" else "card played"


def _by_side(points: dict[str, int]) -> str:
    return "-".join(map(str, points.values()))


def score_words(score: Iterable[int]) -> str:
    """A score: with blanks if a player has paid more than he has won."""
    words = list(map(str, score))
    return (" " if any(word.startswith("-") for word in words) else "-").join(words)


def text_of(pieces: list[TrueWord]) -> str:
    """The record as a file."""
    lines = ("deal number", "owner", "trick number", "result", "rules", "Result tag")
    return "%SGN 1" + "".join(("\n" if p.what in lines else " ") + p.words for p in pieces) + "\n"


CARD = "[ATKQJ9][shdc]"
NUMBERS = r"\d{1,4}(?:-\d{1,4}){1,3}"
ACTION = rf"(?: [A-D]:)? (?:{CARD}|[24]0[shdc]|exchange|close|out)(?: <{NUMBERS}>)*"
TRICK = rf" \d{{1,4}}\.(?: <{NUMBERS}>)*(?:{ACTION})*"
STAKES = r"-?\d{1,4}(?: -?\d{1,4}){2,3}(?![\w.-])"
RESULT = (
    rf" = (?P<outcome>\*|draw|(?:[A-D]|AC|BD) \d{{1,4}}|pays {STAKES})"
    rf"(?: by (?P<reason>[a-z-]+))?(?: \((?P<points>{NUMBERS})\))?(?: score (?P<score>{STAKES}|{NUMBERS}))?"
)
DEAL = re.compile(
    r" deal (?P<number>\d{1,4}) dealer (?P<dealer>[A-D])"
    rf"(?: trump (?P<trump>{CARD}|[shdc]))?(?P<held>(?: (?:[A-D]|talon):(?: {CARD})+)*)"
    rf"(?P<play>(?:{TRICK})*)(?:{RESULT})?(?= deal |$)"
)
TAGS = re.compile(r'%SGN 1((?: \[\w+ "[^"]*"\])*)(?= deal )')


def split(text: str) -> tuple[list[tuple[str, str]], list[re.Match[str]]] | None:
    """The tags and the deals of a text; None if it does not have the form of `true_record`."""
    text = " ".join(text.split())
    head = TAGS.match(text)
    if head is None:
        return None
    deals: list[re.Match[str]] = []
    at = head.end()
    while at < len(text):
        deal = DEAL.match(text, at)
        if deal is None:
            return None
        deals.append(deal)
        at = deal.end()
    return re.findall(r'\[(\w+) "([^"]*)"\]', head[1]), deals


def held(deal: re.Match[str]) -> list[tuple[str, list[str]]]:
    """The hands and the talon, with their owners, as they stand."""
    return [(owner, cards.split()) for owner, cards in re.findall(rf"(\w+):((?: {CARD})+)", deal["held"])]


def is_true(text: str) -> bool:
    """Is every action legal and every statement true?

    If a deal without a talon does not state trumps, any possible suit will do.
    """
    parts = split(text)
    if parts is None:
        return False
    tags, deals = parts
    talon = "talon:" in text
    return any(
        _holds(tags, deals, trumps)
        for trumps in product(*(oracle.SUITS if not (deal["trump"] or talon) else "-" for deal in deals))
    )


def _holds(tags: list[tuple[str, str]], deals: list[re.Match[str]], trumps: tuple[str, ...]) -> bool:
    try:
        _check(tags, deals, trumps)
    except (UntrueError, oracle.IllegalActionError):
        return False
    return True


def _require(holds: bool) -> None:
    if not holds:
        raise UntrueError


def _check(tags: list[tuple[str, str]], deals: list[re.Match[str]], trumps: tuple[str, ...]) -> None:
    values = dict(tags)
    _require(len(values) == len(tags) and "Rules" in values)
    seats = seats_of(values["Rules"])
    match = OracleMatch(values["Rules"], seats[0])
    decided = True
    for number, (deal, trump) in enumerate(zip(deals, trumps, strict=True), start=1):
        _require(decided and match.winner is None)
        _require(int(deal["number"]) == number and deal["dealer"] in seats)
        _require(number == 1 or deal["dealer"] == match.dealer)
        match.dealer = deal["dealer"]
        decided = _check_deal(values["Rules"], match, deal, trump)
    score = score_words(match.score.values())
    unfinished = "*" if match.winner is None else score
    _require(values.get("Result", unfinished) in (score, unfinished))


def _check_deal(spec: str, match: OracleMatch, stated: re.Match[str], trump: str) -> bool:
    """Replay one deal and add its result; returns whether it was decided."""
    deal = _dealt(spec, stated, trump).start(spec, int(stated["number"]))
    _play(deal, stated["play"].split())
    if deal.played_out and not deal.over:
        deal.finish()
    outcomes = ["*"]
    if deal.result is not None:
        winner, won = deal.result.winner, _enter(match, deal.result)
        outcomes = [f"{winner} {won}" if winner else "draw"]
        if deal.result.paid:
            outcomes.append(f"pays {' '.join(map(str, deal.result.paid.values()))}")
    points = deal.result.points if deal.result else deal.points()
    _require(stated["outcome"] in (None, *outcomes))
    _require(stated["reason"] is None or (deal.result is not None and stated["reason"] == deal.result.reason))
    _require(stated["points"] in (None, _by_side(points)))
    _require(stated["score"] is None or numbers(stated["score"]) == (*match.score.values(),))
    return deal.result is not None


def numbers(words: str) -> tuple[int, ...]:
    """Numbers as written: separated by blanks or hyphens."""
    return tuple(map(int, words.split() if " " in words else words.split("-"))) if words else ()


def _dealt(spec: str, stated: re.Match[str], trump: str) -> TrueCards:
    """The cards as dealt: the whole pack, each hand of the right size, and the turn-up where it belongs."""
    cards, seats, rules = dict(held(stated)), seats_of(spec), oracle.rules_of(spec)
    has_talon = len(seats) == 2
    _require(sorted(owner for owner, _ in held(stated)) == [*seats, *["talon"] * has_talon])
    pack = {rank + suit for rank in oracle.RANKS for suit in oracle.SUITS}
    if rules["lowest-rank"] == "J":
        pack -= {"9" + suit for suit in oracle.SUITS}
    hands = {seat: cards[seat] for seat in seats}
    _require({len(hand) for hand in hands.values()} == {int(rules["hand"])})
    _require(sorted(card for owned in cards.values() for card in owned) == sorted(pack))
    trump = stated["trump"] or (cards["talon"][-1] if has_talon else trump)
    turned = cards["talon"][-1:] if has_talon else hands[_holder(spec, stated["dealer"])]
    _require(trump in turned or trump in (turned[-1][1] if has_talon else oracle.SUITS))
    return TrueCards(stated["dealer"], hands, cards.get("talon", []), trump)


def _play(deal: Deal, words: list[str]) -> None:
    """Do the written actions; after a complete trick only what is allowed there."""
    opened = 0
    seat = ""
    carrying: set[str] = set()
    for index, word in enumerate(words):
        following = sum(deal.tricks.values()) + 1
        if word.startswith("<"):
            _require(word == f"<{_by_side(deal.points())}>")
        elif word.endswith(":"):
            seat = word[0]
        elif word.endswith("."):
            first = next((word for word in words[index + 1 :] if word[0] != "<" and word[-1] != ":"), "")
            _require(_waits_for_lead(deal) and opened < following == int(word[:-1]))
            _require(first == "out" or not (deal.over or deal.played_out))
            opened = following
            if deal.before_draw:
                deal.act(deal.leader, "draw")
        elif deal.over:
            carried = word in carrying and seat in ("", deal.leader)
            _require(carried or (_says_what_happened(deal, word, seat) and "out" not in words[:index]))
            carrying = set()
            seat = ""
        else:
            on_lead = word == "out" and not _waits_for_lead(deal)  # its leader's, who had the chance
            seat = seat or (deal.leader if on_lead else deal.turn)
            reply_to_close = word == "exchange" and seat != deal.turn
            _require(opened == following or deal.before_draw or reply_to_close or word == "out")
            deal.act(seat, word)
            carrying = _carrying(deal, word) if deal.over else set()
            seat = ""


def _waits_for_lead(deal: Deal) -> bool:
    return deal.led is None if isinstance(deal, oracle.OracleDeal) else not deal.table


def _says_what_happened(deal: Deal, word: str, seat: str) -> bool:
    """`out` after 66 has ended the deal automatically."""
    result = deal.result
    assert result is not None
    by_itself = deal.rules["claim"] == "auto" and result.reason in ("out", "defender-out")
    return by_itself and word == "out" and seat in ("", *(result.winner or ""))
