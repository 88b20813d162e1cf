"""The pickles of Patrasciuc's Schnapsen app: what they hold is read, and nothing of them is ever run."""

import os
import pickle
import random
import struct
import sys
from dataclasses import replace
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from notation import read
from notation.formats import FORMATS, SGN, RecordPart, ReportKind, Telling, convert, recognised, records
from notation.formats.contract import survives_damage
from notation.judge import judge
from tests.support.example_logs import BUMMERL_LOG

PICKLE: Final = FORMATS["bummerl-pickle"]
BUMMERL: Final = FORMATS["bummerl"]
SAMPLES: Final = os.environ.get("SANTASE_FORMATS")
PACK: Final = [rank + suit for suit in "♥♠♦♣" for rank in "JQKXA"]
"""The pack in the program's order."""
MEMBERS: Final = {
    "PlayerId": ("player_id", {"ONE": 1, "TWO": 2}),
    "Suit": ("suit", {"HEARTS": 1, "SPADES": 2, "DIAMONDS": 3, "CLUBS": 4}),
    "CardValue": ("card_value", {"JACK": 2, "QUEEN": 3, "KING": 4, "TEN": 10, "ACE": 11}),
}
CLASSES: Final = {
    "Bummerl": "bummerl",
    "Game": "game",
    "PlayerPair": "player_pair",
    "Card": "card",
    **dict.fromkeys(("PlayCardAction", "AnnounceMarriageAction"), "player_action"),
    **dict.fromkeys(("ExchangeTrumpCardAction", "CloseTheTalonAction"), "player_action"),
}


class PickledClasses:
    """The classes of the program, as far as its pickles name them: they can be pickled, and no more."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self.classes: dict[str, Any] = {}
        for name, (module, values) in MEMBERS.items():
            self._put(module, name, Enum(name, values, module=f"model.{module}"))
        for name, module in CLASSES.items():
            self._put(module, name, type(name, (), {"__module__": f"model.{module}"}))

    def _put(self, module: str, name: str, made: Any) -> None:
        full = f"model.{module}"
        setattr(self.modules.setdefault(full, ModuleType(full)), name, made)
        self.classes[name] = made

    def make(self, name: str, **state: Any) -> Any:
        """An object of a class with something in it."""
        made = self.classes[name]()
        made.__dict__.update(state)
        return made

    def player(self, seat: int) -> Any:
        return self.classes["PlayerId"](seat + 1)

    def action(self, kind: str, seat: int, card: str = "") -> Any:
        """An action, with the card in the spelling of the printed text."""
        state: dict[str, Any] = {"_player_id": self.player(seat)}
        if card:
            suit = self.classes["Suit"]("♥♠♦♣".index(card[1]) + 1)
            value = self.classes["CardValue"]((2, 3, 4, 10, 11)["JQKXA".index(card[0])])
            state["_card"] = self.make("Card", suit=suit, card_value=value, public=False)
        return self.make(f"{kind}Action", **state)

    def game(self, seed: Any, dealer: int, actions: list[Any]) -> Any:
        return self.make("Game", _dealer=self.player(dealer), _seed=seed, _actions=actions)

    def match(self, games: list[Any], one: Any = 0, two: Any = 0, going: Any = None) -> Any:
        points = self.make("PlayerPair", one=one, two=two)
        state = {"_next_dealer": self.player(0), "_game": going, "_completed_games": games}
        return self.make("Bummerl", **state, _game_points=points)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> PickledClasses:
    """The program's classes, to be found by name while a test pickles them."""
    made = PickledClasses()
    monkeypatch.setitem(sys.modules, "model", ModuleType("model"))
    for name, module in made.modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    return made


def cards(seed: Any) -> list[str]:
    """The pack as a seed shuffles it."""
    pack = PACK[:]
    random.Random(seed).shuffle(pack)
    return pack


def printed(seed: Any, dealer: int, actions: list[str]) -> str:
    """A deal as the program prints it, without its end."""
    pack = cards(seed)
    hands = {dealer: pack[:5], 1 - dealer: pack[5:10]}
    return (
        f"===== Game #1 =======\nSeed: {seed}\nDealer: {('ONE', 'TWO')[dealer]}\nPlayer #1: {hands[0]}\n"
        f"Player #2: {hands[1]}\n\nTrump card: {pack[10]}\nTalon: {pack[11:]}\n\n" + "\n".join(actions) + "\n"
    )


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("seed", [7, -3, 0.25, "a word", b"bytes", True, 1 << 90, 1234567890])
def test_a_seed_deals_what_the_program_deals(program: PickledClasses, seed: Any, dealer: int) -> None:
    first, second = cards(seed)[5], cards(seed)[0]
    done = [program.action("PlayCard", 1 - dealer, first), program.action("PlayCard", dealer, second)]
    data = pickle.dumps(program.match([], going=program.game(seed, dealer, done)))
    names = ("ONE", "TWO")
    lines = [f"PlayCardAction({names[1 - dealer]}, {first})", f"PlayCardAction({names[dealer]}, {second})"]
    [(_, saved)] = records(data, PICKLE, Telling())
    [(_, shown)] = records(printed(seed, dealer, lines).encode(), BUMMERL, Telling())
    assert saved.deals == shown.deals
    assert saved.tag("Result") == "0-0"


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_every_action_is_read_in_every_protocol(program: PickledClasses, protocol: int) -> None:
    done = [
        program.action("ExchangeTrumpCard", 1),
        program.action("CloseTheTalon", 1),
        program.action("AnnounceMarriage", 1, "Q♥"),
    ]
    data = pickle.dumps(program.match([program.game(5, 0, done)], 0, 3), protocol=protocol)
    assert recognised(data, tuple(FORMATS.values())) is PICKLE
    conversion = convert(data, PICKLE, SGN)
    assert not conversion.findings
    assert b"\n1. exchange close 20h Qh\n" in conversion.data
    assert b'[Result "0-3"]' in conversion.data
    assert {entry.part for entry in conversion.report if entry.kind is ReportKind.DERIVED} == {
        *(RecordPart.HANDS, RecordPart.TALON, RecordPart.RULES)
    }


def test_a_game_that_is_being_played_is_the_last_deal(program: PickledClasses) -> None:
    games = [program.game(1, 0, []), program.game(2, 1, [])]
    data = pickle.dumps(program.match(games, 2, 1, program.game(3, 0, [])))
    [(_, record)] = records(data, PICKLE, Telling())
    assert [(deal.number, deal.dealer, deal.result) for deal in record.deals] == [
        (number, dealer, None) for number, dealer in ((1, 0), (2, 1), (3, 0))
    ]
    [(_, alone)] = records(pickle.dumps(program.game(1, 0, [])), PICKLE, Telling())
    assert alone.deals == record.deals[:1]


class Evil:
    """Pickles as a call of anything with anything."""

    def __init__(self, call: Any, *given: Any) -> None:
        self._call, self._given = call, given

    def __reduce__(self) -> Any:
        return self._call, self._given


def test_nothing_of_a_pickle_is_run(program: PickledClasses, tmp_path: Path) -> None:
    mark = tmp_path / "run"
    calls = [
        *(
            Evil(os.system, f"touch {mark}"),
            Evil(eval, f"open({str(mark)!r}, 'w')"),
            Evil(open, str(mark), "w"),
        ),
        *(Evil(exec, "raise SystemExit"), Evil(getattr, "", "join"), Evil(__import__, "antigravity")),
    ]
    for evil in calls:
        for protocol in (2, 4):
            for root in (evil, program.match([evil]), program.match([program.game(evil, 0, [])])):
                conversion = convert(pickle.dumps(root, protocol), PICKLE, SGN)
                assert [finding.code.id for finding in conversion.findings] == ["F407"]
                assert not conversion.data
    assert not mark.exists()
    assert "antigravity" not in sys.modules


GLOBALS: Final = {
    "another class of the program": b"\x80\x02cmodel.game\nGameState\n.",
    "a name within a class": b"\x80\x04\x8c\nmodel.game\x8c\x08Game.new\x93.",
    "a class of another module": b"\x80\x02cmodels.game\nGame\n.",
    "an instance of the old kind": b"\x80\x02(imodel.game\nGame\n.",
    "an object of the old kind": b"\x80\x02(cmodel.game\nGame\no.",
    "a number of an extension": b"\x80\x02\x82\x01.",
    "a persistent name": b"\x80\x02Pname\n.",
    "a buffer from elsewhere": b"\x80\x05\x97.",
    "a set": b"\x80\x04\x8f.",
    "arguments by name": b"\x80\x04cmodel.game\nGame\n)}\x92.",
}


@pytest.mark.parametrize("name", GLOBALS)
def test_nothing_else_is_admitted(name: str) -> None:
    conversion = convert(GLOBALS[name], PICKLE, SGN)
    assert [finding.code.id for finding in conversion.findings] == ["F407"]


CONTRADICTIONS: Final = {
    "nothing": b"\x80\x04",
    "no object": b"\x80\x04.",
    "two objects": b"\x80\x04NN.",
    "another kind of object": b"\x80\x04N.",
    "a mark": b"\x80\x04(.",
    "more taken than there is": b"\x80\x04\x87.",
    "a memo that was never made": b"\x80\x04h\x07.",
    "a call of a number": b"\x80\x04K\x01)R.",
    "a call of a mark": b"\x80\x04()\x81.",
    "a state for a class": b"\x80\x02cmodel.game\nGame\n}b.",
    "a text longer than the file": b"\x80\x04\x8d" + struct.pack("<Q", 1 << 60) + b"x.",
    "half a pair": b"\x80\x04}(Ku.",
    "an odd state": b"\x80\x04cmodel.game\nGame\n)\x81}(K\x01K\x02ub.",
    "a list in itself": b"\x80\x04]q\x00h\x00a.",
    "text that is none": b"\x80\x04\x8c\x01\xff.",
    "a long number": b"\x80\x02I" + b"9" * 5000 + b"\n.",
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_what_makes_no_sense_is_told(name: str) -> None:
    conversion = convert(CONTRADICTIONS[name], PICKLE, SGN)
    assert [finding.code.id for finding in conversion.findings] == ["F405"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"_seed": None}, "F405"),
        ({"_seed": float("nan")}, "F405"),
        ({"_seed": [1]}, "F405"),
        ({"_dealer": 1}, "F405"),
        ({"_actions": [None]}, "F405"),
        ({"_actions": ()}, "F405"),
    ],
)
def test_a_game_that_is_none_is_told(program: PickledClasses, change: dict[str, Any], code: str) -> None:
    game = program.game(1, 0, [])
    game.__dict__.update(change)
    conversion = convert(pickle.dumps(program.match([game])), PICKLE, SGN)
    assert [finding.code.id for finding in conversion.findings] == [code]
    missing = program.game(1, 0, [])
    del missing._seed
    assert not convert(pickle.dumps(program.match([missing])), PICKLE, SGN).data


def test_everything_has_a_bound(program: PickledClasses) -> None:
    game, play = program.game(1, 0, []), program.action("CloseTheTalon", 0)
    large = [
        pickle.dumps(program.match([game] * 256)),
        pickle.dumps(program.match([program.game(1, 0, [play] * 65)])),
        b"\x80\x04" + b"N" * 300_000 + b".",
        b"\x80\x04" + b"(" * 2_000_000 + b".",
    ]
    for data in large:
        assert [finding.code.id for finding in convert(data, PICKLE, SGN).findings] == ["F406"]
    nested = b"\x80\x04" + b"]" * 100_000 + b"a" * 99_999 + b"."
    for data in (nested, b"\x80\x04N\x94r\xff\xff\xff\xff0.", pickle.dumps(program.match([], 1 << 900))):
        assert convert(data, PICKLE, SGN).findings


def test_whatever_becomes_of_a_pickle_it_is_read_or_told(program: PickledClasses) -> None:
    done = [program.action("PlayCard", 1, cards(9)[5]), program.action("PlayCard", 0, cards(9)[0])]
    data = pickle.dumps(program.match([program.game(9, 0, done)], 3, 0))
    assert survives_damage(PICKLE, data, 150, seed=2) > 5


def test_a_text_is_no_pickle() -> None:
    assert not PICKLE.recognise(BUMMERL_LOG.encode())
    assert not PICKLE.recognise(b"")


@pytest.mark.skipif(not SAMPLES, reason="SANTASE_FORMATS names no folder of other programs' logs")
def test_the_sample_is_the_match_that_was_printed() -> None:
    folder = Path(SAMPLES or "")
    data = (folder / "bummerl.pickle").read_bytes()
    assert recognised(data, tuple(FORMATS.values())) is PICKLE
    [(_, saved)] = records(data, PICKLE, Telling())
    [(_, shown)] = records((folder / "bummerl.txt").read_bytes(), BUMMERL, Telling())
    assert saved.deals == tuple(replace(deal, result=None) for deal in shown.deals)
    assert saved.tags == shown.tags
    [game] = read(convert(data, PICKLE, SGN).data)
    judged = judge(game)
    assert judged.findings == []
    won = [(entry.result.winner, entry.game_points) for entry in judged.deals if entry.result]
    assert won == [(deal.result.winner, deal.result.game_points) for deal in shown.deals if deal.result]
