"""Records as people write them, in four languages: the first message helps, and one action restores most.

`tests/vectors/people/people.txt` has the first message and the action for each of the texts beside it. The
first word of a name says what is meant: one of the records in `meant`.
"""

from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

import pytest

from notation import read
from notation.findings import Finding
from notation.judge import judge
from notation.record.model import DealRecord, Ply
from notation.text.fixes import fixed
from referee.codes import Severity
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from tests.support.naming import case
from viewer.rulings.mending import mend

FOLDER: Final = ROOT / "tests/vectors/people"
TEXTS: Final = {path.stem: path.read_bytes() for path in FOLDER.glob("*-*.txt")}
ROWS: Final = [line.split(" ¦ ") for line in (FOLDER / "people.txt").read_text("utf-8").splitlines()]


def first(data: bytes) -> Finding:
    """What a person reads first."""
    found = (each for game in read(data) for each in judge(game).findings)
    return next(each for each in found if each.code.severity is not Severity.NOTE)


def after_first(data: bytes) -> bytes:
    """A text after the first change that is proposed for it, and then every safe one."""
    one = first(data)
    judged = [judge(game) for game in read(data)]
    only = [replace(each, findings=[one] if one in each.findings else []) for each in judged]
    return mend(fixed(data, only, unsafe=True))[0]


def actions(deal: DealRecord) -> list[Ply]:
    return list(chain.from_iterable(trick.plies for trick in deal.tricks))


def is_restored(data: bytes, name: str) -> bool:
    """Whether a text is one game that is right, and that of its deal which is known is as it was meant."""
    [meant] = next(read((FOLDER / f"meant/{name.split('-')[0]}.sgn").read_bytes())).readable.deals
    games = list(read(data))
    if len(games) != 1 or games[0].record is None or not judge(games[0]).ok:
        return False
    [deal] = games[0].record.deals
    pairs = list(zip_longest(actions(deal), actions(meant)))
    return (
        all(one and other and (one.action in (-1, other.action)) for one, other in pairs)
        and deal.dealer == meant.dealer
        and set(deal.hands) <= set(meant.hands) | {pair for pair in deal.hands if -1 in pair[1].cards}
    )


def action(data: bytes, name: str) -> str:
    """The action that restores a text: all safe changes, the first proposal, or neither."""
    if is_restored(mend(data)[0], name):
        return "fix"
    return "first" if is_restored(after_first(data), name) else "-"


@pytest.mark.slow
def test_what_people_write_is_answered_with_what_to_do() -> None:
    assert {name for name, *_ in ROWS} == {*TEXTS}
    assert {name.split("-")[1] for name in TEXTS} == {*COMPLETE}
    for name, done, message in ROWS:
        data = TEXTS[name]
        with case(name):
            assert first(data).message == message
            assert "; expected" not in message
            assert action(data, name) == done
    assert len(ROWS) >= 60
    assert sum(done != "-" for _, done, _ in ROWS) * 60 >= 50 * len(ROWS)


def test_a_deal_told_in_sentences_is_restored_by_its_proposals() -> None:
    for name in ("vienna-de-in-saetzen", "vienna-en-told"):
        with case(name):
            mended, _ = mend(TEXTS[name], unsafe=True)
            assert is_restored(mended, name)
