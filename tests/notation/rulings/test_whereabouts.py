"""What a seat could know at the steps of records: true at every step, and expressed in sentences."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from notation import read
from notation.corpus import generate
from notation.findings.finding import Phrase
from notation.judge import judge
from notation.replay import Frame, FrameKind, frames
from notation.rulings import (
    Account,
    KnownAtMoment,
    accounts_as_written,
    known_at,
    known_at_step,
    reason_phrase,
    situation,
)
from referee import SEATS, Card, Clue, Seat, mask
from referee.rulesets import PRESETS
from referee.whereabouts import FACE_DOWN, PLAYED, TURN_UP, UNRECORDED, Place
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from tests.support.plain import PLAIN
from tests.support.sizes import Size
from viewer.documents.languages import language

DEALS: Final = Size("DEALS", 20_000)
STEPS: Final = 5
"""How many steps of each deal are looked at."""
CLUB: Final = ROOT / "samples/closed-and-won.sgn"


def accounts(text: str | bytes) -> Iterator[Account]:
    for game in read(text):
        judgement = judge(game)
        if game.draft is not None and (judgement.rules or game.draft.deals):
            yield from accounts_as_written(judgement)


def some(found: Sequence[Frame], rng: random.Random) -> list[tuple[int, Frame]]:
    """A few of the frames of a deal, with their numbers, the last among them."""
    numbered = list(enumerate(found))
    return [*rng.sample(numbered, min(STEPS, len(numbered))), *numbered[-1:]]


def places_in(frame: Frame) -> dict[Card, Place]:
    """Where the cards lie that a frame shows; a talon has its turn-up last."""
    layout = frame.layout
    found: dict[Card, Place] = {card: seat for seat, hand in enumerate(layout.hands) for card in hand}
    found |= dict.fromkeys(layout.talon[:-1], FACE_DOWN) | dict.fromkeys(layout.talon[-1:], TURN_UP)
    played = [card for pile in layout.won for card in pile] + [card for _, card in layout.trick]
    return found | dict.fromkeys(played, PLAYED)


@for_each(PLAIN, one_in=4)
def test_what_is_told_of_a_step_is_what_lies_there(name: str) -> None:
    rng = random.Random(name)
    clues: set[Clue] = set()
    for text in generate(PRESETS[name], DEALS.share(80), 7):
        for account in accounts(text):
            for number, frame in some(frames(account), rng):
                seat = Seat(rng.randrange(account.rules.seats))
                known = known_at_step(account, number, seat)
                assert isinstance(known, KnownAtMoment)
                lie = places_in(frame)
                for each in known.knows.cards:
                    assert lie[each.card] in each.places
                    clues |= {reason.clue for reason in (each.why, *each.cannot) if reason}
                own = {each.card for each in known.knows.cards if each.places == (seat,)}
                assert own == set(frame.layout.hands[seat])
    assert {Clue.HELD, Clue.PLAYED} <= clues
    if DEALS.is_full:
        assert Clue.NOT_FOLLOWED in clues
    if DEALS.is_full and PRESETS[name].talon_size:
        assert {Clue.EXCHANGE, Clue.LAST_DRAW, Clue.NOWHERE_ELSE} <= clues


def test_nobody_knows_the_card_that_he_is_going_to_draw() -> None:
    [account, *_] = accounts(CLUB.read_bytes())
    found = frames(account)
    at = next(number for number, frame in enumerate(found) if frame.kind is FrameKind.DRAW)
    for seat in SEATS[:2]:
        before, after = (known_at_step(account, number, seat) for number in (at - 1, at))
        assert isinstance(before, KnownAtMoment)
        assert isinstance(after, KnownAtMoment)
        [drawn] = {*found[at].layout.hands[seat]} - {*found[at - 1].layout.hands[seat]}
        assert {each.card: each.places for each in before.knows.cards}[drawn] == (1 - seat, FACE_DOWN)
        assert {each.card: each.places for each in after.knows.cards}[drawn] == (seat,)


@pytest.mark.slow
@for_each(SAMPLES, one_in=8)
def test_whatever_a_record_says_each_step_is_told_or_said_to_be_unknown(path: Path) -> None:
    rng = random.Random(path.stem)
    for account in accounts(path.read_bytes()):
        for number, frame in some(frames(account), rng):
            for seat in SEATS[: account.rules.seats]:
                known = known_at_step(account, number, seat)
                assert isinstance(known, KnownAtMoment) or known.sentence
                if isinstance(known, KnownAtMoment):
                    assert frame.steps
                    assert all(each.places for each in known.knows.cards)


def test_a_moment_has_the_views_of_its_situation() -> None:
    for account in accounts(CLUB.read_bytes()):
        for path in dict.fromkeys(step.path for step in account.played):
            now = situation(account, path)
            assert not isinstance(now, Phrase)
            for seat in SEATS[:2]:
                known = known_at(account, path, seat)
                assert isinstance(known, KnownAtMoment)
                assert known.knows.sight == now.sights[seat]
                by_place = {
                    place: mask(each.card for each in known.knows.cards if place in each.places)
                    for place in (*SEATS[:2], FACE_DOWN, UNRECORDED)
                }
                for place, contents in zip(SEATS, now.sights[seat].hands, strict=False):
                    assert by_place[place] == contents.known | contents.possible
                talon = now.sights[seat].talon
                assert by_place[FACE_DOWN] == talon.known | talon.possible


def told_in(code: str) -> set[str]:
    """The reasons in the first deal of a sample, in a language."""
    spoken = language(code)
    account = next(accounts(CLUB.read_bytes()))
    return {
        spoken.put(reason_phrase(reason))
        for number in range(len(frames(account)))
        for seat in SEATS[:2]
        if isinstance(known := known_at_step(account, number, seat), KnownAtMoment)
        for each in known.knows.cards
        for reason in (each.why, *each.cannot)
        if reason
    }


def test_reasons_are_told_in_every_language() -> None:
    told = {code: told_in(code) for code in COMPLETE}
    assert "B showed it with the marriage at trick 3" in told["en"]
    assert len({len(reasons) for reasons in told.values()}) == 1
    for code in COMPLETE:
        assert not any("{" in reason for reason in told[code])
        assert code == "en" or not told[code] & told["en"]


def asked(*words: object) -> tuple[int, str, str]:
    result = run("explain", *words)
    return result.exit_code, result.stdout, result.stderr


def test_the_command_tells_card_by_card_what_a_seat_knew() -> None:
    status, text, _ = asked(CLUB, "--deal", 1, "--at", 4, "--knows", "A")
    assert status == 0
    assert "The cards that Ivan has not seen" in text
    assert "Maria took it up in the exchange at trick 3" in text
    status, text, _ = asked(CLUB, "--deal", 1, "--at", 4, "--knows", "A", "--format", "json")
    found = json.loads(text)
    cards = {each["card"]: each for each in found["cards"]}
    assert (status, found["at"], found["sight"]["seat"]) == (0, "4", "A")
    assert cards["Qh"]["why"]["says"] == "Maria took it up in the exchange at trick 3"
    assert cards["Ah"]["places"] == ["B", "talon"]
    assert cards["9h"]["places"] == ["turn-up"]


def test_the_command_says_what_it_needs_and_who_is_not_there() -> None:
    status, _, error = asked(CLUB, "--deal", 1, "--knows", "A")
    assert (status, "--knows needs a moment: add --at" in error) == (2, True)
    status, _, error = asked(CLUB, "--deal", 1, "--at", 4, "--knows", "D")
    assert (status, "Nobody sits at D in this record." in error) == (2, True)
