"""Habits of a whole record: one finding, one change that restores it, and nothing else is touched."""

import random
import re
from collections.abc import Callable
from typing import Final

import pytest

from notation import read, write
from notation.judge import judge
from notation.record.model import Record
from notation.text import Game
from notation.text.habits import LEAST, habits_of
from notation.text.letters import ALPHABETS
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.plain import PLAIN
from tests.support.sizes import sizes
from viewer.rulings.mending import mend

pytestmark = pytest.mark.usefixtures("few_repairs")

Writing = Callable[[str], str]

_KEPT: Final = re.compile(r"(\{(?:[^\\}]|\\[\s\S])*\}|^\[.*\]$|^%SGN 1$)", re.MULTILINE)
"""What nobody writes otherwise: comments, tags, the first line."""
_CARD: Final = r"(?<![\w\"])([ATKQJ9])([shdc])(?!\w)"
_SIGNS: Final = dict(zip("shdc", "♤♡♢♧", strict=True))
_ENTITIES: Final = dict(zip("shdc", ("spades", "hearts", "diams", "clubs"), strict=True))
_RANKS: Final = dict(zip("ATKQJ9", ("ace", "ten", "king", "queen", "jack", "nine"), strict=True))
_SUITS: Final = dict(zip("shdc", ("spades", "hearts", "diamonds", "clubs"), strict=True))
_RAENGE: Final = dict(zip("ATKQJ9", ("As", "Zehn", "König", "Dame", "Bube", "Neun"), strict=True))
_FARBEN: Final = dict(zip("shdc", ("Pik", "Herz", "Karo", "Kreuz"), strict=True))


def outside(change: Callable[[str], str]) -> Writing:
    """A change of everything but comments and tags."""
    return lambda text: "".join(part if at % 2 else change(part) for at, part in enumerate(_KEPT.split(text)))


def each(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Writing:
    return outside(lambda text: re.sub(pattern, new, text, flags=re.MULTILINE))


def of_lines(change: Callable[[str], str]) -> Writing:
    return lambda text: "\n".join(change(line) if line else line for line in text.split("\n"))


def of_tricks(pattern: str, new: str) -> Writing:
    """A change in the lines of tricks, up to their first comment."""
    return each(r"^\d+\. .*", lambda line: re.sub(pattern, new, line[0]))


def lettered(name: str) -> Writing:
    return each(_CARD, lambda card: ALPHABETS[name].own(card[0]))


def after(*changes: Writing) -> Writing:
    def change(text: str) -> str:
        for one in changes:
            text = one(text)
        return text

    return change


_TURNED: Final = each(_CARD, r"\2\1")
_HANDS: Final = each(r"(?<=[ATKQJ9][shdc]) (?=[ATKQJ9][shdc])", ", ")
WRITINGS: Final[dict[str, Writing]] = {
    "the suit before the rank": _TURNED,
    "capital suits before ranks": each(_CARD, lambda card: card[2].upper() + card[1]),
    "small ranks": each(_CARD, lambda card: card[0].lower()),
    "signs before ranks": after(each(_CARD, lambda card: _SIGNS[card[2]] + card[1])),
    "open signs": each(_CARD, lambda card: card[1] + _SIGNS[card[2]]),
    "entities": each(_CARD, lambda card: f"{card[1]}&{_ENTITIES[card[2]]};"),
    "English words": each(_CARD, lambda card: f"{_RANKS[card[1]]} of {_SUITS[card[2]]}"),
    "German words": each(_CARD, lambda card: f"{_FARBEN[card[2]]} {_RAENGE[card[1]]}"),
    "Bulgarian letters": lettered("bg"),
    "German letters": lettered("de"),
    "Hungarian letters": lettered("hu"),
    "commas": _HANDS,
    "dashes": of_tricks(r"(?<=[ATKQJ9][shdc]) (?=[ATKQJ9][shdc])", " - "),
    "slashes": of_tricks(r"(?<=[ATKQJ9][shdc]) (?=[ATKQJ9][shdc])", "/"),
    "no blanks": of_tricks(r"(?<=[ATKQJ9][shdc]) (?=[ATKQJ9][shdc])", ""),
    "numbers with brackets": each(r"^(\d+)\. ", r"\1) "),
    "numbers with colons": each(r"^(\d+)\. ", r"\1: "),
    "quoted mail": of_lines(lambda line: f"> {line}"),
    "mail quoted twice": of_lines(lambda line: f">> {line}"),
    "chat": of_lines(lambda line: f"[12:03] Ivan: {line}"),
    "bullets": of_lines(lambda line: f"* {line}"),
    "a spreadsheet": of_lines(lambda line: '"' + line.replace('"', '""') + '"'),
    "a fence": lambda text: f"```\n{text}```\n",
    "a table": of_lines(lambda line: f"| {line} |"),
    "turned round with commas": after(_HANDS, _TURNED),
    "quoted mail with small ranks": after(
        each(_CARD, lambda card: card[0].lower()), of_lines(lambda line: f"> {line}")
    ),
}
"""Ways to write a whole record otherwise."""


def written_so(kind: str, number: int, noted: bool = True) -> tuple[Record, str]:
    """A record, and its text in another writing."""
    rng = random.Random(f"{kind} {number}")
    record = random_record(rng.choice(list(PLAIN)), rng, noted=noted, most_deals=2)
    return record, WRITINGS[kind](write(record))


@pytest.mark.slow
@sizes(1, 400)
@pytest.mark.parametrize("kind", WRITINGS)
def test_a_habit_is_one_finding_and_one_change(kind: str, size: int) -> None:
    for number in range(size):
        record, text = written_so(kind, number)
        games = list(read(text))
        with case(f"{kind} {number}"):
            if is_read(games):
                continue
            codes = [found.code.id for game in games for found in judge(game).findings if found.is_error]
            assert "S142" in codes or len(codes) < LEAST  # fewer are reported one by one
            assert len(codes) <= 2, codes
            # The line of a fence before the first game is text of no game, of which nothing is proved.
            mended, _ = mend(text.encode(), unsafe=kind == "a fence")
            assert write_again(mended) == write(record)


def is_read(games: list[Game]) -> bool:
    return len(games) == 1 and games[0].record is not None and not games[0].findings


def write_again(data: bytes) -> str:
    [game] = read(data)
    assert game.record is not None
    return write(game.record)


@sizes(30, 2_000)
def test_a_text_that_can_be_read_has_no_habit(size: int) -> None:
    for number in range(size):
        rng = random.Random(number)
        text = write(random_record(rng.choice(list(PLAIN)), rng, most_deals=2))
        [game] = read(text)
        assert game.meant is None
        assert "S142" not in [each.code.id for each in game.findings]
        assert mend(text.encode())[0] == text.encode()


def test_a_judgement_after_a_comment_is_not_a_card_that_is_not_known() -> None:
    text = write(random_record("santase", random.Random(1), noted=False, most_deals=1))
    noted = re.sub(r"^[1-4]\. .*", r"\g<0> {so} ?", text, flags=re.MULTILINE)
    [whole] = read(noted)
    assert noted.count(" ?\n") == LEAST + 1
    assert whole.record
    mended, _ = mend(_TURNED(noted).encode())
    assert write_again(mended) == write(whole.record)


def test_a_game_is_not_read_in_letters_in_which_no_more_of_its_words_are_cards() -> None:
    text = write(random_record("santase target=40", random.Random(1), noted=False))
    tried: list[str] = []
    assert text.count(" by ") >= LEAST  # a word of two letters that is not a card

    def errors(other: str) -> int:
        tried.append(other)
        return LEAST

    assert habits_of(text, LEAST, errors) is None
    assert not tried
