"""The clauses of Schnapsen: the soft game, the sharp game and its tournament scoring."""

from typing import Final

from referee.cards import PACK_20
from referee.decisions import (
    AfterDraw,
    Announcer,
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
    Tie,
    TrumpCard,
    Unclaimed,
)
from referee.rulebook import IRREGULARITIES, TWO_PLAYERS, UNCONDITIONAL, Clause, book, decided

PLACE: Final = 3
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Schnapsen (pagat.com)"

SCHNAPSEN: Final = book(
    "schnapsen",
    SOURCE,
    {
        "deck.cards": decided(PACK_20, "The Cards", "20 cards: ace, ten, king, queen and jack of four suits"),
        "deck.rank_values": Clause(
            "The Cards", "ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king"
        ),
        "deal.hand_size": decided(5, "The Deal", "five cards each"),
        "deal.batches": Clause("The Deal", "three each, the turn-up, then two each"),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": decided(
            TrumpCard.UNDER_TALON,
            "The Deal",
            "the seventh card is turned up and goes under the talon; its suit is trump",
        ),
        "deal.talon_size": Clause("The Deal", "10 cards"),
        "deal.first_dealer": Clause("The Deal", "chosen in any way both accept"),
        "deal.next_dealer": decided(NextDealer.TURN, "The Deal", "the players deal in turn, whoever won"),
        "deal.after_draw": decided(
            AfterDraw.TURN, "Going Out", "does not arise: the last trick decides", "derived"
        ),
        "deal.first_lead": Clause("The Play", "the non-dealer leads"),
        "play1.duty": Clause("The Play", "none: neither to follow suit nor to trump"),
        "play.trick_winner": Clause(
            "The Play", "the higher trump, otherwise the higher card of the suit led"
        ),
        "play.winner_leads": Clause("The Play", "the winner of a trick leads to the next"),
        "draw.order": Clause("The Play", "the winner of the trick draws first, from the top"),
        "draw.last": Clause(
            "Exhausting the Talon", "the trick's winner draws the last hidden card, its loser the turn-up"
        ),
        "info.trick_review": Clause(
            "The Play", "one's own tricks at any time, the opponent's last one until the next lead"
        ),
        "info.score_memory": Clause("The Idea of the Game", "nothing: points are counted in the head"),
        "play2.trigger": Clause("Closing", "when the talon is exhausted or closed"),
        "play2.duty": Clause(
            "Exhausting the Talon", "a higher card of the suit, else a lower one, else a trump, else any card"
        ),
        "exchange.card": Clause("The Trump Jack", "the jack of trumps"),
        "exchange.who": decided(
            Exchanger.LEADER, "The Trump Jack", "the player about to lead, just before leading"
        ),
        "exchange.min_tricks": decided(0, "The Trump Jack", "none", "derived"),
        "exchange.first_lead": Clause("The Trump Jack", "yes: nothing excludes it", "derived"),
        "exchange.min_talon": decided(2, "The Trump Jack", "any open talon, so two cards"),
        "exchange.after_end": Clause("The Trump Jack", "no, neither after a close nor after exhaustion"),
        "exchange.opponent_on_close": decided(False, "Sechsundsechzig", "no"),
        "exchange.before_draw": Clause("The Trump Jack", "no: just before leading, so after drawing"),
        "exchange.combo": Clause(
            "The Trump Jack",
            "exchange, marriage and close may all precede one lead, the exchange before the close",
            "silent",
        ),
        "marriage.value": Clause("Marriages / Pairs", "40 in trumps, 20 in another suit"),
        "marriage.who": decided(
            Announcer.LEADER, "Marriages / Pairs", "the leader, holding king and queen of the suit"
        ),
        "marriage.lead": decided(
            MarriageLead.KING_OR_QUEEN, "Marriages / Pairs", "king or queen of the marriage"
        ),
        "marriage.per_lead": decided(1, "Marriages / Pairs", "one at each lead", "derived"),
        "marriage.first_trick": decided(True, "Marriages / Pairs", "yes"),
        "marriage.min_tricks": Clause("Marriages / Pairs", "none; the points wait for a trick", "derived"),
        "marriage.count_when": decided(
            MarriageCount.WITH_TRICK,
            "Marriages / Pairs",
            "once the player has won a trick; without one, never",
        ),
        "marriage.after_close": decided(MarriageAfterClose.ANYBODY, "Closing", "yes, by either player"),
        "marriage.after_exhaustion": decided(True, "Sechsundsechzig", "yes"),
        "marriage.last_open": Clause("Marriages / Pairs", "any lead", "derived"),
        "marriage.close_order": Clause("Closing", "either order"),
        "marriage.out_without_lead": decided(
            True, "Going Out", "yes: a claim may follow the marriage, and no card is led"
        ),
        "close.who": Clause("Closing", "the player about to lead"),
        "close.first_lead": decided(
            True,
            "Closing",
            "yes: the non-dealer may close before leading",
            "the text allows any lead, but only after a draw, and none comes before the first lead; the "
            "first lead counts, as in the text's own example",
        ),
        "close.min_tricks": decided(0, "Closing", "none", "derived"),
        "close.before_draw": decided(False, "Closing", "no: after drawing, with five cards each"),
        "close.min_talon": decided(2, "Closing", "any open talon, so two cards"),
        "close.last_opportunity": Clause(
            "Closing", "before the fifth trick, with two cards in the talon", "derived"
        ),
        "close.effect": Clause("Closing", "no more cards are drawn, and suit must be followed"),
        "close.noncloser_points": decided(True, "Going Out", "both go on counting"),
        "close.noncloser_can_win": Clause("Going Out", "yes, by claiming first"),
        "close.last_trick": decided(False, "Going Out", "nothing: it does not win the deal"),
        "claim.mode": decided(ClaimMode.SAID, "Going Out", "66 must be claimed"),
        "claim.window": decided(
            ClaimWindow.REPLY,
            "Going Out; Marriages / Pairs",
            "after winning a trick, until the next lead; after announcing a marriage, until the reply to "
            "the card that is led with it",
            "silent on the end of the moment; leading a card of the marriage belongs to announcing it, "
            "and drawing, exchanging and closing end nothing",
        ),
        "claim.after_lost_trick": Clause("Going Out", "no"),
        "claim.both66": Clause("Going Out", "whoever claims correctly, whatever the other has"),
        "claim.false": decided(
            FalseClaim.SCHNAPSEN,
            "Going Out",
            "the other player scores 2, or 3 if he has no trick yet",
            "the text lists it among the wins of a right claim; read as a slip of layout",
        ),
        "claim.false_by_closer": Clause(
            "Going Out",
            "the opponent scores 2, or 3 if he had no trick when the talon was closed",
            "the text punishes a false claim and a failed close, and both fit; the dearer holds",
        ),
        "claim.false_vs_closer": Clause("Going Out", "the closer scores 2, or 3 if he has no trick yet"),
        "last.bonus": decided(0, "Going Out", "no card points: it wins the deal instead", "derived"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "silent"),
        "last.no_claim_exhausted": decided(Unclaimed.LAST_TRICK, "Going Out", "the winner of the last trick"),
        "last.no_claim_closed": Clause(
            "Going Out", "the closer has failed and loses, even with 66 in his tricks"
        ),
        "last.claim_after_final_trick": Clause(
            "Going Out", "its winner may claim, for 1, 2 or 3 instead of the flat 1"
        ),
        "score.tiers": decided(33, "Going Out", "1; 2 if the loser has fewer than 33; 3 if he has no trick"),
        "score.schwarz": Clause("Going Out", "when he has taken no trick"),
        "score.melds_count_to_33": Clause("Going Out", "yes: they are added to what his tricks hold"),
        "score.closed_basis": decided(
            ClosedBasis.CLOSE, "Going Out", "the points and tricks he had when the talon was closed"
        ),
        "score.closer_fails": decided(
            FailedClose.TWO_OR_THREE, "Going Out", "2, or 3 if the opponent was without a trick at the close"
        ),
        "score.noncloser_out": decided(
            DefenderOut.AS_FAILED,
            "Going Out",
            "as for a failed close: 2, or 3 if he had no trick when the talon was closed",
        ),
        "score.exhausted": decided(Exhausted.ONE, "Going Out", "always 1, whatever the points"),
        "tie.result": decided(Tie.DRAW, "", "does not arise: the last trick decides", "silent"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no: there are no draws", "silent"),
        "game.target": decided(7, "Scoring", "7"),
        "game.direction": Clause("Scoring", "downwards from 7; nought or less wins"),
        "game.seven_nil": decided(False, "", "no", "silent"),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        "claim.false_at_33": decided(
            AtLimit.ONE,
            "Variants",
            "1, where a false claim costs what a right one would have won",
            "the text has fewer than 33 and more than 33, and leaves 33 open; read as for a right claim",
        ),
        **IRREGULARITIES,
    },
    variants={("claim.false", FalseClaim.PROPORTIONAL): "Variants"},
)
"""Schnapsen as it is played informally, called soft."""

SCHNAPSEN_SHARP: Final = SCHNAPSEN.but(
    "schnapsen-sharp",
    {
        "info.trick_review": Clause("Variants", "none, until the play has ended"),
        "info.score_memory": Clause("Variants", "nothing, on paper or in any other way"),
        "exchange.min_tricks": decided(1, "Variants", "he must have won a trick"),
        "exchange.first_lead": Clause("Variants", "no, for want of a trick"),
        "exchange.min_talon": decided(
            4, "Variants", "more than two cards, so at least four: up to the lead to the fourth trick"
        ),
        "marriage.lead": decided(MarriageLead.KING, "Variants", "the king of the marriage"),
        "marriage.first_trick": decided(False, "Variants", "no, for want of a trick"),
        "marriage.min_tricks": Clause("Variants", "he must have won a trick"),
        "close.min_talon": decided(4, "Variants", "more than two cards, so at least four"),
        "close.last_opportunity": Clause(
            "Variants", "before the fourth trick, with four cards in the talon", "derived"
        ),
    },
)
"""The stricter game, called sharp; what its text does not change is as in the soft game."""

SCHNAPSEN_TOURNAMENT: Final = SCHNAPSEN_SHARP.but(
    "schnapsen-tournament",
    {
        "score.closed_basis": decided(
            ClosedBasis.TOTAL, "Variants", "all his points and tricks, before and after the close"
        ),
    },
)
"""The sharp game with the scoring of closed deals that some tournaments use."""

BOOKS: Final = (SCHNAPSEN, SCHNAPSEN_SHARP, SCHNAPSEN_TOURNAMENT)
