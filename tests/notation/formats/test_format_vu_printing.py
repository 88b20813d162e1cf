"""Bots of the package `schnapsen` print what they see, in every mixture; no game is converted wrongly.

The package's recorder says what was played. What is not printed cannot be read, and is reported.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from schnapsen.game import Bot, Move, PlayerPerspective, SchnapsenGamePlayEngine, TrumpExchange

from notation import read
from notation.formats import FORMATS, SGN, RecordPart, ReportKind, convert
from notation.formats.vu.recorder import Recorder
from notation.judge import judge
from notation.record.model import UNRECORDED, DealRecord, Record
from referee import actions
from referee.actions import Action
from referee.cards import Card
from tests.support.sizes import sizes

VU_TRICKS: Final = FORMATS["vu-tricks"]
GAMES: Final = 3
AT_A_MOVE: Final = (
    *("perspective", "first", "after exchange", "lead", "move", "moves"),
    *("history", "history by lines", "last trick", "last pair"),
)
AT_THE_END: Final = ("", "perspective", "history", "history by lines", "first, then tricks", "tricks")
Play = tuple[list[Action], dict[int, tuple[Card, ...]], tuple[Card, ...], tuple[str | None, int] | None]


class Printer(Bot):
    """Plays at random, and prints some of what it sees at its moves and at the end of a game."""

    def __init__(self, name: str, out: list[str], moves: list[str], end: str, *, exchanges: bool) -> None:
        super().__init__(name)
        self.random = random.Random(name)
        self.out, self.moves, self.end, self.exchanges = out, moves, end, exchanges
        self.is_first, self.is_exchanged = True, False

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        legal = perspective.valid_moves()
        move = self.random.choice(legal)
        history = perspective.get_game_history()
        shown: dict[str, list[object]] = {
            "perspective": [perspective],
            "first": [perspective] if self.is_first else [],
            "after exchange": [perspective] if self.is_exchanged else [],
            "lead": [leader_move],
            "move": [move],
            "moves": [legal],
            "history": [history],
            "history by lines": [*history],
            "last trick": [pair[1] for pair in history[-2:-1]],
            "last pair": [*history[-2:-1]],
        }
        self.out += [str(each) for name in self.moves for each in shown[name]]
        self.is_first = self.is_exchanged = False
        return move

    def notify_trump_exchange(self, move: TrumpExchange) -> None:
        self.is_exchanged = True
        self.out += [str(move)] if self.exchanges else []

    def notify_game_end(self, won: bool, perspective: PlayerPerspective) -> None:
        history = perspective.get_game_history()
        tricks: list[object] = [trick for _, trick in history[:-1]]
        shown: dict[str, list[object]] = {
            "": [],
            "perspective": [perspective],
            "history": [history],
            "history by lines": [*history],
            "first, then tricks": [history[0][0], *tricks],
            "tricks": tricks,
        }
        self.out += [str(each) for each in shown[self.end]]
        self.is_first = True


def mixtures(count: int) -> Iterator[tuple[str, list[Record]]]:
    """What two bots print of some games, and the games; some with the line of the package's program."""
    for seed in range(count):
        rng = random.Random(seed)
        out: list[str] = []
        first, second = (
            Printer(
                f"{name}{seed}",
                out,
                rng.sample(AT_A_MOVE, rng.randint(0, 3)),
                rng.choice(AT_THE_END),
                exchanges=rng.random() < 0.3,
            )
            for name in ("ada", "bob")
        )
        recorder = Recorder(SchnapsenGamePlayEngine())
        is_ended, is_same = rng.random() < 0.5, rng.random() < 0.2
        for number in range(GAMES):
            pair = (first, second) if number % 2 == 0 else (second, first)
            deal = random.Random(seed if is_same else f"{seed} {number}")
            winner, points, score = recorder.play_game(*pair, deal)
            if is_ended:
                out.append(f"Game ended. Winner is {winner} with {points} points, score {score}")
        yield "".join(f"{line}\n" for line in out), records(recorder.sgn())


def records(data: bytes) -> list[Record]:
    return [game.record for game in read(data) if game.record]


def play(record: Record) -> Play:
    """The actions, the hands by who leads first, the talon, and who won how much."""
    [deal] = record.deals
    assert deal.talon
    hands = {seat ^ deal.dealer ^ 1: tuple(sorted(hand.cards)) for seat, hand in deal.hands}
    done = [ply.action for trick in deal.tricks for ply in trick.plies if ply.action != actions.DRAW]
    return done, hands, deal.talon.cards, result_of(deal, record)


def result_of(deal: DealRecord, record: Record) -> tuple[str | None, int] | None:
    result = deal.result
    return (record.tag("AB"[result.winner]), result.game_points) if result else None


def is_of(printed: Play, played: Play) -> bool:
    """Whether a record is a game as played, as far as it was printed."""
    cards = zip(printed[0], played[0], strict=False)
    return (
        len(printed[0]) <= len(played[0])
        and all(shown in (UNRECORDED, card) for shown, card in cards)
        and printed[1:3] == played[1:3]
        and printed[3] in (None, played[3])
    )


@pytest.mark.slow
@sizes(10, 700)
def test_whatever_bots_print_no_game_is_converted_wrongly(size: int) -> None:
    """SANTASE_PRINTING sets how many mixtures are tried at night."""
    counts: Counter[str] = Counter()
    for text, truth in mixtures(size):
        conversion = convert(text.encode(), VU_TRICKS, SGN)
        left = [play(record) for record in truth]
        for record in records(conversion.data):
            printed = play(record)
            fitting = [played for played in left if is_of(printed, played)]
            assert fitting, (text, record)
            left.remove(fitting[0])
            counts["whole" if len(printed[0]) == len(fitting[0][0]) else "cut short"] += 1
        counts["games"] += GAMES
        counts["refused"] += len(left)
        assert not left or conversion.findings or "GameState" not in text or len(left) < GAMES
    assert counts["whole"] > (0.85 if size > 10 else 0.5) * counts["games"], counts


@pytest.mark.parametrize("end", ["perspective", "history", "history by lines"])
@pytest.mark.parametrize("moves", [[], ["first"], ["perspective"], ["history"], ["last pair"]])
def test_every_game_that_is_printed_in_full_is_read_in_full(end: str, moves: list[str]) -> None:
    out: list[str] = []
    first = Printer("ada", out, moves, end, exchanges=True)
    second = Printer("bob", out, moves[::-1], end, exchanges=False)
    recorder = Recorder(SchnapsenGamePlayEngine())
    for number in range(4):
        recorder.play_game(first, second, random.Random(number))
    conversion = convert("\n".join(out).encode(), VU_TRICKS, SGN)
    assert conversion.findings == ()
    found = [play(record)[:3] for record in records(conversion.data)]
    assert found == [play(record)[:3] for record in records(recorder.sgn())]


def test_a_game_whose_first_state_has_no_repr_is_counted_and_spoils_no_other() -> None:
    """The history of a follower begins with an object where the first thing done is an exchange."""
    out: list[str] = []
    first = Printer("ada", out, [], "", exchanges=False)
    second = Printer("bob", out, [], "first, then tricks", exchanges=False)
    recorder = Recorder(SchnapsenGamePlayEngine())
    nameless = []
    for number in range(60):
        before = len(out)
        recorder.play_game(first, second, random.Random(number))
        nameless += [number] if "ExchangeFollowerPerspective object" in out[before] else []
    assert len(nameless) > 1
    conversion = convert("\n".join(out).encode(), VU_TRICKS, SGN)
    assert conversion.unread == len(nameless) == len(conversion.findings)
    assert {finding.code.id for finding in conversion.findings} == {"F403"}
    truth = [play(record) for n, record in enumerate(records(recorder.sgn())) if n not in nameless]
    for record, played in zip(records(conversion.data), truth, strict=True):
        assert is_of(play(record), played)
        assert len(play(record)[0]) == len(played[0])


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True), (True, True)])
def test_bots_that_print_their_view_at_every_move_have_the_result_of_the_package(
    first: bool, second: bool
) -> None:
    """The last trick is in no view: it is written as unknown, and the judge accuses nobody."""
    out: list[str] = []
    alice, bob = (
        Printer(name, out, ["perspective"] * prints, "", exchanges=False)
        for name, prints in (("alice", first), ("bob", second))
    )
    said = []
    for seed in range(12):
        winner, points, score = SchnapsenGamePlayEngine().play_game(alice, bob, random.Random(seed))
        said.append((int(winner is bob), points))
        out.append(f"Game ended. Winner is {winner} with {points} points, score {score}")
    done = convert("\n".join(out).encode(), VU_TRICKS, SGN)
    assert not done.findings
    judged = [judge(game) for game in read(done.data)]
    assert not [finding for each in judged for finding in each.findings if finding.is_error]
    results = [deal.result or deal.trusted for each in judged for deal in each.deals]
    assert [(each.winner, each.game_points) for each in results if each] == said
    unknown = [entry for entry in done.report if entry.kind is ReportKind.UNKNOWN]
    assert sum(entry.count for entry in unknown if entry.part is RecordPart.PLAYS) == len(said)


def test_the_lead_that_a_view_ends_with_is_kept() -> None:
    """The follower is asked with the lead on the table: that card is missing else."""
    out: list[str] = []
    alice = Printer("alice", out, [], "", exchanges=False)
    bob = Printer("bob", out, ["perspective"], "", exchanges=False)
    SchnapsenGamePlayEngine().play_game(alice, bob, random.Random(3))
    view = next(line for line in out if ", leader_move=RegularMove" in line)
    rank, _, suit = view.rpartition("Card.")[2].partition(")")[0].partition("_")
    [game] = read(convert(view.encode(), VU_TRICKS, SGN).data)
    assert game.text.splitlines()[-1].endswith(f" {rank.replace('TEN', 'T')[0]}{suit[0].lower()}")
    assert not judge(game).errors
