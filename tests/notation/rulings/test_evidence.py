"""Rulings as evidence: complete in themselves, their claims chained, and signed so that every byte counts."""

import base64
import json
import os
import re
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from notation.rulings.signatures import NotSignedError, SignatureError, key_digits, new_key, sign, verify
from notation.wire.schemas import schema_named
from tests.notation.rulings.test_recheck import sealed
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES
from tests.support.languages import COMPLETE
from tests.support.rulings import DEAL, GOOD, HEAD, objects, written

pytestmark = pytest.mark.usefixtures("few_repairs")

EXTRACTS: Final = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests/extracts").glob("*.md"))
REVOKE: Final = ROOT / "samples/faulty/the-revoke-seen-later.sgn"
PLAY: Final = '1. As Td @dispute("B had no trick")\n2. exchange 40d close Kd Kc out @dispute("B 2")\n= B 3\n'
CLAIMED: Final = f"{HEAD}{DEAL}{PLAY}"
OF_BOTH: Final = ("--claim", "A 3", "--claim", "B: B 2")


def ruled(path: Path, *more: str) -> list[dict[str, Any]]:
    return objects(run("explain", path, "--format", "json", *more))


# Complete in itself.


@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES[::5], ids=lambda path: path.stem)
def test_a_ruling_shows_the_cards_as_they_stand_in_the_record(path: Path) -> None:
    """Compared with the lines of the record, which are read here without the program."""
    text = path.read_text("utf-8")
    games = re.split(r"^%SGN 1$", text, flags=re.MULTILINE)[1:]
    for ruling in ruled(path):
        deals = re.split(r"^deal ", games[ruling["game"] - 1], flags=re.MULTILINE)[1:]
        deal = deals[ruling["deal"] - 1]
        head = deal.split("\n1. ")[0]
        lines = dict(re.findall(r"^([A-D]|talon): ((?:[0-9AKQJT][shdc] ?)+)$", head, re.MULTILINE))
        if ruling["dealt"] is None or "position" in head or not {"A", "B", "talon"} <= lines.keys():
            continue
        for seat in set(lines) - {"talon"}:
            assert sorted(ruling["dealt"]["hands"][seat]) == sorted(lines[seat].split())
        assert ruling["dealt"]["talon"] == lines["talon"].split()
        assert ruling["dealt"]["dealer"] == deal.split(" dealer ")[1][0]


@pytest.mark.slow
def test_a_ruling_quotes_what_it_rests_on() -> None:
    quoted = 0
    for path in SAMPLES[::8]:
        for ruling in ruled(path):
            points = {point["point"]: point for point in ruling["points"]}
            assert {step["point"] for step in ruling["steps"]} - {None} <= points.keys()
            assert {finding["cite"] for finding in ruling["findings"] if finding["cite"]} <= {
                point["cite"] for point in points.values()
            }
            quotes = [point["quote"] for point in points.values() if point["quote"]]
            assert all(quote in EXTRACTS for quote in quotes)
            quoted += len(quotes)
            printed = run(
                "explain", path, "--deal", ruling["deal"], "--game", ruling["game"], "--format", "html"
            )
            assert ruling["source"]["title"] in printed.stdout
    assert quoted > 50


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_paper_shows_both_hands_and_the_talon(form: str, tmp_path: Path) -> None:
    named = GOOD.replace('[Rules "santase"]', '[Rules "santase"]\n[A "Ivan"]')
    told = run("explain", written(tmp_path / "a.sgn", named), "--format", form).stdout.replace("\\", "")
    told = re.sub("<[^>]+>", "", told).replace("]()", "")
    assert "Ivan (A)" in told
    for cards in ("A♠ K♠ A♥ K♥ Q♥ K♣", "10♠ 10♦ K♦ 9♦ Q♣ 9♣", "9♥ 10♣ Q♠ A♦ 10♥ J♣ 9♠ J♦ A♣ J♠ J♥ Q♦"):
        assert cards in told
    assert "Scoring, 24 August 2015" in " ".join(told.split())


def test_hands_that_nobody_wrote_down_are_not_drawn() -> None:
    assert "Nobody recorded the hands." in run("explain", REVOKE).stdout


def test_a_member_that_stands_twice_is_refused() -> None:
    """The digest is of one of the two, and who reads the file may take the other."""
    text = json.dumps(ruled(REVOKE)[0])
    twice = text.replace('"answer": ', '"answer": "A wins 3.", "answer": ', 1)
    assert json.loads(twice) == json.loads(text)
    result = run("recheck", "-", REVOKE, stdin=twice)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "E505" in result.stderr
    assert "two members of one name" in result.stderr


# Claims in their order.


@pytest.fixture
def claimed(tmp_path: Path) -> Path:
    return written(tmp_path / "claimed.sgn", CLAIMED)


@pytest.mark.slow
@pytest.mark.parametrize("code", COMPLETE)
@pytest.mark.parametrize("claims", [(), OF_BOTH], ids=["record", "command"])
def test_answers_to_claims_are_checked_again(code: str, claims: tuple[str, ...], claimed: Path) -> None:
    kept = run("dispute", claimed, *claims, "--format", "json", "--lang", code).stdout
    for arguments in (("-",), ("-", claimed)):
        result = run("recheck", *arguments, stdin=kept)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout.count("the ruling is the same") == len(kept.splitlines())
    for line in kept.splitlines():
        Draft202012Validator(schema_named("disputes")).validate(json.loads(line))
        later = json.dumps(sealed(json.loads(line) | {"santase": "9.9.9"}))
        result = run("recheck", "-", stdin=later)
        assert (result.exit_code, result.stderr) == (2, "")
        assert "E509: not checked" in result.stdout


@pytest.mark.parametrize("claims", [(), OF_BOTH], ids=["record", "command"])
def test_claims_are_chained(claims: tuple[str, ...], claimed: Path) -> None:
    """Worked out here as the specification has it."""
    import hashlib

    for answer in objects(run("dispute", claimed, *claims, "--format", "json")):
        before = answer["digest"]
        assert len(answer["claims"]) == 2
        for claim in answer["claims"]:
            link = json.dumps(
                {"before": before, "claim": claim["text"]}, sort_keys=True, separators=(",", ":")
            )
            before = hashlib.sha256(link.encode()).hexdigest()
            assert claim["digest"] == before
        assert answer == sealed(answer)


@pytest.mark.slow
def test_a_swapped_claim_is_noticed(claimed: Path) -> None:
    for claims in ((), OF_BOTH):
        answer = objects(run("dispute", claimed, *claims, "--format", "json"))[0]
        one, two = answer["claims"]
        for forged in (
            [two, one],
            [one | {"text": two["text"]}, two | {"text": one["text"]}],
            [one | {"text": "A 2"}, two],
            [two],
        ):
            result = run("recheck", "-", stdin=json.dumps(sealed(answer | {"claims": forged})))
            assert result.exit_code == 1
            assert "E507: claim 1 was changed or swapped" in result.stdout
        result = run(
            "recheck", "-", stdin=json.dumps(sealed(answer | {"claims": [one, two | {"text": "A 1"}]}))
        )
        assert "E507: claim 2 was changed or swapped" in result.stdout
        cut = json.dumps(sealed(answer | {"claims": [one]}))
        assert run("recheck", "-", stdin=cut).exit_code == 1, "each answer has its claim"


def test_a_forged_answer_to_a_claim_is_noticed(claimed: Path) -> None:
    for claims in ((), OF_BOTH):
        answer = objects(run("dispute", claimed, *claims, "--format", "json"))[0]
        forged = json.loads(json.dumps(answer).replace('"wrong"', '"right"'))
        assert forged != answer
        result = run("recheck", "-", stdin=json.dumps(forged))
        assert result.exit_code == 1
        assert "E506: altered since it was issued" in result.stdout
        for version, status in ((answer["santase"], 1), ("9.9.9", 2)):
            result = run("recheck", "-", stdin=json.dumps(sealed(forged | {"santase": version})))
            assert result.exit_code == status
            assert 'verdict: "right" -> "wrong"' in result.stdout


def test_what_is_no_answer_to_claims_is_told(claimed: Path) -> None:
    answer = objects(run("dispute", claimed, *OF_BOTH, "--format", "json"))[0]
    damages: list[dict[str, Any]] = [
        {"dispute": 2},
        {"claims": 7},
        {"claims": [{}]},
        {"disputes": None},
        {"disputes": [{}]},
        {"record": None},
        {"language": "xx"},
        {"deal": 0},
        {"ruling_digest": None},
    ]
    for damage in damages:
        result = run("recheck", "-", stdin=json.dumps(answer | damage))
        assert (result.exit_code, result.stdout) == (2, ""), damage
        assert "E505: this is not a ruling" in result.stderr, damage


# Signatures.


@pytest.fixture
def key(tmp_path: Path) -> Path:
    assert run("sign", "--new-key", tmp_path / "referee").exit_code == 0
    return tmp_path / "referee"


@pytest.fixture(scope="module")
def rulings() -> str:
    """Two rulings, one of them not in ASCII only."""
    answers = objects(run("dispute", REVOKE, "--claim", "A 3", "--format", "json"))
    lines = [*ruled(REVOKE, "--lang", "bg"), *answers]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


@pytest.fixture
def signed(rulings: str, tmp_path: Path, key: Path) -> Path:
    path = written(tmp_path / "rulings.jsonl", rulings)
    assert run("sign", path, "--key", key).exit_code == 0
    return path


@pytest.mark.slow
@pytest.mark.parametrize("one_in", [16, pytest.param(1, marks=pytest.mark.nightly)])
def test_every_byte_of_a_signed_file_counts(signed: Path, one_in: int) -> None:
    data = signed.read_bytes()
    signature, public = Path(f"{signed}.sig").read_bytes(), Path(f"{signed.parent}/referee.pub").read_bytes()
    verify(data, signature, public)
    assert len(data) > 8000
    for place in range(0, len(data), one_in):
        with pytest.raises(NotSignedError):
            verify(
                data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :], signature, public
            )
        with pytest.raises(NotSignedError):
            verify(data[:place], signature, public)
    for byte in range(0, 256, one_in):
        for other in (data + bytes([byte]), bytes([byte]) + data):
            with pytest.raises(NotSignedError):
                verify(other, signature, public)


def test_every_byte_of_a_signature_and_of_its_key_counts(signed: Path) -> None:
    data, signature = signed.read_bytes(), Path(f"{signed}.sig").read_bytes()
    public = (signed.parent / "referee.pub").read_bytes()
    digits = key_digits(public)
    for place in range(len(signature) - 1):
        for bit in range(7):
            other = signature[:place] + bytes([signature[place] ^ 1 << bit]) + signature[place + 1 :]
            with pytest.raises(SignatureError):
                verify(data, other, public)
        with pytest.raises(SignatureError):
            verify(data, signature[:place], public)
    begin = public.index(b"\n") + 1
    for place in range(begin, public.index(b"\n", begin)):
        other = public[:place] + bytes([public[place] ^ 1]) + public[place + 1 :]
        try:
            assert key_digits(other) == digits, "the same key, otherwise written"
        except (SignatureError, AssertionError):
            with pytest.raises(SignatureError):
                verify(data, signature, other)


def test_signatures_are_those_of_rfc_8032() -> None:
    """The second test of its section 7.1, in PEM as RFC 8410 has it."""
    seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    raw = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    expected = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    private = pem("PRIVATE KEY", bytes.fromhex("302e020100300506032b657004220420") + seed)
    public = pem("PUBLIC KEY", bytes.fromhex("302a300506032b6570032100" + raw))
    written_out = sign(b"\x72", private)
    assert base64.b64decode(written_out).hex() == expected
    verify(b"\x72", written_out, public)
    assert key_digits(public) == raw


def pem(kind: str, der: bytes) -> bytes:
    return f"-----BEGIN {kind}-----\n{base64.b64encode(der).decode()}\n-----END {kind}-----\n".encode()


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not there")
def test_another_program_verifies_a_signature(signed: Path) -> None:
    raw = signed.parent / "raw.sig"
    raw.write_bytes(base64.b64decode(Path(f"{signed}.sig").read_bytes()))
    words = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(signed.parent / "referee.pub")]
    words += ["-rawin", "-in", str(signed), "-sigfile", str(raw)]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0
    signed.write_bytes(signed.read_bytes() + b"\n")
    assert subprocess.run(words, capture_output=True, check=False).returncode != 0


@pytest.mark.slow
def test_who_signed_what_is_told(signed: Path, key: Path) -> None:
    public = Path(f"{key}.pub")
    told = run("verify", signed, "--key", public)
    assert told.exit_code == 0
    head, *rest = told.stdout.splitlines()
    assert f"verified: signed with the key {key_digits(public.read_bytes())}" in head
    assert len(rest) == 2
    assert rest[0].endswith(ruled(REVOKE, "--lang", "bg")[0]["answer"])
    assert rest[1].endswith(": A 3")
    [proof] = objects(run("verify", signed, "--key", public, "--format", "json"))
    Draft202012Validator(schema_named("signature-proof")).validate(proof)
    assert (proof["holds"], proof["code"]) == (True, None)


def test_a_changed_ruling_and_another_key_are_told(signed: Path, key: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run("sign", "--new-key", other)
    result = run("verify", signed, "--key", f"{other}.pub")
    assert result.exit_code == 1
    assert "wrong: E504: the signature does not match" in result.stdout
    signed.write_bytes(signed.read_bytes().replace(b'"game_points": 3', b'"game_points": 2', 1))
    assert "E504" in run("verify", signed, "--key", f"{key}.pub").stdout
    [proof] = objects(run("verify", signed, "--key", f"{key}.pub", "--format", "json"))
    assert (proof["holds"], proof["code"]) == (False, "E504")
    result = run("sign", signed, "--key", key, "-o", tmp_path / "again.sig")
    assert result.exit_code == 1
    assert "E506: altered since it was issued" in result.stderr
    assert not (tmp_path / "again.sig").exists()
    (tmp_path / "again.sig").write_bytes(sign(signed.read_bytes(), key.read_bytes()))
    result = run("verify", signed, "--key", f"{key}.pub", "--signature", tmp_path / "again.sig")
    assert result.exit_code == 1, "whoever signed it, it is not what was ruled"
    assert "E506" in result.stdout


def test_a_private_key_is_for_its_owner_and_no_key_is_written_over(key: Path) -> None:
    private, public = key.read_bytes(), Path(f"{key}.pub").read_bytes()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    result = run("sign", "--new-key", key)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "exists" in result.stderr
    key.unlink()
    assert run("sign", "--new-key", key).exit_code == 2, "its public key is still there"
    assert not key.exists()
    assert Path(f"{key}.pub").read_bytes() == public
    assert len({private, new_key()[0], new_key()[0]}) == 3


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_a_private_key_is_its_owners_whatever_the_mask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        run("sign", "--new-key", tmp_path / "open")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "open").stat().st_mode) == 0o600


RSA: Final = "-----BEGIN PRIVATE KEY-----\nMAsGCSqGSIb3DQEBAQ==\n-----END PRIVATE KEY-----\n"


@pytest.mark.slow
def test_what_is_no_key_is_told(signed: Path, key: Path, tmp_path: Path) -> None:
    private, public = key.read_text("utf-8"), Path(f"{key}.pub").read_text("utf-8")
    for text in ("", "nonsense", RSA, "\0" * 100, public, private):
        bad = written(tmp_path / "bad", text)
        if text != private:
            result = run("sign", signed, "--key", bad, "-o", tmp_path / "new.sig")
            assert (result.exit_code, result.stdout) == (2, ""), text
            assert f"{bad}: E501: this is not a private key" in result.stderr
            assert not (tmp_path / "new.sig").exists()
        if text != public:
            result = run("verify", signed, "--key", bad)
            assert (result.exit_code, result.stdout) == (2, ""), text
            assert f"{bad}: E502: this is not a public key" in result.stderr


def test_what_cannot_be_signed_or_verified_is_told(signed: Path, key: Path, tmp_path: Path) -> None:
    public, none = Path(f"{key}.pub"), tmp_path / "none"
    bad = written(tmp_path / "bad.sig", "bm90IGEgc2lnbmF0dXJl\n")
    for words, told in (
        (("sign", none, "--key", key), "none: No such file"),
        (("sign", signed, "--key", none), "none: No such file"),
        (("sign", tmp_path, "--key", key), "Is a directory"),
        (("sign", REVOKE, "--key", key), "E505: this is not a ruling"),
        (("sign", signed, "--key", key), "this file exists"),
        (("sign", signed, "--key", key, "-o", signed, "--force"), "this is an input file"),
        (("sign", signed, "--key", key, "-o", key, "--force"), "this is an input file"),
        (("sign", signed), "give a ruling with --key"),
        (("sign", signed, "--key", key, "--new-key", none), "give a ruling with --key"),
        (("sign",), "give a ruling with --key"),
        (("verify", none, "--key", public), "none: No such file"),
        (("verify", signed, "--key", none), "none: No such file"),
        (("verify", signed, "--key", public, "--signature", none), "none: No such file"),
        (("verify", signed, "--key", public, "--signature", bad), "bad.sig: E503: this is not a signature"),
        (("verify", signed, "--signature", bad), "--signature needs --key"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, ""), words
        assert told in result.stderr, words


def test_the_ruling_among_the_samples_is_signed() -> None:
    folder = ROOT / "samples/evidence"
    assert run("verify", folder / "the-revoke.json", "--key", folder / "referee.pub").exit_code == 0
