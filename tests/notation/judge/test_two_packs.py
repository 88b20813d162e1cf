"""Games of two packs: equal cards in records, cards face down, and what nobody is accused of."""

import json
import random
import re
from typing import Final

import pytest

from notation import digest, read, write
from notation.corpus.generator import generate
from notation.judge import judge
from notation.live.events import events
from notation.live.match import BY_HAND, LiveMatch, MatchOpening, Proposed
from notation.live.text import MatchText
from notation.text.letters import ALPHABETS
from notation.text.writer import in_letters
from notation.wire.record import dump, load
from referee import PRESETS
from referee.actions import CONTRACT, is_play
from referee.cards import NOBODY, SEATS, card_name, kind
from referee.table import HOST, Entry, Kind
from referee.terms import terms_of
from tests.referee.test_table import SALT, shuffled
from tests.support.sizes import sizes
from viewer.documents.languages import language

NAMES: Final = [name for name, rules in PRESETS.items() if terms_of(rules).has_copies]
CARD: Final = r"\[?[7TJQKA][shdc]\]?"


def deal(name: str, seed: int) -> str:
    """A deal that was played by chance."""
    return next(generate(PRESETS[name], 1, seed))


def codes(text: str) -> list[str]:
    """The codes of the errors in a game."""
    [game] = read(text)
    return [found.code.id for found in judge(game).findings if found.is_error]


@pytest.mark.parametrize("name", NAMES)
@sizes(6, 1_000)
def test_what_is_played_by_chance_is_right_and_stays_the_same_in_every_form(size: int, name: str) -> None:
    for seed in range(size):
        text = deal(name, seed)
        [game] = read(text)
        assert game.record
        assert judge(game).ok, text
        assert write(game.record) == text
        [loaded] = load(json.dumps(dump(game.record)).encode())
        assert (loaded.record, digest(game.record)) == (game.record, digest(loaded.record or game.record))
        for alphabet in ALPHABETS.values():
            [own] = read(write(in_letters(game.record, alphabet)))
            assert own.record == game.record, own.text


def with_gaps(text: str, chance: random.Random) -> str:
    """A deal of which some cards are not recorded: of hands and talon, of the play, or whole hands.

    Of those that were played openly, some are half known.
    """
    held, played = chance.choice((0, 0.1, 0.4, 1)), chance.choice((0, 0.05, 0.15, 0.3))
    half, drops = chance.choice((0, 0, 0.5, 1)), chance.random() < 0.4
    lines = []
    for line in text.splitlines():
        is_held = re.match(r"[A-D]: |talon: ", line) is not None
        if is_held and drops and chance.random() < 0.6:
            continue
        share = held if is_held else played if line[:1].isdigit() else 0
        words = line.split(" ")
        for place, word in enumerate(words):
            if re.fullmatch(CARD, word) and chance.random() < share:
                is_half = not is_held and word[0] != "[" and chance.random() < half
                halves = (f"{word[0]}-", f"-{word[-1]}")
                words[place] = chance.choice(halves) if is_half else re.sub(r"\w+", "--", word)
        lines.append(" ".join(words))
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@sizes(8, 1_000)
def test_nobody_is_accused_where_cards_are_not_recorded(size: int, name: str) -> None:
    for seed in range(size):
        text = with_gaps(deal(name, seed), random.Random(seed))
        assert codes(text) == [], text


def test_of_two_equal_cards_the_one_that_another_holds_proves_nothing() -> None:
    """Who announces or leads may have the second: it went to a seat of which not all is known."""
    announced = re.sub(r"(?m)^([35]\.) \w+", r"\1 --", deal("gaigel-three", 30))
    led = re.sub(r"(?m)^[BCD]: .+\n", "", deal("gaigel-four", 31))
    led = re.sub(r"(?m)^(talon: .*?)Jd Jc (.*?) Kd (.*)$", r"\1-- -- \2 -- \3", led)
    for text, line in ((announced, "4. 40h Kh"), (led, "5. Kd Ac 20d Qd 20h out")):
        assert line in text
        assert codes(text) == [], text


def test_brackets_that_are_missing_or_not_needed_are_found_and_put_right() -> None:
    found = set()
    for seed in range(12):
        text = deal("gaigel-two", seed)
        first = re.search(rf"^1\. {CARD} {CARD}$", text, re.MULTILINE)
        assert first
        cards = first[0].split()[1:]
        for place, card in enumerate(cards):
            other = card[1:-1] if card.startswith("[") else f"[{card}]"
            changed = text.replace(first[0], " ".join(["1.", *cards[:place], other, *cards[place + 1 :]]))
            assert codes(changed) == ["X143" if card.startswith("[") else "X142"]
            [game] = read(changed)
            [fix] = [each.fix for each in judge(game).findings if each.fix]
            assert fix.text == card
            found.add(codes(changed)[0])
    assert found == {"X142", "X143"}


def test_a_card_stands_twice_and_never_three_times() -> None:
    text = deal("gaigel-two", 1)
    own, other = re.findall(r"^[AB]: (\w+ (\w+)) ", text, re.MULTILINE)
    assert own[1] != other[1]
    assert codes(text.replace(f"A: {own[0]}", f"A: {own[0][:2]} {other[1]}")) == ["X114"]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_face_down_is_for_its_player_alone_until_the_trick_is_complete(name: str) -> None:
    rules = PRESETS[name]
    seen_hidden = 0
    for seed in range(6):
        chance = random.Random(seed)
        match = LiveMatch.open(MatchOpening(rules, ("Ani",) * rules.seats, dealing=BY_HAND), SALT)
        readers = (NOBODY, *SEATS[: rules.seats])
        texts = {reader: MatchText(reader) for reader in readers}
        entry = Entry(Kind.DEAL, HOST, 1, data=shuffled(rules, chance))
        while True:
            proposed = match.propose(entry, match.table.version, SALT)
            assert isinstance(proposed, Proposed)
            answer = match.take(proposed.line)
            now = match.table.now
            for reader in readers:
                told = json.dumps([*events(match, proposed.line, answer, reader, language("en"))])
                text = texts[reader].more(match)
                if now and is_play(entry.action) and now.deal.face_down and now.deal.lead >= 0:
                    card = card_name(kind(entry.action))
                    shown = f"[{card}]"
                    assert (shown in told) is (reader == entry.by), told
                    assert reader == entry.by or shown not in text
                    seen_hidden += 1
            if now is None or now.deal.trick:
                break
            turn = now.deal.turn
            legal = match.table.legal(turn)
            contracts = rules.auction.contracts if now.deal.is_opening else ()
            down = [act for act in legal if contracts and contracts[act - CONTRACT].face_down]
            entry = Entry(Kind.ACT, turn, entry.at + 1, action=chance.choice(down or legal))
    assert seen_hidden
