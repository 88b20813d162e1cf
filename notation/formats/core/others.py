"""Names files that no format reads: archives, documents, pictures, notations of other games.

A file is recognised by its first bytes, a text by its first lines or the tags of its notation. Only consulted
if no format matches. Nothing is unpacked or executed.
"""

import codecs
import json
import re
from typing import Final

from notation.findings.finding import Phrase
from notation.text.source import code_page
from notation.text.spoken import NAMED

NamedKind = tuple[Phrase, Phrase]
"""What a file is, and what can be done."""

_UNPACK: Final = Phrase("unpack it first")
_AS_UTF8: Final = Phrase("save it as UTF-8")
_AS_TEXT: Final = Phrase("save its content as plain text")
_NO_TEXT: Final = Phrase("only text can be read")
_WRITTEN_ONLY: Final = Phrase("it is written for other programs, and not read back")
_PICTURE: Final = Phrase("a picture")
_SOUND: Final = Phrase("audio or video")
_OFFICE: Final = Phrase("a document of an office program")
_STARTS: Final = (
    (b"\x1f\x8b", Phrase("a gzip archive"), _UNPACK),
    (b"BZh", Phrase("a bzip2 archive"), _UNPACK),
    (b"\xfd7zXZ\x00", Phrase("an xz archive"), _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", Phrase("a 7z archive"), _UNPACK),
    (b"Rar!\x1a\x07", Phrase("a RAR archive"), _UNPACK),
    (b"\x28\xb5\x2f\xfd", Phrase("a Zstandard archive"), _UNPACK),
    (b"%PDF-", Phrase("a PDF document"), _AS_TEXT),
    (b"{\\rtf", _OFFICE, _AS_TEXT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OFFICE, _AS_TEXT),
    (b"\x89PNG\r\n", _PICTURE, _NO_TEXT),
    (b"\xff\xd8\xff", _PICTURE, _NO_TEXT),
    (b"GIF8", _PICTURE, _NO_TEXT),
    (b"II*\x00", _PICTURE, _NO_TEXT),
    (b"MM\x00*", _PICTURE, _NO_TEXT),
    (b"ID3", _SOUND, _NO_TEXT),
    (b"OggS", _SOUND, _NO_TEXT),
    (b"SQLite format 3\x00", Phrase("a database of SQLite"), _NO_TEXT),
    (b"\x7fELF", Phrase("a program"), _NO_TEXT),
    (b"MZ\x90", Phrase("a program"), _NO_TEXT),
    (codecs.BOM_UTF16_LE, Phrase("damaged UTF-16"), _AS_UTF8),
    (codecs.BOM_UTF16_BE, Phrase("damaged UTF-16"), _AS_UTF8),
)
_ZIP: Final = b"PK\x03\x04"
_IN_OFFICE: Final = re.compile(rb"\[Content_Types\]\.xml|mimetypeapplication/vnd\.|_rels/|word/|xl/")
_PICKLE: Final = re.compile(rb"\x80[\x02-\x05]")
_MEDIA: Final = re.compile(rb"RIFF....(?:(WEBP)|WAVE|AVI )|....ftyp", re.DOTALL)
_LOOKED_AT: Final = 4096
"""Bytes in which the signature of a container or a document is searched."""

_MOVE: Final = rb"(?:[a-h][1-8]|[a-h]x[a-h][1-8]|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)[+#!?]*"
_GAMES: Final = (
    (rb'(?m)^(?:% PBN |\[(?:Board|Vulnerable) ")', Phrase("PBN, the notation of bridge")),
    (rb"(?m)(?:^|\|)md\|[1-4][SHDC]", Phrase("LIN, the notation of Bridge Base Online")),
    (rb'(?m)^\[GameType "2[0-9]', Phrase("PDN, the notation of draughts")),
    (rb'(?m)^\[(?:White|Black|FEN) "', Phrase("PGN, the notation of chess")),
    (rb"(?m)^[ \t]*1\.\s*%b\s+%b\s+2\.\s*%b" % ((_MOVE,) * 3), Phrase("PGN, the notation of chess")),
    (rb"(?i)\A\s*(?:[pnbrqk1-8]{1,8}/){7}[pnbrqk1-8]{1,8} [wb] ", Phrase("FEN, a position of chess")),
    (rb"(?i)\A\s*\(;\s*GM\[Skat\]", Phrase("SGF of the International Skat Server")),
    (rb"\A\s*\(;\s*[A-Z]{1,2}\[", Phrase("SGF, the notation of go")),
    (
        rb"(?m)^(?:PokerStars |Winamax Poker|Full Tilt Poker Game #|Poker Hand #|Ignition Hand #"
        rb"|\*{3,} Hand History for Game|\*{3} HOLE CARDS \*{3})",
        Phrase("a poker hand history"),
    ),
    (rb"""(?m)^variant[ \t]*=[ \t]*["'][A-Z]""", Phrase("PHH, a poker hand history")),
)
"""The notations of other games."""
_BEGIN: Final = Phrase(
    "write the lines `%SGN 1` and `deal 1 dealer B trump h` in place of its heading, and a number before "
    "each trick; `santase check --fix --unsafe-fixes` then proposes the rest"
)
_TRICKS: Final = re.compile(
    r"(?:trick|stich|взятка|ръка|ütés)[\w ]{0,12}[,;\t|][^\n]*\n(?:[^\n]*\n)?[|\s]*\d+[\s.]*[,;\t|]",
    re.IGNORECASE,
)
_TWO_NAMED: Final = re.compile(rf"(?<!\w){NAMED}\W[^\n]*?(?<!\w){NAMED}", re.IGNORECASE)
_REPLAY: Final = Phrase("the replay memory of VU Amsterdam's MLDataBot")
_FORMS: Final = (
    *((re.compile(form), what, Phrase("its game does not belong to this family")) for form, what in _GAMES),
    (re.compile(rb"\A(?:[0-9.]+, ){172}[0-9.]+ \|\| [01]\r?\n"), _REPLAY, _WRITTEN_ONLY),
    (re.compile(rb"\Agame,event,"), Phrase("a table that this program writes"), _WRITTEN_ONLY),
    (
        re.compile(rb"(?:10|[9AKQJTX])[\x03-\x06]|[\x03-\x06](?:10|[9AKQJTX])"),
        Phrase("text in the console's code page, {name}", {"name": "cp437"}),
        _AS_UTF8,
    ),
)
_MAIL: Final = re.compile(
    rb"(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:From|Received|Return-Path|Message-ID|Subject): ",
    re.IGNORECASE,
)
_HTML: Final = re.compile(rb"\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body)\b", re.I | re.DOTALL)
_XML: Final = re.compile(rb"\s*<(?:\?xml|[A-Za-z][\w:.-]*(?:\s[^<>]*)?>)")
_JSON: Final = re.compile(rb"\s*[\[{]")


def named(data: bytes) -> NamedKind | None:
    """Return what a file is that is certainly not one of these logs, and what to do, if known.

    >>> [str(each) for each in named(b"%PDF-1.7") or ()]
    ['a PDF document', 'save its content as plain text']
    >>> named(b"hello") is None
    True
    """
    return _container(data) or _text(data.removeprefix(codecs.BOM_UTF8)) or _encoded(data)


def _container(data: bytes) -> NamedKind | None:
    """Return what a binary file is, by its first bytes."""
    if data.startswith(_ZIP):
        is_office = _IN_OFFICE.search(data, 0, _LOOKED_AT)
        return (_OFFICE, _AS_TEXT) if is_office else (Phrase("a ZIP archive"), _UNPACK)
    if _PICKLE.match(data):
        return Phrase("a pickle of Python, of another program"), Phrase("nothing was executed")
    media = _MEDIA.match(data)
    if media:
        return (_PICTURE if media[1] else _SOUND), _NO_TEXT
    return next(((what, advice) for start, what, advice in _STARTS if data.startswith(start)), None)


def _text(data: bytes) -> NamedKind | None:
    """Return what a text is: a document by its head, the notation of another game by its shape."""
    if not data.strip():
        return Phrase("an empty file"), Phrase("there is nothing to read")
    if _MAIL.match(data):
        return Phrase("an email"), Phrase("paste only the log that it contains or has attached")
    if _HTML.match(data):
        return Phrase("an HTML page"), Phrase("only a replay that was saved as a page can be read")
    for form, what, advice in _FORMS:
        if form.search(data):
            return what, advice
    if _JSON.match(data) and _is_json(data):
        advice = Phrase("a mapping table can say how its messages are read")
        return Phrase("JSON of a program that is not known"), advice
    if _XML.match(data):
        return Phrase("XML"), _NO_TEXT
    text = data[:_LOOKED_AT].decode(errors="replace")
    if _TRICKS.search(text):
        return Phrase("a table of tricks"), _BEGIN
    return (Phrase("a game told in words"), _BEGIN) if _TWO_NAMED.search(text) else None


def _is_json(data: bytes) -> bool:
    """Return whether a file holds one JSON value, or several, each on a separate line."""
    try:
        text = data.decode()
        json.JSONDecoder().raw_decode(text, len(text) - len(text.lstrip()))
    except (ValueError, RecursionError):
        return False
    return True


_CONTROLS: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Bytes that do not occur in text."""


def _encoded(data: bytes) -> NamedKind | None:
    """Return the code page of a text that is not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        if _CONTROLS.search(data):
            return None
        page = code_page(data) or "windows-1252"
        return Phrase("text in a Windows code page, probably {name}", {"name": page}), _AS_UTF8
    return None
