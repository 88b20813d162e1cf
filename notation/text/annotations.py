"""The typed annotations: the names that SGN defines and the shapes of their values.

Reports faulty annotations; never changes or drops one.
"""

import re
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.findings.hints import did_you_mean, suggestion
from notation.record.span import NOWHERE, Span

INCIDENT: Final = "incident"
"""The annotation for an incident at the table, outside the play."""
SHUFFLE: Final = "shuffle"
"""The annotation that names the shuffle algorithm of a deal."""
COMMITMENT: Final = "commitment"
"""The annotation with the commitment to the seed of a deal."""
CUT: Final = "cut"
"""The annotation with a seat's contribution to the shuffle."""
SEED: Final = "seed"
"""The annotation that reveals the seed of a deal."""

EVAL: Final = "eval"
"""The annotation for the value of a deal: a side, and the game points it is certain of."""
BEST: Final = "best"
"""The annotation that names the best action."""
COST: Final = "cost"
"""The annotation for what an action cost its side, in game points."""
DIAGRAM: Final = "diagram"
"""The annotation that asks for a diagram of the table in print."""


class Incident(NamedTuple):
    """An incident at the table: the point of the rules that decides it, and a sentence that describes it.

    ``bare`` is the sentence to use where no seat is named, or no cards although some belong to it.
    """

    point: str
    sentence: Phrase
    bare: Phrase
    of_cards: bool = False


INCIDENTS: Final = {
    "exposed": Incident(
        "irr.exposed", Phrase("{seat} exposed {cards}"), Phrase("a card was exposed"), of_cards=True
    ),
    "misdeal": Incident(
        "irr.misdeal", Phrase("{seat} dealt wrongly"), Phrase("the cards were dealt wrongly")
    ),
    "redeal": Incident(
        "irr.redeal", Phrase("{seat} asked for a new deal"), Phrase("the cards were dealt anew")
    ),
    "wrong-dealer": Incident(
        "irr.wrong_dealer", Phrase("{seat} dealt out of turn"), Phrase("a player dealt out of turn")
    ),
    "looked-back": Incident(
        "irr.looked_back",
        Phrase("{seat} looked at tricks that were turned"),
        Phrase("turned tricks were looked at"),
    ),
    "looked-at-talon": Incident(
        "irr.looked_at_talon", Phrase("{seat} looked at the talon"), Phrase("the talon was looked at")
    ),
    "talked": Incident(
        "irr.talk", Phrase("{seat} gave information by word or sign"), Phrase("a player gave information")
    ),
    "out-of-turn": Incident(
        "irr.out_of_turn", Phrase("{seat} acted out of turn"), Phrase("a player acted out of turn")
    ),
    "unmarked-marriage": Incident(
        "irr.unmarked_marriage", Phrase("{seat} did not mark a marriage"), Phrase("a marriage was not marked")
    ),
    "wrong-draw": Incident("irr.draw", Phrase("{seat} drew wrongly"), Phrase("a card was drawn wrongly")),
    "late-claim": Incident(
        "irr.untimely_claim", Phrase("{seat} claimed too late"), Phrase("a claim came too late")
    ),
    "withdrawn": Incident(
        "irr.withdrawn", Phrase("{seat} took back an announcement"), Phrase("an announcement was taken back")
    ),
    "gathered-wrongly": Incident(
        "irr.gathered",
        Phrase("{seat} gathered another player's trick"),
        Phrase("a trick was gathered by another"),
    ),
    "wrong-score": Incident(
        "irr.score", Phrase("{seat} kept the score wrongly"), Phrase("the score was kept wrongly")
    ),
    "other": Incident(
        "irr.other", Phrase("{seat} did something irregular"), Phrase("something irregular happened")
    ),
}
"""Every kind of incident."""
_TEXT: Final = r'"(?:[^"\\\n]|\\["\\])*"'
ANNOTATIONS: Final = {
    "clk": (Phrase("the time left, as in `0:03:12`"), r"[0-9]{1,3}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?"),
    "emt": (Phrase("the time used, as in `0:00:07`"), r"[0-9]{1,3}:[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,3})?"),
    "at": (
        Phrase("a moment, as in `2026-11-20T21:04:11Z`"),
        r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
        r"(?:\.[0-9]{1,6})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])",
    ),
    INCIDENT: (
        Phrase("what happened, to whom, with which cards, as in `exposed A Kc`"),
        rf"(?:{'|'.join(INCIDENTS)})(?: [A-F])?(?: (?:10|[ATKQJ97XOU])[shdclabSHDCLAB]){{0,8}}",
    ),
    SHUFFLE: (Phrase("the name of an algorithm, as in `santase-shuffle-1`"), r"[a-z][a-z0-9-]{0,63}"),
    COMMITMENT: (Phrase("64 hexadecimal digits"), r"[0-9a-f]{64}"),
    CUT: (
        Phrase("a seat, then at most 64 letters, digits and `:.,+_-`, as in `A lucky-7`"),
        r"[A-F](?: [A-Za-z0-9:.,+_-]{1,64})?",
    ),
    SEED: (Phrase("64 hexadecimal digits"), r"[0-9a-f]{64}"),
    EVAL: (
        Phrase("a side with game points or with the card points of all, as in `A +2` or `A 66-41`"),
        r"0|(?:[A-F]|AC|BD) (?:[+-]?[0-9]{1,3}|[0-9]{1,3}(?:-[0-9]{1,3}){1,3})",
    ),
    BEST: (
        Phrase("an action, as in `Kh`, `40s` or `close`"),
        r"(?:10|[ATKQJ97XOU])[shdclabSHDCLAB]|[24]0[shdclabSHDCLAB]|exchange|close|draw|out",
    ),
    COST: (Phrase("a side and game points, as in `A 1`"), r"(?:[A-F]|AC|BD) [0-9]{1,3}"),
    DIAGRAM: (Phrase("the hands to show, as in `all` or `AB`"), "all|[A-F]{1,6}"),
    "dispute": (Phrase('what is claimed, in quotation marks, as in `"B had no trick"`'), _TEXT),
}
"""Every annotation of SGN: a description of its value, and its pattern."""


def is_private(name: str) -> bool:
    """Return whether a name is private: free for writers to use, and never checked.

    >>> is_private("x-club-note"), is_private("clk")
    (True, False)
    """
    return name.lower().startswith("x-")


def annotation_fault(name: str, value: str, span: Span = NOWHERE) -> Finding | None:
    """Return the finding about a faulty annotation, or None.

    >>> annotation_fault("clk", "soon").message
    '`soon` is not a value of @clk; expected the time left, as in `0:03:12`'
    """
    if is_private(name):
        return None
    if name not in ANNOTATIONS:
        facts: dict[str, Fact] = {"name": name, "hint": did_you_mean(suggestion(name, ANNOTATIONS))}
        return Finding(catalogue.ANNOTATION_UNKNOWN, span, facts)
    expected, shape = ANNOTATIONS[name]
    if not re.fullmatch(shape, value):
        facts = {"name": name, "word": value[:64], "expected": expected}
        return Finding(catalogue.ANNOTATION_VALUE, span, facts)
    return None
