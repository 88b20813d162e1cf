"""How long the server works at pages and answers of a match of 15 deals: `python tests/bench/web.py`.

Beside each time stands how many bare pages Flask serves meanwhile on the same machine; beside the replay,
what is allowed.
"""

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from flask import Flask
from flask.testing import FlaskClient

from notation import write
from support.apps import made_app
from support.games import random_record
from viewer.web import Config

DEALS: Final = 15
ROUNDS: Final = 11
MOST_MS: Final = 100
MOST_BYTES: Final = 150_000
"""What the first page of a replay may take."""


def main() -> None:
    """Keep a match and ask for all that there is of it."""
    rng = random.Random(66)
    records = (random_record("santase target=40", rng, most_deals=DEALS) for _ in range(999))
    record = next(record for record in records if len(record.deals) == DEALS)
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: "<!DOCTYPE html><title>Bare</title>")
    unit, size = timed(bare.test_client(), "/")
    print(f"{'a bare page of Flask':44} {unit:8.2f} ms {size:10,} bytes")
    with tempfile.TemporaryDirectory() as folder:
        client = made_app(Config(f"sqlite:///{folder}/archive.db")).test_client()
        sent = client.post("/api/v1/records", data=write(record).encode(), content_type="text/plain")
        key = sent.get_json()["records"][0]["id"]
        for path in (
            "/",
            f"/records/{key}",
            f"/records/{key}/embed",
            f"/records/{key}/deals/1/ruling",
            f"/records/{key}/deals/1/steps/5.svg",
            f"/records/{key}/deals/1/steps/5.png",
            f"/api/v1/records/{key}",
            f"/api/v1/records/{key}/judgement",
            f"/api/v1/records/{key}/deals/1/script",
            f"/api/v1/records/{key}/comparison",
            f"/api/v1/records/{key}/inference",
        ):
            took, size = timed(client, path)
            allowed = f"  of {MOST_MS} ms, {MOST_BYTES:,} bytes" if path == f"/records/{key}" else ""
            shown = path.replace(key, "ID")
            print(f"{shown:44} {took:8.2f} ms {took / unit:7.0f} x {size:10,} bytes{allowed}")


def timed(client: FlaskClient, path: str) -> tuple[float, int]:
    """The median time of an answer in milliseconds, and its size."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        answer = client.get(path)
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000, len(answer.data)


if __name__ == "__main__":
    main()
