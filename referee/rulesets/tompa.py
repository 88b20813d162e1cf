"""The clauses of the 66 and the Schnapsen of a computer program, which counts for the players."""

from typing import Final

from referee.cards import FULL_PACK, PACK_20
from referee.decisions import (
    AfterDraw,
    Announcer,
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

PLACE: Final = 5
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Schnapsen and Sixty-Six Rules (Martin Tompa, Master Schnapsen/66, 18 August 2015)"

SIXTY_SIX_TOMPA: Final = book(
    "sixty-six-tompa",
    SOURCE,
    {
        "deck.cards": decided(
            FULL_PACK, "The Deck", "24 cards: ace, ten, king, queen, jack and nine of four suits"
        ),
        "deck.rank_values": Clause(
            "The Deck", "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king"
        ),
        "deal.hand_size": decided(6, "The Deal", "six cards each"),
        "deal.batches": Clause("", "three each, twice", "silent; it makes no difference to the play"),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": decided(
            TrumpCard.UNDER_TALON,
            "The Deal",
            "the talon's last card, in effect, is turned up; its suit is trump",
        ),
        "deal.talon_size": Clause("The Deal", "12 cards, half the pack"),
        "deal.first_dealer": Clause(
            "Tricks",
            "the other player than in the game before, as the first lead alternates from game to game",
            "silent on the very first game, where it is chosen at random",
        ),
        "deal.next_dealer": decided(
            NextDealer.TURN, "Tricks", "the players deal in turn, as the first lead alternates"
        ),
        "deal.after_draw": decided(
            AfterDraw.TURN,
            "Tricks",
            "the players deal in turn all the same",
            "silent; a drawn deal is a deal",
        ),
        "deal.first_lead": Clause(
            "Tricks",
            "the players in turn, deal by deal; the leader is the non-dealer",
            "silent on a dealer; the leader's opponent stands for him",
        ),
        "play1.duty": Clause("Following Suit", "none: any card may be played"),
        "play.trick_winner": Clause("Tricks", "the higher trump, otherwise the higher card of the suit led"),
        "play.winner_leads": Clause("Tricks", "the winner of a trick leads to the next"),
        "draw.order": Clause("Drawing from the Stock", "the winner of the trick draws first"),
        "draw.last": Clause(
            "Drawing from the Stock", "the trick's winner draws the last hidden card, its loser the turn-up"
        ),
        "info.trick_review": Clause(
            "Claiming 66", "one's own tricks at any time, except in the most serious events"
        ),
        "info.score_memory": Clause(
            "Claiming 66", "nothing needs noting: the points are counted for the players"
        ),
        "play2.trigger": Clause("Following Suit", "when the talon is exhausted or closed"),
        "play2.duty": Clause(
            "Following Suit", "a higher card of the suit, else a lower one, else a trump, else any card"
        ),
        "exchange.card": Clause("Exchanging Trump", "the nine of trumps"),
        "exchange.who": decided(
            Exchanger.LEADER, "Exchanging Trump", "the player about to lead, once both have drawn"
        ),
        "exchange.min_tricks": decided(0, "Exchanging Trump", "none"),
        "exchange.first_lead": Clause("Exchanging Trump", "yes"),
        "exchange.min_talon": decided(2, "Exchanging Trump", "any open talon, so two cards"),
        "exchange.after_end": Clause("Exchanging Trump", "no: only while the talon is open"),
        "exchange.opponent_on_close": decided(False, "Exchanging Trump", "no: only the leader may exchange"),
        "exchange.before_draw": Clause("Exchanging Trump", "no: both draw first"),
        "exchange.combo": Clause(
            "Quick Summary",
            "exchange, marriage and close may all precede one lead, the exchange before the close",
        ),
        "marriage.value": Clause("Marriages", "40 in trumps, 20 in another suit"),
        "marriage.who": decided(
            Announcer.LEADER,
            "Marriages",
            "the leader, holding king and queen of the suit, once both have drawn",
        ),
        "marriage.lead": decided(MarriageLead.KING_OR_QUEEN, "Marriages", "king or queen of the marriage"),
        "marriage.per_lead": decided(1, "Marriages", "one at each lead"),
        "marriage.first_trick": decided(True, "Scoring Game Points", "yes"),
        "marriage.min_tricks": Clause("Scoring Game Points", "none", "derived"),
        "marriage.count_when": decided(
            MarriageCount.AT_ONCE,
            "Marriages",
            "at once, though a loser without a trick still gives 3 game points",
        ),
        "marriage.after_close": decided(
            MarriageAfterClose.NOBODY, "Marriages", "no: only while the talon is open"
        ),
        "marriage.after_exhaustion": decided(False, "Marriages", "no: only while the talon is open"),
        "marriage.last_open": Clause("Marriages", "the lead to the sixth trick", "derived"),
        "marriage.close_order": Clause(
            "Marriages; Quick Summary",
            "the marriage first, then the close",
            "the text has its king or queen led at once, and yet lets the leader's announcements "
            "combine; the close may come between, but a marriage needs an open talon",
        ),
        "marriage.out_without_lead": decided(
            True, "Marriages", "yes: 66 by a marriage ends the deal, and no card is led"
        ),
        "close.who": Clause("Closing the Stock", "the player about to lead"),
        "close.first_lead": decided(True, "Closing the Stock", "yes"),
        "close.min_tricks": decided(0, "Closing the Stock", "none", "derived"),
        "close.before_draw": decided(False, "Closing the Stock", "no: both draw first"),
        "close.min_talon": decided(2, "Closing the Stock", "any open talon, so two cards"),
        "close.last_opportunity": Clause(
            "Closing the Stock", "before the sixth trick, with two cards in the talon"
        ),
        "close.effect": Clause("Closing the Stock", "no more cards are drawn, and suit must be followed"),
        "close.noncloser_points": decided(True, "Closing the Stock", "both go on counting"),
        "close.noncloser_can_win": Clause("Closing the Stock", "yes, by reaching 66 first"),
        "close.last_trick": decided(False, "Last Trick", "nothing extra"),
        "claim.mode": decided(
            ClaimMode.AUTO, "Claiming 66", "66 need not be claimed: it ends the deal by itself"
        ),
        "claim.window": decided(
            ClaimWindow.DRAW,
            "Claiming 66; Quick Summary",
            "none is needed: a trick won or a marriage that makes 66 ends the deal; where it is claimed, "
            "before both draw, or on a marriage before leading",
        ),
        "claim.after_lost_trick": Clause("Claiming 66", "no: only the trick's winner can reach 66 by it"),
        "claim.both66": Clause("Claiming 66", "does not arise: the first to reach 66 ends the deal"),
        "claim.false": decided(
            FalseClaim.FLAT,
            "Claiming 66",
            "does not arise: nobody has to claim",
            "silent; the text mentions penalties at a real table and leaves them out",
        ),
        "claim.false_by_closer": Clause("", "does not arise: nobody has to claim", "silent"),
        "claim.false_vs_closer": Clause("", "does not arise: nobody has to claim", "silent"),
        "last.bonus": decided(10, "Last Trick", "10 card points"),
        "last.bonus_claimable": decided(True, "Scoring Game Points", "yes: it counts towards 66"),
        "last.no_claim_exhausted": decided(
            Unclaimed.TOTAL, "Scoring Game Points", "nobody: the totals can only be 65-65"
        ),
        "last.no_claim_closed": Clause("Scoring Game Points", "the closer has failed and loses"),
        "last.claim_after_final_trick": Clause(
            "Scoring Game Points", "its winner goes out by himself if it brings him to 66"
        ),
        "score.tiers": decided(
            33, "Scoring Game Points", "1; 2 if the loser has fewer than 33; 3 if he has no trick"
        ),
        "score.schwarz": Clause(
            "Scoring Game Points", "when he has taken no trick, even if he announced a marriage"
        ),
        "score.melds_count_to_33": Clause(
            "Scoring Game Points", "yes: they are added to what his tricks hold"
        ),
        "score.closed_basis": decided(
            ClosedBasis.CLOSE,
            "Scoring Game Points",
            "the points, marriages included, and tricks he had when the talon was closed",
            "the text speaks of tricks alone, its table of tricks and marriages; the table is what is "
            "applied",
        ),
        "score.closer_fails": decided(
            FailedClose.TWO_OR_THREE,
            "Scoring Game Points",
            "2, or 3 if the opponent had no trick when the talon was closed",
        ),
        "score.noncloser_out": decided(
            DefenderOut.AS_FAILED,
            "Scoring Game Points",
            "as for a failed close: 2, or 3 if he had no trick when the talon was closed",
        ),
        "score.exhausted": decided(
            Exhausted.BY_LOSER,
            "Scoring Game Points",
            "1, 2 or 3 by the loser's points once the 10 makes 66; nothing at 65-65",
        ),
        "tie.result": decided(Tie.DRAW, "Scoring Game Points", "a draw: no game points"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no", "silent"),
        "game.target": decided(7, "Overview", "7"),
        "game.direction": Clause("Scoring Game Points", "downwards from 7; nought or less wins"),
        "game.seven_nil": decided(False, "", "no", "silent"),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        **IRREGULARITIES,
    },
)
"""The program's Sixty-Six, a system of its own and not the German game."""

SCHNAPSEN_TOMPA: Final = SIXTY_SIX_TOMPA.but(
    "schnapsen-tompa",
    {
        "deck.cards": decided(PACK_20, "The Deck", "20 cards: ace, ten, king, queen and jack of four suits"),
        "deck.rank_values": Clause(
            "The Deck", "ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king"
        ),
        "deal.hand_size": decided(5, "The Deal", "five cards each"),
        "deal.batches": Clause(
            "", "three each, the turn-up, then two each", "silent; it makes no difference to the play"
        ),
        "deal.talon_size": Clause("The Deal", "10 cards, half the pack"),
        "deal.after_draw": decided(AfterDraw.TURN, "Scoring Game Points", "does not arise: no deal is drawn"),
        "exchange.card": Clause("Exchanging Trump", "the jack of trumps"),
        "marriage.after_close": decided(MarriageAfterClose.ANYBODY, "Marriages", "yes, by either player"),
        "marriage.after_exhaustion": decided(True, "Marriages", "yes"),
        "marriage.last_open": Clause("Marriages", "any lead", "derived"),
        "marriage.close_order": Clause(
            "Marriages; Quick Summary",
            "either order",
            "the text has its king or queen led at once, and yet lets the leader's announcements "
            "combine; any order holds, but an exchange must precede a close",
        ),
        "close.last_opportunity": Clause(
            "Closing the Stock", "before the fifth trick, with two cards in the talon"
        ),
        "last.bonus": decided(0, "Last Trick", "no card points: it wins the deal instead"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "silent"),
        "last.no_claim_exhausted": decided(
            Unclaimed.LAST_TRICK, "Last Trick", "the winner of the last trick"
        ),
        "score.exhausted": decided(
            Exhausted.BY_LOSER,
            "Scoring Game Points",
            "always 1: the loser never has fewer than 33",
            "the text says 1, 2 or 3 by the loser's points, and Schnapsen elsewhere a flat 1; the two "
            "agree, for where nobody reaches 66 the loser has at least 55",
        ),
        "tie.result": decided(Tie.DRAW, "Scoring Game Points", "does not arise: the last trick decides"),
    },
)
"""The program's Schnapsen."""

BOOKS: Final = (SIXTY_SIX_TOMPA, SCHNAPSEN_TOMPA)
