"""Detached signatures: Ed25519 over the bytes of a file.

A signature is one line of base64, keys are PEM, so that other programs can make and verify them too.

>>> private, public = new_key()
>>> written = sign(b"B wins 3", private)
>>> verify(b"B wins 3", written, public)
>>> verify(b"A wins 3", written, public)  # doctest: +IGNORE_EXCEPTION_DETAIL
Traceback (most recent call last):
NotSignedError: E504: the signature does not fit
"""

import json
from base64 import b64decode, b64encode
from contextlib import suppress
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from notation.findings import catalogue
from notation.findings.finding import Phrase, coded
from referee.codes import Code


class SignatureError(ValueError):
    """An invalid key or signature; the phrase says so, with its code."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.phrase: Phrase = coded(code)
        super().__init__(str(self.phrase))


class NotSignedError(SignatureError):
    """A file that is not what was signed, or was not signed with this key."""


def new_key() -> tuple[bytes, bytes]:
    """Generate a private key and its public key."""
    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private, _public_of(private)


def sign(data: bytes, private: bytes) -> bytes:
    """Sign bytes; raises SignatureError if the key is not valid."""
    return b64encode(_private(private).sign(data)) + b"\n"


def verify(data: bytes, signature: bytes, public: bytes) -> None:
    """Raise NotSignedError if a signature does not match, SignatureError if it cannot be checked."""
    key = _public(public)
    raw = b""
    with suppress(ValueError):
        raw = b64decode(signature.strip(), validate=True)
    if len(raw) != 64 or b64encode(raw) != signature.strip():
        raise SignatureError(catalogue.SIGNATURE)
    try:
        key.verify(raw, data)
    except InvalidSignature:
        raise NotSignedError(catalogue.NOT_SIGNED) from None


def sign_object(found: dict[str, Any], private: bytes) -> dict[str, Any]:
    """Add to an object of JSON its ``key`` and the ``signature`` of its other members.

    >>> private, public = new_key()
    >>> verify_object(sign_object({"winner": "B"}, private), public)
    """
    signed = {**found, "key": key_digits(_public_of(private))}
    return signed | {"signature": sign(_canonical(signed), private).decode().strip()}


def verify_object(found: dict[str, Any], public: bytes) -> None:
    """As :func:`verify`, of an object signed by :func:`sign_object`."""
    verify(_canonical(found), str(found.get("signature")).encode(), public)


def _canonical(found: dict[str, Any]) -> bytes:
    """The bytes that are signed of an object: its members by name, without blanks, as UTF-8."""
    signed = {name: said for name, said in found.items() if name != "signature"}
    return json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def key_digits(public: bytes) -> str:
    """Return the fingerprint of a public key, 64 hexadecimal digits, for comparison by people."""
    return _public(public).public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def _private(private: bytes) -> Ed25519PrivateKey:
    with suppress(ValueError, TypeError, UnsupportedAlgorithm):
        key = load_pem_private_key(private, None)
        if isinstance(key, Ed25519PrivateKey):
            return key
    raise SignatureError(catalogue.PRIVATE_KEY)


def _public_of(private: bytes) -> bytes:
    return _private(private).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def _public(public: bytes) -> Ed25519PublicKey:
    with suppress(ValueError, TypeError, UnsupportedAlgorithm):
        key = load_pem_public_key(public)
        if isinstance(key, Ed25519PublicKey):
            return key
    raise SignatureError(catalogue.PUBLIC_KEY)
