"""The dearest request that is accepted: whatever is sent and asked, no request costs more than its work.

`SANTASE_DEAREST` sets how many texts the search makes up; it prints what cost most CPU time.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Final

import pytest
from flask import Flask

from notation import limits as work
from notation import write
from notation.limits import Budget
from tests.support.apps import app_in
from tests.support.games import random_record
from tests.support.sizes import Size, some
from viewer.limits import REQUEST_WORK

Random = random.Random
SEARCHED: Final = Size("DEAREST", 60)
AT_ONCE: Final = 10_000
"""The most that is counted at a time: one state too many, or the places of a deal."""
LEGAL: Final = write(random_record("santase target=21", Random(4), noted=False, most_deals=4))
HEAD: Final = "%SGN 1\n"
POSITION: Final = "position lead A tricks 1-1 closed A\n"


def tricks(first: int, end: int) -> str:
    return "".join(f"{number}. -- --\n" for number in range(first, end))


def blank(rng: Random) -> str:
    return "deal 1 dealer B trump d\n" + "".join(
        f"{number}. -- --\n" for number in range(1, rng.randint(2, 13))
    )


def hidden_hand(rng: Random) -> str:
    return f"deal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\n{blank(rng).partition(chr(10))[2]}"


def varied(rng: Random) -> str:
    line = "(1. -- --) " * rng.randint(1, 90)
    return f"deal 1 dealer B trump d\n1. -- {line}-- {line}\n2. -- --\n"


def nested(rng: Random) -> str:
    depth = rng.randint(1, 15)
    return "deal 1 dealer B trump d\n1. -- --" + " (1. -- --" * depth + ")" * depth + "\n2. -- --\n"


def position(rng: Random) -> str:
    return f"deal 1 dealer B trump d\n{POSITION}" + "".join(
        f"{n}. -- --\n" for n in range(3, rng.randint(4, 9))
    )


def faulty(rng: Random) -> str:
    return "deal 1 dealer B trump d\n" + "1. x\n" * rng.randint(1, 120)


def disputed(rng: Random) -> str:
    return "deal 1 dealer B trump d\n1. -- -- " + '@dispute("A 3") ' * rng.randint(1, 60) + "\n2. -- --\n"


def ordinary(rng: Random) -> str:
    return LEGAL.partition("\n")[2]


def closed(rng: Random) -> str:
    """Nobody knows which card was turned up, by whom the talon was closed, or what anybody holds."""
    at = rng.randint(1, 5)
    before, after = tricks(1, at), tricks(at + 1, rng.randint(at + 2, 9))
    return f"deal 1 dealer B trump d\n{before}{at}. -- -- close\n{after}"


def three_seats(rng: Random) -> str:
    rows = "".join(f"{number}. -- -- --\n" for number in range(1, rng.randint(2, 8)))
    return f'\n{HEAD}[Rules "santase-three"]\ndeal 1 dealer B trump d\n{rows}'


def tiny_games(rng: Random) -> str:
    return f"\n{HEAD}deal 1 dealer B trump d\n{tricks(1, rng.randint(2, 4))}" * rng.randint(1, 30)


def games(rng: Random) -> str:
    return "\n" + HEAD + blank(rng)


SHAPES: Final[tuple[Callable[[Random], str], ...]] = (
    *(blank, hidden_hand, varied, nested, position, faulty, disputed, ordinary, games),
    *(closed, three_seats, tiny_games),
)
QUESTIONS: Final = (
    "/records/{}",
    "/records/{}.html",
    "/records/{}/deals/1/ruling",
    "/records/{}/deals/1/steps/1.svg",
    "/records/{}/deals/1/steps/1.png?width=800",
    "/api/v1/records/{}/judgement",
    "/api/v1/records/{}/comparison",
    "/api/v1/records/{}/inference",
    "/api/v1/records/{}/deals/1/disputes",
    "/api/v1/records/{}/deals/1/disputes?claim=A+3&claim=B+1",
    "/api/v1/records/{}/deals/1/best-play",
    "/records/{}/deals/1/best-play.json",
    "/api/v1/records/{}/deals/1/situation?moment=1",
    "/api/v1/records/{}/deals/1/script",
    "/api/v1/records?text=a+b+c+d+e+f+g+h",
)


SENT: Final = ("/api/v1/explain?deal=1", "/api/v1/solve?deal=1")


class WeighedService:
    """A server whose requests are weighed: by their work, and by their CPU time."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app: Flask = app_in(folder)
        self.client = self.app.test_client()
        self.budgets: list[Budget] = []
        monkeypatch.setattr("viewer.web.server.work.limited", self._limited)

    @contextmanager
    def _limited(self, units: int, error: type[BaseException]) -> Iterator[Budget]:
        with work.limited(units, error) as budget:
            self.budgets.append(budget)
            yield budget

    def costs(self, text: str) -> Iterator[tuple[float, int, str]]:
        """CPU seconds and work of adding a text, and of all that can be asked about it then."""
        kind = "application/json" if text.startswith("{") else "text/plain"
        for path in ("/api/v1/check", *SENT, "/api/v1/records"):
            before = process_time()
            answer = self.client.post(path, data=text.encode(), content_type=kind)
            yield self._cost(before, f"POST {path}", answer.status_code)
        if answer.status_code not in (200, 201):
            return
        for added in answer.get_json()["records"][:1]:
            for question in QUESTIONS:
                before = process_time()
                status = self.client.get(question.format(added["id"])).status_code
                yield self._cost(before, question, status)

    def _cost(self, before: float, question: str, status: int) -> tuple[float, int, str]:
        seconds = process_time() - before
        assert status < 500, question
        [budget] = self.budgets
        self.budgets.clear()
        return seconds, budget.units - budget.left, question


@pytest.mark.slow
@pytest.mark.parametrize("shape", some(SHAPES, *SHAPES[::6]))
def test_known_dear_shapes_stay_within_the_work_of_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: Callable[[Random], str]
) -> None:
    """With smaller limits, so that many of them go beyond: counted in work, and not in time."""
    limit = 4_000
    monkeypatch.setattr("viewer.web.server.work.REQUEST_WORK", limit)
    monkeypatch.setattr("viewer.limits.RECORD_WORK", limit // 5)
    service = WeighedService(tmp_path, monkeypatch)
    rng = Random(1)
    for _, units, question in service.costs(HEAD + "".join(shape(rng) for _ in range(2))):
        assert units <= limit + limit // 5, question


@pytest.mark.nightly
def test_the_dearest_request_is_searched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Texts of dear shapes, each made of the dearest so far by one change more: no cost in work is beyond."""
    rng = Random(int(os.environ.get("SANTASE_SEED", "0")))
    service = WeighedService(tmp_path, monkeypatch)
    best: tuple[float, list[str]] = (0.0, [blank(rng)])
    worst: list[tuple[float, int, int, str, str]] = []
    for turn in range(SEARCHED):
        parts = list(best[1]) if turn % 2 else []
        shape = rng.choice(SHAPES)
        parts += [shape(rng)] * rng.choice((1, 4, 30, 200))
        rng.shuffle(parts)
        text = (HEAD + "".join(parts))[: rng.choice((2_000, 20_000, 200_000, 1 << 20))]
        for seconds, units, question in service.costs(text):
            assert units <= REQUEST_WORK + AT_ONCE, (question, text[:200])
            worst.append((seconds, units, len(text), shape.__name__, question))
        dearest = max(seconds for seconds, *_ in worst[-len(QUESTIONS) - 1 :])
        if dearest > best[0]:
            best = dearest, parts
    with capsys.disabled():
        for seconds, units, size, name, question in sorted(worst, reverse=True)[:12]:
            print(f"\n{seconds:5.2f} s CPU {units:7} units {size:8} bytes {name:12} {question}", end="")
