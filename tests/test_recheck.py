"""Saved rulings: the changes that `santase recheck` finds, and the rulings on the frozen records."""

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from notation import Game, read, read_file, write
from notation.findings import Phrase
from notation.judge import judge
from notation.rulings import BestPlay
from notation.rulings.ledger import Account, EntryKind, PointsStatus, account, judge_in_full
from notation.wire.recheck import ADDED, PinError, read_pins, recheck
from notation.wire.ruling import dump_ruling
from referee import arithmetic
from referee.arithmetic import LINES
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from referee.state import Reason
from scripts import frozen
from support.corpus import ROOT, SAMPLES
from support.languages import COMPLETE
from support.rulings import DEAL, GOOD, HEAD, TWO_DEALS, objects, run, written
from support.sizes import Size
from viewer.cli import main
from viewer.documents.languages import Language, language


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a saved ruling on a deal with a close, a chance, a wrong statement and a finding."""
    return written(tmp_path / "kept.json", run("explain", "--format", "json", "-", stdin=DISPUTED).stdout)


DEALS = Size("DEALS", 20_000)
DISPUTED = f"{HEAD}{DEAL}1. As Td\n2. exchange 40d close Kd Kc\n3. Ts Ks\n4. out\n= B 2 by out (0-83)\n"


@pytest.fixture
def disputed(tmp_path: Path) -> Path:
    return written(tmp_path / "disputed.sgn", DISPUTED)


@pytest.mark.slow
@pytest.mark.parametrize("code", COMPLETE)
def test_the_same_program_rules_the_same(code: str, tmp_path: Path) -> None:
    """With fewer cases each sample is ruled on in one language."""
    for path in SAMPLES if DEALS.is_full else SAMPLES[list(COMPLETE).index(code) :: len(COMPLETE)]:
        pins = tmp_path / "pins.jsonl"
        words = ["explain", str(path), "--format", "json", "--lang", code, "--force", "-o", str(pins)]
        CliRunner().invoke(main, words)
        rulings = pins.read_text("utf-8").splitlines()
        result = run("recheck", pins, path)
        if any('"digest": null' in ruling for ruling in rulings):
            assert "not all of its record could be read" in result.stderr
            continue
        assert (result.exit_code, result.stderr) == (0, ""), path
        assert result.stdout.count("the ruling is the same as that of santase") == len(rulings)


def test_layout_and_spelling_change_no_ruling(kept: Path, tmp_path: Path) -> None:
    lax = tmp_path / "lax.sgn"
    for text in (
        DISPUTED.replace("\n", " \r\n\t ").replace(" %", "%").replace("Ks", "K♠").replace("talon:", "stock:"),
        *(write(game.record) for game in read(DISPUTED) if game.record),
        GOOD + "\n" + DISPUTED,
        DISPUTED.replace("1. As Td", "1. As! {a comment} Td ; a remark"),
    ):
        lax.write_text(text, "utf-8")
        result = run("recheck", kept, lax)
        assert (result.exit_code, result.stderr) == (0, ""), text


def test_another_record_cannot_be_checked(kept: Path, tmp_path: Path) -> None:
    result = run("recheck", kept, written(tmp_path / "good.sgn", GOOD))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no game in this file has the digest named by the ruling" in result.stderr


def leaves(shape: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every value within a shape: its path, what holds it, and its key there."""
    for key in shape if isinstance(shape, dict) else range(len(shape)):
        inner = f"{path}[{key + 1}]" if isinstance(shape, list) else f"{path}.{key}".removeprefix(".")
        if isinstance(shape[key], (dict, list)) and shape[key]:
            yield from leaves(shape[key], inner)
        else:
            yield inner, shape, key


COMPARED = (
    "result",
    "game_points",
    "trusted",
    "awarded",
    "score",
    "stopped",
    "ledger",
    "card_points",
    "untaken",
    "closing",
    "claims",
    "chances",
)


def is_compared(path: str) -> bool:
    if path.startswith("steps"):
        return path.endswith((".step", ".point")) or ".facts" in path
    if path.startswith("findings"):
        return path.endswith((".code", ".trick", ".seat"))
    return path.startswith(COMPARED)


def without_digest(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling in the first form, which had no digest of its own and held nothing of its record."""
    later = ("ruling_digest", *frozen.SELF_CONTAINED, *ADDED)
    figures = {name: part for name, part in ruling.items() if name not in later}
    claims = [{name: part for name, part in claim.items() if name != "certain"} for claim in ruling["claims"]]
    return figures | {"ruling": 1, "claims": claims}


def sealed(ruling: dict[str, Any]) -> dict[str, Any]:
    """Return a ruling with the digest of its present content, computed as the schema says."""
    rest = {name: part for name, part in ruling.items() if name != "ruling_digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return rest | {"ruling_digest": hashlib.sha256(text.encode()).hexdigest()}


@pytest.mark.slow
def test_every_figure_that_has_changed_is_named(kept: Path, disputed: Path) -> None:
    """In a ruling without a digest of its own, nothing but figures can be compared, and that is said."""
    whole = without_digest(json.loads(kept.read_text("utf-8")))
    paths = [path for path, _, _ in leaves(whole)]
    assert sum(map(is_compared, paths)) > 100
    for place, path in enumerate(paths):
        ruling = copy.deepcopy(whole)
        _, holder, key = list(leaves(ruling))[place]
        if path in ("ruling", "digest", "rules", "deal", "language"):
            continue
        old = holder[key]
        holder[key] = old + 1 if type(old) is int else not old if type(old) is bool else "changed"
        kept.write_text(json.dumps(ruling), "utf-8")
        result = run("recheck", kept, disputed)
        line, *changes = result.stdout.splitlines()
        assert line.endswith("(only figures were compared: the ruling has no digest)")
        if not is_compared(path):
            assert result.exit_code == 0, path
            continue
        assert result.exit_code == 1, path
        assert "the ruling differs from that of santase" in line
        assert changes == [f"    {path}: {json.dumps(holder[key])} -> {json.dumps(old)}"]


Spoiling = tuple[str, Callable[[], dict[str, Any]]]
"""A place in a ruling, and what makes the ruling that is spoilt there."""


def spoilings(ruling: dict[str, Any]) -> Iterator[Spoiling]:
    """Every value altered, emptied and taken away, and every part emptied and taken away."""
    for place, (path, holder, key) in enumerate(leaves(ruling)):
        for spoil in (altered, emptied):
            if spoil(holder[key]) != holder[key]:
                yield path, partial(spoilt, ruling, place, spoil)
        yield path, partial(spoilt, ruling, place, None)
    for name, part in ruling.items():
        yield name, partial(without, ruling, name)
        if isinstance(part, (dict, list)) and part:
            yield name, partial(dict, ruling, **{name: type(part)()})


def without(ruling: dict[str, Any], name: str) -> dict[str, Any]:
    """A ruling without one of its parts."""
    return {key: part for key, part in ruling.items() if key != name}


def spoilt(ruling: dict[str, Any], place: int, spoil: Callable[[Any], Any] | None) -> dict[str, Any]:
    """A ruling with one of its values spoilt, or taken away."""
    other = copy.deepcopy(ruling)
    _, holder, key = list(leaves(other))[place]
    if spoil is None:
        del holder[key]
    else:
        holder[key] = spoil(holder[key])
    return other


def altered(value: Any) -> Any:
    return value + 1 if type(value) is int else not value if type(value) is bool else f"{value}."


def emptied(value: Any) -> Any:
    return None if isinstance(value, str) else type(value)() if value is not None else 0


@pytest.fixture(scope="module")
def spoilt_rulings() -> tuple[Game, list[Spoiling]]:
    """Small rulings with a dispute and with a marriage in doubt, spoilt in every way; and their game."""
    text = f"{HEAD}deal 1 dealer A trump As\n1. Js 9d\n2. close 40s Qs 9s\n3. Ad Qc\n4. Jd Kc\n5. 9c Ah out"
    [game] = read(f'{text} @dispute("B 2")\n= B 3\n')
    ruling = dump_ruling(account(judge_in_full(game, PRESETS["santase"]), 1), language("en"))
    assert ruling["disputes"]
    assert ruling["depends"]
    found = list(spoilings(ruling))
    assert len(found) > 700
    return game, found[:: 1 if DEALS.usual < DEALS else 29]


@pytest.fixture
def ruled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule on a deal under the same rules once: it takes longer than everything else."""
    made: dict[tuple[RuleSet | None, int, str], dict[str, Any]] = {}

    def once(found: Account, translator: Language, cost: BestPlay | Phrase | None) -> dict[str, Any]:
        key = found.rules, found.number, f"{translator.code} {cost}"
        if key not in made:
            made[key] = dump_ruling(found, translator, cost)
        return made[key]

    monkeypatch.setattr("notation.wire.recheck.dump_ruling", once)


def noticed(ruling: dict[str, Any], game: Game) -> list[str]:
    """Return what is noticed about a saved ruling: that it is invalid, was altered, or has changed."""
    try:
        [pin] = read_pins(json.dumps(ruling).encode(), COMPLETE)
    except PinError:
        return ["none"]
    [(_, checked)] = recheck([pin], [game], language)
    if isinstance(checked, PinError):
        return ["none"]
    return ["altered"] * bool(checked.fault) + [change.path for change in checked.changes]


@pytest.mark.slow
@pytest.mark.usefixtures("ruled_once")
def test_whatever_is_altered_emptied_or_taken_away_is_noticed(
    spoilt_rulings: tuple[Game, list[Spoiling]],
) -> None:
    game, found = spoilt_rulings
    for path, made in found:
        assert noticed(made(), game), path


@pytest.mark.slow
@pytest.mark.usefixtures("ruled_once")
def test_a_forged_word_is_noticed_though_its_digest_was_made_anew(
    spoilt_rulings: tuple[Game, list[Spoiling]],
) -> None:
    """Of the same version every word is made again; places are the layout's, and a fix is a proposal."""
    game, found = spoilt_rulings
    for path, made in found:
        if path.endswith(("line", "column", "fix")) or path in ("santase", "game", "ruling_digest"):
            continue
        assert noticed(sealed(made()), game), path


def test_forged_words_are_told_one_by_one(tmp_path: Path) -> None:
    record = ROOT / "samples/faulty/the-revoke-seen-later.sgn"
    [ruling] = objects(run("explain", "--format", "json", record))
    told = "B wins 3 game points: A cheated."
    forged = ruling | {"answer": told, "elsewhere": []}
    result = run("recheck", "-", record, stdin=json.dumps(forged))
    assert result.exit_code == 1
    assert "altered since it was issued: its digest does not match" in result.stdout
    assert f"    answer: {json.dumps(told)} -> " in result.stdout
    assert "    elsewhere[1]: null -> " in result.stdout
    result = run("recheck", "-", record, stdin=json.dumps(sealed(forged)))
    assert result.exit_code == 1
    assert "the ruling differs from that of santase" in result.stdout
    later = sealed(ruling | {"santase": "9.9.9"})
    result = run("recheck", "-", record, stdin=json.dumps(later))
    assert result.exit_code == 0
    assert (
        "the ruling is the same as that of santase 9.9.9 (wording was not compared: this is another version)"
        in result.stdout
    )
    result = run("recheck", "-", record, stdin=json.dumps(ruling | {"santase": "9.9.9"}))
    assert result.exit_code == 1
    assert "altered since it was issued" in result.stdout


def test_what_is_missing_or_too_much_is_named(kept: Path, disputed: Path) -> None:
    whole = kept.read_text("utf-8")
    for name in ("steps", "findings", "ledger", "card_points", "claims", "chances"):
        ruling = json.loads(whole)
        assert ruling[name], name
        number = len(ruling[name])
        ruling[name].append(ruling[name][-1])
        kept.write_text(json.dumps(ruling), "utf-8")
        result = run("recheck", kept, disputed)
        assert result.exit_code == 1
        assert re.findall(r"^    (\S+): ", result.stdout, re.MULTILINE) == [f"{name}[{number + 1}]"]
        ruling[name] = ruling[name][: number - 1]
        kept.write_text(json.dumps(ruling), "utf-8")
        result = run("recheck", kept, disputed)
        assert result.exit_code == 1
        assert re.findall(r"^    (\S+): null -> ", result.stdout, re.MULTILINE) == [f"{name}[{number}]"]


def test_the_rules_of_a_ruling_are_those_it_was_given_by(kept: Path, disputed: Path) -> None:
    ruling = without_digest(json.loads(kept.read_text("utf-8")))
    kept.write_text(json.dumps(ruling | {"rules": "santase failed-close=3"}), "utf-8")
    assert run("recheck", kept, disputed).exit_code == 0
    kept.write_text(json.dumps(ruling | {"rules": "santase marriage-after-close=no claim=auto"}), "utf-8")
    result = run("recheck", kept, disputed)
    assert result.exit_code == 1
    assert "santase marriage-after-close=no claim=auto" in result.stdout
    assert '    chances[1]: {"trick": 2, "seat": "B", "points": 69} -> null' in result.stdout


def test_several_rulings_are_checked_one_by_one(tmp_path: Path) -> None:
    record = written(tmp_path / "two.sgn", TWO_DEALS)
    pins = tmp_path / "pins.jsonl"
    first, second = objects(run("explain", "--format", "json", record))
    second["untaken"] += 1
    pins.write_text(f"\n{json.dumps(first)}\r\n\n{json.dumps(second, ensure_ascii=False)}", "utf-8")
    result = run("recheck", pins, record)
    assert result.exit_code == 1
    assert re.findall("^deal ([12]), .*(the same|altered)", result.stdout, re.MULTILINE) == [
        ("1", "the same"),
        ("2", "altered"),
    ]
    assert run("recheck", "-", record, stdin=json.dumps(first)).exit_code == 0
    assert run("recheck", "-", record, stdin=json.dumps(first, indent=2)).exit_code == 0


def test_a_ruling_on_another_deal_is_another(tmp_path: Path) -> None:
    record = written(tmp_path / "two.sgn", TWO_DEALS)
    first, _ = objects(run("explain", "--format", "json", record))
    result = run("recheck", "-", record, stdin=json.dumps(first | {"deal": 2}))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:] == ["    score.B: 3 -> 6"]
    result = run("recheck", "-", record, stdin=json.dumps(first | {"deal": 3}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the ruling is on deal 3, but the game has only 2" in result.stderr


DAMAGE = {
    "nothing": "",
    "blanks": " \n\n",
    "no JSON": "{",
    "a record": GOOD,
    "a list": "[{pin}]",
    "a number": "7",
    "null": "null",
    "a string": '"{"',
    "half of it": "{half}",
    "nested lists": "[" * 100_000 + "]" * 100_000,
    "a nested part": '{{pin, "ledger": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "a huge number": '{{pin, "deal": ' + "9" * 10_000 + "}",
    "a huge deal": '{{pin, "deal": 99999999999999999999}',
    "no deal": '{{pin, "deal": 0}',
    "half a deal": '{{pin, "deal": 1.5}',
    "a deal in words": '{{pin, "deal": "1"}',
    "a later form": '{{pin, "ruling": 5}',
    "steps that are none": '{{pin, "steps": 7}',
    "steps in words": '{{pin, "steps": ["x"]}',
    "no findings": '{{pin, "findings": null}',
    "the ruling has no digest": '{{pin, "ruling_digest": null}',
    "a language that is none": '{{pin, "language": []}',
    "no digest": '{{pin, "digest": null}',
    "another digest": '{{pin, "digest": "\\u0000\\u202e"}',
    "a digest that is none": '{{pin, "digest": 7}',
    "rules that are none": '{{pin, "rules": "whist"}',
    "rules without a name": '{{pin, "rules": ""}',
    "rules with a lone surrogate": '{{pin, "rules": "\\ud800 x=1"}',
    "a program that is none": '{{pin, "santase": []}',
    "NaN": '{{pin, "deal": NaN}',
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_no_ruling_gets_a_clear_answer(damage: str, kept: Path, disputed: Path) -> None:
    pin = kept.read_text("utf-8").strip()
    text = (
        DAMAGE[damage]
        .replace("{{pin", pin[:-1])
        .replace("{pin}", pin)
        .replace("{half}", pin[: len(pin) // 2])
    )
    kept.write_bytes(text.encode())
    result = run("recheck", kept, disputed)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"santase: {kept}: ")
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 600
    assert result.stderr.strip().isprintable()


@pytest.mark.parametrize("depth", [*range(900, 1000, 7), 5000])
def test_nested_values_are_told_or_refused(depth: int, kept: Path, disputed: Path) -> None:
    nested = "[" * depth + "]" * depth
    text = re.sub(r'"code": null', f'"code": {nested}', kept.read_text("utf-8"), count=1)
    kept.write_text(text, "utf-8")
    result = run("recheck", kept, disputed)
    assert result.exit_code in (1, 2)
    assert "ledger[1].actions[1].code: [[[" in result.stdout or "this is not a ruling" in result.stderr


def test_a_value_of_any_size_is_told_in_short(kept: Path, disputed: Path) -> None:
    ruling = json.loads(kept.read_text("utf-8"))
    ruling["result"]["reason"] = "x" * 1_000_000
    kept.write_text(json.dumps(ruling), "utf-8")
    result = run("recheck", kept, disputed)
    assert result.exit_code == 1
    assert len(result.stdout) < 1000


def test_files_that_cannot_be_checked(kept: Path, disputed: Path, tmp_path: Path) -> None:
    for ruling, record in ((tmp_path, disputed), (kept, tmp_path), (tmp_path / "none", disputed)):
        result = run("recheck", ruling, record)
        assert (result.exit_code, result.stdout) == (2, "")
    kept.write_bytes(b"\xff\xfe")
    assert run("recheck", kept, disputed).exit_code == 2


# Frozen rulings.


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", frozen.RECORDS, ids=lambda path: path.stem)
def test_a_frozen_ruling_is_still_given(path: Path) -> None:
    now, then = frozen.rulings(path), frozen.read_kept(path)
    assert list(map(frozen.ruled, now)) == list(map(frozen.ruled, then))
    result = run("recheck", frozen.kept(path), path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("the ruling is the same") == len(then)
    [game] = read_file(path)
    assert game.record is not None
    assert write(game.record) == path.read_text("utf-8"), "in canonical form"


def test_no_frozen_ruling_changes_unnoticed() -> None:
    """Anyone who freezes one again explains in the changelog what changed, with the new sum."""
    data = b"".join(path.read_bytes() for path in sorted(frozen.FOLDER.glob("*.jsonl")))
    sums = re.findall("`([0-9a-f]{64})`", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert sums == [hashlib.sha256(data).hexdigest()] == [frozen.total()]
    assert [path.stem for path in sorted(frozen.FOLDER.glob("*.jsonl"))] == [
        path.stem for path in frozen.RECORDS
    ]


def frozen_accounts() -> list[Account]:
    found = []
    for path in frozen.RECORDS:
        [game] = read_file(path)
        judgement = judge(game)
        found += [account(judgement, number) for number in range(1, len(judgement.deals) + 1)]
    return found


def test_the_frozen_rulings_show_everything_that_can_be_ruled() -> None:
    found = frozen_accounts()
    results = [found.deal.result for found in found if found.deal.result]
    later = {"santase-club"}  # it came after them, and is ruled elsewhere
    assert {found.rules.name for found in found} == {
        name for name, it in PRESETS.items() if it.seats == 2 and name not in later
    }
    assert {result.reason for result in results} == set(Reason)
    of_more = {arithmetic.OUT_TOGETHER, arithmetic.MOST, arithmetic.SHARED, arithmetic.PAYS}
    of_later_options = {
        line
        for line in LINES
        if line.point in ("irr.marriage_wrong_lead", "claim.false_at_33", "close.frozen_tricks")
        or (line.point == "tie.bonus" and "{bonus}" in line.sentence)
    }
    assert len(of_later_options) == 4, "tests of the options and of accounts show them"
    assert {step.line for found in found for step in found.steps} == set(LINES) - of_more - of_later_options
    entries = [entry for found in found for entry in found.entries]
    assert {entry.kind for entry in entries} == set(EntryKind)
    assert {entry.standing for entry in entries} == set(PointsStatus)
    assert any(entry.slack for entry in entries)
    assert any(entry.waited for entry in entries)
    assert any(result.winner < 0 for result in results)
    assert any(found.deal.closing and found.deal.closing.short for found in found)
    assert any(found.deal.awarded for found in found)
    assert any(found.deal.trusted for found in found)
    assert any(found.settled_otherwise for found in found)
    assert any(found.chances for found in found)
    assert {claim.refused for found in found for claim in found.claims} == {"", "C203", "C204"}
    assert sum(found.rules not in PRESETS.values() for found in found) > 10
