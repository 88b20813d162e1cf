"""That the specialised scanner and lane (`grammar/specialising`) do what those do that they are made of.

On a compiled wheel what it has is tried, in the tree the text of it as Python.
"""

import random
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, Final

import pytest

from notation import write
from notation.judge import bulk
from notation.text.scan import one_byte_each, scan
from notation.text.source import Source, cut
from tests.referee.test_compiled import FOLDER
from tests.support.corpus import ROOT
from tests.support.games import random_record
from tests.support.layouts import TWO, altered, texts
from tests.support.plain import PLAIN
from tests.support.sizes import Size, at_night

GAMES: Final = Size("SPECIALISED", 20_000) if FOLDER else 150
ALTERED: Final = GAMES // 4 if FOLDER else 100
PARTS_AT_NIGHT: Final = 10


def product() -> Any:
    """What the compiled wheel has, or the same as Python, in which machine integers are any."""
    if FOLDER:
        return import_module("notation.judge.specialised")
    from grammar import specialising  # which no wheel has

    made = ModuleType("made")
    made.__dict__.update({"__file__": "made", "i64": int})
    exec(compile(specialising.specialised(ROOT), "made", "exec"), made.__dict__)
    return made


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[Any]:
    made = product()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "_QUICK", made)
        bulk._book.cache_clear()
        yield made
    bulk._book.cache_clear()


def sources(data: bytes | str) -> list[Source]:
    return list(cut(data.encode() if isinstance(data, str) else data))


def check(source: Source, quick: Any) -> bool:
    """Compare what is made of a game; whether that is a verdict."""
    tokens = scan(source.scannable)
    again = quick.scan(one_byte_each(source.english))
    if tokens is None:
        if not source.fault:
            assert again is None or bulk._quick_verdict(source) is None, source.text
        return False
    assert (again.kinds, again.numbers) == (tokens.kinds, tokens.numbers), source.text
    verdict = bulk._quick_verdict(source)
    usual = bulk._verdict(source, tokens, is_clean=True)
    if verdict is None:
        assert usual is None or "[Letters" in source.text or not quick.rules_of(usual.rules), source.text
        return False
    assert usual is not None
    assert verdict.tags == usual.tags, source.text
    assert verdict == usual._replace(head=None), source.text
    return True


def parts(few: int, most: int) -> list[Any]:
    """Seeds and numbers: few on every change, many at night."""
    night = range(1000, 1000 + PARTS_AT_NIGHT)
    marks = [pytest.mark.nightly, pytest.mark.skipif(not FOLDER, reason="on the compiled wheel")]
    return [(0, few), *(pytest.param(seed, most // PARTS_AT_NIGHT, marks=marks) for seed in night)]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), parts(GAMES, at_night(2_000, 1_000_000)))
def test_generated_games_are_judged_alike(quick: Any, seed: int, number: int) -> None:
    verdicts = sum(
        check(source, quick) for text in texts(random.Random(seed), number) for source in sources(text)
    )
    assert verdicts > number // 2


@pytest.mark.parametrize(("seed", "number"), parts(ALTERED, at_night(500, 200_000)))
def test_altered_games_are_judged_alike(quick: Any, seed: int, number: int) -> None:
    rng = random.Random(seed)
    for text in texts(rng, number):
        for source in sources(altered(text.encode(), rng)):
            check(source, quick)


def test_every_rule_set_of_two_players_that_draw_is_taken(quick: Any) -> None:
    assert [name for name, rules in PLAIN.items() if quick.rules_of(rules) is not None] == TWO


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("santase", "сантасе"),
        ('[Result "', '[Letters "BG"]\n[Result "'),
        ('[Result "', '[Event "\u202eКлуб — „Валат“ ♥"]\n[Result "'),
        ('[Result "', '[Event "Müller\ufeff"]\n[Rules "schnapsen"]\n[Result "'),
        ('[Result "', '[Date "2026.13.40é"]\n[Result "'),
        ('[Result "', '[Series "é"]\n[Result "'),
        ('[Result "', '[Resutl "é"]\n[Result "'),
        ('[Result "', '[Result "é'),
        ("1. ", "1. {é 2. As Td} "),
        ("1. ", "1. {„é“ @ ; ♥} "),
        ("\n2. ", " ; é [Event\n2. "),
        ("h", "♥"),
        ("s ", "♠\ufe0f "),
        ("\n", "\r\n"),
        ("%SGN", "\ufeff%SGN"),
        ("%SGN 1", "%SGN 1 stream"),
    ],
)
def test_text_beyond_ascii_is_judged_alike(quick: Any, old: str, new: str) -> None:
    rng = random.Random(1)
    for _ in range(4):
        text = write(random_record("santase target=40", rng, noted=False, most_deals=2))
        assert old in text
        for source in sources(text.replace(old, new)):
            check(source, quick)
