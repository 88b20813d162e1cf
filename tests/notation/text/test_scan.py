"""The scanner and the grammar: what the one takes, the other reads, and both make the same of it.

So do the lane and the judge of a game in which there is nothing to find. What is judged, written or digested
of a record is the same where all its fields are, its places too, and so is not asked again.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest

from notation import read, write
from notation.judge import Judgement, judge, judge_text
from notation.text import Game, cut
from notation.text.reader import game_of
from notation.text.scan import REASON, REASONS, numbers_of, scan
from notation.text.source import Source
from tests.notation.text.test_fuzz import SEEDS
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.layouts import altered, everything, misstated, relaid
from tests.support.plain import PLAIN
from tests.support.sizes import at_night
from viewer.documents.reports import as_text, summary

pytestmark = pytest.mark.usefixtures("few_repairs")

FILES = sorted([*ROOT.glob("samples/**/*.sgn"), *ROOT.glob("tests/**/*.sgn")])
SPECS = (
    *PLAIN,
    "santase target=21 claim=auto",
    "schnapsen-tompa revoke=3",
    "sixty-six marriage-out=yes",
    "santase marriage-first-deal=no",
)
INCOMPLETE = (
    "%SGN 1\ndeal 1 = A 2 (66-20) score 2-0 {who?}\ndeal 2 trump h\n= draw ; who?\ndeal 3 dealer A\n= *\n",
    "%SGN 1\ndeal 4 trump Qd\nposition lead B <0-21> tricks 0-1 pending 20-0 closed B <1-2> tricks 1-0\n"
    "score 2-4\nA: Ks Qh\nB: Ts 9d\ntalon: -- Qd\nwon B: As Td\nplayed: Kc --\n"
    "2. exchange 40d close Kd Kc\n10. out resign\n",
    "%SGN 1\n\n; one\n; two\n\ndeal 1 dealer D trump Ts\nposition lead A score 1 0 -1\n"
    "1. As 20 Ks (20s) = * score 0-1",
)


def fields(game: Game) -> tuple[object, ...]:
    return (
        (game.number, game.line, game.text, game.source, game.findings, game.record is not None),
        everything(game.draft),
    )


def sources(data: bytes | str) -> list[Source]:
    return list(cut(data.encode() if isinstance(data, str) else data))


def taken(source: Source) -> Game | None:
    """Return a game that the scanner accepts, which must agree with the grammar; None for another."""
    tokens = scan(source.scannable)
    if tokens is None:
        return None
    game = game_of(source, tokens)
    assert fields(game) == fields(game_of(source, None)), source.text
    return game


def check_alike(data: bytes | str) -> int:
    """Read with the scanner and without; how many of the games it took."""
    return sum(taken(source) is not None for source in sources(data))


def games_alike(data: bytes | str) -> list[Game]:
    """The games of a text, each read with the scanner and without where that takes it."""
    return [taken(source) or game_of(source, None) for source in sources(data)]


def check_verdicts(data: bytes | str, games: list[Game]) -> int:
    """Judge in bulk and individually; return the number of games with only a verdict."""
    verdicts = 0
    for judged, game in zip(judge_text(data), games, strict=True):
        judgement = judge(game)
        if isinstance(judged, Judgement):
            assert judged.findings == judgement.findings, data
            continue
        verdicts += 1
        assert list(judged.findings) == judgement.findings, data
        if judged.findings:
            assert list(as_text("file", judged.found())) == list(as_text("file", judgement))
            assert summary(judged) == summary(judgement)
        assert judged.errors == judgement.errors
        assert judged.is_open == judgement.is_open
        assert judged.unjudged == sum(deal.is_unjudged for deal in judgement.deals), data
        assert (judged.rules, judged.deals) == (judgement.rules, len(judgement.deals)), data
        assert (judged.score, judged.winner) == (judgement.score, judgement.winner), data
        assert judged.games == judgement.games
        assert judged.ok == judgement.ok
        assert everything(judged.judgement().game.draft) == everything(game.draft)
    return verdicts


def check_games(seed: int, number: int) -> int:
    """Games of every rule set, noted or not, as written and in another layout; how many have a verdict."""
    rng = random.Random(seed)
    verdicts = 0
    for index in range(number):
        record = random_record(SPECS[index % len(SPECS)], rng, noted=index % 3 > 0, most_deals=1 + index % 2)
        text = write(record)
        [source] = sources(text)
        game = taken(source)
        assert game, text
        verdicts += check_verdicts(text, [game])
        other = relaid(text, rng)
        check_verdicts(other, games_alike(other))
    return verdicts


def check_altered(seed: int, number: int) -> int:
    """Games with altered bytes; how many of them were checked."""
    rng = random.Random(seed)
    texts = [*SEEDS, *INCOMPLETE]
    texts += [relaid(text, rng) for text in texts]
    for index in range(number):
        if index % 20 == 0:
            texts[0] = write(random_record(rng.choice(SPECS), rng, noted=False, most_deals=1))
        data = altered(rng.choice((texts[0], rng.choice(texts))).encode(), rng)
        check_verdicts(data, games_alike(data))
    return number


def check_misstated(seed: int, number: int) -> int:
    """Matches in which something is not so; on how many with findings there is a verdict."""
    rng = random.Random(seed)
    found = 0
    for index in range(number):
        record = random_record(SPECS[index % len(SPECS)], rng, noted=index % 2 > 0, most_deals=5)
        text = misstated(write(record), rng)
        [judged] = judge_text(text)
        found += not isinstance(judged, Judgement) and not judged.ok
        check_verdicts(text, list(read(text)))
    return found


def test_what_is_well_formed_is_taken() -> None:
    for text in (*SEEDS, *INCOMPLETE):
        assert check_alike(text) == 1
        assert check_alike(text.replace("\n", "\r\n")) == 1
        assert check_alike("\ufeff" + text.rstrip()) == 1


@pytest.mark.parametrize("text", [*SEEDS, *INCOMPLETE])
def test_every_number_is_that_of_a_token(text: str) -> None:
    [source] = sources(text)
    tokens = scan(source.scannable)
    assert tokens
    at = 0
    for kind, start, length in zip(tokens.kinds, tokens.starts(), tokens.lengths, strict=True):
        number = numbers_of(kind, tokens.numbers, at)
        words = source.text[start : start + length].strip("<>().")
        if number == 1 and kind == REASON:
            assert REASONS[tokens.numbers[at]].decode() == words
        elif number == 1:
            assert tokens.numbers[at] == int(words)
        elif number:
            stated = words.split() if len(words.split()) > 1 else words.split("-")
            assert tokens.numbers[at : at + number] == [len(stated), *map(int, stated)]
        at += number
    assert at == len(tokens.numbers)


@pytest.mark.slow
@pytest.mark.parametrize("more", ["5", ".", "-", "h", "A", ":", " ", "\n", "(", '"', ";", "♥", "^", "<1-2>"])
def test_one_sign_more_or_less_is_read_alike(more: str) -> None:
    """Each sign in one text of three, and its neighbours in the others."""
    for text in (*SEEDS[-4:], *INCOMPLETE)[ord(more[-1]) % 3 :: 3]:
        for at in range(len("%SGN 1"), len(text) + 1):
            check_alike(text[:at] + more + text[at:])
            check_alike(text[:at] + text[at + len(more) :])


def test_a_false_claim_is_noted_beside_a_false_result() -> None:
    text = (ROOT / "samples" / "the-false-claim.sgn").read_text("utf-8")
    first, *others = text.split("by false-out")
    assert others
    for number in range(len(others)):
        words = ["by total" if index == number else "by false-out" for index in range(len(others))]
        false = first + "".join(word + part for word, part in zip(words, others, strict=True))
        assert check_verdicts(false, list(read(false))) == 1


def test_a_score_that_goes_on_wrongly_is_reported_once() -> None:
    for seed in range(8):
        record = random_record("santase target=40", random.Random(seed), noted=False, most_deals=6)
        deals = list(record.deals)
        for index, deal in enumerate(deals[1:], start=1):
            if deal.result and deal.result.score:
                ahead = (deal.result.score[0] + 1, deal.result.score[1]) if index != 2 else ()
                deals[index] = replace(deal, result=replace(deal.result, score=ahead))
        text = write(replace(record, deals=tuple(deals)))
        check_verdicts(text, list(read(text)))


Check = Callable[[int, int], int]
CHECKS: Final[dict[str, tuple[Check, int, int]]] = {
    "games": (check_games, 20, 1_000_000),
    "altered": (check_altered, 50, 200_000),
    "misstated": (check_misstated, 20, 200_000),
}
"""What is checked, and of how many games: on every change, and at night."""
PARTS_AT_NIGHT: Final = 10


def parts() -> Iterator[object]:
    """The checks, each in parts with seeds of their own."""
    for name, (check, few, most) in CHECKS.items():
        yield pytest.param(check, 0, few, id=name)
        for seed in range(1000, 1000 + PARTS_AT_NIGHT):
            number = at_night(few, most) // PARTS_AT_NIGHT
            yield pytest.param(check, seed, number, marks=pytest.mark.nightly, id=f"many-{name}-{seed}")


@pytest.mark.slow
@pytest.mark.parametrize(("check", "seed", "number"), list(parts()))
def test_games_are_read_and_judged_alike(check: Check, seed: int, number: int) -> None:
    assert check(seed, number) or seed  # a small part may have none


def test_another_layout_is_taken() -> None:
    rng = random.Random(66)
    texts = [relaid(write(random_record("santase", rng, most_deals=1)), rng, strange=0) for _ in range(50)]
    assert sum(map(check_alike, texts)) == 50


@pytest.mark.parametrize("spec", SPECS)
def test_clean_games_are_judged_by_the_lane(spec: str) -> None:
    rng = random.Random(spec)
    texts = [write(random_record(spec, rng, most_deals=1)) for _ in range(20)]
    found = [judge(next(read(text))).findings for text in texts]
    clean = [{finding.code.id for finding in each} <= {"C201"} for each in found]
    judged = [next(judge_text(text)) for text in texts]
    assert all(not isinstance(each, Judgement) for each, right in zip(judged, clean, strict=True) if right)
    assert sum(clean) > 15
    for text in texts:
        check_verdicts(text, list(read(text)))


@pytest.mark.slow
@pytest.mark.parametrize("one_in", [24, pytest.param(1, marks=pytest.mark.nightly)])
def test_files_are_read_and_judged_alike(one_in: int) -> None:
    data = [path.read_bytes() for path in FILES[::one_in]]
    assert sum(map(check_alike, data)) > len(data) / 2
    assert sum(check_verdicts(each, list(read(each))) for each in data)
