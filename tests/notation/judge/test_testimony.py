"""What somebody remembers: half known cards, each judged as every card that it can be, and tricks in order.

Deals with faults that depend on the cards, or on missing tricks, are compared with their completions, which
the judge of known cards judges one by one.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from notation import digest, read, write
from notation.judge import judge
from notation.judge.match import judge_under
from notation.record.model import (
    UNKNOWN_NUMBER,
    UNRECORDED,
    DealRecord,
    Holding,
    Outcome,
    Ply,
    Record,
    Tag,
    Trick,
)
from notation.record.traversal import plies_of, rebuild
from notation.wire import dump, load
from referee.cards import mask, members
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.state import Result
from tests.support.completions import FAULTY, completions, faulty_deal, half_known, outcome, with_blanks
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.gaps import drawless
from tests.support.naming import case
from tests.support.plain import PLAIN
from tests.support.sizes import Size
from tests.support.truth import is_true

pytestmark = pytest.mark.usefixtures("few_repairs")

REMEMBERED = Size("REMEMBERED", 140)
"""Records with half known cards of which every completion is judged."""


TRICKS_LOST = Size("TRICKS_LOST", 56)
"""Records of which a trick is missing and numbers are not known."""


@pytest.mark.parametrize("spec", PLAIN)
def test_the_verdict_is_that_of_all_completions(spec: str) -> None:
    rng = random.Random(f"remembered {spec}")
    rules, count = PRESETS[spec], Counter[str]()
    otherwise: list[str] = []
    for _ in range(REMEMBERED.share(len(PRESETS))):
        truth = faulty_deal(spec, rng)
        blank = with_blanks(truth, rules, rng)
        # What is drawn is not written there, and a play has the same place in both.
        deal = half_known(blank, replace(truth, tricks=tuple(map(drawless, truth.tricks))), rng)
        text = write(Record((Tag("Rules", spec),), (deal,)))
        [game] = read(text)
        assert game.record is not None, text
        assert write(game.record) == text
        judgement = judge_under(game, rules)
        found = [finding for finding in judgement.findings if finding.is_error and finding.code.id != "X115"]
        outcomes = [outcome(whole, rules) for whole in completions(deal, rules)]
        is_wrong = all(each == FAULTY for each in outcomes)
        said = "\n".join(f"{each.span.line} {each.code.id} {each.message}" for each in judgement.findings)
        if bool(found) != is_wrong:
            otherwise.append(f"{'an' if found else 'no'} error in\n{text}\n{said}")
        result = judgement.deals[0].result
        decided = {each.verdict for each in outcomes if isinstance(each, Result)}
        if result is not None and not found and decided - {result.verdict}:
            otherwise.append(f"{result} is not {decided} in\n{text}\n{said}")
        remembered = any(hand.among for hand in deal.holdings) or any(ply.among for _, ply in plies_of(deal))
        count["half known"] += remembered
        count["wrong"] += bool(found)
        count["decided"] += result is not None
    assert not otherwise, f"{len(otherwise)} of them, such as\n" + "\n\n".join(otherwise[:3])
    print(f"\n{spec}: {dict(sorted(count.items()))}")


@pytest.mark.parametrize("spec", [name for name, rules in PLAIN.items() if rules.talon_size])
def test_two_cards_that_are_known_but_for_their_order_are_in_the_right_one(spec: str) -> None:
    """Which matters in the talon."""
    rng, decided = random.Random(f"order {spec}"), 0
    for _ in range(3):
        text = write(random_record(spec, rng, noted=False, most_deals=1))
        whole = judge(next(read(text)))
        for line in re.findall(r"(?m)^(?:talon|[AB]): .*", text):
            owner, *words = line.split()
            one, other = rng.sample(range(len(words)), 2)
            words[one] = words[other] = f"{words[one]}|{words[other]}"
            judged = judge(next(read(text.replace(line, " ".join((owner, *words))))))
            assert judged.ok, judged.game.text
            assert judged.deals[0].result in (None, whole.deals[0].result)
            decided += judged.deals[0].result is not None
    assert decided


REMEMBERED_DEAL = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Kc
A: As Qs {first} Qh {second}
B: Jd Th Ks Kh Ad
talon: Ah Qd Tc -- Jc Ac Ts Kd Qc Kc
1. close Qh Th
{play}
"""


def codes(first: str, second: str, play: str) -> list[str]:
    [game] = read(REMEMBERED_DEAL.format(first=first, second=second, play=play))
    assert game.record is not None
    return [finding.code.id for finding in judge(game).findings]


def test_nobody_is_accused_of_what_one_card_refutes() -> None:
    assert codes("-d", "J-", "2. Jd Qs") == ["R210"]  # every other diamond is elsewhere
    assert codes("Td|Js", "Jh", "2. Jd Qs") == ["N304"]
    assert codes("Td|Jh", "Js", "2. Jd Qs\n3. Ad As\n4. Kh Js") == ["X135"]
    assert codes("Ks|Kh", "J-", "2. Jd Qs")[0] == "X137"


def test_the_next_lead_shows_which_card_it_was() -> None:
    [game] = read(REMEMBERED_DEAL.format(first="-d", second="J-", play="2. Ks As\n3. J- Kh\n4. Jd Td"))
    judgement = judge(game)
    assert not judgement.findings
    [_, _, third, _] = judgement.deals[0].tricks
    assert (third.winner, third.events[0].card, third.events[0].ply.among.bit_count()) == (1, 7, 4)


def test_an_error_that_rests_on_an_unsure_card_is_a_note_that_names_it() -> None:
    play = "2. Ad{} As"
    assert codes("Td", "Jh", play.format("")) == ["R210"]
    [game] = read(REMEMBERED_DEAL.format(first="Td", second="Jh", play=play.format("%")))
    [note] = judge(game).findings
    assert (note.code.id, note.seat) == ("N327", 0)
    assert note.message.endswith("the scribe is unsure of Ad")
    assert codes("Td%", "Jh", play.format("")) == ["N327"]
    assert codes("Td", "Jh%", play.format("")) == ["R210"]


@pytest.mark.slow
def test_unsure_cards_leave_the_errors_that_are_there_without_them() -> None:
    rng = random.Random("unsure")
    noted = 0
    for _ in range(REMEMBERED):
        spec = rng.choice(list(PLAIN))
        whole = faulty_deal(spec, rng)
        blank = with_blanks(whole, PRESETS[spec], rng)
        whole = replace(whole, tricks=tuple(map(drawless, whole.tricks)))
        found = {}
        for name, deal in (("whole", whole), ("blank", blank), ("unsure", unsure(blank, whole))):
            text = write(Record((Tag("Rules", spec),), (deal,)))
            [game] = read(text)
            judgement = judge_under(game, PRESETS[spec])
            errors = (each for each in judgement.findings if each.is_error and each.code.id != "X115")
            found[name] = {each.code.id for each in errors}
            noted += any(each.code.id == "N327" for each in judgement.findings)
        assert bool(found["unsure"]) == bool(found["whole"] and found["blank"]), f"{found}\n{text}"
    assert noted or not REMEMBERED.is_full


WRITTEN = """%SGN 1
[Rules "santase"]

deal 1 dealer B trump Th
A: Kd -d 9d Tc% T- Kd|Kc
B: Qc A- As 9s 9h Ts
talon: Jc Kh Qd 9c Ks Ah Qs Qh Js -h Ad Th%
1. Kd%^! -s {which?}
?. Ks|Kd ~9c Q- (?. Kc? Qd)
?. {later}
"""


def test_what_is_remembered_is_kept_in_text_and_json_and_counts_in_the_digest() -> None:
    [game] = read(WRITTEN)
    assert game.record is not None
    assert write(game.record) == WRITTEN
    [other] = load(json.dumps(dump(game.record)).encode())
    assert other.record == game.record
    surely = next(read(WRITTEN.replace("Tc%", "Tc"))).record
    assert surely is not None
    assert digest(surely) != digest(game.record)


@pytest.mark.parametrize(
    ("letters", "hand", "english"),
    [
        ("en", "A: 10- -♥ Kd|Ts 10s|Ts Xh% -a", "A: T- -h Ts|Kd Ts Th% -c"),
        ("de", "A: D- -h Bd|Ds Zc%", "A: Q- -h Qs|Jd Tc%"),
        ("hu", "A: A- -p F- At|Fm Áp%", "A: J- -h Q- Jd|Qc Ah%"),
        ("bg", "A: Д- -♥ Вd|Дs 10c%", "A: Q- -h Qs|Jd Tc%"),
    ],
)
def test_half_known_cards_are_read_in_every_spelling(letters: str, hand: str, english: str) -> None:
    tag = "" if letters == "en" else f'[Letters "{letters}"]\n'
    [game] = read(f"%SGN 1\n{tag}deal 1 dealer B trump h\n{hand}\n")
    assert game.record is not None
    assert english in write(game.record)


@pytest.mark.parametrize("word", ["-A", "-H", "K--", "-h%", "K-%", "Ks%%", "--%", "Ks|Qs|Js", "Ks|", "-"])
def test_what_could_mean_something_else_is_refused(word: str) -> None:
    [game] = read(f"%SGN 1\ndeal 1 dealer B trump h\nA: {word}\n")
    assert game.record is None


@pytest.mark.parametrize("spec", PLAIN)
def test_a_trick_that_can_have_one_number_alone_has_it(spec: str) -> None:
    rng = random.Random(f"numbers {spec}")
    rules = PRESETS[spec]
    for _ in range(TRICKS_LOST.share(len(PRESETS))):
        deal = faulty_deal(spec, rng)
        some = [rng.random() < 0.5 for _ in deal.tricks[:-1]] + [False]
        found = []
        for each in (deal, without_numbers(deal, some)):
            [game] = read(write(Record((Tag("Rules", spec),), (each,))))
            judgement = judge_under(game, rules)
            said = [(f.code.id, f.message, f.trick, f.span.line) for f in judgement.findings]
            found.append((said, judgement.deals[0].result))
        assert found[0] == found[1], game.text


@pytest.mark.parametrize("spec", PLAIN)
def test_nobody_is_accused_of_what_a_missing_trick_may_explain(spec: str) -> None:
    rng = random.Random(f"lost {spec}")
    rules, count = PRESETS[spec], Counter[str]()
    for _ in range(TRICKS_LOST.share(len(PRESETS))):
        truth = faulty_deal(spec, rng)
        if len(truth.tricks) < 2:
            continue
        truth = replace(truth, tricks=tuple(map(drawless, truth.tricks)))
        lost = rng.randrange(len(truth.tricks) - 1)
        some = [rng.random() < 0.5 for _ in truth.tricks]
        some[rng.choice((lost - 1, lost + 1)) if lost else 1] = True
        deal = without_numbers(truth, some)
        deal = replace(deal, tricks=(*deal.tricks[:lost], *deal.tricks[lost + 1 :]))
        text = write(Record((Tag("Rules", spec),), (deal,)))
        [game] = read(text)
        judgement = judge_under(game, rules)
        found = [each for each in judgement.findings if each.is_error and each.code.id != "X115"]
        outcomes = [outcome(each, rules) for each in (truth, *with_a_trick(deal, rules, rng))]
        said = [f"{each.span.line} {each.code.id} {each.message}" for each in found]
        assert not found or all(each == FAULTY for each in outcomes), f"{said} in\n{text}"
        result = judgement.deals[0].result
        decided = {each.verdict for each in outcomes if isinstance(each, Result)}
        assert result is None or found or decided <= {result.verdict}, f"{result}, {decided} in\n{text}"
        count["wrong"] += bool(found)
        count["open"] += judgement.deals[0].stopped and not found
    print(f"\n{spec}: {dict(sorted(count.items()))}")


def without_numbers(deal: DealRecord, some: list[bool]) -> DealRecord:
    """The deal with the numbers of some tricks not known."""
    tricks = zip(deal.tricks, some, strict=True)
    numbered = (replace(each, number=UNKNOWN_NUMBER) if unknown else each for each, unknown in tricks)
    return replace(deal, tricks=tuple(numbered))


def with_a_trick(deal: DealRecord, rules: RuleSet, rng: random.Random) -> Iterator[DealRecord]:
    """The deal as it is, and with one more trick before another, with some of the cards that are left."""
    played = mask(ply.played for _, ply in plies_of(deal) if ply.plays)
    left = list(permutations(members(rules.deck_cards & ~played), rules.seats))
    more = [Trick(0, (), tuple(map(Ply, cards))) for cards in rng.sample(left, min(len(left), 3))]
    tricks = deal.tricks
    longer = [(*tricks[:at], trick, *tricks[at:]) for at in range(len(tricks)) for trick in more]
    for each in (tricks, *longer):
        numbered = tuple(replace(trick, number=number) for number, trick in enumerate(each, 1))
        if all(a.number in (b.number, UNKNOWN_NUMBER, 0) for a, b in zip(each, numbered, strict=True)):
            yield replace(deal, tricks=numbered)


def unsure(blank: DealRecord, whole: DealRecord) -> DealRecord:
    """The whole deal, in which the scribe is unsure of every card that is blank in another."""

    def held(holding: Holding, gaps: Holding) -> Holding:
        return replace(holding, unsure=tuple(at for at, card in enumerate(gaps.cards) if card < 0))

    plies = dict(plies_of(blank))
    marked = rebuild(
        whole, lambda path, ply: replace(ply, unsure=ply.plays and plies[path].action == UNRECORDED)
    )
    hands = tuple((seat, held(hand, dict(blank.hands)[seat])) for seat, hand in whole.hands)
    talon = whole.talon and blank.talon and held(whole.talon, blank.talon)
    return replace(marked, hands=hands, talon=talon)


DEALS = sorted((ROOT / "tests/vectors/testimony").glob("*.sgn"))


@pytest.mark.slow
def test_remembered_deals_come_to_what_the_oracle_finds_in_all_completions() -> None:
    assert len(DEALS) == 30
    decided = wrong = 0
    for path in DEALS:
        [game] = read(path.read_bytes())
        assert game.record is not None
        tags, [deal] = game.record.tags, game.record.deals
        rules = PRESETS[tags[0].value]
        judgement = judge(game)
        played = replace(deal, result=None)
        possible = [whole for whole in completions(played, rules) if is_told(tags, whole)]
        true = [whole for whole in possible if is_told(tags, replace(whole, result=deal.result))]
        with case(path.name):
            assert possible
            assert judgement.ok is bool(true)
            result = judgement.deals[0].result
            if result is not None and judgement.ok:
                came_to = Outcome(result.winner, result.game_points, paid=result.paid)
                assert all(is_told(tags, replace(whole, result=came_to)) for whole in possible)
                decided += 1
            wrong += not judgement.ok
    assert decided >= 10 <= len(DEALS) - wrong
    assert wrong >= 5


def is_told(tags: tuple[Tag, ...], deal: DealRecord) -> bool:
    """Whether the oracle finds everything true that a record of a deal states."""
    return is_true(write(Record(tags, (deal,))))
