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

from notation import read, read_file, write
from notation.judge import judge
from notation.rulings.ledger import Account, EntryKind, PointsStatus, account
from notation.rulings.signatures import new_key, sign
from notation.wire import recheck as rechecking
from referee import arithmetic
from referee.arithmetic import LINES
from referee.rulesets import PRESETS
from referee.state import Reason
from tests.scripts import frozen
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES
from tests.support.each import for_each
from tests.support.languages import COMPLETE
from tests.support.rulings import DEAL, GOOD, HEAD, TWO_DEALS, objects, written
from tests.support.sizes import Size

pytestmark = pytest.mark.usefixtures("few_repairs")


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
    """With fewer cases one sample in sixteen is ruled on, in one language."""
    for path in SAMPLES if DEALS.is_full else SAMPLES[list(COMPLETE).index(code) :: 16 * len(COMPLETE)]:
        pins = tmp_path / "pins.jsonl"
        words = ["explain", str(path), "--format", "json", "--lang", code, "--force", "-o", str(pins)]
        run(*words)
        rulings = pins.read_text("utf-8").splitlines()
        for given in ((pins, path), (pins,)):
            result = run("recheck", *given)
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


def sealed(ruling: dict[str, Any]) -> dict[str, Any]:
    """Return a ruling with the digest of its present content, computed as the schema says."""
    rest = {name: part for name, part in ruling.items() if name != "ruling_digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return rest | {"ruling_digest": hashlib.sha256(text.encode()).hexdigest()}


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


DOUBTED = f"{HEAD}deal 1 dealer A trump As\nB: Js Qs Ks Ad Jd 9c\n"
DOUBTED += "1. Js 9d\n2. close 40s Qs 9s\n3. Ad Qc\n4. Jd Kc\n5. 9c Ah out"
FORGED = (
    ("explain", ROOT / "samples/faulty/the-revoke-seen-later.sgn", "--lang", "bg"),
    ("explain", f'{DOUBTED} @dispute("B 2")\n= B 3\n'),
    ("explain", GOOD.replace("[Rules", '[A "Ivan"]\n[Rules'), "--best-play"),
    ("dispute", f'{DOUBTED} @dispute("B 2")\n= B 3\n'),
    ("dispute", ROOT / "samples/the-closer-fails.sgn", "--deal", "2", "--claim", "A 3", "--claim", "B: B 2"),
)
"""Rulings and answers: with a hand that nobody wrote down, a dispute, names, best play, claims by option."""
NO_EVIDENCE = ("file", "game", "line")
"""Where the record was kept: `santase recheck --help` says so."""


@pytest.fixture(scope="module")
def forgeries() -> list[Spoiling]:
    """Saved documents, spoilt in every way, with their digests made anew."""
    found = []
    for command, record, *more in FORGED:
        given = str(record) if isinstance(record, Path) else "-"
        text = "" if isinstance(record, Path) else str(record)
        done = run(command, given, "--format", "json", *more, stdin=text)
        for document in objects(done):
            found += [spoiling for spoiling in spoilings(document) if spoiling[0] not in NO_EVIDENCE]
    assert len(found) > 3000
    return found[:: 1 if DEALS.usual < DEALS else len(found) // (200 if DEALS.is_full else 16)]


@pytest.fixture
def ruled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule on the same question once: it takes longer than everything else."""
    made: dict[str, dict[str, Any]] = {}
    asked = ("record", "digest", "rules", "deal", "game", "line", "file", "language", "santase")
    again = rechecking._made_again

    def once(pin: dict[str, Any], *where: Any) -> dict[str, Any]:
        claims = [pin.get("claims"), [each["line"] for each in pin.get("disputes", ()) if "dispute" in pin]]
        key = json.dumps([[pin.get(name) for name in asked], "best_play" in pin, "dispute" in pin, claims])
        if key not in made:
            made[key] = again(pin, *where)
        return made[key] | {"ruling_digest": pin["ruling_digest"]}

    monkeypatch.setattr(rechecking, "_made_again", once)


@pytest.mark.slow
@pytest.mark.usefixtures("ruled_once")
def test_no_forgery_passes_recheck_sign_or_verify(forgeries: list[Spoiling], tmp_path: Path) -> None:
    """Whoever forges a member can make the digest anew, and sign the file with a key of his own."""
    private, public = new_key()
    key = written(tmp_path / "key", private.decode())
    held = written(tmp_path / "key.pub", public.decode())
    kept, signature = tmp_path / "forged.json", tmp_path / "forged.json.sig"
    for path, made in forgeries:
        document = made() if path == "ruling_digest" else sealed(made())
        if path == "best_play" not in document:
            continue  # nothing is forged: nobody asked for it
        kept.write_text(json.dumps(document), "utf-8")
        assert run("recheck", kept).exit_code, path
        assert run("sign", kept, "--key", key).exit_code, path
        assert not signature.exists(), path
        signature.write_bytes(sign(kept.read_bytes(), private))
        result = run("verify", kept, "--key", held)
        assert result.exit_code, path
        assert "verified" not in result.stdout, path
        signature.unlink()


@pytest.mark.slow
@pytest.mark.usefixtures("ruled_once")
def test_a_change_that_keeps_the_old_digest_is_named(forgeries: list[Spoiling], tmp_path: Path) -> None:
    for path, made in forgeries[::4]:
        document = made()
        if path == "ruling_digest" or "ruling_digest" not in document:
            continue
        result = run("recheck", written(tmp_path / "altered.json", json.dumps(document)))
        assert result.exit_code, path
        assert re.search("E50[5-7]|names no digest|be read|is on deal|one game", result.output), path


@pytest.mark.slow
@pytest.mark.parametrize("version", ["9.9.9", "0.0.9", "1", "next"])
@pytest.mark.parametrize("forged", [{}, {"answer": "Neda wins 3 game points."}])
def test_a_ruling_by_another_version_is_not_checked(
    version: str, forged: dict[str, str], kept: Path, disputed: Path, tmp_path: Path
) -> None:
    """What this version makes of it otherwise is shown, but no words of another version count as checked."""
    ruling = sealed(json.loads(kept.read_text("utf-8")) | {"santase": version} | forged)
    kept.write_text(json.dumps(ruling), "utf-8")
    for arguments in ((kept,), (kept, disputed)):
        result = run("recheck", *arguments)
        assert (result.exit_code, result.stderr) == (2, "")
        first, *changes = result.stdout.splitlines()
        assert f"E509: not checked: santase {version} gave this ruling" in first
        assert [change.split(":")[0].strip() for change in changes] == list(forged)
    assert run("sign", "--new-key", tmp_path / "key").exit_code == 0
    result = run("sign", kept, "--key", tmp_path / "key")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "E509: not checked" in result.stderr
    Path(f"{kept}.sig").write_bytes(sign(kept.read_bytes(), (tmp_path / "key").read_bytes()))
    result = run("verify", kept, "--key", tmp_path / "key.pub")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "E509: not checked" in result.stderr


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
    assert "E508: the ruling differs" in result.stdout
    assert f"    answer: {json.dumps(told)} -> " in result.stdout


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
    "a later form": '{{pin, "ruling": 2}',
    "no record": '{{pin, "record": null}',
    "two records": '{{pin, "record": "%SGN 1\\n%SGN 1\\n"}',
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


def test_what_is_no_ruling_gets_a_clear_answer(kept: Path, disputed: Path) -> None:
    pin = kept.read_text("utf-8").strip()
    for name, damage in DAMAGE.items():
        text = damage.replace("{{pin", pin[:-1]).replace("{pin}", pin).replace("{half}", pin[: len(pin) // 2])
        kept.write_bytes(text.encode())
        result = run("recheck", kept, disputed)
        assert (result.exit_code, result.stdout) == (2, ""), name
        assert result.stderr.startswith(f"santase: {kept}: "), name
        assert len(result.stderr.splitlines()) == 1, name
        assert len(result.stderr) < 600, name
        assert result.stderr.strip().isprintable(), name


def test_nested_values_are_told_or_refused(kept: Path, disputed: Path) -> None:
    whole = kept.read_text("utf-8")
    for depth in (*range(900, 1000, 14), 5000):
        nested = "[" * depth + "]" * depth
        kept.write_text(re.sub(r'"code": null', f'"code": {nested}', whole, count=1), "utf-8")
        result = run("recheck", kept, disputed)
        assert result.exit_code in (1, 2), depth
        told = "ledger[1].actions[1].code: [[[" in result.stdout
        assert told or "this is not a ruling" in result.stderr, depth


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


@for_each(frozen.RECORDS, one_in=6)
def test_a_frozen_ruling_is_still_given(path: Path) -> None:
    now, then = frozen.rulings(path), frozen.read_kept(path)
    assert list(map(frozen.ruled, now)) == list(map(frozen.ruled, then))
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
    later = {"santase-club", "snapszer", "gaigel-two"}  # they came after them, and are ruled elsewhere
    assert {found.rules.name for found in found} == {
        name for name, it in PRESETS.items() if it.seats == 2 and name not in later
    }
    assert {result.reason for result in results} == set(Reason) - {Reason.MADE, Reason.FAILED}  # later, too
    of_more = {arithmetic.OUT_TOGETHER, arithmetic.MOST, arithmetic.SHARED, arithmetic.PAYS}
    of_later_options = {
        line
        for line in LINES
        if line.point in ("irr.marriage_wrong_lead", "claim.false_at_33", "close.frozen_tricks")
        or (line.point == "tie.bonus" and "{bonus}" in line.sentence)
    }
    of_contracts = {line for line in LINES if line.point.startswith("auction.")} | {arithmetic.SCORES}
    of_contracts |= {line for name, line in vars(arithmetic).items() if name.startswith("GAME")}
    assert len(of_later_options) == 4, "tests of the options and of accounts show them"
    assert {step.line for found in found for step in found.steps} == (
        set(LINES) - of_more - of_later_options - of_contracts
    )
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
