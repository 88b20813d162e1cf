"""An implementation of SGN, that of this program, as `santase conformance run` asks for one.

santase conformance run --reader "python3 samples/conformance/reader.py"
"""

import base64
import json
import sys
from typing import Any

from notation import Game, Judgement, digest, read, write
from notation.judge import all_series, judge, member_of
from notation.wire import dump, load
from notation.wire.judgement import dump_judgement


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What is read of a record, how it is written, or how it is judged."""
    if "hello" in request:
        return {"reader": "santase", "levels": ["core", "read", "write", "judge"]}
    data = base64.b64decode(request["data"])
    games = list(load(data) if request["kind"] == "json" else read(data))
    if request["level"] in ("core", "read"):
        return {"games": [place(game) | {"record": game.record and dump(game.record)} for game in games]}
    if request["level"] == "write":
        return {"games": [place(game) | written(game) for game in games]}
    judgements = [judge(game) for game in games]
    return {"games": [place(each.game) | judged(each) for each in judgements], "findings": found(judgements)}


def place(game: Game) -> dict[str, Any]:
    """Which game of its file it is."""
    return {"number": game.number, "line": game.line}


def written(game: Game) -> dict[str, Any]:
    """The canonical form of a game and its digest."""
    return {"canonical": game.record and write(game.record), "digest": game.record and digest(game.record)}


def judged(judgement: Judgement) -> dict[str, Any]:
    """The rules of a game, what each deal comes to, and how the match stands."""
    shape = dump_judgement("", judgement)
    names = ("number", "winner", "game_points", "reason", "paid", "card_points", "score")
    deals = [{name: deal[name] for name in names if name in deal} for deal in shape["deals"]]
    match = shape["match"] or {"score": None, "winner": None}
    return {"rules": shape["rules"], "deals": deals, "score": match["score"], "winner": match["winner"]}


def found(judgements: list[Judgement]) -> list[list[Any]]:
    """The findings of a file: of its games, and of the series to which they belong."""
    findings = [(each.game, finding) for each in judgements for finding in each.findings]
    members = filter(None, (member_of(each, "") for each in judgements))
    for series in all_series(members):
        for match in series.matches:
            findings += [(match.member.game, finding) for finding in match.findings if match.member.game]
    places = [(finding.code.id, game.place(finding.span)) for game, finding in findings]
    return [[code, place.line, place.column] for code, place in places]


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"]} | answer(asked)), flush=True)
