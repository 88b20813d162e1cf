"""Benchmark of the language server's latency while one long game is edited.

`python tests/bench/keystrokes.py` starts the server, opens a game of 5,000 lines over its standard input and
output, and types into it: comments, tricks, slips, some of it undone; the keys are always the same
(:mod:`tests.support.keystrokes`). After each it waits for the findings, and then sends the other requests
that editors send. The server waits for a pause before it judges, which is reported separately. Prints elapsed
time, and the server's CPU time (on Linux), which other work on the machine changes less. Exits 1 if the 95th
percentile of the latter for a key with everything is above the target.
"""

import argparse
import asyncio
import os
import platform
import random
import sys
import time
from collections.abc import Awaitable, Iterable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from notation import write
from tests.support.games import long_record
from tests.support.keystrokes import keys
from viewer.editor.places import EditorPage
from viewer.editor.server import PAUSE

LINES: Final = 5_000
DEALS: Final = 240
MOST: Final = 0.05
"""Seconds of CPU for a key with all that an editor asks for after it, in 95 of 100 cases."""
ASKED: Final = ("findings", "actions", "points", "results", "folding", "colours", "outline")
URI: Final = "file:///nowhere/long.sgn"
DOCUMENT: Final = lsp.TextDocumentIdentifier(URI)


def long_game(spec: str) -> str:
    """A game of so many lines: the maximum number of deals, and separate remarks in each."""
    rng = random.Random(5)
    lines = write(long_record(spec, rng, DEALS)).split("\n")
    results = [at for at, line in enumerate(lines) if line.startswith("=")]
    left = LINES - len(lines)
    for order, at in enumerate(reversed(results)):
        many = left // (len(results) - order)
        left -= many
        lines[at:at] = [f"; remark {number}" for number in range(many)]
    return "\n".join(lines)


class TimedEditor(LanguageClient):
    """An editor that records when each version was answered, and all times."""

    def __init__(self) -> None:
        super().__init__("bench", "1")
        self.took: dict[str, list[tuple[float, float]]] = {}
        """Seconds by the clock, and of the server's CPU."""
        self.text = ""
        """The text that the server has."""
        self.known: str | None = None
        """The name of the colours that it sent last."""
        self.sent: asyncio.Queue[tuple[float, lsp.PublishDiagnosticsParams]] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def received(params: lsp.PublishDiagnosticsParams) -> None:
            self.sent.put_nowait((time.perf_counter(), params))

    def cpu(self) -> float:
        """The server's CPU seconds so far."""
        assert self._server
        told = Path(f"/proc/{self._server.pid}/schedstat")
        return int(told.read_text().split()[0]) / 1e9 if told.exists() else 0.0

    async def timed(self, what: str, answer: Awaitable[float | None], pause: float = 0) -> None:
        """Wait for an answer, and record its time: until now, or the moment that it returns."""
        start, cpu = time.perf_counter(), self.cpu()
        end = await answer or time.perf_counter()
        self.took.setdefault(what, []).append((end - start - pause, self.cpu() - cpu))

    async def change(self, version: int, texts: Iterable[str]) -> float:
        """Send texts in order; returns when the findings of the last one, with this version, arrived."""
        document = lsp.VersionedTextDocumentIdentifier(version, URI)
        for text in texts:
            change = difference(self.text, text)
            self.text = text
            self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return await self.answered(version)

    async def colours(self) -> None:
        """Ask for the colours: all of them, and after that what has changed."""
        if self.known:
            asked = lsp.SemanticTokensDeltaParams(DOCUMENT, self.known)
            answer = await self.text_document_semantic_tokens_full_delta_async(asked)
        else:
            answer = await self.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(DOCUMENT))
        assert answer
        self.known = answer.result_id

    async def answered(self, version: int) -> float:
        """Return when the findings of a version of the text arrived."""
        while True:
            when, params = await self.sent.get()
            if params.version == version:
                return when


def difference(old: str, new: str) -> lsp.TextDocumentContentChangePartial:
    """The change of one piece of a text by which it becomes another."""
    start = same = 0
    most = min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    while same < most - start and old[-1 - same] == new[-1 - same]:
        same += 1
    page = EditorPage(old)
    places = (lsp.Position(*page.position(offset)) for offset in (start, len(old) - same))
    return lsp.TextDocumentContentChangePartial(lsp.Range(*places), new[start : len(new) - same])


async def measured(text: str, number: int) -> dict[str, list[tuple[float, float]]]:
    """Return the seconds by request, one pair for each key."""
    client = TimedEditor()
    await client.start_io(sys.executable, "-c", "from viewer.cli import main; main()", "lsp", cwd=ROOT)
    await client.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    client.text = text
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "sgn", 1, text)))
    await client.timed("opening it", client.answered(1))
    await asyncio.sleep(1)  # nobody types at once
    shown = lsp.Range(lsp.Position(2000, 0), lsp.Position(2060, 0))
    typed = lsp.Range(lsp.Position(2030, 4), lsp.Position(2030, 4))
    typing = lsp.CodeActionContext([], trigger_kind=lsp.CodeActionTriggerKind.Automatic)
    for version, changed in enumerate(keys(text, random.Random(7), number), start=2):
        await client.timed("findings", client.change(version, [changed]), PAUSE)
        asked: dict[str, Awaitable[Any]] = {
            "actions": client.text_document_code_action_async(lsp.CodeActionParams(DOCUMENT, typed, typing)),
            "points": client.text_document_inlay_hint_async(lsp.InlayHintParams(DOCUMENT, shown)),
            "results": client.text_document_code_lens_async(lsp.CodeLensParams(DOCUMENT)),
            "folding": client.text_document_folding_range_async(lsp.FoldingRangeParams(DOCUMENT)),
            "colours": client.colours(),
            "outline": client.text_document_document_symbol_async(lsp.DocumentSymbolParams(DOCUMENT)),
        }
        for what, answer in asked.items():
            await client.timed(what, _moment(answer))
    burst = client.change(number + 2, keys(text, random.Random(8), 20))
    await client.timed("findings after 20 keys at once", burst, PAUSE)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return client.took


async def _moment(answer: Awaitable[Any]) -> None:
    await answer


def row(times: Iterable[float]) -> str:
    """Format the median, the 95th percentile and the maximum."""
    kept = list(times)
    return "".join(f"{percentile(kept, part) * 1000:8.0f}" for part in (50, 95, 100))


def percentile(times: list[float], part: int) -> float:
    """Return a percentile."""
    return sorted(times)[-(-len(times) * part // 100) - 1]


def main() -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description="How soon the language server answers each key.")
    parser.add_argument("--keys", type=int, default=300)
    parser.add_argument("--rules", default="santase-three")
    options = parser.parse_args()
    text = long_game(options.rules)
    took = asyncio.run(measured(text, options.keys))
    load = "-".join(f"{value:.1f}" for value in sorted(os.getloadavg())[::2])
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load {load}"
    )
    deals, lines = text.count("\ndeal "), text.count("\n")
    print(f"{lines:,} lines, {deals} deals, {len(text):,} characters, {options.keys} keys; milliseconds")
    print(
        f"{f'without the pause of {PAUSE * 1000:.0f}':32}{'p50':>8}{'p95':>8}{'max':>8}   CPU: p50, p95, max"
    )
    for what, times in took.items():
        print(f"{what:32}{row(each[0] for each in times)}   {row(each[1] for each in times)}")
    whole = [
        (sum(each[0] for each in key), sum(each[1] for each in key))
        for key in zip(*(took[what] for what in ASKED), strict=True)
    ]
    print(f"{'a key with all of it':32}{row(each[0] for each in whole)}   {row(each[1] for each in whole)}")
    return int(percentile([cpu for _, cpu in whole], 95) > MOST)


if __name__ == "__main__":
    sys.exit(main())
