"""Claims in the words of people: read in four languages, and answered as an independent count has it."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notation.findings.finding import Phrase
from notation.judge import judge
from notation.record.model import DealRecord, Record, Tag
from notation.rulings.claim_words import LANGUAGES, claim_words
from notation.rulings.claims import Claim, OfDeal, SeatTricks, Subject, read_claim
from notation.rulings.deal_claims import EVIDENCE
from notation.rulings.disputes import answer_claims, disputes
from notation.rulings.elsewhere import ClaimVerdict
from notation.text.reader import Game, read, read_file
from referee.cards import Seat
from referee.rulesets import PRESETS
from tests.notation.rulings.test_disputes import attempts, is_led, replayed
from tests.scripts import disputed
from tests.support import oracle
from tests.support.games import deal_record, first_dealer
from tests.support.sizes import Size
from tests.support.tables import rules_of

SIZE = Size("CLAIMED", 2_000)
DEALS = max(2, SIZE.share(200))
SPECS = ("santase", "sixty-six", "schnapsen", "santase claim=auto")
NAMES = ("Neda", "Vasil")
RIGHT, WRONG, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.OPEN


# The words.


def value(text: str, names: tuple[str, ...] = NAMES) -> Claim:
    found = read_claim(text, names=names)
    assert isinstance(found, Claim), f"{text}: {found}"
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_all_that_can_be_claimed(language: str) -> None:
    said = {(of, denied): text for of, denied, text in claim_words(language).examples()}
    english = {(of, denied): text for of, denied, text in claim_words("en").examples()}
    assert said.keys() == english.keys()
    assert {of for of, _ in said} >= {subject.value for subject in Subject}
    for key, text in said.items():
        assert value(f"B: {text}") == value(f"B: {english[key]}"), (language, text)


def spellings(text: str) -> list[str]:
    """A wording with all that may be left out, with nothing of it, and with each of several words."""
    found = {text}
    while True:
        more = set()
        for one in found:
            optional = re.search(r"\[[^][]*\]", one)
            choice = re.search(r"\([^()]*\)", one)
            if choice:
                more |= {one.replace(choice[0], part, 1) for part in choice[0][1:-1].split("|")}
            elif optional:
                more |= {one.replace(optional[0], part, 1) for part in ("", *optional[0][1:-1].split("|"))}
            else:
                more.add(one)
        if more == found:
            return sorted(found)
        found = more


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_is_read_as_what_it_stands_under_and_in_no_other_language_as_anything_else(
    language: str,
) -> None:
    words = claim_words(language)
    nth = {"en": "5th", "de": "5.", "bg": "5-та", "hu": "5."}[language]
    own = {"en": "B's", "de": "Bs", "bg": "на B", "hu": "Bé"}[language]
    for of, denied, wording in words.wordings():
        number = {"worth": "2", "tricks": "2", "counts": "20", "marriage-illegal": "20"}.get(of, "41")
        for spelling in spellings(wording):
            text = spelling.format(seat="B", me="", of=own, number=number, trick="5", nth=nth)
            found = [words.read(" ".join(text.casefold().split()))]
            found += [claim_words(other).read(" ".join(text.casefold().split())) for other in LANGUAGES]
            assert found[0] is not None, text
            assert {(one.of, one.denied) for one in found if one} == {(of, denied)}, text
            assert isinstance(read_claim(f"A: {text}!"), Claim)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Neda: my trick, at trick 5", "A: trick 5 is mine"),
        ("NEDA: VASIL'S TRICK AT TRICK FIVE.", "A: trick 5 is B's"),
        ("Neda: der fünfte Stich gehört Vasil", "A: trick 5 is B's"),
        ("Neda: az ötödik ütés Vasilé!", "A: trick 5 is B's"),
        ("Neda: петата взятка е на Vasil", "A: trick 5 is B's"),
        ("neda: he revoked", "A: B revoked"),
        ("Neda: Васил не отговори на боята", "A: B revoked"),
        ("А: Б не отговори на боята", "A: B revoked"),
        ("Vasil Petrov had 66 at trick nine", "B had 66 at trick 9"),
    ],
)
def test_people_are_known_by_their_names(one: str, other: str) -> None:
    names = ("Neda", "Васил") if "Васил" in one else ("Neda", "Vasil Petrov")
    read = value(one, names)
    expected = value(other)
    if one.startswith("А:"):
        expected = expected._replace(by=read.by)
    assert read == expected


def test_who_speaks_must_be_known_for_i_and_he() -> None:
    for text in ("I revoked", "he never had a trick", "my trick", "ich habe gewonnen"):
        found = read_claim(text)
        assert isinstance(found, Phrase)
        assert str(found).startswith("who is meant by")
    assert value("B: he never had a trick").what == SeatTricks(Seat(0), 0)


def test_the_nearest_wordings_are_named() -> None:
    assert str(read_claim("A revokd")).endswith("; the closest is `A revoked`")
    assert "`A gewinnt`" in str(read_claim("Neda gewint", names=NAMES))
    game = game_of(next(read("%SGN 1\ndeal 1 dealer B trump Qd\n1. As Td")).readable.deals[0])
    found = answer_claims(game, 1, PRESETS["santase"], ["A revokd", "I revoked", "A 9", "A revoked"])
    assert [each.fault_kind for each in found] == ["not-understood", "speaker-unknown", "not-possible", ""]


# The answers, against the oracle.


def game_of(deal: DealRecord) -> Game:
    """A deal as a game of two people."""
    record = Record((Tag("A", NAMES[0]), Tag("B", NAMES[1])), (deal,))
    return Game(1, 1, "", record, (), record)


def truths(spec: str, deal: DealRecord) -> Iterator[tuple[str, bool]]:
    """Claims of a deal that was played by the rules, each with whether it is right, by the oracle."""
    takers: list[str] = []
    leaders: list[str] = []
    reached: dict[str, int] = {}
    plain = None
    written = [trick.number for trick in deal.tricks for _ in trick.plies]
    for trick, (ply, plain) in zip(written, replayed(spec, deal), strict=False):
        assert isinstance(plain, oracle.Deal)
        if len(leaders) == len(takers) and is_led(plain):
            leaders.append("AB"["BA".index(plain.turn)])
        if ply.plays and not is_led(plain):
            takers.append(plain.leader)
        if ply is deal.tricks[-1].plies[-1] and plain.played_out:
            plain.finish()
        for seat, points in plain.points().items():
            if points >= 66:
                reached.setdefault(seat, trick)
        if plain.over:
            break
    assert isinstance(plain, oracle.Deal)
    named = dict(zip("AB", NAMES, strict=True))
    for seat, name in named.items():
        other = named["BA"["AB".index(seat)]]
        if plain.result:
            won = plain.result.winner == seat
            yield f"{name} wins", won
            yield f"{name} gewinnt nicht", not won
            yield f"{other}: I win", plain.result.winner not in (seat, None)
        number = random.Random(len(takers)).choice(range(len(takers))) + 1 if takers else 0
        if number:
            yield f"trick {number} is {name}'s", takers[number - 1] == seat
            yield f"{other}: {number}. взятка е моя", takers[number - 1] != seat
            yield f"{name} vitte a {number}. ütést", takers[number - 1] == seat
            yield f"{name} spielt zum {number}. Stich aus", leaders[number - 1] == seat
        at = reached.get(seat, 99)
        yield f"{name} reached 66", at < 99
        yield f"{name} sosem érte el a 66-ot", at == 99
        if number:
            yield f"{name} had 66 at trick {written[-1]}", at <= written[-1]
            yield f"Vasil: {name} hatte im {number}. Stich 66", at <= number
        yield f"{name} стигна пръв 66", at < min((t for s, t in reached.items() if s != seat), default=99)
        yield f"{name} never had a trick", plain.tricks[seat] == 0
        yield f"{name} revoked", False
        yield f"{name}: the close was illegal", False


@pytest.mark.sampled(8)
@pytest.mark.parametrize("spec", SPECS)
def test_claims_are_answered_as_the_oracle_counts(spec: str) -> None:
    rng, rules = random.Random(spec), rules_of(spec)
    seen = set()
    for _ in range(DEALS):
        deal = deal_record(1, rules, first_dealer(rules, rng), rng, noted=False)[0]
        told = list(truths(spec, deal))
        answered = answer_claims(game_of(deal), 1, rules, [text for text, _ in told])
        for (text, right), found in zip(told, answered, strict=True):
            assert found.fault is None, (text, str(found.fault))
            assert found.verdict is (RIGHT if right else WRONG), (text, found.weighed)
            seen.add(right)
    assert seen == {True, False}


@pytest.mark.parametrize("spec", ["santase", "schnapsen"])
def test_a_revoke_is_found_where_it_was_made_and_nowhere_else(spec: str) -> None:
    rng, rules = random.Random(spec), rules_of(spec)
    revokes = 0
    for _ in range(DEALS * (4 if SIZE.is_full else 1)):
        deal = deal_record(1, rules, first_dealer(rules, rng), rng, noted=False)[0]
        for broken, ply, legal in attempts(spec, deal, rng):
            if legal or not ply.plays or len(broken.tricks[-1].plies) < 2:
                continue
            cut = replace(broken.tricks[-1], plies=broken.tricks[-1].plies[:-1])
            *_, (_, before) = replayed(spec, replace(broken, tricks=(*broken.tricks[:-1], cut)))
            if before.over or not is_led(before):
                continue
            name, other = NAMES["AB".index(before.turn)], NAMES["BA".index(before.turn)]
            at = len(broken.tricks)
            said = {
                f"{other}: {name} revoked at trick {at}": True,
                f"{name} hat im {at}. Stich nicht bedient": True,
                f"{name} не отговори на боята": True,
                f"{name} revoked at trick {at % 12 + 1}": False,
                f"{other} renonszt csinált": False,
                "nobody revoked": False,
            }
            answered = answer_claims(game_of(broken), 1, rules, list(said))
            assert [found.verdict for found in answered] == [RIGHT if so else WRONG for so in said.values()]
            revokes += 1
    assert revokes > 3 or not SIZE.is_full


# Every kind of dispute, as it is kept.


@pytest.mark.parametrize("path", disputed.KEPT, ids=lambda path: path.stem)
def test_a_dispute_is_answered_alike_in_every_language(path: Path) -> None:
    kept = disputed.read_kept(path)
    assert kept["claims"]
    for language in LANGUAGES:
        assert disputed.answers(path, language) == kept["answers"], language


@pytest.mark.parametrize("path", disputed.KEPT, ids=lambda path: path.stem)
def test_it_is_answered_alike_where_it_stands_in_the_record(path: Path) -> None:
    kept = disputed.read_kept(path)
    [game] = read_file(path.with_suffix(".sgn"))
    rules = judge(game).rules
    assert rules
    last = kept["deal"] == len(game.readable.deals)
    if not last:
        return
    texts = [claim["en"] for claim in kept["claims"]]
    notes = "".join(f"@dispute({json.dumps(text)})\n" for text in texts)
    [written] = read(path.with_suffix(".sgn").read_text("utf-8").rstrip() + "\n" + notes)
    found = disputes(written, kept["deal"], rules)
    assert [each.text for each in found][-len(texts) :] == texts
    verdicts = [each.verdict.value for each in found][-len(texts) :]
    assert verdicts == [answer["verdict"] for answer in kept["answers"]]


def test_all_that_can_be_found_is_claimed_somewhere() -> None:
    """Of every irregularity there is a record in which a claim of it is right."""
    right = set()
    for path in disputed.KEPT:
        for answer in disputed.read_kept(path)["answers"]:
            if answer["verdict"] == "right" and answer["claim"]["of"] == "deal":
                right.add(Subject(answer["claim"]["subject"]))
    assert len(disputed.KEPT) >= 30
    missing = EVIDENCE.keys() - right
    assert missing <= {
        Subject.CLOSE_ILLEGAL,
        Subject.CLOSE_EARLY,
        Subject.EXCHANGE_LATE,
        Subject.MARRIAGE_ILLEGAL,
        Subject.PLAYED_OUT_OF_TURN,
        Subject.TWO_CARDS,
        Subject.NOT_HELD,
        Subject.PLAYED_ON,
    }


def test_what_is_claimed_twice_over_is_one_value() -> None:
    assert value("the 20 does not count").what == OfDeal(Subject.COUNTS, number=20, denied=True)
    assert value("B had more than 33").what == value("B had at least 34").what
