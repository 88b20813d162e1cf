"""Santase by the rules of a game engine, for two, three and four.

As long as the source has points: every one has its clause here.
"""

from typing import Final

from referee.cards import FULL_PACK
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
from referee.rulebook import (
    IRREGULARITIES,
    NO_CLAIM,
    NO_TALON,
    TWO_PLAYERS,
    UNCONDITIONAL,
    Clause,
    Decided,
    Passage,
    book,
    decided,
    inert,
)

PLACE: Final = 1
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Santase Rules (SantaseGameEngine, docs/Rules.md)"
ADDRESS: Final = "https://github.com/NikolayIT/SantaseGameEngine/blob/b9f9016/docs/Rules.md"
REVISION: Final = "24 August 2015 (418f64d)"

WON: Final = Passage(
    "Scoring",
    "The talon was not closed, and a player goes out with 66 or more points, or has the higher card "
    "point total if neither player went out. | The opponent has 33 or more card points | 1 game point / "
    "The opponent has fewer than 33 card points (Schneider) | 2 game points / "
    "The opponent has no tricks (Schwarz) | 3 game points",
)
"""Rows of its table, each with the heading, and a stroke between cells; also for what follows."""
CLOSER_FAILED: Final = Passage(
    "Scoring",
    "A player closes the talon but fails to go out with 66 or more card points. The opponent wins. | "
    "The opponent had at least one trick when the talon was closed. | 2 game points / "
    "The opponent had no tricks when the talon was closed. | 3 game points",
)
MOST_POINTS: Final = Passage(
    "Three Player Game",
    "The player who takes most card points wins one stake from each of the others, "
    "provided that they have at least 33 points.",
)
FIRST_TEAM: Final = Passage(
    "Four Player Game",
    "The hand is won by the first team that correctly declares they have 66 or more points",
)
FIRST_HAND: Final = Passage(
    "Marriages", "The only exception is that during the first hand no marriage can be announced."
)
ONE_MARRIAGE: Final = Passage(
    "Three Player Game", "A player can meld one marriage before leading a card of it to a trick."
)
EIGHT_CARDS: Final = Passage(
    "Three Player Game",
    "The deal is then completed with a batch of two and then three cards each so that everyone has 8 cards.",
)
TRUMPS_NAMED: Final = Passage(
    "Three Player Game",
    "The player to dealer's left looks at his three cards and may announce the trump suit.",
)
STAKES: Final = Passage(
    "Three Player Game",
    "A player with fewer than 33 points but at least one trick pays the winner two "
    "stakes, and a player with no tricks pays the winner three stakes.",
)
LAST_CARD: Final = Passage(
    "Four Player Game",
    "showing everyone the card which will be on the bottom of the pack. This card will "
    "belong to the dealer, and its suit is trump.",
)
EITHER_MELDS: Final = Passage(
    "Four Player Game", "when a player leads to a trick, both this player and his partner may meld a marriage"
)
AS_FOR_TWO: Final = Passage("Four Player Game", "they win 1, 2 or 3 game points as in the two-player game")
ONLY_LEADER: Final = Passage(
    "Nine of Trumps", "it is not possible to exchange the nine when you are not the first player to a trick"
)
BEFORE_LEAD: Final = Passage(
    "Nine of Trumps",
    (
        "A player who holds the nine of trumps may, if he wishes, exchange it for the "
        "trump card under the talon just before leading to a trick, provided that he "
        "has already won at least one trick."
    ),
)
FIRST_LEAD: Final = Passage("Closing", "It is not possible to close the game before any cards are played.")
AT_ONCE: Final = Passage(
    "Going Out", "It is only possible to go out in this way immediately after winning a trick or melding."
)


COUNTING: Final = Passage(
    "Closing",
    (
        "After the talon is closed, the players play the cards remaining in their "
        "hands under phase two rules, and both players continue to count cards points "
        "for whatever tricks they win, but there is no score for the last trick."
    ),
)


SANTASE: Final = book(
    "santase",
    SOURCE,
    {
        "deck.cards": decided(
            FULL_PACK,
            "Players and Cards",
            "24 cards: ace, ten, king, queen, jack and nine of four suits",
            quote="With French suits: Ace (high), Ten, King, Queen, Jack, Nine (low) in the suits "
            "clubs, spades, hearts and diamonds.",
        ),
        "deck.rank_values": Clause(
            "Players and Cards",
            "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king",
            quote="the Ace (Deuce) counts 11, the Ten counts 10, the King 4, the Queen (Over) 3, the "
            "Jack (Under) 2, and the Nine counts 0 points",
        ),
        "deal.hand_size": decided(
            6,
            "The Deal",
            "six cards each",
            quote="The dealer shuffles the cards thoroughly and deals six cards to each player.",
        ),
        "deal.batches": Clause(
            "The Deal",
            "singly, by twos or by threes, as the dealer likes",
            quote="They may be dealt singly or in batches of two or three at a time.",
        ),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": decided(
            TrumpCard.UNDER_TALON,
            "The Deal",
            "the 13th card is turned up under the talon; its suit is trump",
            quote="Then he places the next card, the 13th, face up on the table - it determines the "
            "trump suit for the hand",
        ),
        "deal.talon_size": Clause(
            "The Deal", "12 cards", quote="The 12 cards on the table form the stock or talon."
        ),
        "deal.first_dealer": Clause(
            "The Deal", "chosen at random", quote="The first dealer is chosen at random."
        ),
        "deal.next_dealer": decided(
            NextDealer.WINNER,
            "The Deal",
            "the winner of a deal deals the next, so the loser leads",
            quote="The winner of the hand becomes the dealer for the next hand.",
        ),
        "deal.after_draw": decided(
            AfterDraw.SAME,
            "The Play (Second phase)",
            "the same dealer deals again",
            quote="No game points are scored, and the same dealer deals again.",
        ),
        "deal.first_lead": Clause(
            "The Play (First Phase)",
            "the non-dealer leads",
            "the next sentence has the dealer's opponent, who leads, reply: read as a slip",
            quote="The non-dealer plays any of his six cards, placing it face up on the table.",
        ),
        "play1.duty": Clause(
            "The Play (First Phase)",
            "none: neither to follow suit nor to win the trick",
            quote="In this first phase there is no requirement to follow suit, nor to try to win the trick.",
        ),
        "play.trick_winner": Clause(
            "The Play (First Phase)",
            "the higher card of one suit, a lone trump, otherwise the card led",
            quote="If just one player plays a trump, the trump wins. If the players play non-trumps "
            "of different suits the card played by the first player wins.",
        ),
        "play.winner_leads": Clause(
            "The Play (First Phase)",
            "the winner of a trick leads to the next",
            quote="Then the winner of the trick leads a card face up to the next trick, and the "
            "other player responds with a card of his choice.",
        ),
        "draw.order": Clause(
            "The Play (First Phase)",
            "the winner of the trick draws first, from the top",
            quote="The trick winner draws the top card from the talon and adds it to his hand, "
            "without showing it to his opponent.",
        ),
        "draw.last": Clause(
            "The Play (First Phase)",
            "the sixth trick's winner draws the last hidden card, its loser the turn-up",
            quote="The winner of the sixth trick will draw the last face down card from the talon, "
            "and the loser will draw the face up trump card that was under it.",
        ),
        "info.trick_review": Clause(
            "The Play (First Phase)",
            "the last trick only, until the next lead",
            quote="Either player may examine the cards in the trick that has just been played so "
            "long as no card has been played to the following trick.",
        ),
        "info.score_memory": Clause(
            "Keeping Score",
            "marriages may be marked; points are counted in the head",
            quote="The four eights are used to remember marriage declarations.",
        ),
        "play2.trigger": Clause(
            "The Play; Closing",
            "when the talon is exhausted or closed",
            quote=(
                "After the talon cards are exhausted, the rules of play change. … From this "
                'moment onward, the "second phase" rules of play apply: players must follow '
                "suit and win the trick when possible."
            ),
        ),
        "play2.duty": Clause(
            "The Play (Second phase)",
            "a higher card of the suit, else a lower one, else a trump, else any card",
            quote=(
                "when a card is led, the opponent must play a higher card of the same suit if "
                "possible. Having no higher card, the second player must play a lower card of "
                "the suit that was led. If the second player has no card of the suit played by "
                "the first player he must play a trump if possible."
            ),
        ),
        "exchange.card": BEFORE_LEAD.says("the nine of trumps"),
        "exchange.who": ONLY_LEADER.decides(
            Exchanger.LEADER, "the player about to lead, just before leading"
        ),
        "exchange.min_tricks": BEFORE_LEAD.decides(1, "he must have won a trick"),
        "exchange.first_lead": BEFORE_LEAD.says("no, because he has no trick"),
        "exchange.min_talon": BEFORE_LEAD.decides(
            2, "any open talon, so two cards", "silent; other Bulgarian tables ask for more than two"
        ),
        "exchange.after_end": Clause(
            "Nine of Trumps",
            "no: the turn-up must lie under an open talon",
            quote="He takes the trump card from under the talon and places the nine of trumps from "
            "his hand face up in its place.",
        ),
        "exchange.opponent_on_close": ONLY_LEADER.decides(
            False,
            "no",
            "the comparison with Schnapsen allows it, the main text rules it out; the main text prevails",
        ),
        "exchange.before_draw": BEFORE_LEAD.says("no", "silent; just before leading means after drawing"),
        "exchange.combo": Clause(
            "Closing",
            "exchange, marriage and close may all precede one lead",
            quote="Note that it is possible to carry out several actions when leading.",
        ),
        "marriage.value": Clause(
            "Marriages",
            "40 in trumps, 20 in another suit",
            quote="This is worth 40 points in trumps, or 20 points in any of the other three suits.",
        ),
        "marriage.who": decided(
            Announcer.LEADER,
            "Marriages",
            "the leader, holding king and queen of the suit",
            quote="When leading to a trick, a player who has the King and Queen of the same suit in "
            "hand can meld them as a marriage.",
        ),
        "marriage.lead": decided(
            MarriageLead.KING_OR_QUEEN,
            "Marriages",
            "king or queen of the marriage",
            quote='The player shows the cards of the marriage, saying "20" or "40", and leads one of '
            "the cards to the trick.",
        ),
        "marriage.per_lead": decided(
            1,
            "Marriages",
            "one at each lead",
            quote="Only one marriage can be melded when leading to a trick",
        ),
        "marriage.first_trick": FIRST_HAND.decides(
            False,
            "not at the first trick",
            "the text says first hand, which elsewhere is a deal; read as trick",
        ),
        "marriage.first_deal": FIRST_HAND.decides(
            True,
            "yes, after the first trick",
            "the text says first hand, which elsewhere is a deal; read as trick",
        ),
        "marriage.min_tricks": FIRST_HAND.says(
            "none on paper; after the first trick the leader always has one", "derived"
        ),
        "marriage.count_when": decided(
            MarriageCount.AT_ONCE,
            "Going Out",
            "at once; a trick has always been won before",
            quote="As soon as a player wins a trick or declares a meld (see below) that brings his "
            'card point total to 66 or more, he can stop the play by saying "out" and win the '
            "hand.",
        ),
        "marriage.after_close": FIRST_HAND.decides(
            MarriageAfterClose.ANYBODY,
            "yes",
            "the comparison with Schnapsen forbids it; the main text excepts the first trick only",
        ),
        "marriage.after_exhaustion": FIRST_HAND.decides(
            True,
            "yes",
            "the comparison with Schnapsen forbids it; the main text excepts the first trick only",
        ),
        "marriage.last_open": FIRST_HAND.says("any lead", "derived"),
        "marriage.close_order": Clause(
            "Closing",
            "either order",
            quote="use this to declare a trump marriage for 40, close the talon and then lead the "
            "Queen of trumps to the second trick",
        ),
        "marriage.out_without_lead": decided(
            True,
            "Marriages",
            "yes: out may follow the marriage, and no card is led",
            quote='you can show the marriage and immediately declare "out" to win the deal. This '
            "ends the play, so you do not lead a card.",
        ),
        "close.who": Clause(
            "Closing",
            "the player about to lead",
            quote='the player whose turn it is to lead can "cover" or "close" the talon',
        ),
        "close.first_lead": FIRST_LEAD.decides(False, "no: not before a card has been played"),
        "close.min_tricks": FIRST_LEAD.decides(
            0, "none is required; after the first trick the leader always has one", "derived"
        ),
        "close.before_draw": decided(
            False,
            "Closing",
            "no: after drawing, with six cards each",
            "the comparison with Schnapsen allows both; the main text prevails",
            quote="The winner of a trick can close immediately after draw from the talon, with each "
            "player holding six cards.",
        ),
        "close.min_talon": decided(
            4,
            "Closing",
            "more than two cards, so at least four",
            quote="If the talon is not yet exhausted and have more than 2 cards in it, the player "
            'whose turn it is to lead can "cover" or "close" the talon.',
        ),
        "close.last_opportunity": Clause(
            "Closing",
            "before the fifth trick, with four cards in the talon",
            quote="The last opportunity to close is when 4 cards are present in the talon (before "
            "the fifth trick).",
        ),
        "close.effect": Clause(
            "Closing",
            "no more cards are drawn, and suit must be followed",
            quote=(
                'This is a commitment to reach 66 or more points and declare "out" without '
                'drawing any more cards from the talon. … From this moment onward, the "second '
                'phase" rules of play apply: players must follow suit and win the trick when '
                "possible."
            ),
        ),
        "close.noncloser_points": COUNTING.decides(True, "both keep counting"),
        "close.noncloser_can_win": Clause(
            "Closing",
            "yes, by going out first",
            quote="it is still possible, though very unusual, for the opponent of the player who "
            "closed the talon to win by reaching 66 or more points and going out",
        ),
        "close.last_trick": COUNTING.decides(False, "nothing extra"),
        "claim.mode": decided(
            ClaimMode.SAID,
            "Going Out",
            "yes: whoever has 66 wins only by claiming it",
            quote='The winner is the player who correctly declares "out".',
        ),
        "claim.window": AT_ONCE.decides(
            ClaimWindow.LEAD,
            "after winning a trick or announcing a marriage, until the next lead",
            "who leads without claiming must win another trick first; drawing, exchanging and closing do "
            "not end the moment",
        ),
        "claim.after_lost_trick": Clause(
            "Going Out",
            "no: one must win another trick first",
            quote=(
                "if you forget to go out when you have 66 or more points, but instead lead to "
                "the next trick, you will not have another opportunity to go out until you win "
                "another trick."
            ),
        ),
        "claim.both66": Clause(
            "Going Out",
            "whoever claims correctly, whatever the other has",
            quote="a player who correctly goes out with 66 or more card points wins the deal, even "
            "if it turns out that the opponent had reached 66 earlier",
        ),
        "claim.false": decided(
            FalseClaim.FLAT,
            "Going Out; Scoring",
            "the other player scores 2, whatever he has",
            "the text has the caller lose 2 and the table has the other win 2; the other gains them, and "
            "nobody's score goes down",
            quote="If it turns out that he has fewer than 66 card points he automatically loses 2 "
            "game points, irrespective of how many card points the other player has.",
        ),
        "claim.false_by_closer": Clause(
            "Scoring",
            "the opponent scores 2, or 3 if he had no trick when the talon was closed",
            "two rows of the table apply; the greater penalty counts, or else a false claim would be "
            "a cheap way out",
            quote=CLOSER_FAILED.quote,
        ),
        "claim.false_vs_closer": Clause(
            "Scoring",
            "the closer scores 2",
            quote="A player goes out prematurely, having fewer than 66 card points. The other player wins. | "
            "2 game points",
        ),
        "last.bonus": decided(
            10,
            "The Play (Second phase)",
            "10 card points if nobody has gone out",
            quote="If neither player goes out, the very last trick is worth 10 card points extra",
        ),
        "last.bonus_claimable": decided(
            False,
            "The Play (Second phase)",
            "no: it counts only when the totals decide",
            "draws at 75 could not arise otherwise; a claim that only the 10 would carry is void, not false",
            quote=(
                "A draw occurs when the players take 65 card points each, and could also "
                "happen at higher totals such as 75 each if one of the players loses count of "
                "points and misses the opportunity to go out"
            ),
        ),
        "last.no_claim_exhausted": decided(
            Unclaimed.TOTAL,
            "Going Out",
            "the higher total wins, the last trick's 10 included",
            quote=(
                "If neither player goes out and the cards are played out to the very end, then "
                "the winner is the player with the higher card point total (including the 10 "
                "card points for the winner of the last trick)."
            ),
        ),
        "last.no_claim_closed": Clause(
            "Closing",
            "the closer has failed and loses",
            quote="If the player who closed fails to go out with 66 points, the other player "
            "automatically wins",
        ),
        "last.claim_after_final_trick": AT_ONCE.says("its winner may claim, without the 10"),
        "score.tiers": WON.decides(33, "1; 2 if the loser has fewer than 33; 3 if he has no trick"),
        "score.schwarz": WON.says("when he has taken no trick, whatever the points"),
        "score.melds_count_to_33": Clause(
            "Going Out",
            "yes: they belong to his card points",
            quote=(
                "As soon as a player wins a trick or declares a meld (see below) that brings "
                'his card point total to 66 or more, he can stop the play by saying "out" and '
                "win the hand."
            ),
        ),
        "score.closed_basis": decided(
            ClosedBasis.TOTAL,
            "Closing",
            "all his tricks, before and after the close",
            quote=(
                "If the player who closed goes out with 66 or more card points, he wins and "
                "the score is based on the cards in the opponent's total tricks taken before "
                "and after closing."
            ),
        ),
        "score.closer_fails": CLOSER_FAILED.decides(
            FailedClose.TWO_OR_THREE, "2, or 3 if the opponent had no trick when the talon was closed"
        ),
        "score.noncloser_out": decided(
            DefenderOut.TWO,
            "Scoring",
            "2",
            quote="A player closes the talon, but the other player then wins by going out with 66 or "
            "more points (rare case) | 2 game points",
        ),
        "score.exhausted": WON.decides(Exhausted.BY_LOSER, "1, 2 or 3 by the loser's points"),
        "tie.result": decided(
            Tie.DRAW,
            "The Play (Second phase)",
            "a draw: no game points",
            quote="If the players have equal card point totals the hand is a draw.",
        ),
        "tie.bonus": decided(
            DrawBonus.NONE,
            "Variants of the Game",
            "not unless agreed: then one point more after 65-65",
            "taken literally: not after a higher draw, for one deal only, and never accumulated",
            quote="Some play that after a drawn hand, in which the card points split 65-65, the "
            "winner of the the next hand scores an additional game point.",
        ),
        "game.target": decided(
            7,
            "Scoring",
            "7",
            "Bulgarian tables often play to 11; the text is kept",
            quote="The first player whose cumulative score reaches 7 or more game points wins the game.",
        ),
        "game.direction": Clause(
            "Differences from Schnapsen",
            "upwards from zero",
            quote="The game of 66 is scored from zero upwards.",
        ),
        "game.seven_nil": decided(
            False,
            "Variants of the Game",
            "not unless agreed",
            quote="Some play that a game won by a 7-0 margin counts as two games.",
        ),
        "series.next_dealer": decided(
            SeriesDealer.ANEW,
            "The Deal",
            "chosen at random in every match",
            "the text has no series; what it says of the first deal is read of every match",
            quote="The first dealer is chosen at random.",
        ),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        **IRREGULARITIES,
    },
    variants={
        ("tie.bonus", DrawBonus.AFTER_65): Passage(
            "Variants of the Game",
            "Some play that after a drawn hand, in which the card points split 65-65, the winner of the the "
            "next hand scores an additional game point.",
        ),
        ("marriage.first_deal", False): Passage(
            "Marriages", "The only exception is that during the first hand no marriage can be announced."
        ),
        ("game.seven_nil", True): Passage(
            "Variants of the Game", "Some play that a game won by a 7-0 margin counts as two games."
        ),
    },
    address=ADDRESS,
    revision=REVISION,
)
"""Santase Rules; where its main text and its comparison with Schnapsen differ, the main text holds."""

_NO_TALON: Final = Clause("Three Player Game", NO_TALON, "derived", quote="There is no talon.")


WITHOUT_TALON: Final[dict[str, Clause | Decided]] = {
    "deal.talon_size": Clause("Three Player Game", "none: every card is dealt", quote="There is no talon."),
    "deal.next_dealer": decided(NextDealer.TURN, "", "the deal passes to the left", "silent"),
    "deal.after_draw": decided(AfterDraw.SAME, "", "the same dealer deals again", "silent"),
    "deal.first_lead": Clause(
        "Three Player Game",
        "the player to the dealer's left",
        quote="The player to dealer's left leads to the first trick.",
    ),
    "play2.trigger": Clause(
        "Three Player Game",
        "from the first trick",
        quote=(
            "Players must follow suit and beat the highest card in the trick when "
            "possible, as in phase two of the two-player game."
        ),
    ),
    "play2.duty": Clause(
        "Three Player Game",
        "follow suit and beat the highest card of the trick if possible, else trump, else any card",
        "what phase two of the game for two asks, against the highest card so far",
        quote="Players must follow suit and beat the highest card in the trick when possible, as "
        "in phase two of the two-player game.",
    ),
    "play2.undertrump": decided(
        True, "", "yes: a lower trump too", "silent; a trump is asked for, whether it wins or not"
    ),
    "marriage.first_trick": ONE_MARRIAGE.decides(
        True,
        "yes: before leading a card of it to any trick",
        "the rule that forbids it belongs to the game for two; the section on three players has no such "
        "limit",
    ),
    "marriage.first_deal": decided(True, "", "yes", "silent"),
    "marriage.count_when": decided(
        MarriageCount.WITH_TRICK, "", "once its maker, or his partner, has won a trick", "silent"
    ),
    "marriage.last_open": ONE_MARRIAGE.says("any lead"),
    **inert(_NO_TALON),
}
"""What the sections on three and four players say of points that concern the talon, and of the deal."""

_NO_CLAIM: Final = MOST_POINTS.says(NO_CLAIM, "derived")

THREE: Final[dict[str, Clause | Decided]] = {
    **WITHOUT_TALON,
    "deal.hand_size": EIGHT_CARDS.decides(8, "eight cards each"),
    "deal.batches": EIGHT_CARDS.says("three, then two, then three"),
    "deal.first_recipient": TRUMPS_NAMED.says("the player to the dealer's left", "derived"),
    "deal.trump_card": TRUMPS_NAMED.decides(
        TrumpCard.NAMED,
        "the player to the dealer's left may name trumps from his first three cards; else his fourth is "
        "turned up",
    ),
    "claim.mode": MOST_POINTS.decides(ClaimMode.NEVER, "no: every trick is played"),
    "claim.window": Decided(ClaimWindow.LEAD, _NO_CLAIM),
    "claim.after_lost_trick": _NO_CLAIM,
    "claim.both66": _NO_CLAIM,
    "claim.false": Decided(FalseClaim.FLAT, _NO_CLAIM),
    "claim.false_at_33": Decided(AtLimit.ONE, _NO_CLAIM),
    "last.claim_after_final_trick": _NO_CLAIM,
    "marriage.out_without_lead": Decided(False, _NO_CLAIM),
    "last.bonus": decided(10, "", "10 card points, as for two when the talon is exhausted", "silent"),
    "last.bonus_claimable": Decided(False, _NO_CLAIM),
    "last.no_claim_exhausted": MOST_POINTS.decides(
        Unclaimed.TOTAL, "the player with the most card points wins"
    ),
    "score.tiers": STAKES.decides(
        33, "1 from a player with 33 or more, 2 from one with fewer, 3 without a trick"
    ),
    "score.schwarz": Clause(
        "Three Player Game",
        "when he has taken no trick",
        quote=(
            "A player with fewer than 33 points but at least one trick pays the winner two "
            "stakes, and a player with no tricks pays the winner three stakes."
        ),
    ),
    "score.exhausted": STAKES.decides(Exhausted.BY_LOSER, "1, 2 or 3 by each loser's points"),
    "tie.result": decided(
        Tie.DRAW, "", "where two or three have the most, nobody pays, and the cards are dealt again", "silent"
    ),
    "tie.bonus": decided(DrawBonus.NONE, "", "no", "silent"),
    "game.target": MOST_POINTS.decides(0, "none: stakes are paid after every deal"),
    "game.direction": MOST_POINTS.says("wins and payments are added up", "derived"),
    "game.seven_nil": decided(False, "", "no", "silent"),
    "series.next_dealer": decided(SeriesDealer.ANEW, "", "chosen at random in every match", "silent"),
    "mp.partners": MOST_POINTS.decides(False, "nobody: each plays for himself"),
    "mp.trump_defer": Clause(
        "Three Player Game",
        "the first card of his second packet is dealt face up, and its suit is trumps",
        quote="If the player to dealer's left decides not to choose trumps, the first card of "
        "the second round of the deal is dealt to him face up, and the suit of this card "
        "is trump.",
    ),
    "mp.end": MOST_POINTS.says("after the eighth trick"),
    "mp.all_pay": MOST_POINTS.decides(True, "yes: each of the others pays the winner stakes"),
}
"""What the section on three players says."""

FOUR: Final[dict[str, Clause | Decided]] = {
    **WITHOUT_TALON,
    "deal.hand_size": decided(
        6,
        "Four Player Game",
        "six cards each",
        quote="From the 24-card pack, six cards are dealt to each player, in batches of three.",
    ),
    "deal.batches": Clause(
        "Four Player Game",
        "three, then three",
        quote="From the 24-card pack, six cards are dealt to each player, in batches of three.",
    ),
    "deal.first_recipient": Clause(
        "Four Player Game",
        "the dealer's partner, the opponent to the left, the one to the right, the dealer",
        quote="Traditionally the dealer deals first to his partner, then his left-hand opponent, "
        "then his right-hand opponent and then himself.",
    ),
    "deal.trump_card": LAST_CARD.decides(
        TrumpCard.LAST, "the card at the bottom of the pack, shown when it is cut, which the dealer gets"
    ),
    "deal.first_lead": Clause(
        "Four Player Game",
        "the player to the dealer's left, as in the game for three",
        quote="Rules of play are as in the three-player game",
    ),
    "marriage.who": EITHER_MELDS.decides(
        Announcer.SIDE,
        "the leader, and his partner; the points are the side's",
        "the text does not say whether the partner then plays a card of it: he need not",
    ),
    "marriage.per_lead": EITHER_MELDS.decides(1, "one for each of the partners"),
    "claim.window": FIRST_TEAM.decides(
        ClaimWindow.LEAD,
        "after the side has won a trick or announced a marriage, until the next lead; either partner may",
        "silent on the moment",
    ),
    "claim.after_lost_trick": Clause("", "no: the side must win another trick first", "silent"),
    "claim.both66": FIRST_TEAM.says("the side that claims correctly first"),
    "marriage.out_without_lead": decided(True, "", "yes, as for two", "silent"),
    "last.bonus": decided(10, "", "10 card points if nobody has gone out", "silent"),
    "score.tiers": AS_FOR_TWO.decides(33, "1, 2 or 3 as for two, by what the other side has"),
    "mp.partners": decided(
        True,
        "Four Player Game",
        "partners, who sit opposite each other",
        quote="The players form fixed partnerships, partners sitting opposite each other.",
    ),
    "mp.trump_defer": LAST_CARD.says("nobody names trumps: a card sets them", "derived"),
    "mp.end": FIRST_TEAM.says("with the first correct claim, else after the sixth trick"),
    "mp.all_pay": AS_FOR_TWO.decides(False, "no: the side that wins scores game points"),
}
"""What the section on four players says."""

SANTASE_THREE: Final = SANTASE.but("santase-three", THREE, seats=3)
SANTASE_FOUR: Final = SANTASE.but("santase-four", FOUR, seats=4)

BOOKS: Final = (SANTASE, SANTASE_THREE, SANTASE_FOUR)
