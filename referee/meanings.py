"""What each value of each decision that tables make means: one sentence, said after its point.

With the point it reads, for example, "what a closer's failure gives the opponent: 3, whatever the opponent
has". Data for rule sheets; nothing here plays a card.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from referee.decisions import (
    AceBettler,
    AfterDraw,
    AtLimit,
    ClaimMode,
    ClaimWindow,
    ClosedBasis,
    DefenderOut,
    DrawBonus,
    Exchanger,
    Exhausted,
    FailedClose,
    FalseClaim,
    MarriageAfterClose,
    MarriageCount,
    MarriageLead,
    NextDealer,
    Revoke,
    SeriesDealer,
    Tie,
    Unclaimed,
    WrongMarriageLead,
)


class Meaning(NamedTuple):
    """What a value means: a sentence, and the number that it names in braces, if the value is one."""

    sentence: str
    facts: Mapping[str, int]


NUMBER: Final = "{number}"
"""The key of the sentence for every number that has none of its own."""

_YES: Final = "yes"
_NO: Final = "no"
_NONE: Final = "none"
_TRICKS: Final = "{number} or more"
_TALON: Final = "{number} or more, the turn-up included"

MEANINGS: Final[Mapping[str, Mapping[object, str]]] = {
    "game_target": {NUMBER: "{number} game points"},
    "deal_next_dealer": {
        NextDealer.WINNER: "the winner of a deal deals the next, so the loser leads",
        NextDealer.LOSER: "the loser of a deal deals the next, so the winner leads",
        NextDealer.TURN: "the players deal in turn, whoever won",
    },
    "deal_after_draw": {
        AfterDraw.SAME: "the same dealer deals again",
        AfterDraw.TURN: "the players still deal in turn",
    },
    "play2_undertrump": {True: "yes: any trump", False: "no: any card"},
    "exchange_who": {
        Exchanger.LEADER: "the player about to lead, just before leading",
        Exchanger.TURN: "the player whose turn it is, before he leads or replies",
    },
    "exchange_min_tricks": {0: _NONE, NUMBER: _TRICKS},
    "exchange_min_talon": {NUMBER: _TALON},
    "exchange_opponent_on_close": {
        True: "yes: at once, before the closer leads, even without a trick",
        False: _NO,
    },
    "marriage_lead": {
        MarriageLead.KING_OR_QUEEN: "king or queen of the marriage",
        MarriageLead.KING: "the king of the marriage",
        MarriageLead.ANY: "any card",
    },
    "marriage_per_lead": {NUMBER: "{number} at most"},
    "marriage_first_trick": {True: _YES, False: "not at the first trick"},
    "marriage_first_deal": {True: _YES, False: "not in the first deal"},
    "marriage_count_when": {
        MarriageCount.AT_ONCE: "at once, even if the player has won no trick",
        MarriageCount.WITH_TRICK: "once the player has won a trick; without one, never",
        MarriageCount.NEXT_TRICK: "once the player has won another trick; without one, never",
    },
    "marriage_after_close": {
        MarriageAfterClose.ANYBODY: "yes, by either player",
        MarriageAfterClose.NOBODY: "no; the closer may announce one just before closing",
        MarriageAfterClose.CLOSER: "only by the closer",
    },
    "marriage_after_exhaustion": {True: _YES, False: "no: only while the talon is open"},
    "marriage_out_without_lead": {
        True: "yes: 66 by a marriage wins before a card is led",
        False: "no: a card is led, and the player can go out once he has won another trick",
    },
    "close_first_lead": {True: _YES, False: "no: not before a card has been played"},
    "close_min_tricks": {0: _NONE, NUMBER: _TRICKS},
    "close_before_draw": {True: "yes: before both draw, or after it", False: "no: both draw first"},
    "close_min_talon": {NUMBER: _TALON},
    "close_noncloser_points": {
        True: "both keep counting",
        False: "no: whatever he takes or announces from then on does not count",
    },
    "close_frozen_tricks": {
        True: "they do not: only tricks from before the close save from schwarz",
        False: "they do: any trick saves from schwarz",
    },
    "close_last_trick": {
        True: "as much as in a deal that was not closed, unless its winner no longer counts",
        False: "nothing extra",
    },
    "claim_mode": {
        ClaimMode.SAID: "yes: whoever has 66 wins only by claiming it",
        ClaimMode.AUTO: "no: reaching 66 ends the deal",
        ClaimMode.NEVER: "no: every trick is played",
    },
    "claim_window": {
        ClaimWindow.LEAD: "after winning a trick or announcing a marriage, until the next lead",
        ClaimWindow.REPLY: "after winning a trick, until the next lead; after announcing a marriage, "
        "until the reply to the card that is led with it",
        ClaimWindow.DRAW: "after winning a trick, before both draw, or before the next lead if nothing is "
        "drawn; after announcing a marriage, before the lead",
    },
    "claim_false": {
        FalseClaim.FLAT: "the other player scores 2, whatever he has",
        FalseClaim.THREE: "the other player scores 3, whatever he has",
        FalseClaim.SCHNAPSEN: "the other player scores 2, or 3 if he has no trick yet",
        FalseClaim.PROPORTIONAL: "the other player scores what the claim would have won",
        FalseClaim.MAX: "the other player scores what the call would have won, but at least 2",
    },
    "claim_false_at_33": {
        AtLimit.ONE: "1, where a false claim costs what a right one would have won",
        AtLimit.TWO: "2, where a false claim costs what a right one would have won",
    },
    "last_bonus": {0: "nothing", NUMBER: "{number} card points"},
    "last_bonus_claimable": {
        True: "yes: it counts towards 66",
        False: "no: it counts only when the totals decide",
    },
    "last_no_claim_exhausted": {
        Unclaimed.TOTAL: "the player with the most card points wins",
        Unclaimed.LAST_TRICK: "the winner of the last trick",
    },
    "score_tiers": {
        NUMBER: "1 from a loser with {number} card points or more, 2 from one with fewer, 3 without a trick"
    },
    "score_closed_basis": {
        ClosedBasis.TOTAL: "all his points and tricks, before and after the close",
        ClosedBasis.CLOSE: "the points and tricks he had when the talon was closed",
    },
    "score_closer_fails": {
        FailedClose.TWO_OR_THREE: "2, or 3 if the opponent had no trick when the talon was closed",
        FailedClose.BY_CLOSER: "3 if the opponent had no trick when the talon was closed; otherwise 2 if the "
        "closer himself is schneider at the end, and 1 if he is not",
        FailedClose.ONE: "1, whatever the opponent has",
        FailedClose.TWO: "2, whatever the opponent has",
        FailedClose.THREE: "3, whatever the opponent has",
    },
    "score_noncloser_out": {
        DefenderOut.TWO: "2, whatever the closer has",
        DefenderOut.TWO_OR_THREE: "2, or 3 if the closer has not taken a trick",
        DefenderOut.AS_FAILED: "as much as a failed close gives him",
    },
    "score_exhausted": {
        Exhausted.BY_LOSER: "1, 2 or 3 by the loser's points",
        Exhausted.ONE: "always 1, whatever the points",
    },
    "tie_result": {
        Tie.DRAW: "a draw: no game points",
        Tie.LAST_TRICK: "the winner of the last trick wins the deal",
    },
    "tie_bonus": {
        DrawBonus.NONE: _NO,
        DrawBonus.AFTER_65: "one game point more after 65-65",
        DrawBonus.AFTER_ANY: "one game point more after any draw",
        DrawBonus.ADDING: "one game point more for each draw in a row",
    },
    "game_seven_nil": {True: "yes: such a match counts double", False: _NO},
    "game_retour": {True: "yes: such a match counts four times", False: _NO},
    "auction_turn_up": {
        True: "yes: one of the cards that he has not seen, and its suit is trumps",
        False: _NO,
    },
    "auction_ace_bettler": {
        AceBettler.HELD: "whoever bids it holds an ace",
        AceBettler.LOW: "the ace is the lowest card of its suit",
    },
    "auction_partner_plays": {True: "yes: the contract fails if he takes a trick", False: "no: he sits out"},
    "auction_talon": {True: "yes: for the player who laid them away", False: _NO},
    "series_next_dealer": {
        SeriesDealer.ANEW: "chosen in any way both accept, in every match",
        SeriesDealer.TURN: "who did not deal first in the match before",
    },
    "irr_revoke": {
        Revoke.NONE: "no penalty: at the table the card is refused; in a record it counts as it was played",
        Revoke.LOST: "the deal is lost; the other side scores what going out then would win, or what a "
        "failed close gives if the player has closed",
        Revoke.THREE: "the deal is lost, and the other side scores 3",
    },
    "irr_marriage_wrong_lead": {
        WrongMarriageLead.VOID: "at the table the card is refused; in a record the marriage does not count",
        WrongMarriageLead.THREE: "the deal is lost, and the other side scores 3",
    },
}
"""By field of :class:`referee.rules.RuleSet` and value, what that value means."""


def meaning(field: str, value: object) -> Meaning:
    """Return what a value of a decision means; raises KeyError for a decision that no option changes.

    >>> meaning("exchange_min_talon", 4)
    Meaning(sentence='{number} or more, the turn-up included', facts={'number': 4})
    """
    said = MEANINGS[field]
    if isinstance(value, int) and not isinstance(value, bool) and value not in said:
        return Meaning(said[NUMBER], {"number": value})
    return Meaning(said[value], {})
