"""Tests of the oracle of games with contracts alone, on its cases and on the samples."""

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.contract_cases import CASES, CASES_OF_GAIGEL, ContractCase
from tests.support.corpus import ROOT
from tests.support.oracle_of_contracts import FORMS
from tests.support.oracle_of_gaigel import FORMS as FORMS_OF_GAIGEL
from tests.support.random_contracts import random_deal
from tests.support.second_hands import hand_of

WORD: Final = (
    r"trump [shdc]|((trump|discard) )?[AKQJT97][shdc]|bid [a-z-]+|[24]0[shdc]|pass|double|exchange|out"
)
"""Everything that a case refuses."""
GAMES: Final = [*FORMS, *FORMS_OF_GAIGEL]
SAMPLES: Final = sorted(path for game in GAMES for path in (ROOT / "samples").glob(f"{game}-*.sgn"))


def at(case: ContractCase) -> Any:
    """A case after all that is said and played."""
    hand = hand_of(case.game)
    spiel = hand.start(case.game, case.dealer, case.hands, case.talon, **case.options)
    hand.say(spiel, case.words)
    return spiel


@pytest.mark.parametrize("case", [*CASES, *CASES_OF_GAIGEL], ids=lambda case: f"{case.game}: {case.name}")
def test_a_case(case: ContractCase) -> None:
    """A deal ends as it should, or a word is refused; each says why."""
    assert case.why
    spiel, legal = at(case), hand_of(case.game).legal
    if case.refused:
        seat, word = case.refused.split(": ")
        assert re.fullmatch(WORD, word)
        assert (seat, word) not in legal(spiel)
    elif not case.ends:
        assert spiel.over is None
        assert legal(spiel)
    else:
        winners, points, reason, cards, tricks = case.ends.split()
        numbers = [tuple(map(int, each.split("-"))) for each in (cards, tricks)]
        assert spiel.over == (tuple(winners), int(points), reason, *numbers)


def test_every_contract_has_a_case_and_a_near_miss() -> None:
    """What can be made is made and lost, what cannot be lost is made and refused."""
    for game in FORMS:
        ends = {case.ends.split()[2] for case in CASES if case.game == game and case.ends}
        spiel, _, _ = random_deal(game, random.Random(1))
        if game == "dreierschnapsen":
            continue  # its contracts are those of Bauernschnapsen
        for promise in spiel.promises:
            assert promise.name in ends
            missed = [
                case for case in CASES if case.game == game and case.refused.endswith(f"bid {promise.name}")
            ]
            assert f"{promise.name}-failed" in ends or (promise.aim == "cards" and missed)


def split(text: str) -> tuple[str, list[str]]:
    """The play of a deal, and each of its variations from the start of the deal."""
    variations = []
    while found := re.search(r" \S+ \(([A-Z](?:[^()]|\([^()]*\))*)\)", text):
        variations.append(f"{text[: found.start()]} {found[1]}")
        text = text.replace(f" ({found[1]})", "")
    return text, variations


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample(path: Path) -> None:
    """Its deals end, and its checkpoints stand, as they say, and so do its variations."""
    game = next(game for game in GAMES if path.stem.startswith(game))
    hand = hand_of(game)
    hands = len(hand.FORMS[game][0])
    score: Counter[str] = Counter()
    for deal in path.read_text("utf-8").split("\ndeal ")[1:]:
        plain = re.sub(r"{[^}]*}|[!?]", "", deal)
        head, *lines = re.sub(r"discard (\S+) (\S+)", r"discard \1 discard \2", plain).split("\n")
        talon = lines.pop(hands)[7:] if lines[hands].startswith("talon: ") else ""
        main, variations = split("\n".join(lines[hands:]))
        for text in [*variations, main]:
            spiel = hand.start(game, head.split()[2], [line[3:] for line in lines[:hands]], talon)
            said, stated = text.split("=")
            side, points, _, reason, cards = stated.split()[:5]
            ended = hand.say(spiel, f"{said} finish" if reason == "total" else said)
            assert ended
            assert ("".join(ended[0]), ended[1], ended[2]) == (side, int(points), reason)
            assert f"({'-'.join(map(str, ended[3]))})" == cards
        score.update(dict.fromkeys(side, int(points)))
        won = "-".join(str(score[unit[0]]) for unit in hand.units(spiel))
        assert stated.split()[-1] == won
    if game not in ("snapszer-four", "gaigel-three"):
        assert f'[Result "{won}"]' in path.read_text("utf-8")
        assert max(score.values()) >= (7 if game in FORMS_OF_GAIGEL else 24)
