"""Santase as Bulgarian clubs play it, by the later rules of the engine whose first text is `santase`."""

from typing import Final

from referee.decisions import ClaimMode, DefenderOut, FailedClose
from referee.rulebook import Clause, Decided, decided
from referee.rulesets.santase import SANTASE

PLACE: Final = 6
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Rules of Santase (SantaseGameEngine, RULES.md, 2026)"

_SECTIONS: Final = {
    "The pack": ("deck.cards",),
    "Card values and rank": ("deck.rank_values", "play.trick_winner"),
    "The deal": ("deal.hand_size", "deal.trump_card", "deal.talon_size"),
    "Who leads": ("deal.next_dealer", "deal.first_lead"),
    "Draw": ("deal.after_draw", "tie.result"),
    "Tricks and play": ("play.winner_leads", "draw.order"),
    "The two phases": ("play1.duty", "play2.trigger", "play2.duty"),
    "Marriages": (
        "marriage.value",
        "marriage.who",
        "marriage.lead",
        "marriage.first_trick",
        "marriage.count_when",
        "marriage.after_close",
        "marriage.after_exhaustion",
        "marriage.out_without_lead",
    ),
    "Exchanging the trump": (
        "exchange.card",
        "exchange.who",
        "exchange.min_tricks",
        "exchange.first_lead",
        "exchange.after_end",
        "exchange.opponent_on_close",
    ),
    "Closing the talon": (
        "exchange.combo",
        "close.who",
        "close.first_lead",
        "close.min_talon",
        "close.last_opportunity",
        "close.effect",
    ),
    "Last-trick bonus": ("close.last_trick", "last.bonus"),
    "Scoring": ("last.no_claim_exhausted", "last.no_claim_closed", "score.schwarz", "score.exhausted"),
}
"""By section of the text what it has as the text of `santase` has it."""
_SECTION_OF: Final = {point: section for section, points in _SECTIONS.items() for point in points}


def _clause(point: str, clause: Clause) -> Clause:
    """A clause of the text of `santase`, cited from where this text says the same."""
    if point in _SECTION_OF:
        return Clause(_SECTION_OF[point], clause.rule)
    return Clause("", clause.rule, "silent; as the text of the set santase has it")


_AS_SANTASE: Final[dict[str, Clause | Decided]] = {
    point: Decided(SANTASE.decision(point), _clause(point, clause))
    if SANTASE.decides(point)
    else _clause(point, clause)
    for point, clause in SANTASE.clauses.items()
}

SANTASE_CLUB: Final = SANTASE.but(
    "santase-club",
    {
        **_AS_SANTASE,
        "exchange.min_talon": decided(4, "Exchanging the trump", "more than two cards, so at least four"),
        "claim.mode": decided(
            ClaimMode.SAID,
            "Winning a deal and the game",
            "66 must be claimed",
            "the text is that of a program, which ends the deal by itself; at a table 66 is said",
        ),
        "score.tiers": decided(
            33,
            "Scoring",
            "1; 2 if the loser has fewer than 33; 3 if he has no trick",
            "the text knows tables at which 31 suffice; its own value is kept",
        ),
        "score.closer_fails": decided(
            FailedClose.THREE, "Scoring", "3, whatever the opponent has", "the text names tables with 2 or 3"
        ),
        "score.noncloser_out": decided(
            DefenderOut.AS_FAILED, "Scoring", "3: a closer who has not reached 66 has failed"
        ),
        "game.target": decided(11, "Objective", "11"),
    },
    source=SOURCE,
)
"""To 11, with 3 for every failed close, and no exchange for one of the last two cards."""

BOOKS: Final = (SANTASE_CLUB,)
