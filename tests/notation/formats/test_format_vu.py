"""The logs of VU Amsterdam's programs: their content and their statements are preserved."""

import json
import os
import random
from pathlib import Path
from typing import Final

import pytest

from notation import read, write
from notation.findings.finding import ENGLISH
from notation.formats import FORMATS, SGN, Format, convert, recognised
from notation.formats.vu.common import MOST_MOVES, SPEC
from notation.judge import judge
from tests.support.games import random_record

TRICKS: Final = FORMATS["vu-tricks"]
MOVES: Final = FORMATS["vu-moves"]
VERBOSE: Final = FORMATS["vu-verbose"]
READ: Final = (TRICKS, MOVES, VERBOSE)
SAMPLES: Final = os.environ.get("SANTASE_FORMATS")

# One deal, typed by hand: the queen of spades is led with the marriage, the king is played later.
HANDS: Final = {
    "leader": "ACE_SPADES KING_SPADES QUEEN_SPADES JACK_HEARTS KING_CLUBS",
    "follower": "ACE_DIAMONDS TEN_SPADES KING_HEARTS ACE_HEARTS JACK_CLUBS",
    "talon": "JACK_SPADES QUEEN_HEARTS TEN_HEARTS KING_DIAMONDS QUEEN_DIAMONDS JACK_DIAMONDS ACE_CLUBS "
    "TEN_CLUBS QUEEN_CLUBS TEN_DIAMONDS",
}
MARRIAGE: Final = "Marriage(queen_card=Card.QUEEN_SPADES, king_card=Card.KING_SPADES)"


def cards(names: str) -> str:
    return f"[{', '.join(f'Card.{name}' for name in names.split())}]"


def bot(name: str, hand: str) -> str:
    score = "score=Score(direct_points=0, pending_points=0)"
    return (
        f"BotState(implementation={name}, hand=Hand(cards={cards(hand)}, max_size=5), {score}, won_cards=[])"
    )


def state(leader: str, follower: str, talon: str) -> str:
    laid = f"talon=Talon(cards={cards(talon)}, trump_suit=DIAMONDS)"
    return (
        f"GameState(leader={bot('rand', leader)}, follower={bot('bully', follower)}, {laid}, previous=None)"
    )


def trick(lead: str, follow: str) -> str:
    lead = lead if "(" in lead else f"RegularMove(card=Card.{lead})"
    return f"RegularTrick(leader_move={lead}, follower_move=RegularMove(card=Card.{follow}))"


START: Final = state(HANDS["leader"], HANDS["follower"], HANDS["talon"])
GAME: Final = "\n".join([START, trick("ACE_SPADES", "JACK_CLUBS"), trick(MARRIAGE, "TEN_SPADES")])
DEALT: Final = """[Rules "schnapsen marriage-count=next-trick marriage-out=no claim=auto"]
[A "rand"]
[B "bully"]

deal 1 dealer B trump Td
A: As Ks Qs Jh Kc
B: Ad Ts Kh Ah Jc
talon: Js Qh Th Kd Qd Jd Ac Tc Qc Td
1. As Jc
"""


def sgn(data: str, source: Format = TRICKS) -> str:
    conversion = convert(data.encode(), source, SGN)
    assert conversion.ok, [finding.message for finding in conversion.findings]
    return conversion.data.decode()


def told(data: str) -> list[str]:
    return [entry.words(ENGLISH) for entry in convert(data.encode(), TRICKS, SGN).report]


@pytest.mark.parametrize("format", READ, ids=lambda each: each.name)
@pytest.mark.parametrize("play", ["B: exchange As Ad", "20s As Ad"])
def test_what_the_programs_cannot_do_is_left_out(format: Format, play: str) -> None:
    text = DEALT.replace("Ts Kh", "Jd Kh").replace("Jd Ac", "Ts Ac").replace("As Jc", play)
    conversion = convert(f"%SGN 1\n{text}".encode(), SGN, format)
    assert not conversion.data
    assert "game 1, deal 1: left out (line 6): its program cannot do what happens in trick 1" in [
        entry.words(ENGLISH) for entry in conversion.report
    ]


def test_the_marriages_queen_is_led_where_the_king_is_played_later() -> None:
    text = sgn(f"{GAME}\n{trick('ACE_HEARTS', 'KING_SPADES')}")
    assert text == f"%SGN 1\n{DEALT}2. 20s Qs Ts\n3. Ah Ks\n"
    assert "game 1: derived: marriages: a later play of the other card" in told(
        f"{GAME}\n{trick('ACE_HEARTS', 'KING_SPADES')}"
    )


@pytest.mark.parametrize(("gone", "led"), [("KING_SPADES", "Ks"), ("QUEEN_SPADES", "Qs")])
def test_a_later_state_tells_which_card_of_a_marriage_was_led(gone: str, led: str) -> None:
    names = HANDS["leader"].replace(gone, "").replace("ACE_SPADES", "JACK_SPADES")
    later = state("ACE_DIAMONDS KING_HEARTS ACE_HEARTS QUEEN_HEARTS TEN_HEARTS", names, "ACE_CLUBS")
    assert sgn(f"{GAME}\n{later}").endswith(f"2. 20s {led} Ts\n")
    assert "game 1: derived: marriages: a state printed later" in told(f"{GAME}\n{later}")


@pytest.mark.parametrize(("points", "led"), [(14, "Ks"), (13, "Qs")])
def test_the_points_of_the_result_tell_which_card_of_a_marriage_was_led(points: int, led: str) -> None:
    result = json.dumps({"winner": 1, "game_points": 2, "card_points": [13, points]})
    text = f"{GAME}\n# result {result}"
    assert f"2. 20s {led} Ts\n= B 2 (13-{points})\n" in sgn(text)
    assert "game 1: derived: marriages: the card points of the result" in told(text)
    ended = f"{GAME}\nGame ended. Winner is bully with 2 points, "
    ended += f"score Score(direct_points={points}, pending_points=0)"
    assert f"2. 20s {led} Ts\n= B 2\n" in sgn(ended)


def test_where_nothing_tells_the_card_of_a_marriage_it_is_unknown() -> None:
    assert sgn(GAME) == f"%SGN 1\n{DEALT}2. 20s -- Ts\n"
    assert "game 1: unknown: marriages: whether the king or the queen was led" in told(GAME)
    [game] = read(sgn(GAME))
    assert judge(game).ok


def test_of_two_players_with_one_name_nobody_wins() -> None:
    ended = "Game ended. Winner is rand with 2 points, score Score(direct_points=70, pending_points=0)"
    text = f"{GAME}\n{ended}".replace("=bully,", "=rand,")
    assert "= " not in sgn(text)
    assert any("unknown: results of deals" in line for line in told(text))


def test_objects_have_no_names_and_chatter_is_no_game() -> None:
    text = GAME.replace("=rand,", "=<__main__.RandBot object at 0x7f>,")
    assert '[A "' not in sgn(f"Playing...\n[({text}, None)]\n1 of 1 games played")


def test_a_state_holds_all_that_went_before_it() -> None:
    first, second = GAME.split("\n")[1:]
    end = state(HANDS["leader"], HANDS["follower"], HANDS["talon"]).replace("previous=None", "previous={}")
    middle = end.format(f"Previous(state={START}, trick={first}, leader_remained_leader=True)")
    whole = end.format(f"Previous(state={middle}, trick={second}, leader_remained_leader=False)")
    assert "2. 20s -- Ts <0-0>\n" in sgn(whole)
    assert "1. As Jc <0-0>\n" in sgn(f"{START}\n{first}\n{whole}"), "the same game, printed twice"
    assert sgn(f"{START}\n{first}\n{whole}").count("%SGN") == 1


def test_points_are_kept_as_the_platform_states_them_and_the_difference_is_found() -> None:
    games = [json.loads(line) for line in written(MOVES, 9).splitlines()]
    game = next(game for game in games if game.get("points"))
    stated = [points + 1 for points in game["points"]]
    text = sgn(json.dumps(game | {"points": stated}), MOVES)
    assert f"({stated[0]}-{stated[1]})" in text
    [read_again] = read(text)
    assert [finding.code.id for finding in judge(read_again).findings] == ["X108"]


def written(format: Format, matches: int) -> bytes:
    """A log with some matches."""
    rng = random.Random(7)
    text = "\n".join(write(random_record(SPEC, rng, most_deals=3)) for _ in range(matches))
    return convert(text.encode(), SGN, format).data


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"hands": [[0], [1]]}, "hands, stock"),
        ({"hands": 7}, "hands, stock"),
        ({"leader": True}, "leader"),
        ({"trump": "X"}, "trump"),
        ({"moves": [[1, [20, None]]]}, "moves[0]"),
        ({"moves": [[1, [2, 4]]]}, "moves[0]"),
        ({"moves": [[3, [2, None]]]}, "moves[0]"),
        ({"moves": [[1, [2, None]]] * (MOST_MOVES + 1)}, "moves"),
        ({"winner": 3}, "winner"),
        ({"winner": 1, "game_points": -1}, "game_points"),
        ({"winner": 1, "game_points": 1, "points": [1]}, "points"),
    ],
)
def test_what_is_wrong_in_moves_is_told_with_its_place(change: dict[str, object], where: str) -> None:
    game = json.loads(written(MOVES, 1).splitlines()[0]) | change
    conversion = convert(b"\n" + json.dumps(game).encode(), MOVES, SGN)
    [finding] = conversion.findings
    assert (finding.code.id, finding.span.line) == ("S141", 2)
    assert finding.sentence.startswith(f"{where}: ")
    assert not conversion.data


def test_a_game_has_an_end() -> None:
    deal = written(VERBOSE, 1).decode().partition("*")[0]
    data = deal + "*   Player 1 performs a trump jack exchange\n" * 9999
    conversion = convert(data.encode(), VERBOSE, SGN)
    assert [finding.code.id for finding in conversion.findings] == ["F403"]
    assert "at most 64 moves" in conversion.findings[0].sentence


@pytest.mark.parametrize(
    ("jack", "taken"), [("JACK_DIAMONDS", "ACE_DIAMONDS"), ("JACK_CLUBS", "TEN_DIAMONDS")]
)
def test_an_exchange_of_other_cards_contradicts_the_deal(jack: str, taken: str) -> None:
    exchange = f"ExchangeTrick(exchange=TrumpExchange(jack=Card.{jack}), trump_card=Card.{taken})"
    conversion = convert(f"{START}\n{exchange}".encode(), TRICKS, SGN)
    [finding] = conversion.findings
    assert (finding.code.id, finding.span.line) == ("F403", 2)
    assert finding.sentence.endswith("expected the jack of trumps and the turn-up of the deal")


def test_tricks_without_their_deal_are_no_game() -> None:
    conversion = convert(f"\n{trick('ACE_SPADES', 'JACK_CLUBS')}".encode(), TRICKS, SGN)
    assert [(finding.code.id, finding.span.line) for finding in conversion.findings] == [("F403", 2)]


# The old platform gives 66 points to who takes the last trick, whatever he had before it.
FAKED_66: Final = {4, 7, 12, 24, 25, 32}


@pytest.mark.skipif(not SAMPLES, reason="SANTASE_FORMATS names no folder of other programs' logs")
@pytest.mark.parametrize(
    ("name", "format", "games", "explained"),
    [
        ("vu-trick-reprs.txt", TRICKS, 12, set()),
        ("vu-old-moves.jsonl", MOVES, 40, FAKED_66),
        ("vu-old-verbose.txt", VERBOSE, 3, set()),
    ],
)
def test_the_samples_convert_and_judge(name: str, format: Format, games: int, explained: set[int]) -> None:
    data = Path(SAMPLES or "", name).read_bytes()
    assert recognised(data, list(FORMATS.values())) is format
    conversion = convert(data, format, SGN)
    assert (conversion.findings, conversion.games, conversion.deals) == ((), games, games)
    found = [(game.number, finding) for game in read(conversion.data) for finding in judge(game).findings]
    assert {number for number, _ in found} == explained
    assert {finding.code.id for _, finding in found} <= {"X108"}
    assert all("66" in finding.sentence for _, finding in found)
