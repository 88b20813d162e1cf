"""A bot for santase arena, bot and referee: it reads events and writes requests, a JSON object a line.

It takes tricks as cheaply as it can, announces what it holds and claims as soon as it has 66. It needs
nothing but Python, and knows no rules: what may be done is in every event.
"""

import json
import sys

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}


def worth(card):
    """The card points of a card, such as Ah."""
    return POINTS[card[0]]


def choose(seat, deal):
    """The request of a seat that is to act, from what it may know of the deal."""
    legal, side = deal["legal"], seat if seat in deal["points"] else "AB"["BD".count(seat)]
    if "out" in legal and deal["points"][side] >= 66:
        return {"action": "out"}
    if deal["phase"] == "last claim":
        return {"do": "settle"}
    for word in legal:
        if word == "exchange" or word[:2] in ("40", "20"):
            return {"action": word}
    cards = [word for word in legal if len(word) == 2]
    if not cards:
        return {"action": "draw" if "draw" in legal else legal[0]}
    if not deal["table"]:
        return {"action": max(cards, key=worth)}
    suit = deal["table"][0]["card"][1]
    best = max(worth(each["card"]) for each in deal["table"] if each["card"][1] == suit)
    taking = [card for card in cards if card[1] == suit and worth(card) > best]
    return {"action": min(taking or cards, key=worth)}


def answer(event):
    """What to ask for after an event, if anything."""
    view = event.get("view")
    if event["event"] not in ("snapshot", "entry") or view["ending"] or view["paused"]:
        return None
    seat, deal = view["you"], view["deal"]
    if deal is None:
        must_cut = view["commitment"] and seat not in view["cut_by"]
        return {"do": "cut", "cut": "", "version": view["version"]} if must_cut else None
    if deal["turn"] != seat:
        return None
    return choose(seat, deal) | {"version": view["version"]}


for line in sys.stdin:
    request = answer(json.loads(line))
    if request:
        print(json.dumps(request), flush=True)
