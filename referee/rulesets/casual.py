"""The clauses of a short casual 66 and of the same game without the nines, from a hobby blog."""

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

PLACE: Final = 4
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "66: A Classic German Two-Player (a blog, 9 October 2022)"
ADDRESS: Final = "https://pubgames.club/sixtysix/"
REVISION: Final = "9 October 2022"

LAST_TRICK: Final = Passage(
    "End of Game",
    "If neither player reached 66 and the deck was not closed, the player who makes "
    "the final trick wins one point.",
)
EXCHANGE: Final = Passage(
    "Stealing the trump",
    "If you have the lowest trump card, you can exchange or the trump under the deck when it's your turn.",
)
WEDDING: Final = Passage(
    "Weddings",
    "You can make only make an announcement if it's your turn to begin the trick, and "
    "you have to play one of the two cards after annoncing it.",
)
DEFENDER: Final = Passage(
    "Closing the deck",
    (
        "Once the deck has been closed, the defending player does not get points for "
        "any tricks or weddings they may make from that time until the end of the "
        "round."
    ),
)
ENOUGH: Final = Passage(
    "End of Game",
    'If you think you have reached 66 points, just say "66" or "enough!" when it\'s '
    "your turn to end the round.",
)
CLOSING: Final = Passage(
    "Closing the deck", "You can pressure your opponent by closing the deck (on your turn)."
)
TURN_UP: Final = Passage(
    "Setup",
    "An additional card is uncovered an placed under the deck perpendicularly. This is the trump suit.",
)
STRICT: Final = Passage(
    "Closing the deck",
    "As soon as the deck is closed or runs out, players are required to make a trick "
    "or follow suit if possible.",
)
FALSE_CLAIM: Final = Passage(
    "End of Game; Scoring",
    'If you say "enough!" but don\'t have 66, your opponent gets at least two points, '
    "or however many you would have won if you had had 66.",
)


SIXTY_SIX_CASUAL: Final = book(
    "sixty-six-casual",
    SOURCE,
    {
        "deck.cards": decided(
            FULL_PACK,
            "(opening)",
            "24 cards: ace, ten, king, queen, jack and nine of four suits",
            quote="66 is played with a 24-card deck, using only the nines through aces.",
        ),
        "deck.rank_values": Clause(
            "Scoring of Tricks",
            "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king",
            "silent on the nine; lowest and worth nothing, it keeps the pack at 120",
            quote=(
                "Card by Trick Rank | Points / Ace | 11 / 10 | 10 / King | 4 / Queen/Ober | 3 "
                "/ Jack/Unter | 2"
            ),
        ),
        "deal.hand_size": decided(
            6,
            "Setup",
            "six cards each",
            quote=("each player is dealt six cards (five if playing without nines)."),
        ),
        "deal.batches": Clause("", "three each, twice", "silent; it makes no difference to the play"),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": TURN_UP.decides(
            TrumpCard.UNDER_TALON,
            "after the hands one more card is turned up under the talon; its suit is trump",
        ),
        "deal.talon_size": Clause("", "12 cards", "silent; the pack less the two hands"),
        "deal.first_dealer": Clause("", "chosen at random", "silent"),
        "deal.next_dealer": decided(
            NextDealer.TURN, "", "the players deal in turn, whoever won", "silent; it favours neither"
        ),
        "deal.after_draw": LAST_TRICK.decides(
            AfterDraw.TURN, "does not arise: the last trick decides", "derived"
        ),
        "deal.first_lead": Clause(
            "Setup",
            "the non-dealer leads",
            "silent; the text does not say who the first player is",
            quote="The game begins by the first player putting down a card.",
        ),
        "play1.duty": Clause(
            "Making tricks",
            "none: neither to follow suit nor to win the trick",
            quote="You are not required to follow suit or to make a trick",
        ),
        "play.trick_winner": Clause(
            "Making tricks",
            "the higher card of one suit, a lone trump, otherwise the card led",
            "the text lets a reply win with any trump; on a trump lead it must be a higher one",
            quote="To make a trick, the opponent must play a higher card of the same suit or a trump card.",
        ),
        "play.winner_leads": Clause(
            "Making tricks",
            "the winner of a trick leads to the next",
            quote="The player who makes the trick plays the next card.",
        ),
        "draw.order": Clause(
            "Making tricks",
            "the winner of the trick draws first, from the top",
            "silent; so in all other sources",
            quote="After each trick, each player draws another card (until the deck runs out).",
        ),
        "draw.last": Clause(
            "Stealing the trump",
            "the trick's winner draws the last hidden card, its loser the turn-up",
            "silent; the text only implies that the turn-up is drawn",
            quote=(
                "This can be very beneficial if that's a good card (eventually, that card will "
                "be drawn othewise)."
            ),
        ),
        "info.trick_review": Clause(
            "",
            "one's own tricks at any time, the opponent's last one until the next lead",
            "silent; as in informal Schnapsen",
        ),
        "info.score_memory": Clause("", "whatever the players agree on", "silent"),
        "play2.trigger": STRICT.says("when the talon is exhausted or closed"),
        "play2.duty": Clause(
            "Making tricks; Closing the deck",
            "a higher card of the suit, else a lower one, else a trump, else any card",
            "the text says to follow and win, and elsewhere to win or follow; suit comes first, then "
            "heading, then trumping, as in all other sources",
            quote="Once the deck runs out, you must follow suit and must make the trick if possible.",
        ),
        "exchange.card": EXCHANGE.says("the nine of trumps, the lowest"),
        "exchange.who": EXCHANGE.decides(
            Exchanger.LEADER,
            "the player about to lead, just before leading",
            "the text says on one's turn; read as on lead",
        ),
        "exchange.min_tricks": EXCHANGE.decides(0, "none", "silent"),
        "exchange.first_lead": EXCHANGE.says("yes", "silent"),
        "exchange.min_talon": EXCHANGE.decides(2, "any open talon, so two cards", "silent"),
        "exchange.after_end": EXCHANGE.says("no: the turn-up must lie under an open talon", "derived"),
        "exchange.opponent_on_close": decided(False, "", "no", "silent"),
        "exchange.before_draw": Clause("", "no", "silent"),
        "exchange.combo": Clause(
            "",
            "exchange, marriage and close may all precede one lead, the exchange before the close",
            "silent",
        ),
        "marriage.value": Clause(
            "Weddings",
            "40 in trumps, 20 in another suit",
            quote=(
                "Weddings are worth the following points: | 40 points for a wedding in trump / "
                "20 points for each non-trump wedding"
            ),
        ),
        "marriage.who": WEDDING.decides(Announcer.LEADER, "the leader, holding king and queen of the suit"),
        "marriage.lead": WEDDING.decides(MarriageLead.KING_OR_QUEEN, "king or queen of the marriage"),
        "marriage.per_lead": WEDDING.decides(1, "one at each lead", "derived"),
        "marriage.first_trick": WEDDING.decides(True, "yes", "silent"),
        "marriage.first_deal": decided(True, "", "yes", "silent"),
        "marriage.min_tricks": WEDDING.says("none; the points wait for a trick", "derived"),
        "marriage.count_when": decided(
            MarriageCount.WITH_TRICK,
            "",
            "once the player has won a trick",
            "silent; counting at once would not change any result",
        ),
        "marriage.after_close": DEFENDER.decides(
            MarriageAfterClose.ANYBODY, "yes, but one of the closer's opponent does not count"
        ),
        "marriage.after_exhaustion": WEDDING.decides(True, "yes", "silent"),
        "marriage.last_open": WEDDING.says("any lead", "derived"),
        "marriage.close_order": Clause("", "either order", "silent"),
        "marriage.out_without_lead": ENOUGH.decides(
            True, "yes: the call may follow the marriage, and no card is led", "derived"
        ),
        "close.who": CLOSING.says("the player about to lead", "the text says on one's turn; read as on lead"),
        "close.first_lead": CLOSING.decides(True, "yes", "silent"),
        "close.min_tricks": CLOSING.decides(0, "none", "derived"),
        "close.before_draw": decided(False, "", "no: after drawing, with full hands", "silent"),
        "close.min_talon": CLOSING.decides(2, "any open talon, so two cards", "silent"),
        "close.last_opportunity": Clause(
            "", "before the sixth trick, with two cards in the talon", "derived"
        ),
        "close.effect": STRICT.says(
            "no more cards are drawn, and suit must be followed", "silent on drawing; closing ends it"
        ),
        "close.noncloser_points": DEFENDER.decides(
            False, "no: whatever he takes or announces from then on does not count"
        ),
        "close.noncloser_can_win": DEFENDER.says("no, unless he had 66 when the talon was closed", "derived"),
        "close.last_trick": LAST_TRICK.decides(False, "nothing: it does not win the deal"),
        "claim.mode": ENOUGH.decides(ClaimMode.SAID, "yes: whoever has 66 wins only by claiming it"),
        "claim.window": ENOUGH.decides(
            ClaimWindow.LEAD,
            "on lead: after winning a trick or announcing a marriage, until the next lead",
            "the text says on one's turn, which could include the reply; only the lead counts, so "
            "that the moment is the same in every rule set",
        ),
        "claim.after_lost_trick": Clause("", "no", "silent; it is not his turn then"),
        "claim.both66": Clause(
            "End of Game",
            "whoever calls first",
            quote="Even if both players actually have 66, the first one to call it wins.",
        ),
        "claim.false": FALSE_CLAIM.decides(
            FalseClaim.MAX,
            "the other player scores what the call would have won, but at least 2",
            "the text says extra points, and elsewhere how many; the exact sentence applies",
        ),
        "claim.false_by_closer": Clause(
            "Scoring",
            "the opponent scores what the call would have won, but at least 2",
            "the text penalises a false call and a failed close, and both apply; the greater penalty counts",
            quote='If you say "enough!" but don\'t have 66, your opponent gets at least two points, '
            "or however many you would have won if you had had 66.",
        ),
        "claim.false_vs_closer": Clause(
            "Scoring",
            "the closer scores what the call would have won, but at least 2; the caller's count stopped "
            "at the close",
            "derived",
            quote='If you say "enough!" but don\'t have 66, your opponent gets at least two points, '
            "or however many you would have won if you had had 66.",
        ),
        "last.bonus": LAST_TRICK.decides(0, "no card points: it wins the deal instead", "derived"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "silent"),
        "last.no_claim_exhausted": LAST_TRICK.decides(
            Unclaimed.LAST_TRICK,
            "the winner of the last trick",
            "the text supposes that nobody reached 66; the last trick also beats a 66 that nobody "
            "called, for 66 must be called, and its winner may call first",
        ),
        "last.no_claim_closed": Clause(
            "Closing the deck",
            "the closer has failed and loses",
            quote=(
                "If the deck was closed, the closing player must win (by reaching 66)! If they "
                "don't, the opponent wins two match points."
            ),
        ),
        "last.claim_after_final_trick": Clause("", "its winner may still call", "silent"),
        "score.tiers": decided(
            33,
            "Scoring",
            "1; 2 if the loser has fewer than 33; 3 if he has no trick",
            quote="If you make 66 and the opponent has 33 or more, you receive one point. If the opponent "
            "has less than 33, you receive two points. If the opponent has made no tricks, you receive "
            "three points.",
        ),
        "score.schwarz": Clause(
            "Scoring",
            "when he has taken no trick, whatever the points",
            quote="If the opponent has made no tricks, you receive three points.",
        ),
        "score.melds_count_to_33": Clause("", "yes", "silent"),
        "score.closed_basis": DEFENDER.decides(
            ClosedBasis.CLOSE,
            "the points and tricks he had when the talon was closed",
            "derived; his points stop there, and his tricks are assumed to stop too",
        ),
        "score.closer_fails": decided(
            FailedClose.TWO,
            "Scoring",
            "2",
            quote="If you closed the deck, but don't reach 66, your opponent receives two points.",
        ),
        "score.noncloser_out": decided(DefenderOut.AS_FAILED, "", "2, as for a failed close", "silent"),
        "score.exhausted": LAST_TRICK.decides(Exhausted.ONE, "1"),
        "tie.result": decided(Tie.DRAW, "", "does not arise: the last trick decides", "silent"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no: there are no draws", "silent"),
        "game.target": decided(7, "Scoring", "7", quote="Seven match points wins!"),
        "game.direction": Clause("Scoring", "upwards from zero", "derived", quote="Seven match points wins!"),
        "game.seven_nil": decided(False, "", "no", "silent"),
        "series.next_dealer": decided(SeriesDealer.ANEW, "", "chosen at random in every match", "silent"),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        "close.frozen_tricks": DEFENDER.decides(
            True,
            "they do not: only tricks from before the close save from schwarz",
            "derived; the text takes away only his points, and a win is measured at the close",
        ),
        **IRREGULARITIES,
    },
    address=ADDRESS,
    revision=REVISION,
)
"""The blog's own 66: the last trick wins, and a closer's opponent stops counting."""

SCHNAPSEN_CASUAL: Final = SIXTY_SIX_CASUAL.but(
    "schnapsen-casual",
    {
        "deck.cards": decided(
            PACK_20,
            "(opening)",
            "20 cards: ace, ten, king, queen and jack of four suits",
            quote="A nearly identical Austrian variant played without the nines (Schnapsen), using "
            "only 20 cards.",
        ),
        "deck.rank_values": Clause(
            "Scoring of Tricks",
            "ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king",
            quote=(
                "Card by Trick Rank | Points / Ace | 11 / 10 | 10 / King | 4 / Queen/Ober | 3 "
                "/ Jack/Unter | 2"
            ),
        ),
        "deal.hand_size": decided(
            5,
            "Setup",
            "five cards each",
            quote=("each player is dealt six cards (five if playing without nines)."),
        ),
        "deal.batches": Clause(
            "", "three each, the turn-up, then two each", "silent; it makes no difference to the play"
        ),
        "deal.trump_card": TURN_UP.decides(
            TrumpCard.UNDER_TALON, "one more card is turned up under the talon; its suit is trump"
        ),
        "deal.talon_size": Clause("", "10 cards", "silent; the pack less the two hands"),
        "exchange.card": EXCHANGE.says("the jack of trumps, the lowest"),
        "close.last_opportunity": Clause(
            "", "before the fifth trick, with two cards in the talon", "derived"
        ),
    },
)
"""The same game without the nines, which the blog names in passing."""

BOOKS: Final = (SIXTY_SIX_CASUAL, SCHNAPSEN_CASUAL)
