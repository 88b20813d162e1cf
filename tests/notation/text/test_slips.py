"""Slips of the pen: a true record that lost, doubled, swapped or misspelt one line or word.

No slip may turn into an accusation of a player that the whole record does not support, and what
``check --fix`` makes of a slip is the record as it was, or nothing. `SANTASE_SLIPS_OF_A_KIND` sets how many
slips of each known kind are tried.
"""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

import pytest

from notation import digest, read, write
from notation.judge import judge
from notation.judge.judgement import Judgement
from notation.record.model import Record, Tag
from notation.text.letters import ALPHABETS
from notation.text.reader import Game
from notation.text.unread import unread_of
from notation.text.writer import in_letters
from referee.codes import CATALOGUE, Effect
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.oracle_of_more import seats_of
from tests.support.plain import PLAIN
from tests.support.sizes import Size, sizes
from tests.support.slips import ALIKE, KINDS, MEANT, STATED, TWO, WILD, as_proposed
from tests.support.tables import rules_of
from tests.support.truth import is_true, split
from viewer.rulings.mending import mend

pytestmark = pytest.mark.usefixtures("few_repairs")

SPECS: Final = (
    *PLAIN,
    "santase target=11 failed-close=3 claim=auto",
    "sixty-six exchange-by=turn draw-bonus=yes",
    "schnapsen claim=auto marriage-count=next-trick marriage-out=no",
    "santase-four claim=auto marriage-count=at-once",
    "sixty-six-three marriage-lead=king exhausted=1",
)
OF_A_KIND: Final = Size("SLIPS_OF_A_KIND", 400)
"""Slips of each kind in random places."""
FROM_ONE_RECORD: Final = 40


def records(spec: str, rng: random.Random) -> Iterator[str]:
    """Legal records of one or two deals, all that they state true, as they are written."""
    while True:
        record = random_record(spec, rng, noted=False, most_deals=rng.choice((1, 1, 2)))
        tags = (Tag("Rules", spec), *(tag for tag in record.tags if tag.name in ("A", "Result")))
        tags = tuple(replace(tag, value="Ivan") if tag.name == "A" else tag for tag in tags)
        yield write(replace(record, tags=tags))


def slipped(text: str, rng: random.Random) -> str:
    """A record with one line or word cut out, doubled, swapped with another or misspelt."""
    what = rng.choice((r"[^\n]+\n", r"\S+"))
    places = [found.span() for found in re.finditer(what, text)][1:]  # the game line is another matter
    order = rng.randrange(len(places))
    start, end = places[order]
    part = text[start:end]
    match rng.randrange(4):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:start] + part + ("" if part.endswith("\n") else " ") + part + text[end:]
        case 2:
            near = rng.random() < 0.7 and order + 1 < len(places)
            other = places[order + 1] if near else rng.choice(places)
            (start, end), (begin, stop) = sorted(((start, end), other))
            if start == begin:
                return text
            return text[:start] + text[begin:stop] + text[end:begin] + text[start:end] + text[stop:]
        case _:
            words = [found.span() for found in re.finditer(r"\S+", part)]
            first, last = rng.choice(words)
            return text[: start + first] + misspelt(part[first:last], rng) + text[start + last :]


def misspelt(word: str, rng: random.Random) -> str:
    """A word as a hand or a foreign keyboard may write it."""
    at = rng.randrange(len(word))
    return rng.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
            word[:at] + rng.choice("AKQJT9shdcelr123 .:-/)") + word[at + 1 :],
            word.swapcase(),
            word.translate(ALIKE),
            word.rstrip(".:") + rng.choice((")", ":", " ", ";", ",", "")),
            f"{word} {rng.choice(('66', 'swap', 'M', 'claim', 'meld', '+20', 'pass'))}",
        )
    )


# What counts as an accusation.

OF_THE_RECORD: Final = frozenset({"R203", "R250", "R270", "R271"})
"""Findings without a player: a card played twice, text after the end, hands or talon of the wrong size."""
IMPOSSIBLE: Final = frozenset(code.id for code in CATALOGUE.values() if code.effect is Effect.STOPS)
"""Rulings by which the record cannot be true, and which end the judgement of the deal."""


class RuledFault(NamedTuple):
    """A ruling against a player: its code, by the number of the deal, the trick and the seat."""

    code: str
    deal: int
    trick: int
    seat: int

    def is_of(self, faults: Iterable["RuledFault"]) -> bool:
        """Whether it is one of these faults, perhaps written one trick before or after it."""
        return any(
            self[:2] == other[:2] and self.seat == other.seat and abs(self.trick - other.trick) < 2
            for other in faults
        )


def accusations(judgement: Judgement) -> set[RuledFault]:
    """The players' faults that a judgement finds.

    A fault is a ruling on the play that is an error, or a false claim.
    """
    return {
        RuledFault(finding.code.id, judgement.deals[finding.deal - 1].number, finding.trick, finding.seat)
        for finding in judgement.findings
        if finding.code.id in CATALOGUE and (finding.is_error or finding.code.id == "C201")
    }


def outcomes(judgement: Judgement) -> dict[int, tuple[int, int]]:
    """Who has won each deal by its play, and how many game points, by the number of the deal."""
    return {
        deal.number: (deal.result.winner, deal.game_points)
        for deal in judgement.deals
        if deal.result is not None
    }


def in_first_spelling(text: str) -> str:
    """A text with its games as they are written, where all of it can be read; no word of it is judged."""
    drafts = [game.record for game in read(text)]
    return "\n".join(write(record) for record in drafts if record) if all(drafts) else ""


def plays_of(text: str) -> list[list[tuple[int, list[str]]]]:
    """The numbers and cards of the tricks of each deal; nothing where a text is not made like a record."""
    parts = split(text)
    return [
        [
            (int(number), re.findall(r"(?<!\S)[ATKQJ9][shdc](?!\S)", words))
            for number, words in re.findall(r" (\d+)\.([^.]*)(?= \d+\.|$)", deal["play"])
        ]
        for deal in (parts[1] if parts else ())
    ]


def is_in_order(text: str) -> bool:
    """Whether a text is made like a record, the tricks of each deal numbered from 1 on."""
    plays = plays_of(text)
    numbers = [[number for number, _ in tricks] for tricks in plays]
    return bool(plays) and all(found == list(range(1, len(found) + 1)) for found in numbers)


def is_whole(text: str, spec: str) -> bool:
    """Whether besides no card is played twice, and each trick but the last has a card of each seat."""
    seats = len(seats_of(spec))
    for tricks in plays_of(text):
        played = [card for _, cards in tricks for card in cards]
        if len(set(played)) < len(played) or any(len(cards) != seats for _, cards in tricks[:-1]):
            return False
    return is_in_order(text)


def is_another_record(text: str, spec: str) -> bool:
    """Whether a text is made like a record, its tricks in order and whole, that states something untrue."""
    plain = re.sub(r";[^\n]*|\{[^}]*\}", "", text)
    return is_whole(plain, spec) and not is_true(plain)


def altered_deals(game: Game, spec: str) -> set[int]:
    """The numbers of the deals of a game that can be read and by themselves are such other records."""
    numbers = set()
    for deal in game.draft.deals if game.draft else ():
        result = deal.result and replace(deal.result, score=())
        alone = Record((Tag("Rules", spec),), (replace(deal, number=1, result=result),))
        if not any(unread_of(deal)) and is_another_record(write(alone), spec):
            numbers.add(deal.number)
    return numbers


def wronged(text: str, before: Judgement, spec: str) -> str:
    """What a judgement of an altered record says that the whole one does not support; or nothing.

    No fault of a player may be found that was not found before, and no deal be won otherwise. Two things
    are excused, neither of them on the word of the judge. A slip that leaves another record, or another
    deal that can be read, made like one, its tricks in order and whole, in which the oracle finds something
    untrue: nobody can know that it was a slip. And where the tricks are in order, that a card cannot be
    where the record has it: that ends the judgement and is nobody's fault.
    """
    plain = in_first_spelling(text)
    for game in read(text):
        if game.draft and game.draft.tag("Rules") not in (None, spec):
            continue  # by other rules it is another game
        judgement = judge(game, assumed=rules_of(spec))
        found, known = accusations(judgement), accusations(before)
        new = {fault for fault in found if fault.code not in OF_THE_RECORD and not fault.is_of(known)}
        was, now = outcomes(before), outcomes(judgement)
        numbers = [deal.number for deal in judgement.deals]
        kept = was.keys() & now.keys() if numbers == [deal.number for deal in before.deals] else set()
        turned = {number for number in kept if was[number] != now[number]}
        if (new or turned) and is_another_record(plain, spec):
            continue
        if new or turned:
            altered = altered_deals(game, spec)
            new = {fault for fault in new if fault.deal not in altered}
            turned -= altered
        if is_in_order(plain):
            new = {fault for fault in new if fault.code not in IMPOSSIBLE}
        if new or (turned and not is_whole(plain, spec)):
            return f"accuses {sorted(new)}, turns {sorted(turned)}"
    return ""


def wrongs(spec: str, most: int) -> Iterator[str]:
    """So many slips in records of a rule set: those that were held against somebody."""
    rng = random.Random(spec)
    tried = 0
    for text in records(spec, rng):
        [game] = read(text)
        whole = judge(game)
        assert whole.ok, text
        for _ in range(FROM_ONE_RECORD):
            altered = slipped(text, rng)
            if altered == text:
                continue
            tried += 1
            wrong = wronged(altered, whole, spec)
            if wrong:
                yield f"{wrong}\n{altered}"
            if tried >= most:
                return


@pytest.mark.slow
@for_each(SPECS, one_in=12, sizes=(1000, 100000), parts=7)
def test_no_slip_accuses_a_player(spec: str, size: int) -> None:
    """``size`` is that of all rule sets together."""
    wrong = list(wrongs(spec, -(-size // len(SPECS))))
    assert not wrong, f"{len(wrong)} slips, among them\n" + "\n".join(wrong[:3])


# What is proposed for a slip of a known kind.


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_proposed_for_a_slip_restores_the_record_and_nobody_is_accused(kind: str) -> None:
    rng, slip = random.Random(kind), KINDS[kind]
    tried = restored = 0
    while tried < OF_A_KIND:
        text = next(records(rng.choice(SPECS), rng)).replace('[A "Ivan"]\n', '[A "Ivan"]\n[B "Maria"]\n')
        text = MEANT[kind](text, rng) if kind in MEANT else text
        [whole] = map(judge, read(text))
        for altered in sorted({slip(text, rng) for _ in range(10 if OF_A_KIND.is_full else 4)} - {text}):
            judgements = [judge(game.meant or game) for game in read(altered)]
            found = [finding for judgement in judgements for finding in judgement.findings]
            for judgement in judgements:
                assert accusations(judgement) <= accusations(whole), altered
            known = {finding.code.id for finding in whole.findings}
            others = {finding.code.id for finding in found if finding.is_error} - ABOUT_SLIPS - known
            assert not others, f"{others}\n{altered}"
            tried += 1
            restored += is_restored(altered, whole)
    assert tried - restored <= max(1, tried // 10), f"{restored} of {tried}"


@pytest.mark.slow
@sizes(60, 20_000)
def test_two_slips_at_once_are_no_worse_than_one(size: int) -> None:
    """Nobody is accused of both that one does not accuse, and most records are restored."""
    rng, tried, restored = random.Random("two slips"), 0, 0
    while tried < size:
        text = next(records(rng.choice(SPECS), rng))
        [whole] = map(judge, read(text))
        altered = text
        for kind in rng.sample(sorted(KINDS.keys() - MEANT.keys()), 2):
            if ("\n" + altered).count("\n%SGN 1\n"):  # without its first line nothing is left to spoil
                altered = KINDS[kind](altered, rng)
        if altered == text:
            continue
        for game in read(altered):
            found = accusations(judge(game.meant or game)) - accusations(whole)
            assert not {fault for fault in found if fault.code not in OF_THE_RECORD}, altered
        tried += 1
        restored += is_restored(altered, whole)
    assert tried - restored <= max(1, tried // 10), f"{restored} of {tried}"


def is_restored(altered: str, whole: Judgement) -> bool:
    """Whether a text becomes the record that was meant by what is proposed for it."""
    return [game.record for game in read(as_proposed(altered))] == [whole.game.record]


ABOUT_SLIPS: Final = frozenset(
    {"S102", "S105", "S106", "S110", "S111", "S112", "S113", "S120", "S121", "S133", "S134"}
    | {"X101", "X103", "X115", "X121", "X126"}
)
"""What may be found in a record with a slip in one word, and nothing else."""


# What a fix makes of slips that nobody foresaw.


def one_misspelt(text: str, rng: random.Random) -> str:
    """A record with one word misspelt."""
    start, end = rng.choice([found.span() for found in re.finditer(r"\S+", text)][2:])
    return text[:start] + misspelt(text[start:end], rng) + text[end:]


ANY_KINDS: Final = {**KINDS, **WILD, **TWO, "a word misspelt": one_misspelt}
FIXED: Final = Size("FIXED_SLIPS", 20_000)
"""Slips of all kinds together."""


def written_otherwise(text: str, rng: random.Random) -> str:
    """A record with less in it, or with other letters: cards not recorded, points not stated."""
    without = rng.choice((r"", r"", r"^talon:[^\n]*\n", r"^(?:[A-D]|talon):[^\n]*\n", r" \([0-9]+-[0-9]+\)"))
    text = re.sub(without, "", text, flags=re.MULTILINE) if without else text
    if rng.random() < 0.25:
        [game] = read(text)
        if game.record:
            letters = ALPHABETS[rng.choice(sorted(ALPHABETS))]
            text = write(in_letters(game.record, letters))
    return text


def parts_of(text: str) -> set[str]:
    """The tags of a text and those of its deals that are wholly read, each as a digest."""
    games = [game.readable for game in read(text)]
    tags = [Record(tags=(tag,)) for game in games for tag in game.tags if tag.name != "Letters"]
    deals = [Record(deals=(deal,)) for game in games for deal in game.deals if not any(unread_of(deal))]
    return {digest(part) for part in (*tags, *deals)}


def wrongly_fixed(text: str, altered: str) -> str:
    """What fixes make of an altered record, if it is another than the one before."""
    mended = mend(altered.encode())[0].decode()
    if mended == altered:
        return ""
    known = parts_of(text) | parts_of(altered) | parts_of(f"%SGN 1\n{altered}")  # the first line may be lost
    return mended if parts_of(mended) - known else ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ANY_KINDS)
def test_no_fix_makes_another_record_of_a_slip(kind: str) -> None:
    rng, slip = random.Random(f"fixed {kind}"), ANY_KINDS[kind]
    wrong, tried, idle = [], 0, 0
    while tried < FIXED.share(len(ANY_KINDS)) and idle < 40:
        text = next(records(rng.choice(SPECS), rng)).replace('[A "Ivan"]\n', '[A "Ivan"]\n[B "Maria"]\n')
        text = written_otherwise(text, rng)
        altered = {slip(text, rng) for _ in range(8 if FIXED.is_full else 3)} - {text}
        idle += not altered
        for each in sorted(altered):
            tried += 1
            mended = wrongly_fixed(text, each)
            if mended:
                wrong.append(f"{text}\nbecame\n{each}\nand was made\n{mended}")
    assert not wrong, f"{len(wrong)} of {tried}, among them\n" + "\n".join(wrong[:3])


IN_LETTERS: Final = """%SGN 1
[Rules "schnapsen-tournament"]
[A "Ivan"]
[Result "3-0"]
[Letters "deutsch"]

deal 1 dealer A trump Ae
1. 10e 10r
2. close Ur Ar
3. Kr Oe
4. 10s Os
5. Og Ug
6. As Ke
= A 3 by closer-failed (28-45) score 3-0
"""
IN_ENGLISH: Final = """%SGN 1
[Rules "schnapsen-tournament"]
[A "Ivan"]
[Result "0-2"]

deal 1 dealer B
B: Th Ac Kh Kc Jd
1. Ts Th
2. Qh Kc
3. Jc Jd
4. Qc Js
5. Qd Qs
6. Td Kd
7. Ad Tc
8. Ah Jh
9. Kh As
10. out
= B 2 by out score 0-2
"""
MISTAKEN: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "a name of a tag with a full stop": (IN_ENGLISH, {"[Result ": "[Resul. "}),
    "a sign of quotation that looks like a letter": (IN_ENGLISH, {'[Result "': "[Result l"}),
    "the tag of the letters in capitals": (IN_LETTERS, {'[Letters "deutsch"]': '[LETTERS "DEUTSCH"]'}),
    "a card in underscores beside another slip": (IN_LETTERS, {"5. Og": "5.Og", "As Ke": "_As_ Ke"}),
    "no card beside a hand in small letters": (
        IN_ENGLISH,
        {"B: Th Ac Kh Kc Jd": "b: th ac kh kc jd", "Ad Tc": ".. Tc"},
    ),
}
"""Slips of which one fix or two made other records, each with the words that were written for others."""


@pytest.mark.parametrize("kind", MISTAKEN)
def test_no_fix_makes_another_record_of_a_slip_that_is_read_with_doubt(kind: str) -> None:
    text, words = MISTAKEN[kind]
    altered = text
    for meant, written in words.items():
        assert meant in altered
        altered = altered.replace(meant, written)
    assert not wrongly_fixed(text, altered)


def test_cards_that_a_remark_has_swallowed_after_an_announcement_are_not_missing() -> None:
    hands = "A: Qd Js Kh Qh Qc\nB: Ah Jh Td Kc Jc\ntalon: Ad As Jd Ks Kd Ts Th Qs Tc Ac\n"
    text = (
        f'%SGN 1\n[Rules "schnapsen"]\n\ndeal 1 dealer B\n{hands}1. 20h ;Kh Td\n2. Qd Kc\n3. exchange As Js\n'
    )
    [game] = read(text)
    assert not [finding.code.id for finding in judge(game).findings if finding.is_error]


@pytest.mark.parametrize("kind", STATED)
def test_what_is_stated_of_results_and_points_is_never_fixed(kind: str) -> None:
    rng, slip = random.Random(f"stated {kind}"), STATED[kind]
    for text, _ in zip(records("schnapsen", rng), range(4), strict=False):
        for altered in {slip(text, rng) for _ in range(4)} - {text}:
            assert mend(altered.encode())[0].decode() == altered
