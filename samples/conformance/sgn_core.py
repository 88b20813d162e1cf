"""A reader of the core of SGN, written from grammar/CORE.md alone; it imports nothing of this program."""

import re
from typing import Any

TOKEN = re.compile(
    r"""(?P<comment>\{(?:[^\\}]|\\.)*\})|(?P<tag>\[\s*[A-Z][\w-]*\s*"(?:[^"\\\n]|\\["\\])*"\s*\])
    |(?P<skipped>[ \t\n]+|;[^\n]*|@[\w-]+\((?:"(?:[^"\\\n]|\\.)*"|[^)]*)\)|<[0-9-]+>|[!?]{1,2}|\$[0-9]+)
    |(?P<word>\([0-9]{1,4}-[0-9]{1,4}\)|[()]|[^\s(){};@<>!?$"]+)|(?P<fault>.)""",
    re.ASCII | re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
CARD, NUMBER, PAIR = "[ATKQJ9][shdc]", "[0-9]{1,4}", "[0-9]{1,4}-[0-9]{1,4}"
ACTION = f"{CARD}|--|[24]0[shdc]?|exchange|close|out|resign"
REASON = "out|false-out|closer-failed|defender-out|total|last-trick|resignation|agreement|forfeit"


def need(found: Any, why: str) -> Any:
    """What has to be there; without it the game is refused."""
    if not found:
        raise ValueError(why)
    return found


class _Game:
    """One game, read word by word from the first to the last."""

    def __init__(self, text: str) -> None:
        words, depth = [], 0
        for token in TOKEN.finditer(text):
            depth += (token[0] == "(") - (token[0] == ")")
            if not depth and token[0] != ")" and token.lastgroup != "skipped":
                words.append((token.lastgroup, token[0]))
        self.words = [("end", ""), *reversed(words)]

    def take(self, pattern: str, kind: str = "word") -> str:
        is_there = self.words[-1][0] == kind and re.fullmatch(pattern, self.words[-1][1], re.DOTALL)
        return self.words.pop()[1] if is_there else ""

    def need(self, pattern: str) -> str:
        return need(self.take(pattern), f"{self.words[-1][1]!r} stands where {pattern} has to")

    def notes(self, **after: object) -> list[dict[str, object]]:
        texts = iter(lambda: self.take(".*", "comment"), "")
        return [{**after, "comment": re.sub(r"\\([\\}])", r"\1", text[1:-1])} for text in texts]

    def record(self) -> dict[str, Any]:
        found = {"sgn": 1, "tags": {}, "deals": [], "notes": self.notes(after="game")}
        while tag := self.take(".*", "tag"):
            name, value = re.split(r'\s*"', tag[1:-1].strip()[:-1], maxsplit=1)
            need(
                name not in {*found["tags"], "Letters"}, f"the tag {name} is not of the core, or there twice"
            )
            found["tags"][name] = re.sub(r"\\(.)", r"\1", value)
            found["notes"] += self.notes(after=name)
        while self.take("deal"):
            found["deals"].append(self.deal())
        need(self.words[-1][0] == "end" and len(found["deals"]) <= 256, f"{self.words[-1][1]!r} is too much")
        return slim(found)

    def deal(self) -> dict[str, Any]:
        found = {"number": int(self.need(NUMBER)), "hands": {}, "tricks": []}
        dealer = found["dealer"] = self.need("[AB]") if self.take("dealer") else None
        found["trump"] = self.need(f"{CARD}|[shdc]") if self.take("trump") else None
        found["notes"] = self.notes(after="deal")
        while dealer and (owner := self.take("[AB]:|talon:")[:-1]):
            holder = found if owner == "talon" else found["hands"]
            need(owner not in holder, f"the cards of {owner} stand twice")
            holder[owner] = [self.need(f"{CARD}|--"), *iter(lambda: self.take(f"{CARD}|--"), "")]
            found["notes"] += self.notes(after=owner)
        while dealer and (number := self.take(rf"{NUMBER}\.")):
            found["tricks"].append({"number": int(number[:-1]), **self.trick()})
        actions = [action for trick in found["tricks"] for action in trick["actions"]]
        need(len(found["tricks"]) <= 96 >= len(actions), "the deal is too long")
        return found | {"result": self.result() if self.take("=") else need(dealer, "no dealer") and None}

    def trick(self) -> dict[str, Any]:
        actions, notes = [], self.notes(after=0)
        while (owner := self.take("[AB]:")) or re.fullmatch(ACTION, self.words[-1][1]):
            actions.append(f"{owner} {self.need(ACTION)}".strip())
            notes += self.notes(after=len(actions))
        for at, action in enumerate(actions):
            if action.endswith("0"):
                leads = (each[-1] for each in actions[at:] if re.fullmatch(CARD, each[-2:]))
                actions[at] += need(next(leads, ""), f"{action} has no suit")
        return {"actions": actions, "notes": notes}

    def result(self) -> dict[str, Any]:
        winner = self.need(r"[AB]|draw|\*")
        found = {"finished": False} if winner == "*" else {"winner": None, "game_points": 0}
        found |= {"winner": winner, "game_points": int(self.need(NUMBER))} if winner in "AB" else {}
        found["reason"] = self.need(REASON) if winner != "*" and self.take("by") else None
        points, score = self.take(rf"\({PAIR}\)")[1:-1], self.need(PAIR) if self.take("score") else ""
        for name, pair in {"card_points": points, "score": score}.items():
            found[name] = dict(zip("AB", map(int, pair.split("-")), strict=True)) if pair else None
        return found | {"notes": self.notes()}


def slim(value: Any) -> Any:
    """A value without the members that have nothing."""
    if isinstance(value, dict):
        kept = ("tags", "deals", "tricks", "actions", "winner")
        return {
            name: slim(each) for name, each in value.items() if name in kept or each not in (None, [], {})
        }
    return list(map(slim, value)) if isinstance(value, list) else value


def read(data: bytes) -> list[dict[str, Any]]:
    """The games of a file, each with its number, its line, and its record or null and why."""
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    heads = list(re.finditer(rb"^%SGN(?=[ \t]).*$", data, re.MULTILINE))
    games = []
    for head, end in zip(heads, [*(each.start() for each in heads[1:]), len(data)], strict=False):
        games.append(
            {"number": len(games) + 1, "line": data.count(b"\n", 0, head.start()) + 1, "record": None}
        )
        try:
            need(head[0].split() == [b"%SGN", b"1"], "another form of SGN")
            need(max(map(len, data[head.end() : end].split(b"\n"))) <= 65_536, "a line is too long")
            games[-1]["record"] = _Game(data[head.end() : end].decode()).record()
        except ValueError as error:
            games[-1]["why"] = str(error)
    return games
