"""What the specification says of logs of other programs, of live matches, and of rulings as evidence."""

import base64
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from notation.live.journal import JournalLine
from notation.live.match import BY_HAND, LiveMatch, opening_of
from notation.live.text import MatchText
from referee.cards import NOBODY, SEATS, Seat
from referee.clock import TimeControl
from referee.table import Mode
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.rulings import objects
from tests.support.statements import (
    TALON,
    WON,
    A,
    B,
    Check,
    Section,
    checking,
    digest,
    equal,
    expect,
    found,
    of,
    record,
)
from viewer.session import Session

# Logs of other programs.

LINE: Final = "AS 10S KS QS AH - 1 - JS - KS a : JH : KH # AH z : QH : * # AS : JD : *"
"""A game string of SchnapsenAI: hand, leader, turn-up; of each trick the lead, the reply, the card drawn."""


def converted(log: str | bytes, *options: str) -> str:
    return run("convert", "-", "--to", "sgn", *options, stdin=log).stdout


@checking
def unread(log: str, place: str) -> None:
    """A log of which nothing is made but an error at its place."""
    answer = run("convert", "-", "--from", "oneliner", "--to", "sgn", stdin=log)
    expect((answer.stdout, answer.exit_code), ("", 1), log)
    assert f"-:{place}: error F4" in answer.stderr, answer.stderr


def bummerl() -> str:
    """A log that states points and scores."""
    return (ROOT / "tests/logs/bummerl.txt").read_text("utf-8")


OTHERS: Final[Section] = {
    "The result is a record like any other:": [
        equal(lambda: found(converted(LINE)), []),
        equal(lambda: digest(converted(LINE)) is not None, True),
    ],
    "what the log does not state is unknown (`--`, or not there),": equal(
        lambda: {**record(converted(LINE))["deals"][0], "tricks": None},
        {
            "number": 1,
            "dealer": "B",
            "trump": "Js",
            "hands": {"A": "As Ts Ks Qs Ah".split()},
            "talon": "Kh -- -- -- -- -- -- -- -- Js".split(),
            "tricks": None,
        },
    ),
    "a result it does not state is not written,": equal(
        lambda: "result" in record(converted(LINE))["deals"][0], False
    ),
    "and `[Rules]` names what the log's program plays.": equal(
        lambda: record(converted(LINE))["tags"]["Rules"], "schnapsen marriage-out=no claim=auto"
    ),
    "What it states stays as it is, and is judged like every statement.": [
        equal(lambda: found(converted(bummerl())), []),
        equal(lambda: found(converted(bummerl().replace("one=68, two=0", "one=67, two=0"))), ["X108 12:1"]),
    ],
    "A log that cannot be read is reported at its place; no record is made up for it.": [
        unread(LINE.replace("JS -", "JX -"), "1:23"),
        unread(LINE[:40], "1:40"),
    ],
}

# Live matches.

CARDS: Final[dict[str, Any]] = {"hands": {"A": A[3:].split(), "B": B[3:].split()}, "talon": TALON[7:].split()}


class HandDealtMatch:
    """A match whose cards the arbiter deals, with its journal and what everybody is told."""

    def __init__(
        self,
        mode: Mode = Mode.STRICT,
        cards: dict[str, Any] | None = None,
        *,
        is_dealt: bool = True,
        control: TimeControl | None = None,
    ) -> None:
        self.lines: list[JournalLine] = []
        opening = opening_of(
            "santase", ("Ana", "Boris"), dealing=BY_HAND, mode=mode, dealer=SEATS[1], control=control
        )
        self.session = Session(opening, seed=1, keep=self.lines.append, readers=(NOBODY, *SEATS[:2]))
        if is_dealt:
            self.ask("arbiter", do="deal", cards=cards or CARDS)

    def ask(self, by: str, action: str = "", **more: Any) -> dict[str, Any]:
        """Enter something that is meant for the table as it is."""
        return dict(self.session.ask(by, {"action": action, **more} if action else more))

    def play(self, *actions: str) -> "HandDealtMatch":
        """Enter actions of whoever is in turn; `A:` before one names who it is."""
        for word in actions:
            by, _, action = word.rpartition(": ")
            answer = self.ask(by or str(self.session.turn), action)
            assert answer["event"] == "accepted", (word, answer)
        return self

    def view(self, reader: str = "A") -> dict[str, Any]:
        """The table as a seat sees it."""
        found: dict[str, Any] = self.session.ask(reader, {"get": "snapshot"})["view"]
        return found

    def events(self, reader: Seat = NOBODY) -> list[dict[str, Any]]:
        """What a reader has got since he was asked last."""
        return list(self.session.events(reader))


def refused(live: HandDealtMatch, code: str, by: str, action: str = "", **more: Any) -> None:
    """What is refused changes nothing, and leaves nothing in the journal."""
    before, lines = live.view(), len(live.lines)
    answer = live.ask(by, action, **more)
    expect((answer["event"], answer.get("ruling", {}).get("code")), ("refused", code), str((action, more)))
    expect((live.view(), len(live.lines)), (before, lines))


def refusing(code: str, by: str, action: str = "", **more: Any) -> Check:
    return lambda: refused(HandDealtMatch(), code, by, action, **more)


def undealt(code: str, by: str, cards: dict[str, Any]) -> Check:
    return lambda: refused(HandDealtMatch(is_dealt=False), code, by, do="deal", cards=cards)


@checking
def accepting(
    by: str, after: Callable[[HandDealtMatch], object], expected: object, *before: str, **more: Any
) -> None:
    """After some actions a request is accepted, and then something is so."""
    live = HandDealtMatch().play(*before)
    answer = live.ask(by, **more)
    expect(answer["event"], "accepted", str(answer))
    expect(after(live), expected, str(more))


def ended(live: HandDealtMatch) -> tuple[object, object]:
    view = live.view()
    return view["ending"], view["winner"]


@checking
def offered(
    what: dict[str, Any], after: Callable[[HandDealtMatch], object], expected: object, *before: str
) -> None:
    """What A proposes comes to something when B accepts it, and to nothing when B declines it."""
    for answer in ("accept", "decline"):
        live = HandDealtMatch().play(*before)
        same = live.view() | {"version": 0}
        assert live.ask("A", do="offer", **what)["event"] == "accepted"
        if answer == "accept":
            refused(live, "T409", "A", do=answer)
        assert live.ask("B", do=answer)["event"] == "accepted"
        if answer == "accept":
            expect(after(live), expected)
        else:
            expect(live.view() | {"version": 0}, same)


def versions() -> None:
    live = HandDealtMatch().play("As", "Td")
    refused(live, "R207", "B", "Ks")
    live.play("exchange")
    expect([line.version for line in live.lines], [0, 1, 2, 3, 4])
    expect([line.number for line in live.lines], [0, 1, 2, 3, 4])
    events = live.events()
    expect(
        [(each["event"], each["id"]) for each in events],
        [("snapshot", 0), *(("entry", n) for n in (1, 2, 3, 4))],
    )
    live.ask("B", do="leave")
    expect([each["event"] for each in live.events()], ["entry", "end"])


def hidden() -> None:
    """Permuting what A cannot see changes nothing that A is told, but for the hash of the chain."""
    other = {
        "hands": {"A": CARDS["hands"]["A"], "B": TALON[7:].split()[3:9]},
        "talon": [*TALON[7:].split()[:3], *CARDS["hands"]["B"], *TALON[7:].split()[9:]],
    }
    told = []
    for cards in (CARDS, other):
        events = HandDealtMatch(cards=cards).play("As").events(SEATS[0])
        told.append([{**each, "head": ""} for each in events])
    expect(told[0], told[1])
    expect(told[0][-1]["view"]["deal"]["hand"], ["Ks", "Ah", "Kh", "Qh", "Kc"])


def opened() -> None:
    live = HandDealtMatch().play("As")
    assert live.view("B")["last_deal"] is None
    live.play("A: resign")
    expect(
        {seat: sorted(cards) for seat, cards in live.view("B")["last_deal"]["hands"].items()},
        {seat: sorted(cards) for seat, cards in CARDS["hands"].items()},
    )


def told_alone() -> None:
    live = HandDealtMatch().play("As")
    readers = (NOBODY, *SEATS[:2])
    for reader in readers:
        live.events(reader)
    answer = live.ask("B", "Ks")
    expect((answer["ruling"]["code"], sorted(answer["legal"])), ("R207", sorted(CARDS["hands"]["B"])))
    expect([live.events(reader) for reader in readers], [[], [], []])


def chained() -> None:
    live = HandDealtMatch().play("As", "Td")
    refused(live, "R207", "B", "Ks")
    head = bytes(32)
    for line in live.lines:
        expect(
            line.body,
            json.dumps(
                json.loads(line.body), sort_keys=True, separators=(",", ":"), ensure_ascii=False
            ).encode(),
        )
        expect(len(line.salt), 16)
        leaf = sha256(b"\x00" + line.salt + line.body).digest()
        head = sha256(b"\x01" + head + line.version.to_bytes(8, "big") + leaf).digest()
        expect(line.head, head)


def receipted() -> None:
    live = HandDealtMatch()
    answer = live.ask("A", "As")
    expect(answer["receipt"], {"version": 2, "head": live.lines[-1].head.hex()})


def verified() -> None:
    """A journal in which one body is changed is not what it was; one of which a leaf stands alone is."""
    live = HandDealtMatch().play("As", "Td")
    whole: list[dict[str, Any]] = [
        {
            "line": n,
            "version": line.version,
            "body": line.body.decode(),
            "salt": line.salt.hex(),
            "head": line.head.hex(),
        }
        for n, line in enumerate(live.lines)
    ]
    sealed = [dict(line) for line in whole]
    sealed[1]["leaf"] = sha256(
        b"\0" + bytes.fromhex(sealed[1].pop("salt")) + sealed[1].pop("body").encode()
    ).hexdigest()
    spoilt = [dict(line) for line in whole]
    spoilt[2]["body"] = spoilt[2]["body"].replace('"As"', '"Ks"')
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.ndjson"
        for lines, status in ((whole, 0), (sealed, 0), (spoilt, 1)):
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
            expect(run("verify", path).exit_code, status, str(lines[2]))


def grown() -> None:
    """The text after every line, and a new game where something no longer counts."""
    live = HandDealtMatch()
    live.play("As", "Td", "exchange")
    live.ask("arbiter", do="correct", to=2)
    live.play("9c").ask("A", do="leave")
    match, text = LiveMatch.resume(live.lines[:1]), MatchText(SEATS[0])
    pieces = [text.more(match)]
    for line in live.lines[1:]:
        match.take(line)
        pieces.append(text.more(match))
    games = "".join(pieces).split("%SGN 1 stream\n")[1:]
    expect(len(games), 2)
    assert "As\nTd\n" in games[0]
    assert "exchange" in games[0]
    assert "As\n9c\n" in games[1]
    assert "\ndealt B: " in games[1]
    expect(found("%SGN 1 stream\n" + games[1]), [])


def scorer() -> None:
    live = HandDealtMatch(Mode.SCORER)
    answer = live.ask("arbiter", "close", seat="A")
    expect((answer["event"], [each["code"] for each in answer["rulings"]]), ("accepted", ["R241"]))
    refused(live, "R205", "arbiter", "Jd", seat="A")
    unknown = HandDealtMatch(
        Mode.SCORER, cards={"hands": {"A": ["--"] * 6, "B": ["--"] * 6}, "talon": ["--"] * 11 + ["Qd"]}
    )
    expect(unknown.ask("arbiter", "As", seat="A")["event"], "accepted")


def settled() -> None:
    """Once all cards are played, somebody says that nobody claims."""
    live = HandDealtMatch()
    while live.view()["deal"] and (legal := live.session.legal):
        plain = [
            word
            for word in legal
            if word not in ("out", "resign", "close", "exchange") and word[0] not in "24"
        ]
        if not plain:
            break
        live.play(plain[0])
    expect(live.view()["deal"]["held"], {"A": 0, "B": 0})
    expect(live.view()["deal"]["points"], {"A": 29, "B": 91})
    refused(live, "T402", "A", do="settle")
    expect(live.ask("B", do="settle")["event"], "accepted")
    expect(live.view()["last_deal"]["card_points"], {"A": 29, "B": 101})


def clocked() -> None:
    live = HandDealtMatch(control=TimeControl(60_000))
    expect(live.ask("A", do="clock", seat="A", time=5)["ruling"]["code"], "T402")
    expect(live.ask("arbiter", do="clock", seat="A", time=5_000)["event"], "accepted")
    assert live.view()["clock"]["left"]["A"] <= 5_000


LIVE: Final[Section] = {
    "A request says what somebody wants to enter: an action in the words of SGN (`draw` draws after a"
    " trick) or `do` with one of the words below, and the `version` of the table at which it is meant.": [
        lambda: refused(HandDealtMatch().play("As"), "T401", "B", "Td", version=1),
        lambda: expect(HandDealtMatch().ask("A", "As", version=1)["event"], "accepted"),
    ],
    "The table accepts or refuses it; what is refused changes nothing.": [
        refusing("R201", "B", "Ts"),
        refusing("R207", "A", "Ts"),
        refusing("R222", "A", "20h"),
    ],
    "| `act` | `action` | a seat; at a scorer's table the arbiter for a `seat`; `resign` for a `seat` the"
    " arbiter at any | an action in the deal; `act` may be left out |": [
        accepting(
            "A",
            lambda live: live.view()["deal"]["table"],
            [{"seat": "A", "card": "As"}],
            do="act",
            action="As",
        ),
        refusing("T402", "arbiter", "As", seat="A"),
        accepting("arbiter", lambda live: live.view()["score"], {"A": 0, "B": 3}, action="resign", seat="A"),
        lambda: refused(HandDealtMatch(Mode.SCORER), "T402", "A", "As"),
        lambda: expect(HandDealtMatch(Mode.SCORER).ask("arbiter", "As", seat="A")["event"], "accepted"),
    ],
    "`takeback` with `to`,": offered(
        {"offer": "takeback", "to": 1}, lambda live: live.view()["deal"]["done"], [], "As", "Td"
    ),
    "`agree` with `seat` and `points`,": offered(
        {"offer": "agree", "seat": "B", "points": 2},
        lambda live: live.view()["score"],
        {"A": 0, "B": 2},
        "As",
    ),
    "`abort`,": offered({"offer": "abort"}, lambda live: live.view()["winner"], None, "As"),
    "| `settle` | | the side that has won the last trick, or the arbiter; at a scorer's table he alone |"
    " that nobody claims after it |": [refusing("T415", "A", do="settle"), settled],
    "| `clock` | `seat`, `time` | the arbiter, or the house after a break | the milliseconds that a"
    " seat has left |": clocked,
    "| `leave` | | a seat | that it gives the match up |": accepting(
        "A", lambda live: live.view()["winner"], "B", "As", do="leave"
    ),
    "| `abort` | | a seat before the first cards are dealt, the arbiter at any time | the end of a match"
    " without a winner |": [
        lambda: expect(HandDealtMatch(is_dealt=False).ask("A", do="abort")["event"], "accepted"),
        refusing("T416", "A", do="abort"),
        accepting("arbiter", lambda live: live.view()["winner"], None, "As", do="abort"),
    ],
    "| `deal` | `cards`: `hands`, `talon`, `trump` | the arbiter | the cards of a deal, dealt by hand |": [
        undealt("T402", "A", CARDS),
        undealt("T414", "arbiter", CARDS | {"talon": TALON[7:].split()[1:]}),
    ],
    "| `pause`, `resume` | | the arbiter | that the match stands still, or goes on |": [
        refusing("T402", "A", do="pause"),
        accepting("arbiter", lambda live: live.ask("A", "As")["ruling"]["code"], "T404", do="pause"),
    ],
    "| `correct` | `to` | the arbiter | that the deal goes back to a version |": [
        refusing("T402", "A", do="correct", to=1),
        accepting("arbiter", lambda live: live.view()["deal"]["done"], [], "As", "Td", do="correct", to=1),
        refusing("T411", "arbiter", do="correct", to=9),
    ],
    "| `award` | `seat`, `points`, `reason` | the arbiter | game points apart from the play |": [
        refusing("T402", "B", do="award", seat="B", points=2),
        accepting(
            "arbiter",
            lambda live: "ruling B 2" in live.session.record,
            True,
            "As",
            do="award",
            seat="B",
            points=2,
            reason="late",
        ),
    ],
    "| `forfeit` | `seat`, `reason` | the arbiter | that a seat loses the match |": accepting(
        "arbiter", lambda live: live.view()["winner"], "B", do="forfeit", seat="A"
    ),
    "At a strict table every action against the rules is refused.": lambda: refused(
        HandDealtMatch().play("As", "Td", "close", "Qc"), "R210", "A", "Ah"
    ),
    "an action that stands when a record is judged stands there too, with its ruling, and only what"
    " cannot have happened is refused. Its cards are dealt by hand and need not be known.": scorer,
    "Every accepted request raises the version of the table by one. Three events follow: `snapshot`,"
    " how the table stands, with which a stream begins; `entry`, what was entered and how the table"
    " stands after it, whose `id` is the version; `end`, that the match is over.": versions,
    "A reader sees the cards of his own hand, what has happened in the open, and nothing that depends"
    " on other cards;": hidden,
    "the cards of a deal are open when it is over.": opened,
    "What is refused is told to whoever asked, with the ruling and with what may be done instead, to"
    " nobody else, and leaves nothing behind.": told_alone,
    "The same match as text is a game in [stream form](#stream-form).": grown,
    "`leaf = SHA-256(00 salt body)` and `head = SHA-256(01 head-before version leaf)`, where 00 and 01"
    " are single bytes, the version has 8 bytes, the highest first, and the head before the first line"
    " is 32 zero bytes.": chained,
    "Whoever enters something gets a receipt, the version and the head of its line.": receipted,
    "A reader who may not see a body yet gets its leaf, with which the chain can be checked all the"
    " same: of the commitment, because it holds the seed, and of the cards, and of why a seat called the"
    " arbiter, until their deal is over; of the cut of another seat until the cards are dealt.": verified,
}

# Rulings as evidence.


def bytes_of(found: object) -> bytes:
    return json.dumps(found, sort_keys=True, separators=(",", ":")).encode("ascii")


def answered() -> dict[str, Any]:
    """The answer to two claims, as JSON."""
    [answer] = objects(
        run(
            "dispute",
            "-",
            "--claim",
            "A 3",
            "--claim",
            "Márta: B 2",
            "--format",
            "json",
            stdin=of(WON, tags='[B "Márta"]\n'),
        )
    )
    return answer


def ruled() -> dict[str, Any]:
    [ruling] = objects(run("explain", "-", "--format", "json", stdin=of(WON, tags='[B "Márta"]\n')))
    return ruling


def sealed(found: dict[str, Any]) -> dict[str, Any]:
    """The same with a digest that fits it."""
    rest = {name: value for name, value in found.items() if name != "ruling_digest"}
    return rest | {"ruling_digest": sha256(bytes_of(rest)).hexdigest()}


@checking
def rechecked(text: str, code: str = "") -> None:
    """A ruling is still right, or is refused with this code."""
    answer = run("recheck", "-", stdin=text)
    if code:
        assert answer.exit_code != 0
        assert code in answer.stdout + answer.stderr, answer.stdout + answer.stderr
    else:
        assert answer.exit_code == 0, answer.stdout + answer.stderr


def own_digest() -> None:
    for given in (ruled(), answered()):
        expect(sealed(given)["ruling_digest"], given["ruling_digest"])
        rechecked(json.dumps(given))()
        for changed in ({"game_points": 2}, {"santase": "9"}, {"language": "de"}):
            rechecked(json.dumps(given | changed), "E506")()


def chain_of_claims() -> None:
    found = answered()
    before = found["digest"]
    for claim in found["claims"]:
        before = sha256(bytes_of({"before": before, "claim": claim["text"]})).hexdigest()
        expect(claim["digest"], before)
    swapped = sealed(found | {"claims": [found["claims"][1], found["claims"][0]]})
    rechecked(json.dumps(swapped), "E507")()


def made_again() -> None:
    for given in (ruled(), answered()):
        rechecked(json.dumps(sealed(given | {"language": "de"})), "E508")()
        rechecked(json.dumps(sealed(given | {"santase": "0"})), "E509")()


def doubled() -> None:
    text = json.dumps(ruled())
    rechecked(text.replace('"game": 1,', '"game": 1, "game": 1,', 1), "E505")()


@checking
def signing(check: Callable[[Path, Path, Path], None]) -> None:
    """With a pair of keys of the program and a ruling in a folder of its own."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        private, ruling = folder / "referee.key", folder / "ruling.json"
        ruling.write_text(json.dumps(ruled()) + "\n", "utf-8")
        made = run("sign", "--new-key", private)
        assert made.exit_code == 0, made.stderr
        check(folder, private, ruling)


def outsiders_verify(folder: Path, private: Path, ruling: Path) -> None:
    """Another implementation of Ed25519 takes the signature of this one, and its keys."""
    assert run("sign", ruling, "--key", private).exit_code == 0
    line = Path(f"{ruling}.sig").read_bytes()
    expect(line.count(b"\n"), 1)
    key = serialization.load_pem_private_key(private.read_bytes(), None)
    assert isinstance(key, Ed25519PrivateKey)
    key.public_key().verify(base64.b64decode(line.strip(), validate=True), ruling.read_bytes())
    [public] = [path for path in folder.iterdir() if b"PUBLIC KEY" in path.read_bytes()]
    assert isinstance(serialization.load_pem_public_key(public.read_bytes()), Ed25519PublicKey)
    assert private.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert public.read_bytes().startswith(b"-----BEGIN PUBLIC KEY-----\n")


def every_byte(folder: Path, private: Path, ruling: Path) -> None:
    run("sign", ruling, "--key", private)
    [public] = [path for path in folder.iterdir() if b"PUBLIC KEY" in path.read_bytes()]
    assert run("verify", ruling, "--key", public).exit_code == 0
    ruling.write_bytes(ruling.read_bytes() + b" ")
    answer = run("verify", ruling, "--key", public)
    assert answer.exit_code != 0
    assert "E504" in answer.stdout + answer.stderr
    Path(f"{ruling}.sig").write_bytes(b"no signature\n")
    answer = run("verify", ruling, "--key", public)
    assert "E503" in answer.stdout + answer.stderr


def wrong_keys(folder: Path, private: Path, ruling: Path) -> None:
    [public] = [path for path in folder.iterdir() if b"PUBLIC KEY" in path.read_bytes()]
    answer = run("sign", ruling, "--key", public)
    assert "E501" in answer.stdout + answer.stderr, answer.stderr
    run("sign", ruling, "--key", private)
    answer = run("verify", ruling, "--key", private)
    assert "E502" in answer.stdout + answer.stderr, answer.stderr


EVIDENCE: Final[Section] = {
    "A ruling or an answer to a claim that is kept as JSON holds the text of its record and is sealed:": [
        equal(lambda: found(ruled()["record"]), []),
        equal(lambda: found(answered()["record"]), []),
    ],
    "`ruling_digest` is the SHA-256 of the rest of the object, written as JSON in ASCII with its names"
    " sorted and without blanks (E506).": own_digest,
    "No object in it has two members of one name (E505).": doubled,
    'Claims are chained: the digest of each is the SHA-256 of `{"before":...,"claim":...}`, written in'
    " the same way, with the digest before it and the text of the claim;": chain_of_claims,
    "before the first stands the digest of the record (E507).": equal(
        lambda: answered()["digest"] == digest(answered()["record"]), True
    ),
    "A program that checks one makes it again from its record: it is right only if every word is the same"
    " (E508), and it is not checked if another version of the program gave it (E509).": made_again,
    "A signature is Ed25519 (RFC 8032) over the bytes of a file as they are, in one line of base64"
    " (E503, E504).": [signing(outsiders_verify), signing(every_byte)],
    "Keys are in PEM: the private one as PKCS #8 (E501), the public one as SubjectPublicKeyInfo (E502).": [
        signing(wrong_keys)
    ],
}

SECTIONS: Final = {"Other formats": OTHERS, "Live matches": LIVE, "Rulings as evidence": EVIDENCE}
