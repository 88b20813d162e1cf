"""The tasks of this program: a process that takes its tasks from standard input.

`python tests/bench/tasks.py FOLDER` runs the program on PYTHONPATH: the source of this tree, or the compiled
wheel. :func:`make` writes the input of the tasks to the folder, with the expected results.
"""

import json
import random
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

ROOT: Final = str(Path(__file__).parents[2])
SINGLE: Final = 300
MATCHES: Final = 50
IN_A_MATCH: Final = 8
SLIPPED: Final = 60
"""Games of one deal with a slip of the scribe in each, judged with their repairs."""
FALSE: Final = 20
"""One game in so many states a false result."""
DEALS: Final = 1000
COPIES: Final = 20
"""Deals in which every position is copied and asked for its legal actions."""
SELF_PLAY: Final = 300
SOLVED: Final = 4
"""Deals of a rule set that are solved before the first lead."""
SHOWN: Final = 15
"""Deals of the match requested from the server."""

NEVER_SEEN: Final = 20
"""Records not requested yet: one for each round."""

BARE: Final = 20
"""Requests for a bare page, which takes very little time."""

Work = Callable[[], Any]
"""Does something once; the result is checked."""


def make(folder: Path) -> dict[str, Any]:
    """Write texts and deals to the folder; returns for each task the amount, and the expected result."""
    sys.path.insert(0, ROOT)
    from notation import read, write
    from notation.judge import judge, judge_text
    from notation.text.source import cut
    from notation.text.writer import bare
    from referee import SANTASE
    from referee.cards import Seat
    from referee.rulesets import PRESETS
    from tests.support.games import random_deal, random_record
    from tests.support.scribes import SLIPS
    from tests.support.slips import KINDS, MEANT

    rng, of_scribes = random.Random(66), random.Random(36)
    tasks: dict[str, Any] = {}
    one = ("santase target=40",)
    kinds = {
        "single": (SINGLE, 1, False, one),
        "matches": (MATCHES, IN_A_MATCH, False, one),
        "noted": (MATCHES, 3, True, one),
        "mixed": (SINGLE, 1, False, tuple(PRESETS)),
    }
    for kind, (number, most, noted, specs) in kinds.items():
        texts: list[str] = []
        right: list[bool] = []
        deals = plies = of_right = 0
        while len(texts) < number:
            spec = rng.choice(specs) if len(specs) > 1 else specs[0]
            record = random_record(spec, rng, noted=noted, most_deals=most)
            text = write(record)
            is_right = len(texts) % FALSE != FALSE - 1
            if not is_right:
                false = re.sub(
                    r"(\n= [AB] )([123])\b", lambda at: f"{at[1]}{int(at[2]) % 3 + 1}", text, count=1
                )
                if false == text:
                    continue
                text = false
            texts.append(text)
            right.append(is_right)
            deals += len(record.deals)
            in_it = sum(len(trick.plies) for deal in record.deals for trick in deal.tricks)
            plies += in_it
            of_right += in_it if is_right else 0
        (folder / f"{kind}.sgn").write_text("".join(texts), "utf-8")
        size = (folder / f"{kind}.sgn").stat().st_size
        tasks[f"judge {kind}"] = {"deals": deals, "plies": plies, "bytes": size, "comes": right}
        tasks[f"verdict {kind}"] = tasks[f"judge {kind}"]
        are_right = "".join(text for text, is_right in zip(texts, right, strict=True) if is_right)
        (folder / f"{kind}-right.sgn").write_text(are_right, "utf-8")
        tasks[f"right {kind}"] = {
            "deals": are_right.count("\ndeal "),
            "plies": of_right,
            "comes": [True] * sum(right),
        }
        tasks[f"read {kind}"] = {"deals": deals, "plies": plies, "bytes": size, "comes": number}
    tasks["add matches"] = tasks["read matches"]
    singles = list(cut((folder / "single.sgn").read_bytes()))
    kinds_of_slips = sorted(KINDS.keys() - MEANT.keys() - {"the first line", "the first line left out"})
    faulty = [
        KINDS[of_scribes.choice(kinds_of_slips)](source.text, of_scribes) if not at % 4 else source.text
        for at, source in enumerate(singles)
    ]
    (folder / "faulty.sgn").write_text("".join(faulty), "utf-8")
    right = [verdict.ok for verdict in judge_text("".join(faulty))]
    tasks["verdict faulty"] = tasks["verdict single"] | {"comes": right}
    matches = cut((folder / "matches.sgn").read_bytes())
    slips = "".join(KINDS[of_scribes.choice(kinds_of_slips)](source.text, of_scribes) for source in matches)
    (folder / "slips.sgn").write_text(slips, "utf-8")
    right = [verdict.ok for verdict in judge_text(slips)]
    tasks["verdict slips"] = tasks["verdict matches"] | {"comes": right}
    slipped: list[str] = []
    plies = 0
    while len(slipped) < SLIPPED:
        record = bare(random_record("santase", of_scribes, noted=False, most_deals=1))
        slip = of_scribes.choice(list(SLIPS.values()))
        wrong = slip(record.deals[0], of_scribes)
        written = write(replace(record, deals=(wrong,))) if wrong else ""
        if written and not judge(next(read(written))).ok:
            slipped.append(written)
            plies += sum(len(trick.plies) for trick in record.deals[0].tricks)
    (folder / "slipped.sgn").write_text("".join(slipped), "utf-8")
    tasks["judge slipped"] = {"deals": SLIPPED, "plies": plies, "bytes": 1, "comes": [False] * SLIPPED}
    first = write(random_record("santase", random.Random(6), noted=False))
    [game] = read(first)
    assert judge(game).ok
    (folder / "one.sgn").write_text(first, "utf-8")
    played, plies, points = [], 0, []
    for _ in range(DEALS):
        dealer = Seat(rng.randrange(2))
        deal = random_deal(SANTASE, dealer, rng)
        acted = [int(action) for _, action in deal.done]
        played.append((int(dealer), list(map(int, deal.hands)), list(map(int, deal.talon)), acted))
        plies += len(acted)
        points.append(list(deal.end.points))
    (folder / "deals.json").write_text(json.dumps(played), "utf-8")
    tasks["push"] = {"deals": DEALS, "plies": plies, "comes": points}
    return tasks


def text_tasks(folder: Path) -> dict[str, Work]:
    """Read, read and judge, and add to an archive."""
    from notation import read
    from notation.judge import judge, judge_text
    from viewer.store import Store

    def reading(data: bytes) -> Work:
        return lambda: sum(game.record is not None for game in read(data))

    def judging(data: bytes) -> Work:
        return lambda: [judge(game).ok for game in read(data)]

    def in_bulk(data: bytes) -> Work:
        return lambda: [verdict.ok for verdict in judge_text(data)]

    tasks: dict[str, Work] = {}
    for kind in ("single", "matches", "noted", "mixed"):
        data = (folder / f"{kind}.sgn").read_bytes()
        tasks |= {f"read {kind}": reading(data), f"judge {kind}": judging(data)}
        tasks[f"verdict {kind}"] = in_bulk(data)
        tasks[f"right {kind}"] = in_bulk((folder / f"{kind}-right.sgn").read_bytes())

    for kind in ("faulty", "slips"):
        tasks[f"verdict {kind}"] = in_bulk((folder / f"{kind}.sgn").read_bytes())
    tasks["judge slipped"] = judging((folder / "slipped.sgn").read_bytes())
    matches = (folder / "matches.sgn").read_bytes()

    def adding() -> int:
        with Store.open(f"sqlite:///{folder}/added-{time.monotonic_ns()}.db") as archive:
            return len(archive.add(matches))

    return tasks | {"add matches": adding}


def core_tasks(folder: Path) -> dict[str, Work]:
    """The referee without any text."""
    from notation.corpus import shuffled
    from referee import SANTASE, Deal, actions
    from referee.cards import SEATS, mask
    from referee.rulesets import PRESETS
    from referee.solver import POSITIONS, SearchTooLongError, Solver

    kinds: Any = Deal  # integers from a file do not have the specific types
    deals = json.loads((folder / "deals.json").read_text("utf-8"))

    def push() -> list[list[int]]:
        points = []
        for dealer, hands, talon, acted in deals:
            deal = kinds(SANTASE, dealer, hands, talon)
            do = deal.push
            for action in acted:
                do(action)
            deal.finish()
            points.append(list(deal.points))
        return points

    states: list[Any] = []
    for dealer, hands, talon, acted in deals[:COPIES]:
        deal = kinds(SANTASE, dealer, hands, talon)
        for action in acted:
            states.append(deal.copy())
            deal.push(action)

    def copy() -> int:
        for _ in range(COPIES):
            for state in states:
                state.copy()
        return COPIES * len(states)  # as many as `legal` yields actions for

    def legal() -> int:
        return sum(bool(list(state.legal())) for _ in range(COPIES) for state in states)

    schnapsen = PRESETS["schnapsen"]

    def self_play() -> int:
        rng, plies = random.Random(66), 0
        for _ in range(SELF_PLAY):
            hands, talon = shuffled(schnapsen, rng)
            deal = kinds(schnapsen, 1, list(map(mask, hands)), talon)
            while not deal.over:
                may = [choice for choice in deal.legal() if choice[0] != actions.OUT]
                if not may:
                    deal.finish()
                    break
                deal.push(*rng.choice(may))
                plies += 1
        return plies

    def solving(name: str) -> Work:
        """Solve deals before the first lead; returns the number of positions."""
        rules = PRESETS[name]
        orders = [random.Random(seed).sample(rules.pack, len(rules.pack)) for seed in range(2, 2 + SOLVED)]

        def solve() -> int:
            solvers = [Solver(SEATS[0]) for _ in orders]
            for solver, order in zip(solvers, orders, strict=True):
                with suppress(SearchTooLongError):
                    solver.value(Deal.dealt_from(rules, SEATS[0], order))
            return sum(POSITIONS - solver.positions for solver in solvers)

        return solve

    solved = {f"solve {name}": solving(name) for name in ("schnapsen", "santase", "sixty-six")}
    return {"push": push, "copy": copy, "legal": legal, "self-play": self_play} | solved


def service_tasks(folder: Path) -> dict[str, Work]:
    """Requests to the server, in this process, and to a bare page of Flask."""
    from flask import Flask

    from notation import Record, write
    from notation.record.model import Tag
    from tests.support.apps import made_app
    from tests.support.games import random_record
    from viewer.web import Config

    rng = random.Random(66)
    records = (random_record("santase target=40", rng, most_deals=SHOWN) for _ in range(999))
    record = next(record for record in records if len(record.deals) == SHOWN)
    client = made_app(Config(f"sqlite:///{folder}/archive-{time.monotonic_ns()}.db")).test_client()

    def key_of(record: Record) -> str:
        sent = client.post("/api/v1/records", data=write(record).encode(), content_type="text/plain")
        return str(sent.get_json()["records"][0]["id"])

    key = key_of(record)
    tags = [tag for tag in record.tags if tag.name != "Round"]
    others = [
        key_of(replace(record, tags=(*tags, Tag("Round", str(number))))) for number in range(1, NEVER_SEEN)
    ]
    one = (folder / "one.sgn").read_bytes()
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: "<!DOCTYPE html><title>Bare</title>")
    bare_client = bare.test_client()

    def get(path: str) -> Work:
        return lambda: client.get(path).status_code

    def get_first(path: str) -> Work:
        """Send a request about a record not requested before, as long as there are any."""
        unseen = iter(others[:-1])
        return lambda: client.get(path.format(key=next(unseen, others[-1]))).status_code

    return {
        "bare page": lambda: max(bare_client.get("/").status_code for _ in range(BARE)),
        "POST check": lambda: client.post("/api/v1/check", data=one, content_type="text/plain").status_code,
        "replay page": get(f"/records/{key}"),
        "ruling": get(f"/records/{key}/deals/1/ruling"),
        "comparison": get(f"/api/v1/records/{key}/comparison"),
        "replay page at first": get_first("/records/{key}"),
        "comparison at first": get_first("/api/v1/records/{key}/comparison"),
    }


def main() -> None:
    """Get ready, report so, and do the tasks on standard input."""
    folder = Path(sys.argv[1])
    sys.path.append(ROOT)
    tasks = text_tasks(folder) | core_tasks(folder) | service_tasks(folder)
    from referee import deal

    print(json.dumps(deal.__file__), flush=True)
    for line in sys.stdin:
        work = tasks[line.strip()]
        start = time.process_time()
        comes = work()
        print(json.dumps([time.process_time() - start, comes]), flush=True)


if __name__ == "__main__":
    main()
