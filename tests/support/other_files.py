"""Files that people send and that are not logs of these games, by the name of their kind."""

import codecs
import gzip
import io
import json
import zipfile
from typing import Final


def _zipped(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, "x" * 100)
    return file.getvalue()


CARDS: Final = [{"suit": suit, "rank": rank} for suit in ("hearts", "spades") for rank in ("6", "7", "A")]
DURAK: Final = "".join(
    f"{json.dumps(each)}\n"
    for each in (
        {"state": {"stock": 24, "trumpCard": CARDS[0], "hands": [CARDS[1:3], CARDS[3:]]}},
        {"type": "play", "payload": {"card": {"color": "red", "number": 7}}},
    )
)
RUMMY: Final = "".join(
    f"{json.dumps(each)}\n"
    for each in (
        {"G": {"deck": [{"suit": 3, "value": 2}, {"suit": 0, "value": 12}]}, "ctx": {"turn": 1}},
        {"action": {"type": "MAKE_MOVE", "payload": {"type": "DrawCards", "args": [2]}}, "_stateID": 1},
    )
)
TEXTS: Final = {
    "PGN, the notation of chess": [
        '[Event "x"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n',
        "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. O-O *\n",
    ],
    "an empty file": ["\n\n"],
    "a table of tricks": [
        "trick,Hans,Franz\n1,Qs,Ts\n2,Ah,Jh\n",
        "| Stich | A | B |\n|---|---|---|\n| 1 | Qs | Ts |\n",
    ],
    "a game told in words": [
        "Pik Dame - Pik Zehn\n",
        "Hans led the ace of hearts, and Franz played the king of spades.\n",
    ],
    "PHH, a poker hand history": ["variant = 'NT'\nantes = [0, 0]\n"],
    "FEN, a position of chess": ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"],
    "PBN, the notation of bridge": ['% PBN 2.1\n[Board "1"]\n[Dealer "N"]\n[Deal "N:AK.Q.J.T ..."]\n'],
    "LIN, the notation of Bridge Base Online": [
        "pn|a,b,c,d|st||md|3SAKQHAKQDAKQCAKQJ,SJT9HJT9DJT9CT987,,|rh||ah|Board 1|sv|o|mb|1N|mb|p|\n"
    ],
    "SGF, the notation of go": ["(;GM[1]FF[4]SZ[19];B[pd];W[dp])\n"],
    "SGF of the International Skat Server": [
        "(;GM[Skat]PC[International Skat Server]SE[24]P0[a]P1[b]P2[c]"
        "MV[w HJ.SA.C9.DT 0 18 1 y 0 s w CJ.D9 1 C 0 SA]R[d:0 win v:48])\n"
    ],
    "PDN, the notation of draughts": ['[GameType "20"]\n[Result "2-0"]\n1. 32-28 19-23 2. 28x19 14x23\n'],
    "a poker hand history": [
        "PokerStars Hand #1: Hold'em No Limit ($0.01/$0.02)\nSeat 1: a\n*** HOLE CARDS ***\n"
        "Dealt to a [Ah Kd]\na: raises\n*** FLOP *** [2c 7d Jh]\n",
        "***** Hand History for Game 12 *****\nDealt to me [  Ks, Qh ]\n",
    ],
    "an email": [
        "From: x@example.org\nSubject: New game\n\nOn player_cards: and RegularTrick(leader_move=...).\n",
        "Return-Path: <x@example.org>\nReceived: by y\n\tfor z\nFrom: x@example.org\nSubject: New game\n\n",
    ],
    "an HTML page": [
        "<!DOCTYPE html><title>Game #1</title>\n<p>The trump suit is: H\n",
        "<html><body></body>",
    ],
    "XML": ["<?xml version='1.0'?><game><card/></game>\n"],
    "JSON of a program that is not known": [
        '{"deck": [1, 2], "moves": [], "players": [{"name": "x"}], "payload": {"trumpSuit": 1}}\n',
        '{"G":{"cells":[null]},"ctx":{"turn":1}}\n',
        DURAK,
        RUMMY,
    ],
    "a table that this program writes": ["game,event,date\n1,x,2026\n"],
    "the replay memory of VU Amsterdam's MLDataBot": [", ".join(["0"] * 173) + " || 1\n"],
}
"""Texts, by the name of their kind."""
FILES: Final = {
    "a gzip archive": [gzip.compress(b"x")],
    "a ZIP archive": [_zipped("game.log")],
    "a document of an office program": [
        _zipped("word/document.xml"),
        b"{\\rtf1 New game}",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ],
    "a PDF document": [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"],
    "a picture": [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xd8\xff\xe0\0\x10JFIF",
        b"GIF89a\1\0",
        b"RIFF\x24\0\0\0WEBPVP8 ",
    ],
    "audio or video": [b"ID3\3\0", b"RIFF\x24\0\0\0WAVEfmt ", b"\0\0\0\x18ftypmp42"],
    "a database of SQLite": [b"SQLite format 3\0\x10\0"],
    "a program": [b"\x7fELF\2\1\1"],
    "a pickle of Python, of another program": [
        b"\x80\x04\x95\x11\0\0\0\0\0\0\0}\x94\x8c\4game\x94K\1s.",
        b"\x80\x02cposix\nsystem\nq\0X\4\0\0\0trueq\1\x85q\2Rq\3.",
    ],
    "damaged UTF-16": [codecs.BOM_UTF16_LE + b"odd"],
    "text in a Windows code page, probably windows-1252": ["Größe\n".encode("cp1252")],
    "text in a Windows code page, probably windows-1251": ["Иван\n".encode("cp1251")],
    "text in the console's code page, cp437": [b"A\x03 K\x06\n"],
}
"""Binary files and texts that are not in UTF-8, by the name of their kind."""
