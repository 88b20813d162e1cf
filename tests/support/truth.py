"""Whether every word of a record is true, by the oracle alone: no reader, referee or judge helps.

`true_record` writes a game that the oracle has played, word by word; `is_true` reads such words, in
whatever order they have come, and replays them. Only what `true_record` can write is read: no
comments, glyphs or other spellings.
"""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from support import oracle
from support.oracle import SEATS


class Piece(NamedTuple):
    """A word of a record, or two that belong together, and what it states."""

    what: str
    words: str


class UntrueError(Exception):
    """A statement of the record is false, an action is illegal, or something is missing."""


def true_record(spec: str, rng: random.Random, deals: int) -> list[Piece]:
    """A game of so many complete deals, unless it is won before; what may be left out sometimes is."""
    match = oracle.Match(spec, rng.choice(SEATS))
    played: list[Piece] = []
    for number in range(1, deals + 1):
        if match.winner is None:
            played += _deal(spec, match, number, rng)
    tags = [Piece("rules", f'[Rules "{spec}"]')]
    if rng.random() < 0.8:
        tags.append(Piece("Result tag", f'[Result "{_pair(match.score)}"]'))
    return tags + played


def _deal(spec: str, match: oracle.Match, number: int, rng: random.Random) -> Iterator[Piece]:
    dealer = match.dealer
    _, hands, talon = oracle.random_deal(spec, rng)
    played = oracle.Deal(spec, dealer, hands, talon, number == 1)
    done = oracle.random_playout(played, rng)
    result = played.result
    assert result is not None
    yield Piece("deal number", f"deal {number}")
    yield Piece("dealer", f"dealer {dealer}")
    if rng.random() < 0.7:
        yield Piece("turn-up", f"trump {talon[-1]}")
    for seat in SEATS:
        yield Piece("owner", f"{seat}:")
        yield from (Piece("card held", card) for card in hands[seat])
    yield Piece("owner", "talon:")
    yield from (Piece("card of the talon", card) for card in talon)
    yield from _tricks(oracle.Deal(spec, dealer, hands, talon, number == 1), done, rng)
    if match.rules["claim"] == "auto" and result.reason.endswith("out") and rng.random() < 0.3:
        yield Piece("out", "out")
    before = sum(match.score.values())
    match.add(result)
    yield Piece("result", "=")
    yield Piece("winner", result.winner or "draw")
    if result.winner:
        yield Piece("game points", str(sum(match.score.values()) - before))
    if rng.random() < 0.7:
        yield Piece("reason", f"by {result.reason}")
    if rng.random() < 0.7:
        yield Piece("card points", f"({_pair(result.points)})")
    if rng.random() < 0.7:
        yield Piece("score", f"score {_pair(match.score)}")


def _tricks(deal: oracle.Deal, done: list[tuple[str, str]], rng: random.Random) -> Iterator[Piece]:
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
            yield Piece("trick number", f"{opened}.")
            yield from _checkpoint(deal, rng)
        if word != "draw":
            if seat != deal.turn or rng.random() < 0.2:
                yield Piece("actor", f"{seat}:")
            yield Piece(_kind(word), word)
        deal.act(seat, word)
        if word != "draw" and not deal.over:
            yield from _checkpoint(deal, rng)


def _checkpoint(deal: oracle.Deal, rng: random.Random) -> Iterator[Piece]:
    if rng.random() < 0.1:
        yield Piece("checkpoint", f"<{_pair(deal.points())}>")


def _kind(word: str) -> str:
    if word in ("exchange", "close", "out"):
        return word
    return "marriage" if word[0] in "24" else "card played"


def _pair(points: dict[str, int]) -> str:
    return "-".join(str(points[seat]) for seat in SEATS)


def text_of(pieces: list[Piece]) -> str:
    """The record as a file."""
    lines = ("deal number", "owner", "trick number", "result", "rules", "Result tag")
    return "%SGN 1" + "".join(("\n" if p.what in lines else " ") + p.words for p in pieces) + "\n"


CARD = "[ATKQJ9][shdc]"
NUMBERS = r"\d{1,4}(?:-\d{1,4}){1,3}"
ACTION = rf"(?: [A-D]:)? (?:{CARD}|[24]0[shdc]|exchange|close|out)(?: <{NUMBERS}>)*"
TRICK = rf" \d{{1,4}}\.(?: <{NUMBERS}>)*(?:{ACTION})*"
RESULT = (
    r" = (?P<outcome>\*|draw|[A-D] \d{1,4})"
    rf"(?: by (?P<reason>[a-z-]+))?(?: \((?P<points>{NUMBERS})\))?(?: score (?P<score>{NUMBERS}))?"
)
DEAL = re.compile(
    r" deal (?P<number>\d{1,4}) dealer (?P<dealer>[A-D])"
    rf"(?: trump (?P<trump>{CARD}))?(?P<held>(?: (?:[A-D]|talon):(?: {CARD})+)*)"
    rf"(?P<play>(?:{TRICK})*)(?:{RESULT})?(?= deal |$)"
)
TAGS = re.compile(r'%SGN 1((?: \[\w+ "[^"]*"\])*)(?= deal )')


def split(text: str) -> tuple[list[tuple[str, str]], list[re.Match[str]]] | None:
    """The tags and the deals of a text; None where it is not made as `true_record` makes it."""
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
    """Is everything legal and true that stands here?"""
    parts = split(text)
    try:
        _require(parts is not None)
        assert parts is not None
        _check(*parts)
    except (UntrueError, oracle.IllegalActionError):
        return False
    return True


def _require(holds: bool) -> None:
    if not holds:
        raise UntrueError


def _check(tags: list[tuple[str, str]], deals: list[re.Match[str]]) -> None:
    values = dict(tags)
    _require(len(values) == len(tags) and "Rules" in values)
    match = oracle.Match(values["Rules"], "A")
    decided = True
    for number, deal in enumerate(deals, start=1):
        _require(decided and match.winner is None)
        _require(int(deal["number"]) == number and deal["dealer"] in SEATS)
        _require(number == 1 or deal["dealer"] == match.dealer)
        match.dealer = deal["dealer"]
        decided = _check_deal(values["Rules"], match, deal)
    unfinished = "*" if match.winner is None else _pair(match.score)
    _require(values.get("Result", unfinished) in (_pair(match.score), unfinished))


def _check_deal(spec: str, match: oracle.Match, stated: re.Match[str]) -> bool:
    """Replay one deal and enter it; tell whether it was decided."""
    deal = _dealt(spec, stated)
    _play(deal, stated["play"].split())
    if deal.played_out and not deal.over:
        deal.finish()
    outcome = "*"
    if deal.result is not None:
        before = sum(match.score.values())
        match.add(deal.result)
        won = sum(match.score.values()) - before
        outcome = f"{deal.result.winner} {won}" if deal.result.winner else "draw"
    points = deal.result.points if deal.result else deal.points()
    _require(stated["outcome"] in (None, outcome))
    _require(stated["reason"] is None or (deal.result is not None and stated["reason"] == deal.result.reason))
    _require(stated["points"] in (None, _pair(points)))
    _require(stated["score"] in (None, _pair(match.score)))
    return deal.result is not None


def _dealt(spec: str, stated: re.Match[str]) -> oracle.Deal:
    """The cards as dealt: the whole pack, each hand of the right size, the turn-up at the end."""
    cards = dict(held(stated))
    _require(sorted(owner for owner, _ in held(stated)) == ["A", "B", "talon"])
    rules = oracle.rules_of(spec)
    pack = {rank + suit for rank in oracle.RANKS for suit in oracle.SUITS}
    if rules["lowest-rank"] == "J":
        pack -= {"9" + suit for suit in oracle.SUITS}
    _require({len(cards[seat]) for seat in SEATS} == {int(rules["hand"])})
    _require(sorted(cards["A"] + cards["B"] + cards["talon"]) == sorted(pack))
    _require(stated["trump"] in (None, cards["talon"][-1]))
    hands = {seat: cards[seat] for seat in SEATS}
    return oracle.Deal(spec, stated["dealer"], hands, cards["talon"], int(stated["number"]) == 1)


def _play(deal: oracle.Deal, words: list[str]) -> None:
    """Do what is written; behind a complete trick only what may stand there."""
    opened = 0
    seat = ""
    for index, word in enumerate(words):
        following = sum(deal.tricks.values()) + 1
        if word.startswith("<"):
            _require(word == f"<{_pair(deal.points())}>")
        elif word.endswith(":"):
            seat = word[0]
        elif word.endswith("."):
            first = next((word for word in words[index + 1 :] if word[0] != "<" and word[-1] != ":"), "")
            _require(deal.led is None and opened < following == int(word[:-1]))
            _require(first == "out" or not (deal.over or deal.played_out))
            opened = following
            if deal.before_draw:
                deal.act(deal.leader, "draw")
        elif deal.over:
            _require(_says_what_happened(deal, word, seat) and "out" not in words[:index])
            seat = ""
        else:
            on_lead = word == "out" and deal.led is not None  # its leader's, whose chance it was
            seat = seat or (deal.leader if on_lead else deal.turn)
            reply_to_close = word == "exchange" and seat != deal.turn
            _require(opened == following or deal.before_draw or reply_to_close or word == "out")
            deal.act(seat, word)
            seat = ""


def _says_what_happened(deal: oracle.Deal, word: str, seat: str) -> bool:
    """`out` where 66 has ended the deal by itself."""
    result = deal.result
    assert result is not None
    by_itself = deal.rules["claim"] == "auto" and result.reason in ("out", "defender-out")
    return by_itself and word == "out" and seat in ("", result.winner)
