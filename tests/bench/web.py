"""How long the server works at pages and answers of a match of 15 deals: `python tests/bench/web.py`."""

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from games import random_record
from notation import write
from viewer.web import Config, create_app

DEALS: Final = 15
ROUNDS: Final = 11


def main() -> None:
    """Keep a match and ask for all that there is of it."""
    rng = random.Random(66)
    records = (random_record("santase target=40", rng, most_deals=DEALS) for _ in range(999))
    record = next(record for record in records if len(record.deals) == DEALS)
    with tempfile.TemporaryDirectory() as folder:
        client = create_app(Config(f"sqlite:///{folder}/archive.db")).test_client()
        sent = client.post("/api/v1/records", data=write(record).encode(), content_type="text/plain")
        key = sent.get_json()["records"][0]["id"]
        for path in (
            "/",
            f"/records/{key}",
            f"/records/{key}/embed",
            f"/records/{key}/deals/1/ruling",
            f"/api/v1/records/{key}",
            f"/api/v1/records/{key}/judgement",
            f"/api/v1/records/{key}/deals/1/script",
            f"/api/v1/records/{key}/comparison",
        ):
            times = []
            for _ in range(ROUNDS):
                begin = time.perf_counter()
                answer = client.get(path)
                times.append(time.perf_counter() - begin)
            shown = path.replace(key, "ID")
            print(f"{shown:36} {statistics.median(times) * 1000:8.1f} ms {len(answer.data):10,} bytes")


if __name__ == "__main__":
    main()
