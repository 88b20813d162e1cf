"""The clauses of the 66 and the Schnapsen of a computer program, which counts for the players.

As long as the source has points: every one has its clause here.
"""

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
    SeriesDealer,
    Tie,
    TrumpCard,
    Unclaimed,
)
from referee.rulebook import IRREGULARITIES, TWO_PLAYERS, UNCONDITIONAL, Clause, Passage, book, decided

PLACE: Final = 5
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Schnapsen and Sixty-Six Rules (Martin Tompa, Master Schnapsen/66, 18 August 2015)"
ADDRESS: Final = "http://pse.psellos.com/schnapsen/rules.html"
REVISION: Final = "18 August 2015"

IN_TURN: Final = Passage(
    "Tricks", "The leader of the first trick alternates from deal to deal during a game."
)
EXCHANGE: Final = Passage(
    "Exchanging Trump",
    "You may do this exchange any time the stock is open, both players have drawn "
    "replacement cards for the previous trick, and you are the leader to the next "
    "trick.",
)
NO_TRICK: Final = Passage(
    "Scoring Game Points",
    "if the loser declared a marriage at trick 1 but never took a trick, the deal is "
    "worth 3 game points, not 2",
)
WHILE_OPEN: Final = Passage(
    "Marriages", "In Sixty-Six, you may only declare a marriage while the stock is open."
)
LAST_OPEN_TRICK: Final = Passage(
    "Closing the Stock", "on the last open-stock trick, when only one face-down card remains in the stock"
)
TIE: Final = Passage(
    "Scoring Game Points",
    (
        "In rare deals of Sixty-Six, neither of you reaches 66 points, all the cards "
        "have been played, and neither of you has closed the stock. Arithmetically, "
        "this can only happen when you tie at 65 points each. In this case, no game "
        "points are awarded."
    ),
)
ON_LEAD: Final = Passage(
    "Marriages",
    "In Schnapsen, you may declare a marriage whenever you are on lead, even if the stock is no longer open.",
)
HANDS: Final = Passage(
    "The Deal",
    "At the beginning of a deal, each player is dealt a hand of 5 cards (in Schnapsen) "
    "or 6 cards (in Sixty-Six).",
)
STOCK: Final = Passage(
    "The Deal",
    "The remaining cards (exactly half the deck) make up the stock, and are used to "
    "replenish the hands as cards are played.",
)
AUTOMATIC: Final = Passage(
    "Claiming 66",
    (
        "In Master Schnapsen/66, there is no need for either player to explicitly "
        "claim 66; when either player reaches or surpasses 66 trick points, the "
        "program will automatically end the deal and award game points to the winner."
    ),
)
STRICT: Final = Passage(
    "Following Suit",
    "In the second phase, when the stock is closed or exhausted, you must follow suit "
    "and win the trick, if possible, when playing the second card of a trick.",
)
FIRST_EXCHANGE: Final = Passage(
    "Exchanging Trump",
    (
        "This includes exchanging before the very first trick (when you have not even "
        "won a trick yet) and before the last open-stock trick, when only one "
        "face-down card remains in the stock."
    ),
)
FIRST_CLOSE: Final = Passage(
    "Closing the Stock",
    (
        "This includes closing the stock on the very first trick (when you have not "
        "even won a trick yet) and on the last open-stock trick, when only one "
        "face-down card remains in the stock."
    ),
)
AT_TRICKS_END: Final = Passage(
    "Scoring Game Points",
    (
        "The deal ends as soon as one of the players claims 66. … Otherwise it happens "
        "at the end of a trick by the winner of the trick, when the collected cards "
        "and the last trick bonus (if applicable) are scored."
    ),
)
NO_TIES: Final = Passage("Scoring Game Points", "Such ties cannot occur in Schnapsen.")
LAST_TRICK: Final = Passage(
    "Last Trick",
    (
        "If the stock is exhausted, and all cards are played from both hands, the "
        "winner of the last trick receives a bonus. … In Schnapsen, the winner of the "
        "last trick wins the entire deal."
    ),
)


SIXTY_SIX_TOMPA: Final = book(
    "sixty-six-tompa",
    SOURCE,
    {
        "deck.cards": decided(
            FULL_PACK,
            "The Deck",
            "24 cards: ace, ten, king, queen, jack and nine of four suits",
            quote="Sixty-Six has 6-card suits and is played with a 24-card deck.",
        ),
        "deck.rank_values": Clause(
            "The Deck",
            "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king",
            quote="The ranks are listed here from high (ace) to low (jack in Schnapsen, nine in Sixty-Six).",
        ),
        "deal.hand_size": HANDS.decides(6, "six cards each"),
        "deal.batches": Clause("", "three each, twice", "silent; it makes no difference to the play"),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": decided(
            TrumpCard.UNDER_TALON,
            "The Deal",
            "in effect the talon's last card is turned up; its suit is trump",
            quote="One card of the stock (conceptually, the last card) is dealt face up. The suit of "
            "this face-up card is the trump suit for the deal.",
        ),
        "deal.talon_size": STOCK.says("12 cards, half the pack"),
        "deal.first_dealer": Clause(
            "Tricks",
            "the other player than in the game before, as the first lead alternates from game to game",
            "silent on the very first game, where it is chosen at random",
            quote="The leader of the first trick of the first deal of the game alternates from game to game.",
        ),
        "deal.next_dealer": IN_TURN.decides(
            NextDealer.TURN, "the players deal in turn, as the first lead alternates"
        ),
        "deal.after_draw": IN_TURN.decides(
            AfterDraw.TURN, "the players still deal in turn", "silent; a drawn deal is a deal"
        ),
        "deal.first_lead": IN_TURN.says(
            "the players in turn, deal by deal; the leader is the non-dealer",
            "silent on a dealer; the leader's opponent takes his place",
        ),
        "play1.duty": Clause(
            "Following Suit",
            "none: any card may be played",
            quote="In the first phase of the deal, when the stock is open, there is no requirement "
            "to follow suit.",
        ),
        "play.trick_winner": Clause(
            "Tricks",
            "the higher trump, otherwise the higher card of the suit led",
            quote="If no card of the trump suit is part of the trick, the trick is won by the higher "
            "ranking card of the suit that was led. Otherwise the trick is won by the higher "
            "ranking trump.",
        ),
        "play.winner_leads": Clause(
            "Tricks",
            "the winner of a trick leads to the next",
            quote="The winner of a trick becomes the leader of the next trick.",
        ),
        "draw.order": Clause(
            "Drawing from the Stock",
            "the winner of the trick draws first",
            quote="The first card is drawn by the winner of the trick, the second by the loser.",
        ),
        "draw.last": Clause(
            "Drawing from the Stock",
            "the trick's winner draws the last hidden card, its loser the turn-up",
            quote="Note that the very last card drawn from the stock will be the face-up trump card.",
        ),
        "info.trick_review": Clause(
            "Claiming 66",
            "one's own tricks at any time, except in the most serious events",
            quote="In all but the most serious tournaments, the players are allowed to look back at "
            "their own tricks at any time during the deal",
        ),
        "info.score_memory": AUTOMATIC.says("nothing needs noting: the points are counted for the players"),
        "play2.trigger": STRICT.says("when the talon is exhausted or closed"),
        "play2.duty": STRICT.says("a higher card of the suit, else a lower one, else a trump, else any card"),
        "exchange.card": Clause(
            "Exchanging Trump", "the nine of trumps", quote="In Sixty-Six, you exchange the nine."
        ),
        "exchange.who": EXCHANGE.decides(Exchanger.LEADER, "the player about to lead, once both have drawn"),
        "exchange.min_tricks": FIRST_EXCHANGE.decides(0, "none"),
        "exchange.first_lead": FIRST_EXCHANGE.says("yes"),
        "exchange.min_talon": FIRST_EXCHANGE.decides(2, "any open talon, so two cards"),
        "exchange.after_end": EXCHANGE.says("no: only while the talon is open"),
        "exchange.opponent_on_close": EXCHANGE.decides(False, "no: only the leader may exchange"),
        "exchange.before_draw": Clause(
            "Exchanging Trump",
            "no: both draw first",
            quote="you may not exchange the trump before both players have drawn replacement cards, "
            "even though you are the leader to the next trick",
        ),
        "exchange.combo": Clause(
            "Quick Summary",
            "exchange, marriage and close may all precede one lead, the exchange before the close",
            quote="If the stock is still open, you may exchange the lowest trump (jack in Schnapsen, "
            "nine in Sixty-Six) or close the stock before leading. You may do either or both "
            "of these.",
        ),
        "marriage.value": Clause(
            "Marriages",
            "40 in trumps, 20 in another suit",
            quote=(
                "The trick point values of marriages are as follows: | Marriage in trump suit "
                "| 40 / Marriage in any other suit | 20"
            ),
        ),
        "marriage.who": decided(
            Announcer.LEADER,
            "Marriages",
            "the leader, holding king and queen of the suit, once both have drawn",
            quote="If you have both the king and queen of a suit in your hand and you are the leader "
            "for the upcoming trick, you may show the king and queen to declare a marriage",
        ),
        "marriage.lead": decided(
            MarriageLead.KING_OR_QUEEN,
            "Marriages",
            "king or queen of the marriage",
            quote="When you declare a marriage, you must lead either the king or queen from the "
            "marriage immediately.",
        ),
        "marriage.per_lead": decided(
            1, "Marriages", "one at each lead", quote="You may only declare one marriage per trick."
        ),
        "marriage.first_trick": NO_TRICK.decides(True, "yes"),
        "marriage.first_deal": decided(True, "", "yes", "silent"),
        "marriage.min_tricks": NO_TRICK.says("none", "derived"),
        "marriage.count_when": decided(
            MarriageCount.AT_ONCE,
            "Marriages",
            "at once, though a loser without a trick still gives 3 game points",
            quote="The trick points for a marriage are scored immediately.",
        ),
        "marriage.after_close": WHILE_OPEN.decides(
            MarriageAfterClose.NOBODY, "no: only while the talon is open"
        ),
        "marriage.after_exhaustion": WHILE_OPEN.decides(False, "no: only while the talon is open"),
        "marriage.last_open": WHILE_OPEN.says("the lead to the sixth trick", "derived"),
        "marriage.close_order": Clause(
            "Marriages; Quick Summary",
            "the marriage first, then the close",
            "the text has its king or queen led at once, and yet lets the leader's announcements "
            "combine; the close may come between, but a marriage needs an open talon",
            quote="In Sixty-Six, you may only declare a marriage while the stock is open.",
        ),
        "marriage.out_without_lead": decided(
            True,
            "Marriages",
            "yes: 66 by a marriage ends the deal, and no card is led",
            quote="If the player declaring the marriage claims 66, the deal ends at that point "
            "without finishing the trick.",
        ),
        "close.who": Clause(
            "Closing the Stock",
            "the player about to lead",
            quote="the leader of the upcoming trick may first close the stock prior to leading a card",
        ),
        "close.first_lead": FIRST_CLOSE.decides(True, "yes"),
        "close.min_tricks": FIRST_CLOSE.decides(0, "none", "derived"),
        "close.before_draw": decided(
            False,
            "Closing the Stock",
            "no: both draw first",
            quote="you may not close the stock before both players have drawn replacement cards",
        ),
        "close.min_talon": LAST_OPEN_TRICK.decides(2, "any open talon, so two cards"),
        "close.last_opportunity": LAST_OPEN_TRICK.says("before the sixth trick, with two cards in the talon"),
        "close.effect": Clause(
            "Closing the Stock",
            "no more cards are drawn, and suit must be followed",
            quote=(
                "When the stock is closed, the deal enters its second phase immediately. You "
                "and your opponent play cards one at a time from your hands, without refilling "
                "your hands from the stock."
            ),
        ),
        "close.noncloser_points": decided(
            True,
            "Closing the Stock",
            "both keep counting",
            quote=(
                "If you fail to win the deal — in other words, if you fail to correctly claim "
                "66, or your opponent correctly claims 66 first — your opponent is awarded "
                "bonus game points, explained later."
            ),
        ),
        "close.noncloser_can_win": Clause(
            "Closing the Stock",
            "yes, by reaching 66 first",
            quote=(
                "If you fail to win the deal — in other words, if you fail to correctly claim "
                "66, or your opponent correctly claims 66 first — your opponent is awarded "
                "bonus game points, explained later."
            ),
        ),
        "close.last_trick": decided(
            False,
            "Last Trick",
            "nothing extra",
            quote="Note that there is no bonus if the stock is closed, as that prevents the stock "
            "from being exhausted.",
        ),
        "claim.mode": AUTOMATIC.decides(ClaimMode.AUTO, "no: reaching 66 ends the deal"),
        "claim.window": decided(
            ClaimWindow.DRAW,
            "Claiming 66; Quick Summary",
            "none is needed: a trick or a marriage that makes 66 ends the deal; where it is claimed, "
            "before both draw, or on a marriage before leading",
            quote="If a player has either just won a trick or declared a marriage (discussed below), "
            "that player can announce 66 before proceeding",
        ),
        "claim.after_lost_trick": Clause(
            "Claiming 66",
            "no: only the trick's winner can reach 66 by it",
            quote="A player may not claim 66 at any other time.",
        ),
        "claim.both66": AUTOMATIC.says("does not arise: the deal ends as soon as somebody reaches 66"),
        "claim.false": decided(
            FalseClaim.FLAT,
            "Claiming 66",
            "does not arise: nobody has to claim",
            "silent; the text mentions penalties at a real table and leaves them out",
            quote="there are game point penalties for claiming 66 when you do not have it, but these "
            "will not be discussed here",
        ),
        "claim.false_by_closer": Clause("", "does not arise: nobody has to claim", "silent"),
        "claim.false_vs_closer": Clause("", "does not arise: nobody has to claim", "silent"),
        "last.bonus": decided(
            10,
            "Last Trick",
            "10 card points",
            quote=(
                "If the stock is exhausted, and all cards are played from both hands, the "
                "winner of the last trick receives a bonus. In Sixty-Six, the bonus is 10 "
                "additional trick points."
            ),
        ),
        "last.bonus_claimable": AT_TRICKS_END.decides(True, "yes: it counts towards 66"),
        "last.no_claim_exhausted": TIE.decides(Unclaimed.TOTAL, "nobody: the totals can only be 65-65"),
        "last.no_claim_closed": Clause(
            "Scoring Game Points",
            "the closer has failed and loses",
            quote=(
                "If the noncloser wins the deal (meaning the closer failed to claim 66 "
                "correctly, or the noncloser correctly claimed 66 first), then game points are "
                "awarded to the noncloser according to the table below: | Noncloser had no "
                "tricks at the time the stock was closed | 3 / Otherwise | 2"
            ),
        ),
        "last.claim_after_final_trick": AT_TRICKS_END.says(
            "its winner goes out without a claim if it brings him to 66"
        ),
        "score.tiers": decided(
            33,
            "Scoring Game Points",
            "1; 2 if the loser has fewer than 33; 3 if he has no trick",
            quote="Assuming the stock was not closed, the winner is awarded game points as follows: | Loser "
            "took no tricks | 3 / Loser’s tricks and marriages add to fewer than 33 trick points | 2 / "
            "Loser’s tricks and marriages add to at least 33 trick points | 1",
        ),
        "score.schwarz": NO_TRICK.says("when he has taken no trick, even if he announced a marriage"),
        "score.melds_count_to_33": Clause(
            "Scoring Game Points",
            "yes: they are added to what his tricks hold",
            quote=(
                "Assuming the stock was not closed, the winner is awarded game points as "
                "follows: | Loser took no tricks | 3 / Loser’s tricks and marriages add to "
                "fewer than 33 trick points | 2 / Loser’s tricks and marriages add to at least "
                "33 trick points | 1"
            ),
        ),
        "score.closed_basis": decided(
            ClosedBasis.CLOSE,
            "Scoring Game Points",
            "the points, marriages included, and tricks he had when the talon was closed",
            "the text speaks of tricks alone, its table of tricks and marriages; the table is applied",
            quote="Awarded to closer | Noncloser had no tricks when stock was closed | 3 / Noncloser’s "
            "tricks and marriages added to fewer than 33 trick points when stock was closed | 2 / "
            "Noncloser’s tricks and marriages added to at least 33 trick points when stock was closed | 1",
        ),
        "score.closer_fails": decided(
            FailedClose.TWO_OR_THREE,
            "Scoring Game Points",
            "2, or 3 if the opponent had no trick when the talon was closed",
            quote="If the noncloser wins the deal (meaning the closer failed to claim 66 correctly, or the "
            "noncloser correctly claimed 66 first), then game points are awarded to the noncloser according "
            "to the table below: | Noncloser had no tricks at the time the stock was closed | 3 / "
            "Otherwise | 2",
        ),
        "score.noncloser_out": decided(
            DefenderOut.AS_FAILED,
            "Scoring Game Points",
            "as for a failed close: 2, or 3 if he had no trick when the talon was closed",
            quote=(
                "If the noncloser wins the deal (meaning the closer failed to claim 66 "
                "correctly, or the noncloser correctly claimed 66 first), then game points are "
                "awarded to the noncloser according to the table below: | Noncloser had no "
                "tricks at the time the stock was closed | 3 / Otherwise | 2"
            ),
        ),
        "score.exhausted": TIE.decides(
            Exhausted.BY_LOSER, "1, 2 or 3 by the loser's points once the 10 makes 66; nothing at 65-65"
        ),
        "tie.result": TIE.decides(Tie.DRAW, "a draw: no game points"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no", "silent"),
        "game.target": decided(
            7, "Overview", "7", quote="You win the game as a whole by being the first to score 7 game points."
        ),
        "game.direction": Clause(
            "Scoring Game Points",
            "downwards from 7; zero or less wins",
            quote="It is traditional to keep track of the game points by counting down from 7 to 0.",
        ),
        "game.seven_nil": decided(False, "", "no", "silent"),
        "series.next_dealer": decided(
            SeriesDealer.TURN,
            "Tricks",
            "who did not deal first in the match before",
            quote="The leader of the first trick of the first deal of the game alternates from game to game.",
        ),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        **IRREGULARITIES,
    },
    address=ADDRESS,
    revision=REVISION,
)
"""The program's Sixty-Six, a separate system and not the German game."""

SCHNAPSEN_TOMPA: Final = SIXTY_SIX_TOMPA.but(
    "schnapsen-tompa",
    {
        "deck.cards": decided(
            PACK_20,
            "The Deck",
            "20 cards: ace, ten, king, queen and jack of four suits",
            quote="Since Schnapsen has 5-card suits, it is played with a 20-card deck.",
        ),
        "deck.rank_values": Clause(
            "The Deck",
            "ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king",
            quote="The ranks are listed here from high (ace) to low (jack in Schnapsen, nine in Sixty-Six).",
        ),
        "deal.hand_size": HANDS.decides(5, "five cards each"),
        "deal.batches": Clause(
            "", "three each, the turn-up, then two each", "silent; it makes no difference to the play"
        ),
        "deal.talon_size": STOCK.says("10 cards, half the pack"),
        "deal.after_draw": NO_TIES.decides(AfterDraw.TURN, "does not arise: no deal is drawn"),
        "exchange.card": Clause(
            "Exchanging Trump",
            "the jack of trumps",
            quote="In Schnapsen, you exchange the jack in your hand for the face-up trump.",
        ),
        "marriage.after_close": ON_LEAD.decides(MarriageAfterClose.ANYBODY, "yes, by either player"),
        "marriage.after_exhaustion": ON_LEAD.decides(True, "yes"),
        "marriage.last_open": ON_LEAD.says("any lead", "derived"),
        "marriage.close_order": Clause(
            "Marriages; Quick Summary",
            "either order",
            "the text has its king or queen led at once, and yet lets the leader's announcements "
            "combine; any order is allowed, but an exchange must precede a close",
            quote="In Schnapsen, you may declare a marriage whenever you are on lead, even if the "
            "stock is no longer open.",
        ),
        "close.last_opportunity": LAST_OPEN_TRICK.says("before the fifth trick, with two cards in the talon"),
        "last.bonus": LAST_TRICK.decides(0, "no card points: it wins the deal instead"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "silent"),
        "last.no_claim_exhausted": LAST_TRICK.decides(Unclaimed.LAST_TRICK, "the winner of the last trick"),
        "score.exhausted": decided(
            Exhausted.BY_LOSER,
            "Scoring Game Points",
            "always 1: the loser never has fewer than 33",
            "the text says 1, 2 or 3 by the loser's points, and elsewhere a flat 1; the two agree, "
            "because where nobody reaches 66 the loser has at least 55",
            quote="The player who correctly claims 66 (or takes the last trick in Schnapsen with the "
            "stock exhausted) wins game points as explained below.",
        ),
        "tie.result": NO_TIES.decides(Tie.DRAW, "does not arise: the last trick decides"),
    },
)
"""The program's Schnapsen."""

BOOKS: Final = (SIXTY_SIX_TOMPA, SCHNAPSEN_TOMPA)
