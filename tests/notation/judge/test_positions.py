"""Deals that start in the middle: judged as the rest of the whole, never otherwise for lack of facts."""

import json
import random
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from notation import digest, read, read_file, write
from notation.judge import judge
from notation.judge.deal import set_up
from notation.judge.judgement import DealJudgement, Judgement
from notation.record.model import NOBODY, Comment, DealRecord, Record, Tag, Trick
from notation.record.path import Path as Address
from notation.replay.frame import FrameKind, Layout, frames
from notation.rulings.certainty import certainties
from notation.rulings.ledger import Account, account
from notation.rulings.state_at import Situation, situation
from notation.text.formatter import format_file
from notation.wire.record import dump, load
from notation.wire.ruling import dump_ruling
from referee.cards import SUIT_LETTERS, Seat
from tests.support import oracle_of_more
from tests.support.cutting import cut, heads, played_to, spoilt, thinned
from tests.support.each import for_each
from tests.support.games import random_record
from tests.support.naming import case
from tests.support.plain import PLAIN
from tests.support.rows import rows
from tests.support.tables import rules_of
from viewer.documents.languages import language
from viewer.replay.script import script
from viewer.rulings.deal_rulings import explanation

pytestmark = pytest.mark.usefixtures("few_repairs")

SPECS = [*PLAIN, "schnapsen marriage-count=next-trick claim=auto"]
every_spec = pytest.mark.parametrize("spec", SPECS)


def text_of(spec: str, *deals: DealRecord) -> str:
    return write(Record((Tag("Rules", spec),), deals))


def judged(spec: str, deal: DealRecord) -> Judgement:
    """A single deal, judged from its text."""
    [game] = read(text_of(spec, deal))
    assert game.record, [finding.message for finding in game.findings]
    return judge(game)


def findings(judgement: Judgement) -> list[tuple[int, str, str]]:
    return [(finding.trick, finding.code.id, finding.message) for finding in judgement.findings]


def some_deal(spec: str, rng: random.Random) -> DealRecord:
    [deal] = random_record(spec, rng, noted=False, most_deals=1).deals
    return deal


def come_to(entry: DealJudgement, since: int) -> tuple[object, ...]:
    tricks = [trick for trick in entry.tricks if trick.number > since]
    ledger = [(trick.number, trick.leader, trick.winner, trick.points) for trick in tricks]
    return entry.result, entry.game_points, entry.tricks_won, entry.card_points, entry.closing, ledger


def compare_rest(spec: str, rng: random.Random) -> None:
    deal = some_deal(spec, rng)
    index = rng.choice(heads(deal, spec))
    if rng.random() < 0.5:
        deal = spoilt(deal, index, rng)
    part = cut(deal, spec, index)
    whole, rest = judged(spec, deal), judged(spec, part)
    assert come_to(rest.deals[0], index) == come_to(whole.deals[0], index), text_of(spec, deal, part)
    assert findings(rest) == findings(whole), text_of(spec, deal, part)


def compare_thinned(spec: str, rng: random.Random) -> bool:
    """Whether the deal was decided although something was left out of it."""
    deal = some_deal(spec, rng)
    part = thinned(cut(deal, spec, rng.choice(heads(deal, spec))), rng)
    whole, rest = judged(spec, deal), judged(spec, part)
    assert rest.ok, text_of(spec, deal, part)
    ours, theirs = rest.deals[0].result, whole.deals[0].result
    if ours is None:
        return False
    assert theirs
    assert ours[:3] == theirs[:3], text_of(spec, deal, part)
    assert ours.card_points in ((), theirs.card_points), text_of(spec, deal, part)
    return True


@pytest.mark.slow
@for_each(SPECS, one_in=4, sizes=(25, 1000), parts=7)
def test_the_rest_of_a_deal_is_judged_as_in_the_whole(spec: str, size: int) -> None:
    rng = random.Random(spec)
    for _ in range(size):
        compare_rest(spec, rng)


@pytest.mark.slow
@for_each(SPECS, one_in=4, sizes=(30, 1000), parts=7)
def test_what_is_left_out_leaves_the_judgement_or_makes_it_undecided(spec: str, size: int) -> None:
    rng = random.Random(spec)
    assert sum(compare_thinned(spec, rng) for _ in range(size)) > 5


@pytest.mark.slow
def test_positions_there_and_back() -> None:
    rng = random.Random(7)
    for _ in range(100):
        spec = rng.choice(SPECS)
        deal = some_deal(spec, rng)
        part = thinned(cut(deal, spec, rng.choice(heads(deal, spec))), rng)
        text = text_of(spec, part)
        noted = "\n".join(
            f"{line} {{a note}}" if line and "[" not in line else line for line in text.split("\n")
        )
        noted = noted.replace("%SGN 1 {a note}", "%SGN 1")
        [plain], [game] = read(text), read(noted)
        assert plain.record
        assert game.record, noted
        assert write(game.record) == noted == format_file(noted.encode()).decode()
        assert digest(game.record) == digest(plain.record)
        [back] = load(json.dumps(dump(game.record)).encode())
        assert back.record == game.record


def accounts(spec: str, rng: random.Random) -> tuple[Account, Account, int]:
    """The account of a whole deal, that of its rest, and the tricks between."""
    deal = some_deal(spec, rng)
    index = rng.choice(heads(deal, spec))
    whole, rest = judged(spec, deal), judged(spec, cut(deal, spec, index))
    return account(whole, 1), account(rest, 1), index


@pytest.mark.slow
@every_spec
def test_accounts_situations_and_replays_go_on_where_the_whole_deal_would(spec: str) -> None:
    rng = random.Random(spec)
    for _ in range(4):
        whole, rest, index = accounts(spec, rng)
        for side in whole.rules.sides:
            assert rest.total(side) == whole.total(side)
        assert rest.untaken == whole.untaken
        assert rest.steps == whole.steps
        place = Address(trick=index + 1)
        now, then = situation(rest, place), situation(whole, place)
        assert isinstance(now, Situation)
        assert isinstance(then, Situation)
        assert (now.allowed, now.refused, now.claims) == (then.allowed, then.refused, then.claims)
        ours, theirs = frames(rest), frames(whole)
        assert ours[0].kind is FrameKind.START
        assert ours[0].trick == index + 1
        for one, other in zip(reversed(ours[1:]), reversed(theirs), strict=False):
            assert lies(one.layout) == lies(other.layout)
        for told in (explanation(rest, language("de")), dump_ruling(rest, language("bg"))):
            assert told
        assert script(rest, language("hu"))["steps"]


@for_each(SPECS, one_in=3)
def test_rulings_of_positions_say_nothing_untrue_of_the_pack(spec: str) -> None:
    rng = random.Random(f"pack {spec}")
    certain = 0
    for _ in range(12):
        deal = some_deal(spec, rng)
        part = thinned(cut(deal, spec, rng.choice(heads(deal, spec))), rng)
        whole, rest = account(judged(spec, deal), 1), account(judged(spec, part), 1)
        assert whole.left == whole.untaken
        if not rest.played:
            continue  # no ruling adds anything up
        assert rest.untaken >= whole.untaken, text_of(spec, deal, part)
        if rest.left is not None and not rest.deal.stopped:
            certain += 1
            assert rest.left == whole.left, text_of(spec, deal, part)
    assert certain


def test_what_a_ruling_says_of_the_pack_is_no_more_than_is_known() -> None:
    head = '%SGN 1\n[Rules "santase"]\ndeal 1 trump s\nposition lead B '
    for rest, told in (
        ("<22-61> tricks 2-4\n7. Td 9d out", "At least 10 of the 120 card points are in tricks."),
        ("<58-51> tricks 6-5\n12. Ad 9d", "All 120 card points are in tricks."),
    ):
        [game] = read(f"{head}{rest}\n")
        shown = explanation(account(judge(game), 1), language("en"))
        assert told in repr(shown)


def ask_everywhere(judgement: Judgement) -> None:
    """Ask about every place that can be named: it is answered, or the reason is given."""
    for number in range(1, len(judgement.deals) + 1):
        found = account(judgement, number)
        for place in (
            Address(trick=trick, action=action) for trick in (*range(1, 14), 99) for action in (0, 1, 2, 3, 9)
        ):
            told = situation(found, place)
            assert isinstance(told, Situation) or str(told)


def broken_off(deal: DealRecord, rng: random.Random) -> DealRecord:
    """Return a deal whose record stops after some word."""
    tricks = deal.tricks[: rng.randrange(len(deal.tricks) + 1)]
    if tricks and rng.random() < 0.7:
        plies = tricks[-1].plies
        tricks = (*tricks[:-1], replace(tricks[-1], plies=plies[: rng.randrange(len(plies) + 1)]))
    return replace(deal, tricks=tricks)


def test_every_place_of_every_record_is_answered() -> None:
    rng = random.Random(4)
    for _ in range(25):
        spec = rng.choice(SPECS)
        deal = some_deal(spec, rng)
        part = broken_off(thinned(cut(deal, spec, rng.choice(heads(deal, spec))), rng), rng)
        ask_everywhere(judged(spec, part))


def files_to_ask() -> list[Path]:
    folder = Path(__file__).parents[2]
    return sorted([*folder.glob("vectors/*/*.sgn"), *folder.parent.glob("samples/**/*.sgn")])


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, 12))])
def test_every_place_of_samples_and_vectors_is_answered(part: int) -> None:
    for path in files_to_ask()[part::12]:
        for judgement in map(judge, read_file(path)):
            if judgement.rules is not None:
                ask_everywhere(judgement)


@every_spec
def test_nothing_is_said_of_the_cards_where_a_position_cannot_be_read(spec: str) -> None:
    """They may not be those of a whole deal."""
    rng = random.Random(spec)
    for _ in range(3):
        deal = some_deal(spec, rng)
        text = text_of(spec, cut(deal, spec, rng.choice(heads(deal, spec)))).replace(
            "\nposition", "\npositoin"
        )
        judgement = judge(next(read(text)))
        assert {finding.code.id[0] for finding in judgement.findings if finding.is_error} == {"S"}, text
        assert judgement.deals[0].result is None


def test_what_is_found_in_a_position() -> None:
    for codes, text in chain(*rows("vectors/positions.txt").values()):
        with case(text):
            [game] = read(text)
            found = [finding.code.id for finding in judge(game).findings]
            assert (" ".join(found) or "none") == codes


AUTO = '%SGN 1\n[Rules "schnapsen-tompa"]\ndeal 1 trump d\nposition lead B <32-71> tricks 3-5\n'


@pytest.mark.parametrize("cards", ["", "A: Qc Jh\nB: Tc Js\n"])
def test_a_position_whose_deal_has_ended_by_itself_is_over(cards: str) -> None:
    for rest, codes in (("", []), ("= B 2\n", []), ("= A 1\n", ["X106"]), ("9. Tc Qc\n", ["R250"])):
        [game] = read(f"{AUTO}{cards}{rest}")
        judgement = judge(game)
        result = judgement.deals[0].result
        assert result
        assert (result.winner, result.game_points) == (1, 2)
        assert [finding.code.id for finding in judgement.findings] == codes
        assert explanation(account(judgement, 1), language("en"))


AUTOMATIC = ["schnapsen-tompa", "sixty-six-tompa", "schnapsen claim=auto"]


@pytest.mark.parametrize("spec", AUTOMATIC)
@pytest.mark.parametrize(
    ("play", "found"),
    [
        ("8. Kc Kc", "R203"),
        ("8. Kc Qc\n9. Ad Ad", "R203"),
        ("8. Kc Qc\n9. Ad B: Kc", "R203"),
        ("8. Kc Qc\n9. B: Ad Jd", "R201"),
        ("8. Kc Qc\n9. Ad Jd", None),
    ],
)
def test_a_deal_that_goes_on_was_not_over_and_is_judged(spec: str, play: str, found: str | None) -> None:
    head = f'%SGN 1\n[Rules "{spec}"]\ndeal 1 dealer B trump h\nposition lead A tricks 4-3\n'
    judgement = judge(next(read(f"{head}{play}\n= A 3\n")))
    ids = [finding.code.id for finding in judgement.findings]
    assert ids.count("N312") == 1
    assert [each for each in ids if each[0] in "RC"] == ([found] if found else [])
    assert judgement.deals[0].result is None
    assert not certainties(judgement)[0].certain


def test_where_66_must_have_ended_the_deal_that_goes_on_its_position_is_wrong() -> None:
    hands = "A: Qc Jh\nB: Tc Js\n"
    text = AUTO.replace("<32-71> tricks 3-5", "tricks 0-8") + hands + "9. Tc Qc\n"
    [wrong] = [finding for finding in judge(next(read(text))).findings if finding.is_error]
    assert (wrong.code.id, wrong.message.partition(", but")[0]) == (
        "X128",
        "the card points of the position do not add up: those of B are at least 103",
    )


FIVE_OR_SIX = (
    '%SGN 1\n[Rules "sixty-six"]\ndeal 1 dealer A trump s\n'
    "position lead B <35-{}> tricks 2-4 closed B{} tricks 1-2\n7. {}\n"
)


@pytest.mark.parametrize(
    ("points", "had", "play", "worth", "codes"),
    [
        (57, " <30-30>", "Ac Jc out", 1, []),
        (57, " <30-30>", "close Ac Jc out", 1, ["R243"]),
        (57, "", "Ac Jc out", 1, []),
        (40, " <30-30>", "Ac Jc 8. As Js out", 1, []),
        (40, " <30-30>", "Ac Jc 8. Kc Qs 9. Jd 9d", None, ["N304"]),
    ],
)
def test_what_every_course_that_fits_comes_to_is_decided(
    points: int, had: str, play: str, worth: int | None, codes: list[str]
) -> None:
    """With five cards at the close the second seat has two left, with six it has three."""
    [game] = read(FIVE_OR_SIX.format(points, had, play))
    judgement = judge(game)
    result = judgement.deals[0].result
    assert (result and result.game_points) == worth
    assert [finding.code.id for finding in judgement.findings] == codes
    told = explanation(account(judgement, 1), language("en"))
    assert "before the draw" not in repr(told) or "N304" in codes
    ask_everywhere(judgement)


def test_no_close_that_the_rules_forbid_is_offered() -> None:
    head = "deal 1 trump h\nposition lead A tricks 2-1 closed A tricks 1-0\nA: As Qs Ks Js\n"
    for spec, offered in (("schnapsen", "2"), ("schnapsen close-before-draw=yes", "2 or 3")):
        [game] = read(f'%SGN 1\n[Rules "{spec}"]\n{head}')
        [finding] = judge(game).findings
        assert finding.code.id == "X127"
        assert f"but {offered} would fit" in finding.message


def lies(layout: Layout) -> tuple[object, ...]:
    """What lies where; the tricks of partners lie at one of them in a position, at each in a whole deal."""
    won = [sorted(pile) for pile in layout.won]
    if len(won) == 4:
        won = [sorted(one + other) for one, other in zip(won[:2], won[2:], strict=True)]
    return layout.hands, layout.talon, layout.trick, won, layout.points, layout.pending, layout.turn


@pytest.mark.parametrize(("dealer", "leader"), ["AA", "AB", "BA", "BB"])
def test_before_the_first_trick_the_seat_after_the_dealer_leads(dealer: str, leader: str) -> None:
    head = f"deal 1 dealer {dealer} trump h\nposition lead {leader} tricks 0-0\n"
    [game] = read(f'%SGN 1\n[Rules "santase"]\n{head}')
    wrong = [finding.message for finding in judge(game).findings]
    assert len(wrong) == (dealer == leader)
    assert all(f"{leader} is to lead, but" in message for message in wrong)


def test_a_dealer_is_wanted_where_no_position_follows() -> None:
    text = text_of("santase", DealRecord(3, Seat(0), tricks=(Trick(1),)))
    [game] = read(text.replace(" dealer A", " trump h"))
    [finding] = game.findings
    assert (finding.code.id, finding.message) == (
        "S111",
        "`trump` was not expected here; a deal begins with `deal`, a number, `dealer`, a seat, `trump` and a "
        "card or suit",
    )


def test_nobody_knows_who_deals_next_behind_a_deal_without_a_dealer() -> None:
    """Where the winner deals he is known; where the deal passes on, anybody may have had it."""
    deal = some_deal("schnapsen", random.Random(1))
    for spec, wrong in (("schnapsen", set()), ("schnapsen next-dealer=winner", {"R260"})):
        first = cut(deal, spec, 0)
        nameless = DealRecord(
            1, NOBODY, first.trump, first.hands, first.talon, first.tricks, position=first.position
        )
        assert deal.result
        loser = 1 - deal.result.winner
        [game] = read(text_of(spec, nameless, DealRecord(2, Seat(loser))))
        assert {finding.code.id for finding in judge(game).findings if finding.is_error} == wrong


def test_a_comment_may_stand_between_a_head_without_a_dealer_and_its_position() -> None:
    head = '%SGN 1\ndeal 3 trump h {a } @x-y("b") ; c\n; d\nposition lead A'
    [game] = read(head.replace("{a }", "{a \\} position}"))
    assert game.record
    [deal] = game.record.deals
    assert deal.dealer == NOBODY
    assert deal.position
    assert deal.notes[0] == Comment("a } position")


CLOSED = (
    '%SGN 1\n[Rules "schnapsen"]\ndeal 1 trump h\nposition lead A <60-26> tricks 3-2 closed A{} tricks 1-1\n'
)
CLOSED += "A: Ah Kc\nB: Qs Jd\n6. Ah Qs out\n"


@pytest.mark.parametrize(("had", "worth"), [("", None), (" <0-20>", 2), (" <20-0>", 2)])
def test_what_the_seats_had_at_the_close_may_decide(had: str, worth: int | None) -> None:
    """With 26 B is schneider whatever it had at the close; with 40 that decides."""
    for points, certain in ((26, 2), (40, worth)):
        [game] = read(CLOSED.format(had).replace("<60-26>", f"<60-{points}>"))
        result = judge(game).deals[0].result
        assert (result and result.game_points) == certain


@pytest.mark.parametrize(("points", "worth"), [("61-41", 1), ("61-21", 2)])
def test_what_the_seats_have_is_what_they_had_at_a_close_after_which_no_trick_was_taken(
    points: str, worth: int
) -> None:
    now = CLOSED.replace("<60-26> tricks 3-2", f"<{points}> tricks 1-1").replace(
        "A: Ah Kc\nB: Qs Jd\n6.", "3."
    )
    result = judge(next(read(now.format("")))).deals[0].result
    assert result
    assert result.game_points == worth


@pytest.mark.parametrize("spec", ["santase-four", "sixty-six-four marriage-count=next-trick"])
def test_only_marriages_that_the_oracle_has_announced_are_taken_as_announced(spec: str) -> None:
    rng = random.Random(spec)
    found = 0
    for _ in range(60):
        deal = some_deal(spec, rng)
        for index in heads(deal, spec):
            plain = played_to(deal, spec, index)
            assert isinstance(plain, oracle_of_more.OracleDealOfMore)
            announced = {(marriage.seat, marriage.suit) for marriage in plain.marriages}
            for part in (cut(deal, spec, index), thinned(cut(deal, spec, index), rng)):
                for start in set_up(rules_of(spec), part):
                    taken = {("ABCD"[each.seat], SUIT_LETTERS[each.suit]) for each in start.marriages}
                    assert taken <= announced, text_of(spec, deal, part)
                    found += len(taken)
    assert found


@pytest.mark.parametrize("at", range(6))
def test_no_number_is_of_a_seat_that_there_is_not(at: int) -> None:
    said = ["<35-30", "tricks 2-1", "pending 20-0", "closed A <30-30", "tricks 1-0", "score 0-0"]
    said[at] += "-0"
    position = " ".join(part + ">" * ("<" in part) for part in said)
    [game] = read(f'%SGN 1\n[Rules "schnapsen"]\ndeal 1 trump h\nposition lead A {position}\n')
    assert "X119" in {finding.code.id for finding in judge(game).findings}
