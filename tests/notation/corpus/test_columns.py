"""That the fast way and the ordinary one fill the same columns, and that canonical games are recognised."""

import random
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa
import pytest

from notation import write, write_spec
from notation.corpus import ALWAYS, TABLES, generate, judged_in_full, rows_of
from notation.corpus.arrow import schema_in_memory, schema_of
from notation.corpus.columns import CorpusColumns
from notation.judge import judge
from notation.text.canonical import canonical_text
from notation.text.reader import read_game
from notation.text.source import Source, cut
from notation.text.writer import bare
from referee import PRESETS
from tests.support.corpus import SAMPLES
from tests.support.games import random_record
from tests.support.layouts import altered, texts
from tests.support.sizes import Size, some

SEEDS: Final = 40
GAMES: Final = Size("IN_COLUMNS", 200)
OTHER_TAGS: Final = (
    "",
    '[Zeal "x"]\n',
    '[Letters "english"]\n',
    '[Stakes "\u2028[A"]\n[Zeal "x"]\n',
    '[Zeal "x"]\n[Stakes "\\""]\n',
)


def in_rows(sources: list[Source]) -> dict[str, pa.Table]:
    """The tables, from the rows of each game."""
    rows: dict[str, list[Any]] = {table: [] for table in TABLES}
    for number, source in enumerate(sources, 1):
        for table, found in rows_of(judged_in_full(read_game(source)), game_id=number).items():
            rows[table] += found
    return {table: pa.Table.from_pylist(found, schema_of(table)) for table, found in rows.items()}


def check(sources: list[Source]) -> int:
    """Compare both ways; return how many games are filled in by the fast one."""
    columns = CorpusColumns()
    for source in sources:
        columns.add(source)
    tables, expected = columns.tables(), in_rows(sources)
    assert columns.games == len(sources)
    for name, table in tables.items():
        assert table.schema.equals(schema_in_memory(name))
        for column in table.column_names:
            found, due = table[column].to_pylist(), expected[name][column].to_pylist()
            differing = (pair for pair in zip(found, due, strict=False) if pair[0] != pair[1])
            assert found == due, (name, column, next(differing, "length"))
    return columns.quick


@pytest.mark.parametrize("seed", some(range(SEEDS), 0))
def test_columns_are_those_of_the_rows(seed: int) -> None:
    rng = random.Random(seed)
    sources = [source for text in texts(rng, GAMES.share(2)) for source in cut(text.encode())]
    assert check(sources) > len(sources) // 3
    check([source for text in texts(rng, GAMES.share(4)) for source in cut(altered(text.encode(), rng))])


def test_columns_of_samples_are_those_of_the_rows() -> None:
    data = b"\n".join(path.read_bytes() for path in SAMPLES[::3])
    assert check(list(cut(data)))


def test_the_lead_after_a_marriage_that_has_ended_the_deal_is_no_decision() -> None:
    deal = "deal 1 dealer B trump Jh\nA: Qs Qd Qc Ts Tc\nB: Ah As Jd Kc Td\n"
    deal += "talon: Kh Jc Qh Ad Ks Th Js Kd Ac Jh\n1. Ts Ah\n2. Jd Qc\n3. 40h Kh\n"
    assert check(list(cut(f'%SGN 1\n[Rules "schnapsen-tompa"]\n\n{deal}'.encode()))) == 1


def test_a_deal_that_is_recorded_twice_counts_once() -> None:
    """A false claim is met when the deal has been recorded: that is dropped, and recorded again."""
    text = "\n".join(generate(PRESETS["santase"], 20, 17))
    assert text.count("false-out") == 2
    assert check(list(cut(text.encode())))


def test_a_table_alone_is_the_same_as_among_others() -> None:
    """Less is recorded of a deal then, and false claims may not be noted."""
    among, *alone = CorpusColumns(), *(CorpusColumns((name,)) for name in ALWAYS)
    for source in cut("\n".join(generate(PRESETS["santase"], 20, 17)).encode()):
        for columns in (among, *alone):
            columns.add(source)
    tables = among.tables()
    assert len(tables["findings"])
    for name, columns in zip(ALWAYS, alone, strict=True):
        assert columns.quick == among.quick > 0
        assert columns.tables() == {name: tables[name]}


def test_a_canonical_game_is_recognised_as_what_is_written_of_it() -> None:
    rng = random.Random(66)
    recognised = tried = 0
    for each in texts(rng, GAMES, list(PRESETS)):
        text = each.replace('[Zeal "x"]\n', rng.choice(OTHER_TAGS))
        for data in (text.encode(), altered(text.encode(), rng)):
            for source in cut(data):
                game = read_game(source)
                rules = judge(game).rules
                if game.record is None or rules is None:
                    continue
                found = canonical_text(source.text, write_spec(rules))
                tried += 1
                recognised += found is not None
                written = write(bare(game.record))
                assert found in (None, written), source.text
                assert game.digest == sha256(written.encode()).hexdigest()
    assert recognised > tried // 4


def test_only_what_is_asked_for_is_filled() -> None:
    columns = CorpusColumns(("games", "seats"), digested=False)
    for source in cut(write(random_record("santase", random.Random(1))).encode()):
        columns.add(source)
    tables = columns.tables()
    assert set(tables) == {"games", "seats"}
    assert tables["games"]["digest"].to_pylist() == [None]
