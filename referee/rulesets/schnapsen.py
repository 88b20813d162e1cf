"""The clauses of Schnapsen: the soft game, the sharp game and its tournament scoring.

As long as the source has points: every one has its clause here.
"""

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
    SeriesDealer,
    Tie,
    TrumpCard,
    Unclaimed,
)
from referee.rulebook import IRREGULARITIES, TWO_PLAYERS, UNCONDITIONAL, Clause, Passage, book, decided

PLACE: Final = 3
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Schnapsen (pagat.com)"
ADDRESS: Final = "http://www.pagat.com/marriage/schnaps.html"
REVISION: Final = ""
"""An older copy of the page, which does not say of when it is."""

LAST_TRICK: Final = Passage(
    "Going Out",
    (
        "If neither player closed the talon and neither went out, i.e., play continued "
        "to the very last trick with the talon exhausted, the player who takes the "
        "last trick wins the hand, scoring one game point, irrespective of the number "
        "of card points the players have taken."
    ),
)
EXCHANGE: Final = Passage(
    "The Trump Jack",
    "This can only be done by the player whose turn it is to lead, just before he leads to the trick.",
)
CLOSING: Final = Passage(
    "Closing", "At any point, when it is her turn to lead, either player may close the talon"
)
MARRIAGE_LEAD: Final = Passage(
    "Marriages / Pairs",
    'The player declares "20" or "40" and must lead one of the two cards to the trick '
    "and show the other card.",
)
ANY_LEAD: Final = Passage(
    "Marriages / Pairs",
    (
        "Although a marriage can be melded any time that a player has the lead, the "
        "score does not count until the melder has taken a trick."
    ),
)
AFTER_CLOSE: Final = Passage(
    "Closing",
    "it is still possible to meld a marriage when leading to a trick, even after the talon has been closed",
)
CLAIM_WINDOW: Final = Passage(
    "Going Out",
    "A claim may be made just after winning a trick or just after declaring a "
    "marriage, but not at any other time.",
)
AFTER_DRAW: Final = Passage(
    "Closing",
    "The talon can only be closed after drawing a replacement card, when the players "
    "have hands of five cards each.",
)
DEFENDER_OUT: Final = Passage(
    "Going Out",
    (
        "The same scores of 2 or 3 game points apply in the unusual case where the "
        "opponent of the player who closed reaches 66 and wins by claiming first, "
        "before the closing player has gone out."
    ),
)
FALSE_CLAIM: Final = Passage(
    "Going Out",
    "If she is wrong, the opponent scores 2 game points, or 3 game points if the false "
    "claim is made before the opponent has taken a trick.",
)
FAILED_CLOSE: Final = Passage(
    "Going Out",
    "If a player closes and subsequently fails to reach 66 and go out, the penalty is "
    "2 points to the opponent, or 3 if the opponent had no tricks when the talon was "
    "closed.",
)
STRICT_EXCHANGE: Final = Passage(
    "Variants",
    (
        "The Jack (Unter) of trumps cannot be exchanged by a player who has not yet "
        "won a trick, not can it be exchanged when only two cards remain in the talon. "
        "With this strict rule, the trump can only be exchanged just before leading to "
        "the second, third or fourth trick."
    ),
)
STRICT_CLOSE: Final = Passage(
    "Variants",
    "The talon cannot be closed when only two cards remain in it (the face up trump and one face down card).",
)


CLOSED: Final = Passage(
    "Closing",
    (
        "After the talon is closed, no more cards can be drawn from it, and the "
        "remaining cards are played according to the same rules as when the talon is "
        "exhausted: follow suit and head the trick if possible, otherwise trump."
    ),
)
STRICT_MARRIAGE: Final = Passage(
    "Variants",
    (
        "A marriage or pair cannnot be declared until the player has won a trick. "
        "Therefore the non-dealer cannot declare one when leading to the first trick."
    ),
)


SCHNAPSEN: Final = book(
    "schnapsen",
    SOURCE,
    {
        "deck.cards": decided(
            PACK_20,
            "The Cards",
            "20 cards: ace, ten, king, queen and jack of four suits",
            quote="Schnapsen is played with a 20-card French- or German-suited pack.",
        ),
        "deck.rank_values": Clause(
            "The Cards",
            "ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king",
            quote=(
                "The ranks and values of the cards, from high to low, follow the usual Central "
                "European model: | Ace (Ass) | 11 / Ten (Zehner) | 10 / King (König) | 4 / "
                "Queen (Dame) | 3 / Jack (Bube) | 2"
            ),
        ),
        "deal.hand_size": decided(
            5,
            "The Deal",
            "five cards each",
            quote="Then another batch of two cards is dealt to each player, so that the players have "
            "five cards each.",
        ),
        "deal.batches": Clause(
            "The Deal",
            "three each, the turn-up, then two each",
            quote=(
                "After the shuffle and cut, deal a batch of three cards to each player. The "
                "next card is placed face up on the table to determine the trump suit. Then "
                "another batch of two cards is dealt to each player, so that the players have "
                "five cards each."
            ),
        ),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": decided(
            TrumpCard.UNDER_TALON,
            "The Deal",
            "the seventh card is turned up and goes under the talon; its suit is trump",
            quote="The next card is placed face up on the table to determine the trump suit.",
        ),
        "deal.talon_size": Clause(
            "The Deal",
            "10 cards",
            quote="These ten cards form the talon, from which the players draw after each trick.",
        ),
        "deal.first_dealer": Clause(
            "The Deal", "chosen in any way both accept", quote="Determine the dealer by any acceptable means"
        ),
        "deal.next_dealer": decided(
            NextDealer.TURN,
            "The Deal",
            "the players deal in turn, whoever won",
            quote="thereafter, the deal alternates between the players",
        ),
        "deal.after_draw": LAST_TRICK.decides(
            AfterDraw.TURN, "does not arise: the last trick decides", "derived"
        ),
        "deal.first_lead": Clause(
            "The Play", "the non-dealer leads", quote="Non-dealer leads to the first trick."
        ),
        "play1.duty": Clause(
            "The Play",
            "none: neither to follow suit nor to trump",
            quote="There is no obligation to follow suit or to trump.",
        ),
        "play.trick_winner": Clause(
            "The Play",
            "the higher trump, otherwise the higher card of the suit led",
            quote="In the first part of the hand, a trick is taken by the highest card of the suit "
            "led, or by the highest trump if any is played.",
        ),
        "play.winner_leads": Clause(
            "The Play",
            "the winner of a trick leads to the next",
            quote="The winner of the trick leads to the next.",
        ),
        "draw.order": Clause(
            "The Play",
            "the winner of the trick draws first, from the top",
            quote="After the trick is played, the winner of the trick takes the top card of the "
            "talon to replenish her hand, after which the loser does the same.",
        ),
        "draw.last": Clause(
            "Exhausting the Talon",
            "the trick's winner draws the last hidden card, its loser the turn-up",
            quote="the last face-down card goes to the winner of this trick and the face-up trump to "
            "the loser",
        ),
        "info.trick_review": Clause(
            "The Play",
            "one's own tricks at any time, the opponent's last one until the next lead",
            quote='In informal ("soft") games, it is legal for a player to look through the cards in '
            "the tricks that she has taken.",
        ),
        "info.score_memory": Clause(
            "The Idea of the Game",
            "nothing: points are counted in the head",
            quote="the players are required to keep track of their score in their heads -- the use "
            "of a scoresheet is not allowed",
        ),
        "play2.trigger": CLOSED.says("when the talon is exhausted or closed"),
        "play2.duty": Clause(
            "Exhausting the Talon",
            "a higher card of the suit, else a lower one, else a trump, else any card",
            quote=(
                "Players must follow suit; also, subject to the requirement to follow suit the "
                "second player must beat the led card if possible. … If you have no card of "
                "the suit that was led you must play a trump."
            ),
        ),
        "exchange.card": Clause(
            "The Trump Jack",
            "the jack of trumps",
            quote="the holder of the lowest trump card (in this case the Jack) may exchange it for "
            "the trump turn-up",
        ),
        "exchange.who": EXCHANGE.decides(Exchanger.LEADER, "the player about to lead, just before leading"),
        "exchange.min_tricks": EXCHANGE.decides(0, "none", "derived"),
        "exchange.first_lead": Clause(
            "The Trump Jack",
            "yes: nothing forbids it",
            "derived",
            quote="The exchange does not have to be made at the first possible opportunity",
        ),
        "exchange.min_talon": decided(
            2,
            "The Trump Jack",
            "any open talon, so two cards",
            quote=(
                "the holder of the trump jack can wait and exchange after any trick that he "
                "wins, as long as cards still remain in the talon, and the talon has not been "
                "closed."
            ),
        ),
        "exchange.after_end": Clause(
            "The Trump Jack",
            "no, neither after a close nor after exhaustion",
            quote="Once the talon has been closed or exhausted, the trump jack cannot be exchanged.",
        ),
        "exchange.opponent_on_close": decided(
            False,
            "Sechsundsechzig",
            "no",
            quote="In 66, the opponent of a player who closes may at the moment of closing exchange "
            "the 9 for the face up trump, even having won no tricks. (In Schnapsen this is not "
            "allowed.)",
        ),
        "exchange.before_draw": EXCHANGE.says("no: just before leading, so after drawing"),
        "exchange.combo": EXCHANGE.says(
            "exchange, marriage and close may all precede one lead, the exchange before the close", "silent"
        ),
        "marriage.value": Clause(
            "Marriages / Pairs",
            "40 in trumps, 20 in another suit",
            quote="This scores 20 points (for a plain marriage) or 40 points (for a royal marriage, "
            "i.e., a marriage in trumps).",
        ),
        "marriage.who": decided(
            Announcer.LEADER,
            "Marriages / Pairs",
            "the leader, holding king and queen of the suit",
            quote=(
                'A "marriage" or "pair" (the matched King and Queen, or King and Ober, of any '
                "suit) may be melded at the start of any trick by the player whose turn it is "
                "to lead."
            ),
        ),
        "marriage.lead": MARRIAGE_LEAD.decides(MarriageLead.KING_OR_QUEEN, "king or queen of the marriage"),
        "marriage.per_lead": MARRIAGE_LEAD.decides(1, "one at each lead", "derived"),
        "marriage.first_trick": decided(
            True,
            "Marriages / Pairs",
            "yes",
            quote=(
                "a player may declare 40 for the King-Queen of trumps on the opening lead, but "
                "if she doesn't take a trick by the end of the hand her score is zero."
            ),
        ),
        "marriage.first_deal": ANY_LEAD.decides(True, "yes", "derived"),
        "marriage.min_tricks": ANY_LEAD.says("none; the points wait for a trick", "derived"),
        "marriage.count_when": ANY_LEAD.decides(
            MarriageCount.WITH_TRICK, "once the player has won a trick; without one, never"
        ),
        "marriage.after_close": AFTER_CLOSE.decides(MarriageAfterClose.ANYBODY, "yes, by either player"),
        "marriage.after_exhaustion": decided(
            True, "Sechsundsechzig", "yes", quote="(In Schnapsen 20's and 40's can be declared in any trick.)"
        ),
        "marriage.last_open": Clause(
            "Marriages / Pairs",
            "any lead",
            "derived",
            quote=(
                'A "marriage" or "pair" (the matched King and Queen, or King and Ober, of any '
                "suit) may be melded at the start of any trick by the player whose turn it is "
                "to lead."
            ),
        ),
        "marriage.close_order": AFTER_CLOSE.says("either order"),
        "marriage.out_without_lead": CLAIM_WINDOW.decides(
            True, "yes: a claim may follow the marriage, and no card is led"
        ),
        "close.who": CLOSING.says("the player about to lead"),
        "close.first_lead": decided(
            True,
            "Closing",
            "yes: the non-dealer may close before leading",
            "the text allows any lead, but only after a draw, and none comes before the first lead; the "
            "first lead counts, as in the text's own example",
            quote="a non-dealer who is dealt the Ace, King and Queen of trumps can do the following: "
            "close the talon, lead the Ace, then declare 40 and lead the King followed by the "
            "Queen",
        ),
        "close.min_tricks": CLOSING.decides(0, "none", "derived"),
        "close.before_draw": AFTER_DRAW.decides(False, "no: after drawing, with five cards each"),
        "close.min_talon": CLOSING.decides(2, "any open talon, so two cards"),
        "close.last_opportunity": AFTER_DRAW.says(
            "before the fifth trick, with two cards in the talon", "derived"
        ),
        "close.effect": CLOSED.says("no more cards are drawn, and suit must be followed"),
        "close.noncloser_points": DEFENDER_OUT.decides(True, "both keep counting"),
        "close.noncloser_can_win": DEFENDER_OUT.says("yes, by claiming first"),
        "close.last_trick": LAST_TRICK.decides(False, "nothing: it does not win the deal"),
        "claim.mode": decided(
            ClaimMode.SAID,
            "Going Out",
            "yes: whoever has 66 wins only by claiming it",
            quote="A player who believes she has 66 or more points can declare this fact, claiming "
            "to have won the hand.",
        ),
        "claim.window": decided(
            ClaimWindow.REPLY,
            "Going Out; Marriages / Pairs",
            "after winning a trick, until the next lead; after announcing a marriage, until the reply to "
            "the card that is led with it",
            "silent on the end of the moment; leading a card of the marriage is part of announcing "
            "it, and drawing, exchanging and closing do not end the moment",
            quote="A claim may be made just after winning a trick or just after declaring a "
            "marriage, but not at any other time.",
        ),
        "claim.after_lost_trick": Clause(
            "Going Out", "no", quote="Note that it is not possible to go out after losing a trick."
        ),
        "claim.both66": Clause(
            "Going Out",
            "whoever claims correctly, whatever the other has",
            quote="so long as the claim was correct, the claiming player wins, however many points "
            "the opponent had",
        ),
        "claim.false": FALSE_CLAIM.decides(
            FalseClaim.SCHNAPSEN,
            "the other player scores 2, or 3 if he has no trick yet",
            "the text lists it among the wins of a right claim; read as a slip of layout",
        ),
        "claim.false_by_closer": FAILED_CLOSE.says(
            "the opponent scores 2, or 3 if he had no trick when the talon was closed",
            "the text penalises a false claim and a failed close, and both apply; the greater penalty counts",
        ),
        "claim.false_vs_closer": FALSE_CLAIM.says("the closer scores 2, or 3 if he has no trick yet"),
        "last.bonus": LAST_TRICK.decides(0, "no card points: it wins the deal instead", "derived"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "silent"),
        "last.no_claim_exhausted": LAST_TRICK.decides(Unclaimed.LAST_TRICK, "the winner of the last trick"),
        "last.no_claim_closed": Clause(
            "Going Out",
            "the closer has failed and loses, even with 66 in his tricks",
            quote=(
                "if a player closes and plays on to the last card, but loses the last trick, "
                "his opponent automatically wins because the closing player cannot go out at "
                "this point, even if it turns out that he actually had 66 or more points."
            ),
        ),
        "last.claim_after_final_trick": CLAIM_WINDOW.says(
            "its winner may claim, for 1, 2 or 3 instead of the flat 1"
        ),
        "score.tiers": decided(
            33,
            "Going Out",
            "1; 2 if the loser has fewer than 33; 3 if he has no trick",
            quote=(
                "If she is right, she scores points toward game as follows: | One game point, "
                "if the opponent has made at least 33 points. / Two game points, if the "
                "opponent has made fewer than 33 points, but has won at least one trick "
                "(opponent is said to be Schneider). / Three game points, if the opponent has "
                "won no tricks (opponent is said to be Schwarz)."
            ),
        ),
        "score.schwarz": Clause(
            "Going Out",
            "when he has taken no trick",
            quote="Three game points, if the opponent has won no tricks (opponent is said to be Schwarz).",
        ),
        "score.melds_count_to_33": Clause(
            "Going Out",
            "yes: they are added to what his tricks hold",
            quote="both players' points are counted up by going through the cards won in tricks and "
            "adding 20's and 40's for declared marriages",
        ),
        "score.closed_basis": decided(
            ClosedBasis.CLOSE,
            "Going Out",
            "the points and tricks he had when the talon was closed",
            quote=(
                "When a player closes the talon, reaches 66 points and goes out, the score is "
                "based on the tricks and points that the opponent had at the moment when the "
                "talon was closed"
            ),
        ),
        "score.closer_fails": FAILED_CLOSE.decides(
            FailedClose.TWO_OR_THREE, "2, or 3 if the opponent had no trick at the close"
        ),
        "score.noncloser_out": DEFENDER_OUT.decides(
            DefenderOut.AS_FAILED,
            "as for a failed close: 2, or 3 if he had no trick when the talon was closed",
        ),
        "score.exhausted": LAST_TRICK.decides(Exhausted.ONE, "always 1, whatever the points"),
        "tie.result": decided(Tie.DRAW, "", "does not arise: the last trick decides", "silent"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no: there are no draws", "silent"),
        "game.target": decided(
            7,
            "Scoring",
            "7",
            quote="Both players start with 7 game points, and subtract the game points they win.",
        ),
        "game.direction": Clause(
            "Scoring",
            "downwards from 7; zero or less wins",
            quote="The overall winner is the first player whose score reaches or passes zero.",
        ),
        "game.seven_nil": decided(False, "", "no", "silent"),
        "series.next_dealer": decided(
            SeriesDealer.ANEW,
            "The Deal",
            "chosen in any way both accept, in every match",
            "the text has no series; what it says of the first deal is read of every match",
            quote="Determine the dealer by any acceptable means",
        ),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        "claim.false_at_33": decided(
            AtLimit.ONE,
            "Variants",
            "1, where a false claim costs what a right one would have won",
            "the text has fewer than 33 and more than 33, and leaves 33 open; read as for a right claim",
            quote="2 points if the opponent had at least one trick but less than 33 card points, or "
            "just 1 if the opponent had more than 33 card points",
        ),
        **IRREGULARITIES,
    },
    variants={
        ("claim.false", FalseClaim.PROPORTIONAL): Passage(
            "Variants",
            (
                "Many sources state that if a player makes a false claim to have reached 66, "
                "the opponent scores as many game points as the player who went out would have "
                "scored, had the claim been correct"
            ),
        )
    },
    address=ADDRESS,
    revision=REVISION,
)
"""Schnapsen as it is played informally, called soft."""

SCHNAPSEN_SHARP: Final = SCHNAPSEN.but(
    "schnapsen-sharp",
    {
        "info.trick_review": Clause(
            "Variants",
            "none, until the play has ended",
            quote="The winner of each trick turns it face down and it cannot be looked at again "
            "until the end of the play.",
        ),
        "info.score_memory": Clause(
            "Variants",
            "nothing, neither on paper nor otherwise",
            quote=(
                "It is therefore important for players to remember how many card points they "
                "have taken: these scores may not be written down or otherwise recorded."
            ),
        ),
        "exchange.min_tricks": STRICT_EXCHANGE.decides(1, "he must have won a trick"),
        "exchange.first_lead": STRICT_EXCHANGE.says("no, because he has no trick"),
        "exchange.min_talon": STRICT_EXCHANGE.decides(
            4, "more than two cards, so at least four: up to the lead to the fourth trick"
        ),
        "marriage.lead": decided(
            MarriageLead.KING,
            "Variants",
            "the king of the marriage",
            quote="When declaring 20 or 40, the player must lead the King, not the Queen (Ober).",
        ),
        "marriage.first_trick": STRICT_MARRIAGE.decides(False, "no, because he has no trick"),
        "marriage.min_tricks": STRICT_MARRIAGE.says("he must have won a trick"),
        "close.min_talon": STRICT_CLOSE.decides(4, "more than two cards, so at least four"),
        "close.last_opportunity": STRICT_CLOSE.says(
            "before the fourth trick, with four cards in the talon", "derived"
        ),
    },
)
"""The stricter game, called sharp; what its text does not change is as in the soft game."""

SCHNAPSEN_TOURNAMENT: Final = SCHNAPSEN_SHARP.but(
    "schnapsen-tournament",
    {
        "score.closed_basis": decided(
            ClosedBasis.TOTAL,
            "Variants",
            "all his points and tricks, before and after the close",
            quote=(
                "In some tournaments, when a player closes the talon and wins, the score is "
                "based on the opponent's total card points, including those in tricks taken "
                "after the talon was closed."
            ),
        )
    },
)
"""The sharp game with the scoring of closed deals that some tournaments use."""

BOOKS: Final = (SCHNAPSEN, SCHNAPSEN_SHARP, SCHNAPSEN_TOURNAMENT)
