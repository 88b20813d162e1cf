"""The command `sign`, and the report of `verify` on a signed file.

The signature covers the bytes of a file, unchanged. A private key is created readable by its owner only, and
a key is never overwritten.
"""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import click

from notation.findings import Phrase, catalogue, escape
from viewer.cli import objects, options
from viewer.cli.files import STDIN, Failure, Files
from viewer.documents.languages import NAMES, Language
from viewer.documents.languages import language as language_of

SUFFIX: Final = ".sig"
PUBLIC_SUFFIX: Final = ".pub"


def sign(
    ruling: str | None,
    key: str | None,
    new_key: str | None,
    language: Language,
    output: options.Output | None,
) -> None:
    """Sign RULING, a file of `explain --format json` or `dispute --format json`, with your private key."""
    files = Files(language=language)
    if new_key is not None and (ruling, key, output) == (None, None, None):
        _make_keys(files, new_key)
    elif new_key is None and ruling is not None and key is not None:
        options.leave(files, not _sign(files, ruling, key, output))
    else:
        raise click.UsageError(language.say("give a ruling with --key, or --new-key alone"))
    options.leave(files, wrong=False)


def _signatures() -> ModuleType:
    from notation.rulings import signatures  # needs an extra

    return signatures


def _make_keys(files: Files, name: str) -> None:
    private, public = _signatures().new_key()
    made: list[str] = []
    for path, data, mode in ((name, private, 0o600), (name + PUBLIC_SUFFIX, public, 0o644)):
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
                made.append(path)
                file.write(data)
        except OSError as error:
            files.failed(path, error)
            for half in made:
                with suppress(OSError):
                    Path(half).unlink()
            return
    digits = _signatures().key_digits(public)
    click.echo(
        files.language.say(
            "{private} signs and must stay secret; {public} is for everybody: {key}",
            private=name,
            public=name + PUBLIC_SUFFIX,
            key=digits,
        )
    )


def _sign(files: Files, ruling: str, key: str, output: options.Output | None) -> bool:
    """Sign a ruling; return whether it is what its record gives, word for word."""
    data, private = _bytes(files, ruling), _bytes(files, key)
    if data is None or private is None:
        return True
    pins = pins_in(files, ruling, data)
    if pins is None:
        return True
    wrong = _wrong(files, ruling, pins)
    if wrong:
        files.show(Failure(ruling, files.language.put(wrong)))
    if wrong or files.failures:
        return False
    signatures = _signatures()
    try:
        written = signatures.sign(data, private)
    except signatures.SignatureError as error:
        files.fail(key, error.phrase)
        return True
    if output is None and ruling == STDIN:
        click.echo(written, nl=False)
    else:
        target = output or options.Output(ruling + SUFFIX, force=False)
        files.put_out(target.name, written, target.force)
    return True


def verify_signature(files: Files, name: str, signature: str, key: str, form: str) -> bool:
    """Report whether a file was signed with a key, and its rulings; return whether it was.

    An object of JSON with a ``signature``, such as the result of a live match, has it in itself.
    """
    data, public = _bytes(files, name), _bytes(files, key)
    result = _signed_object(data or b"")
    written = b"" if result else _bytes(files, signature)
    if data is None or written is None or public is None:
        return False
    signatures, language = _signatures(), files.language
    wrong: Phrase | None = None
    try:
        digits = signatures.key_digits(public)
        if result:
            signatures.verify_object(result, public)
        else:
            signatures.verify(data, written, public)
    except signatures.NotSignedError as error:
        wrong = error.phrase
    except signatures.SignatureError as error:
        its = key if error.code is catalogue.PUBLIC_KEY else name if result else signature
        files.fail(its, error.phrase)
        return False
    pins = pins_in(files, name, data) if wrong is None and not result else []
    if pins is None:
        return False
    failures = len(files.failures)
    wrong = wrong or _wrong(files, name, pins)
    if len(files.failures) > failures:
        return False
    sha256 = hashlib.sha256(data).hexdigest()
    if form == "json":
        click.echo(objects.line(objects.signature_proof(name, digits, sha256, wrong, language)), nl=False)
    elif wrong:
        click.echo(f"{escape(name)}: {language.say('wrong: {what}', what=language.put(wrong))}")
    else:
        proved = language.say(
            "verified: signed with the key {key}, and no byte has changed (SHA-256 {digest})",
            key=digits,
            digest=sha256,
        )
        click.echo(f"{escape(name)}: {proved}")
        for pin in pins:
            click.echo(f"    {_ruled(pin, language)}")
    return wrong is None


def _signed_object(data: bytes) -> dict[str, Any] | None:
    """Return an object that has its signature in it."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "signature" in found else None


def _bytes(files: Files, name: str) -> bytes | None:
    """Return the bytes of a file, compressed or not; None if it cannot be read."""
    try:
        with files.opened(name) as (_, raw):
            return raw.read()
    except OSError as error:
        files.failed(name, error)
        return None


def pins_in(files: Files, name: str, data: bytes) -> list[dict[str, Any]] | None:
    """Return the rulings in some bytes; None if there are none."""
    from notation.wire.recheck import PinError, read_pins

    try:
        return read_pins(data, NAMES)
    except PinError as error:
        files.fail(name, error.phrase)
        return None


def _wrong(files: Files, name: str, pins: list[dict[str, Any]]) -> Phrase | None:
    """Return what is wrong with rulings that are made again; what cannot be checked is reported."""
    from notation.wire.recheck import PinError, recheck

    for _, checked in recheck(pins, None, language_of):
        if isinstance(checked, PinError):
            files.fail(name, checked.phrase)
        elif checked.wrong and checked.is_undecided:
            files.fail(name, checked.wrong)
        elif checked.wrong:
            return checked.wrong
    return None


def _ruled(pin: dict[str, Any], language: Language) -> str:
    """Return the content of a signed ruling in one line."""
    claims = "; ".join(claim["text"] for claim in pin["claims"]) if "dispute" in pin else ""
    facts = {name: escape(str(pin[name])) for name in ("deal", "rules", "digest")}
    what = escape(claims or str(pin.get("answer")))
    return language.say("deal {deal}, {rules}, digest {digest}: {what}", what=what, **facts)
