"""Claims about contracts, bids and doubles are answered as the second hand of these games knows them."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from notation.judge import judge
from notation.judge.opening import contract_in_words
from notation.record.path import Path
from notation.rulings.answers import outcome_sentence
from notation.rulings.claim_reader import read_claims
from notation.rulings.claims import OfDeal, Subject, Worth
from notation.rulings.comparison import PacksError, compare_rules
from notation.rulings.deal_claims import weigh
from notation.rulings.dispute import answer_claims
from notation.rulings.elsewhere import ClaimVerdict
from notation.rulings.ledger import Account, account
from notation.rulings.questions import answer_question, questions_at
from notation.specs.spec import write_spec
from notation.text.reader import read, read_file
from referee.cards import NOBODY, Seat
from referee.match import most_worth
from referee.rulesets import PRESETS
from tests.notation.judge.test_openings import against_the_rules
from tests.referee.test_contract_oracle import rules_of
from tests.support import oracle_of_contracts as oracle
from tests.support import oracle_of_gaigel
from tests.support.contract_cases import CASES, ContractCase
from tests.support.corpus import ROOT
from tests.support.random_contracts import played, random_deal, written
from tests.support.second_hands import hand_of
from tests.support.sizes import sizes
from tests.support.wordings import NAMES, corpus
from viewer.documents.languages import language

RIGHT, WRONG = ClaimVerdict.RIGHT, ClaimVerdict.WRONG
BAUERNSCHNAPSEN = rules_of("bauernschnapsen")
ENDED = [case for case in CASES if case.game == "bauernschnapsen" and case.ends and not case.options]


def account_of(text: str, game: str = "bauernschnapsen") -> Account:
    """The account of a deal, as the second hand reads the rules of its game."""
    return account(judge(next(read(f'%SGN 1\n[Rules "{write_spec(rules_of(game))}"]\n\n{text}'))), 1)


def verdict(told: Account, of: OfDeal, trick: int = 0, contract: str = "") -> ClaimVerdict:
    """The verdict on a claim about a deal."""
    return weigh(told, of, trick, contract=contract).verdict


def so(is_so: bool) -> ClaimVerdict:
    """The verdict that something is so, or not."""
    return RIGHT if is_so else WRONG


def side_of(told: Account, seat: str) -> Seat:
    return told.rules.side(Seat("ABCD".index(seat)))


def claimed_early(spiel: oracle.ContractSpiel) -> set[str]:
    """Who said 66 before the card that was called had been played."""
    words = [(seat, word) for at, seat, word in spiel.log if at]
    fallen = [word for _, word in words].index(spiel.called) if oracle.is_shown(spiel) else len(words)
    return {seat for seat, word in words[:fallen] if word == "out"}


def true_claims(spiel: Any, told: Account) -> Iterator[tuple[OfDeal, int, str, ClaimVerdict]]:
    """Claims about a deal that was played by the rules to its end, with what the second hand says of them."""
    winners, _, reason, _, _ = spiel.over
    made, player = spiel.player in winners, spiel.player
    if spiel.game in oracle_of_gaigel.FORMS:
        promise, called, name = None, None, spiel.opening
    else:
        promise, called = spiel.promise, spiel.called
        name = promise.name if promise else told.rules.auction.contracts[0].name
    bid = reason.removesuffix("-failed") == name
    last = 0 if bid and promise and promise.aim == "cards" else max(at for at, *_ in spiel.log)
    side = hand_of(spiel.game).side(spiel, player)
    for subject, is_so in ((Subject.CONTRACT_MADE, made), (Subject.CONTRACT_FAILED, not made)):
        for seat in "ABCD"[: told.rules.seats]:
            alone = seat == player or (not bid and seat in side)
            yield OfDeal(subject, Seat("ABCD".index(seat))), 0, "", so(is_so and alone)
            of_side = OfDeal(subject, side_of(told, seat))
            together = alone if called else side_of(told, seat) == side_of(told, player)
            yield of_side, 0, name, so(is_so and together)
        yield OfDeal(subject, NOBODY), 0, "", so(is_so)
        yield OfDeal(subject, NOBODY, denied=True), 0, "", so(not is_so)
        yield OfDeal(subject, NOBODY), 0, "plauderer", WRONG
        for trick in range(1, last + 1):
            yield OfDeal(subject, NOBODY), trick, name, so(is_so and trick == last)
    doubled = {seat for _, seat, word in spiel.log if word == "double"}
    yield OfDeal(Subject.DOUBLED, NOBODY), 0, "", so(bool(doubled))
    for seat in "ABCD"[: told.rules.seats]:
        yield OfDeal(Subject.DOUBLED, Seat("ABCD".index(seat))), 0, "", so(seat in doubled)
    of_partners = (
        {Subject.PARTNER: {spiel.partner} - {""}, Subject.CLAIM_EARLY: claimed_early(spiel)} if called else {}
    )
    for subject, seats in of_partners.items():
        yield from (
            (OfDeal(subject, Seat("ABCD".index(seat))), 0, "", so(seat in seats)) for seat in spiel.seats
        )
        yield OfDeal(subject, NOBODY), 0, "", so(bool(seats))
    for subject in (Subject.CALL_ILLEGAL, Subject.CALL_NOT_HELD, Subject.BID_LOW, Subject.DOUBLE_LATE):
        yield OfDeal(subject, NOBODY), 0, "", WRONG
        yield OfDeal(subject, NOBODY, denied=True), 0, "", RIGHT


def compare(spiel: Any, text: str, game: str) -> set[tuple[Subject, ClaimVerdict]]:
    """Compare the answers to all true and false claims about a deal; returns what was answered."""
    told, seen = account_of(text, game), set()
    for of, trick, contract, expected in true_claims(spiel, told):
        assert verdict(told, of, trick, contract) is expected, (of, trick, contract, text)
        seen.add((of.subject, expected))
    return seen


@pytest.mark.parametrize("case", ENDED, ids=lambda case: case.name)
def test_how_a_contract_went(case: ContractCase) -> None:
    spiel = oracle.start(case.game, case.dealer, case.hands, case.talon)
    oracle.say(spiel, case.words)
    compare(spiel, written(spiel, case.hands, case.talon), case.game)


@pytest.mark.parametrize("case", ENDED, ids=lambda case: case.name)
def test_the_headline_of_a_contract(case: ContractCase) -> None:
    winners, points, reason, cards, tricks = case.ends.split()
    spiel = oracle.start(case.game, case.dealer, case.hands, case.talon)
    oracle.say(spiel, case.words)
    said = outcome_sentence(language("en"), account_of(written(spiel, case.hands, case.talon)).deal)
    assert said.startswith(f"{winners} wins {points} game point")
    promise = spiel.promise
    if promise is None:
        return
    assert f"{spiel.bidder} played {contract_in_words(promise.name)}" in said or promise.aim == "cards"
    last = sum(map(int, tricks.split("-")))
    if promise.aim == "66" and not reason.endswith("failed"):
        at = max(number for number, *_ in spiel.log)
        assert f"had {max(map(int, cards.split('-')))} card points at trick {at}." in said
    elif reason.endswith("failed"):
        assert f"trick {last}" in said


@pytest.mark.slow
@sizes(25, 3000)
@pytest.mark.parametrize("game", [*oracle.FORMS, *oracle_of_gaigel.FORMS])
def test_how_contracts_went_in_deals_by_chance(game: str, size: int) -> None:
    seen = set()
    for number in range(size):
        dice = random.Random(f"{game} claims {number}")
        spiel, hands, talon = random_deal(game, dice)
        for _ in played(spiel, dice):
            pass
        seen |= compare(spiel, written(spiel, hands, talon), game)
    both = {Subject.CONTRACT_MADE, Subject.CONTRACT_FAILED}
    both |= set() if game in oracle_of_gaigel.FORMS else {Subject.DOUBLED}
    both |= {Subject.PARTNER} if rules_of(game).auction.calls else set()
    assert {(subject, each) for subject in both for each in (RIGHT, WRONG)} <= seen


@pytest.mark.slow
@sizes(3, 500)
@pytest.mark.parametrize("game", oracle.FORMS)
def test_everybody_who_wins_scores_what_a_deal_is_worth(game: str, size: int) -> None:
    rules = rules_of(game)
    for number in range(size):
        dice = random.Random(f"{game} worth {number}")
        spiel, hands, talon = random_deal(game, dice)
        for _ in played(spiel, dice):
            pass
        ended = oracle.result(spiel)
        assert ended
        winners, worth, *_ = ended
        [record] = read(f"%SGN 1\n\n{written(spiel, hands, talon)}")
        sides = [*spiel.seats, "".join(winners)]
        alike = (worth, worth % most_worth(rules) + 1)  # no deal is worth more
        claims = [f"{side} {points}" for side in sides for points in alike]
        verdicts = [each.verdict for each in answer_claims(record, 1, rules, claims)]
        expected = [so({*side} <= {*winners} and points == worth) for side in sides for points in alike]
        assert verdicts == expected, (claims, record.text)
        told = account_of(written(spiel, hands, talon), game)
        right = [
            what.winner
            for each in questions_at(told)
            if isinstance(what := each.claim.what, Worth)
            and answer_question(told, each, language("en")).verdict is RIGHT
        ]
        assert right == sorted({rules.side(Seat("ABCD".index(seat))) for seat in winners})


def truths(spiel: oracle.ContractSpiel, seat: str, word: str) -> dict[Subject, bool]:
    """What is true of something that may not be said now, by the second hand."""
    low = held = False
    if word.startswith("bid "):
        promise = next(each for each in spiel.promises if each.name == word[4:])
        first = deepcopy(spiel)
        first.promise, first.bidder = None, ""
        low = oracle.may_bid(first, seat, promise)
        if not low and promise.holds:
            every = deepcopy(first)
            every.hands[seat] = [f"{rank}{spiel.trump}" for rank in "ATKQJ"]
            held = oracle.may_bid(every, seat, promise)
        held &= not low and oracle.may_bid(spiel, seat, promise) is False
    held |= word.startswith("trump ") and not spiel.game.startswith("snapszer")  # where any may be named
    return {Subject.BID_LOW: low, Subject.CALL_NOT_HELD: held}


@sizes(40, 4000)
@pytest.mark.parametrize("game", oracle.FORMS)
def test_what_may_not_be_said_before_the_first_lead(game: str, size: int) -> None:
    seen: Counter[tuple[Subject, bool]] = Counter()
    for number in range(size):
        dice = random.Random(f"{game} not allowed {number}")
        spiel, hands, talon = random_deal(game, dice)
        moments = [
            (deepcopy(spiel), wrong)
            for _ in played(spiel, dice)
            if spiel.step in ("trumps", "bids") and (wrong := against_the_rules(spiel, dice)) is not None
        ]
        if not moments:
            continue
        before, (seat, word) = dice.choice(moments)
        before.log.append((0, seat, word))
        told = account_of(written(before, hands, talon), game)
        who = Seat("ABCD".index(seat))
        other = next(each for each in "ABCD" if each != seat)
        bid = word.removeprefix("bid ") if word.startswith("bid ") else ""
        assert verdict(told, OfDeal(Subject.CALL_ILLEGAL, who), contract=bid) is RIGHT, word
        assert verdict(told, OfDeal(Subject.CALL_ILLEGAL, who, denied=True)) is WRONG
        assert verdict(told, OfDeal(Subject.CALL_ILLEGAL, Seat("ABCD".index(other)))) is not RIGHT
        for subject, is_so in truths(before, seat, word).items():
            if not (is_so or bid == ""):
                continue
            if bid or word in [f"trump {suit}" for suit in "shdc"]:
                assert (verdict(told, OfDeal(subject, who)) is RIGHT) is is_so, (subject, word)
                seen[subject, is_so] += 1
    least = {(Subject.BID_LOW, True), (Subject.CALL_NOT_HELD, True)}
    assert seen.keys() >= least or game.startswith("snapszer")  # which has one contract to bid


HANDS = "A: As Ks Qs | Kh Ah\nB: Ts Js Jh Qh Td\nC: Th Ad Kd Qd Jd\nD: Ac Tc Kc Qc Jc\n"
OPENINGS = {
    "C: pass": ("trump s pass C: pass pass pass pass", {"played-out-of-turn": 2, "call-illegal": 2}),
    "lower": ("trump s bid gang bid bettler pass pass pass", {"bid-low": 1, "call-illegal": 1}),
    "lower, and no ace": (
        "trump s bid gang bid ass-bettler pass pass pass",
        {"bid-low": 1, "call-not-held": 1, "call-illegal": 1},
    ),
    "his side": ("trump s pass bid schnapser pass pass", {"call-illegal": 1}),
    "no ace": ("trump s pass bid ass-bettler pass pass", {"call-not-held": 1, "call-illegal": 1}),
    "no heart": ("trump h pass pass pass pass", {"call-not-held": 0, "call-illegal": 0}),
    "the partner": ("trump s pass pass pass pass C: double", {"call-illegal": 2}),
    "in time": ("trump s pass pass pass pass B: double", {}),
}
"""An opening, and which claims are true of it, of which seat."""


@pytest.mark.parametrize(("opening", "true"), OPENINGS.values(), ids=OPENINGS)
def test_an_opening_and_what_is_claimed_of_it(opening: str, true: dict[str, int]) -> None:
    told = account_of(f"deal 1 dealer D\n{HANDS}0. {opening}\n")
    for name in ("played-out-of-turn", "call-illegal", "call-not-held", "bid-low", "double-late"):
        for seat in range(4):
            is_so = verdict(told, OfDeal(Subject(name), Seat(seat))) is RIGHT
            assert is_so is (true.get(name) == seat), (name, seat)


def test_a_record_has_no_double_that_is_late() -> None:
    """Line 0. comes before the first lead: whoever claims otherwise is told who doubled there."""
    opening = f"deal 1 dealer D\n{HANDS}0. trump s pass pass pass pass"
    for more, told in ((" B: double", "B doubles"), ("", "nobody doubled")):
        found = weigh(account_of(f"{opening}{more}\n1. As Ts Th Ac"), OfDeal(Subject.DOUBLE_LATE, Seat(1)))
        assert (found.verdict, *map(str, found.told)) == (WRONG, told)
    unread = account_of(f"{opening}\n1. As B: double\n")
    assert verdict(unread, OfDeal(Subject.DOUBLE_LATE, Seat(1))) is ClaimVerdict.OPEN


@pytest.mark.slow
@pytest.mark.parametrize("case", ENDED[::4], ids=lambda case: case.name)
def test_no_question_about_an_opening_contradicts_the_referee(case: ContractCase) -> None:
    spiel = oracle.start(case.game, case.dealer, case.hands, case.talon)
    oracle.say(spiel, case.words)
    told = account_of(written(spiel, case.hands, case.talon))
    said = [word for at, _, word in spiel.log if at == 0]
    for action in range(1, len(said) + 1):
        asked = {each.name: each for each in questions_at(told, 0, action)}
        assert answer_question(told, asked.pop("legal"), language("en")).verdict is RIGHT
        for question in asked.values():
            assert answer_question(told, question, language("en")).verdict is WRONG, question.name
    names = {each.name.rpartition("-")[0] for each in questions_at(told)}
    assert {"contract-made", "contract-failed"} <= names
    assert all(each.at != Path() for each in questions_at(told))


@pytest.mark.slow
@pytest.mark.parametrize("code", NAMES)
def test_claims_in_words_name_the_contract_that_is_meant(code: str) -> None:
    rules = PRESETS["bauernschnapsen"]
    named = {
        claim.contract
        for each in corpus(f"contracts_{code}")
        for reading in read_claims(each.text, rules, each.names)
        for claim in reading.claims
    }
    assert named >= {contract.name for contract in rules.auction.contracts} - {"rufer"}


WORDS = {
    "en": ("Gang", "the Gang failed at trick 4", "Ivan made the Gang"),
    "de": ("Gang", "der Gang ist im vierten Stich verloren gegangen", "Franz hat den Gang gewonnen"),
    "bg": ("ганг", "гангът се провали на четвъртата взятка", "Иван направи ганга"),
    "hu": ("gang", "a gang a negyedik ütésben elbukott", "Gábor megcsinálta a gangot"),
}
GANG = """deal 1 dealer A
A: Ac Ks Ah | Js Ad
B: Kc Td Kh | Qh Qs
C: Th Qc Kd | As Jd
D: Jh Tc Ts | Qd Jc
0. trump h pass pass pass bid gang
1. Ac Kc Jc
2. Ah Qh Jh
3. Ad Td Qd
4. Ks Qs Ts
"""


@pytest.mark.parametrize("code", WORDS)
def test_words_about_a_contract_are_answered(code: str) -> None:
    _, failed, made = WORDS[code]
    [game] = read(f'%SGN 1\n[A "{NAMES[code][1]}"]\n\n{GANG}')
    found = answer_claims(game, 1, BAUERNSCHNAPSEN, [failed, made])
    assert [each.verdict for each in found] == [RIGHT, WRONG]
    assert {each.claim.contract for each in found if each.claim} == {"gang"}


@pytest.mark.slow
@sizes(10, 1000)
def test_nobody_but_the_caller_may_claim_before_the_called_card_is_played(size: int) -> None:
    checked = 0
    for number in range(4 * size):
        dice = random.Random(f"early claims {number}")
        spiel, hands, talon = random_deal("snapszer-four", dice)
        moments = [
            deepcopy(spiel)
            for _ in played(spiel, dice)
            if spiel.step == "play" and spiel.tricks and not (spiel.trick or spiel.promise or spiel.announced)
        ]
        hidden = [each for each in moments if not oracle.is_shown(each)]
        if not hidden:
            continue
        before = dice.choice(hidden)
        seat = dice.choice(oracle.others(before, [before.caller]))
        before.log.append((len(before.tricks), seat, "out"))
        told, who = account_of(written(before, hands, talon), "snapszer-four"), Seat("ABCD".index(seat))
        found = weigh(told, OfDeal(Subject.CLAIM_EARLY, who))
        assert found.verdict is RIGHT
        assert [each.code.id for each in found.findings] == ["C207"]
        assert verdict(told, OfDeal(Subject.CLAIM_EARLY, Seat("ABCD".index(before.caller)))) is not RIGHT
        assert verdict(told, OfDeal(Subject.PARTNER, who)) is so(seat == before.partner)
        checked += 1
    assert checked >= size


NEGYES = """deal 1 dealer D
A: Ah Kh Qh | As Js 9d
B: Jh Ts Qs | Kd Jd 9c
C: Th Ks 9s | Ad Tc Jc
D: 9h Td Qd | Ac Kc Qc
0. call Th pass
1. Ah Jh Th 9h
2. 40h Kh 9c Ad Qd C: out
"""
ALONE = NEGYES.partition("1. ")[0] + "1. As Ts 9s Ac\n"
SECRET = {
    "en": ("Laci was the partner", "Laci claimed 66 before the called card fell"),
    "de": ("Laci war der Partner", "Laci hat sich ausgemeldet, bevor die gerufene Karte gefallen ist"),
    "bg": ("Laci беше партньорът", "Laci обяви 66, преди да падне извиканата карта"),
    "hu": ("Laci volt a társ", "Laci bemondta a 66-ot, mielőtt a hívott lap leesett"),
}


@pytest.mark.parametrize("code", SECRET)
def test_words_about_the_secret_partner_are_answered(code: str) -> None:
    for play, early in ((NEGYES, WRONG), (f"{ALONE} C: out\n", RIGHT)):
        [game] = read(f'%SGN 1\n[Rules "snapszer-four"]\n[C "Laci"]\n\n{play}')
        found = answer_claims(game, 1, PRESETS["snapszer-four"], SECRET[code])
        assert [each.verdict for each in found] == [RIGHT, early]
    told = account_of(f"{ALONE}2. 40h out\n", "snapszer-four")
    alone = weigh(told, OfDeal(Subject.CLAIM_EARLY, Seat(0)))
    assert (alone.verdict, *map(str, alone.told)) == (
        RIGHT,
        "A claimed 66 before Th had been played, so nobody else's card points counted: A had 72",
    )


def test_who_is_the_partner_is_not_said_where_the_record_does_not_show_it() -> None:
    hands = "A: Ah Kh Qh | As Js 9d\nB: -- -- -- | -- -- --\nC: -- -- -- | -- -- --\nD: -- -- -- | -- -- --\n"
    told = account_of(f"deal 1 dealer D\n{hands}0. call Th pass\n1. As Ts 9s Ac\n", "snapszer-four")
    assert verdict(told, OfDeal(Subject.PARTNER, Seat(2))) is ClaimVerdict.OPEN
    assert verdict(told, OfDeal(Subject.PARTNER, Seat(2), denied=True)) is ClaimVerdict.OPEN


def test_games_with_bids_are_compared_with_such_games_alone() -> None:
    [game] = read(f'%SGN 1\n[Rules "bauernschnapsen"]\n\n{GANG}')
    assert [rules.name for rules in compare_rules(game).rules] == ["bauernschnapsen"]
    with pytest.raises(PacksError, match="contracts are bid"):
        compare_rules(game, [PRESETS["sixty-six-four"]])


def test_nobody_bids_in_other_games() -> None:
    [reading] = read_claims("C was the secret partner", BAUERNSCHNAPSEN)
    assert str(reading.fault) == "under these rules no card is called, so nobody is a secret partner"
    [reading] = read_claims("A lost the contract")
    assert str(reading.fault) == "under these rules nothing is named or bid before the first lead"


def test_claims_of_the_talon_are_understood_in_games_that_draw_and_bid() -> None:
    told = {
        "B: ő ütés nélkül cserélt": Subject.EXCHANGE_EARLY,
        "B: he exchanged without a trick": Subject.EXCHANGE_EARLY,
        "B: er hat zu früh getauscht": Subject.EXCHANGE_EARLY,
        "B: he closed too late": Subject.CLOSE_LATE,
    }
    for text, subject in told.items():
        first = read_claims(text, PRESETS["snapszer"])[0]
        assert first.understood, text
        assert first.claims[0].what == OfDeal(subject, Seat(0)), text


def test_nobody_is_said_to_have_doubled_where_nothing_is_doubled() -> None:
    for text in ("A: wir haben 107", "A: wir hatten einen Stich", "A: doppelt zählt das nicht"):
        for reading in read_claims(text, PRESETS["gaigel-four"]):
            assert not {"doubled", "double-late"} & {
                each.what.subject.value for each in reading.claims if isinstance(each.what, OfDeal)
            }, text


def test_no_contract_was_lost_where_nothing_was_bid() -> None:
    [game] = [*read_file(ROOT / "samples" / "snapszer-egy-ponttal-bukott-takaras.sgn")]
    told = account(judge(game), 2)
    for subject in (Subject.CONTRACT_FAILED, Subject.CONTRACT_MADE):
        assert verdict(told, OfDeal(subject, Seat(0)), contract="snapszer") is WRONG
