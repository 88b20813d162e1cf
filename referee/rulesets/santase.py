"""Santase as the rules of an engine for it tell it."""

from collections.abc import Mapping
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
    Tie,
    TrumpCard,
    Unclaimed,
)
from referee.rulebook import IRREGULARITIES, TWO_PLAYERS, UNCONDITIONAL, Clause, Decided, book, decided

PLACE: Final = 1
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Santase Rules (SantaseGameEngine, docs/Rules.md)"

SANTASE: Final = book(
    "santase",
    SOURCE,
    {
        "deck.cards": decided(
            FULL_PACK, "Players and Cards", "24 cards: ace, ten, king, queen, jack and nine of four suits"
        ),
        "deck.rank_values": Clause(
            "Players and Cards",
            "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king",
        ),
        "deal.hand_size": decided(6, "The Deal", "six cards each"),
        "deal.batches": Clause("The Deal", "singly, by twos or by threes, as the dealer likes"),
        "deal.first_recipient": Clause("", "the non-dealer", "silent; other sources serve the dealer last"),
        "deal.trump_card": decided(
            TrumpCard.UNDER_TALON, "The Deal", "the 13th card is turned up under the talon; its suit is trump"
        ),
        "deal.talon_size": Clause("The Deal", "12 cards"),
        "deal.first_dealer": Clause("The Deal", "chosen at random"),
        "deal.next_dealer": decided(
            NextDealer.WINNER, "The Deal", "the winner of a deal deals the next, so the loser leads"
        ),
        "deal.after_draw": decided(AfterDraw.SAME, "The Play (Second phase)", "the same dealer deals again"),
        "deal.first_lead": Clause(
            "The Play (First Phase)",
            "the non-dealer leads",
            "the next sentence has the dealer's opponent reply, the leader himself: read as a slip",
        ),
        "play1.duty": Clause("The Play (First Phase)", "none: neither to follow suit nor to win the trick"),
        "play.trick_winner": Clause(
            "The Play (First Phase)", "the higher card of one suit, a lone trump, otherwise the card led"
        ),
        "play.winner_leads": Clause("The Play (First Phase)", "the winner of a trick leads to the next"),
        "draw.order": Clause("The Play (First Phase)", "the winner of the trick draws first, from the top"),
        "draw.last": Clause(
            "The Play (First Phase)",
            "the sixth trick's winner draws the last hidden card, its loser the turn-up",
        ),
        "info.trick_review": Clause("The Play (First Phase)", "the last trick only, until the next lead"),
        "info.score_memory": Clause(
            "Keeping Score", "marriages may be marked; points are counted in the head"
        ),
        "play2.trigger": Clause("The Play; Closing", "when the talon is exhausted or closed"),
        "play2.duty": Clause(
            "The Play (Second phase)",
            "a higher card of the suit, else a lower one, else a trump, else any card",
        ),
        "exchange.card": Clause("Nine of Trumps", "the nine of trumps"),
        "exchange.who": decided(
            Exchanger.LEADER, "Nine of Trumps", "the player about to lead, just before leading"
        ),
        "exchange.min_tricks": decided(1, "Nine of Trumps", "he must have won a trick"),
        "exchange.first_lead": Clause("Nine of Trumps", "no, for want of a trick"),
        "exchange.min_talon": decided(
            2,
            "Nine of Trumps",
            "any open talon, so two cards",
            "silent; other Bulgarian tables ask for more than two",
        ),
        "exchange.after_end": Clause("Nine of Trumps", "no: the turn-up must lie under an open talon"),
        "exchange.opponent_on_close": decided(
            False,
            "Nine of Trumps",
            "no",
            "the comparison with Schnapsen allows it, the main text rules it out; the main text prevails",
        ),
        "exchange.before_draw": Clause(
            "Nine of Trumps", "no", "silent; just before leading means after drawing"
        ),
        "exchange.combo": Clause("Closing", "exchange, marriage and close may all precede one lead"),
        "marriage.value": Clause("Marriages", "40 in trumps, 20 in another suit"),
        "marriage.who": decided(
            Announcer.LEADER, "Marriages", "the leader, holding king and queen of the suit"
        ),
        "marriage.lead": decided(MarriageLead.KING_OR_QUEEN, "Marriages", "king or queen of the marriage"),
        "marriage.per_lead": decided(1, "Marriages", "one at each lead"),
        "marriage.first_trick": decided(
            False,
            "Marriages",
            "not at the first trick",
            "the text says first hand, which elsewhere is a deal; read as trick",
        ),
        "marriage.min_tricks": Clause(
            "Marriages", "none on paper; after the first trick the leader always has one", "derived"
        ),
        "marriage.count_when": decided(
            MarriageCount.AT_ONCE, "Going Out", "at once; a trick has always been won before"
        ),
        "marriage.after_close": decided(
            MarriageAfterClose.ANYBODY,
            "Marriages",
            "yes",
            "the comparison with Schnapsen forbids it; the main text excepts the first trick only",
        ),
        "marriage.after_exhaustion": decided(
            True,
            "Marriages",
            "yes",
            "the comparison with Schnapsen forbids it; the main text excepts the first trick only",
        ),
        "marriage.last_open": Clause("Marriages", "any lead", "derived"),
        "marriage.close_order": Clause("Closing", "either order"),
        "marriage.out_without_lead": decided(
            True, "Marriages", "yes: out may follow the marriage, and no card is led"
        ),
        "close.who": Clause("Closing", "the player about to lead"),
        "close.first_lead": decided(False, "Closing", "no: not before a card has been played"),
        "close.min_tricks": decided(
            0, "Closing", "none is asked for; after the first trick the leader always has one", "derived"
        ),
        "close.before_draw": decided(
            False,
            "Closing",
            "no: after drawing, with six cards each",
            "the comparison with Schnapsen allows both; the main text prevails",
        ),
        "close.min_talon": decided(4, "Closing", "more than two cards, so at least four"),
        "close.last_opportunity": Clause("Closing", "before the fifth trick, with four cards in the talon"),
        "close.effect": Clause("Closing", "no more cards are drawn, and suit must be followed"),
        "close.noncloser_points": decided(True, "Closing", "both go on counting"),
        "close.noncloser_can_win": Clause("Closing", "yes, by going out first"),
        "close.last_trick": decided(False, "Closing", "nothing extra"),
        "claim.mode": decided(ClaimMode.SAID, "Going Out", "66 must be claimed"),
        "claim.window": decided(
            ClaimWindow.LEAD,
            "Going Out",
            "after winning a trick or announcing a marriage, until the next lead",
            "who leads without claiming must win another trick first; drawing, exchanging and closing do "
            "not end the moment",
        ),
        "claim.after_lost_trick": Clause("Going Out", "no: one must win another trick first"),
        "claim.both66": Clause("Going Out", "whoever claims correctly, whatever the other has"),
        "claim.false": decided(
            FalseClaim.FLAT,
            "Going Out; Scoring",
            "the other player scores 2, whatever he has",
            "the text has the caller lose 2 and the table has the other win 2; the other gains them, and "
            "nobody's score goes down",
        ),
        "claim.false_by_closer": Clause(
            "Scoring",
            "the opponent scores 2, or 3 if he had no trick when the talon was closed",
            "two rows of the table fit; the dearer holds, or a false claim would be a cheap way out",
        ),
        "claim.false_vs_closer": Clause("Scoring", "the closer scores 2"),
        "last.bonus": decided(10, "The Play (Second phase)", "10 card points, if nobody has gone out"),
        "last.bonus_claimable": decided(
            False,
            "The Play (Second phase)",
            "no: it counts only when the totals decide",
            "draws at 75 could not arise otherwise; a claim that only the 10 would carry is void, not false",
        ),
        "last.no_claim_exhausted": decided(
            Unclaimed.TOTAL, "Going Out", "the higher total wins, the last trick's 10 included"
        ),
        "last.no_claim_closed": Clause("Closing", "the closer has failed and loses"),
        "last.claim_after_final_trick": Clause("Going Out", "its winner may claim, without the 10"),
        "score.tiers": decided(33, "Scoring", "1; 2 if the loser has fewer than 33; 3 if he has no trick"),
        "score.schwarz": Clause("Scoring", "when he has taken no trick, whatever the points"),
        "score.melds_count_to_33": Clause("Going Out", "yes: they belong to his card points"),
        "score.closed_basis": decided(
            ClosedBasis.TOTAL, "Closing", "all his tricks, before and after the close"
        ),
        "score.closer_fails": decided(
            FailedClose.TWO_OR_THREE,
            "Scoring",
            "2, or 3 if the opponent had no trick when the talon was closed",
        ),
        "score.noncloser_out": decided(DefenderOut.TWO, "Scoring", "2"),
        "score.exhausted": decided(Exhausted.BY_LOSER, "Scoring", "1, 2 or 3 by the loser's points"),
        "tie.result": decided(Tie.DRAW, "The Play (Second phase)", "a draw: no game points"),
        "tie.bonus": decided(
            DrawBonus.NONE,
            "Variants of the Game",
            "not unless agreed: then one point more after 65-65",
            "taken to the letter: not after a higher draw, for one deal only, and never adding up",
        ),
        "game.target": decided(7, "Scoring", "7", "Bulgarian tables often play to 11; the text is kept"),
        "game.direction": Clause("Differences from Schnapsen", "upwards from nought"),
        "game.seven_nil": decided(False, "Variants of the Game", "not unless agreed"),
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        **IRREGULARITIES,
    },
    variants={
        ("tie.bonus", DrawBonus.AFTER_65): "Variants of the Game",
        ("game.seven_nil", True): "Variants of the Game",
    },
)
"""Santase Rules; where its main text and its comparison with Schnapsen differ, the main text holds."""

_NO_TALON: Final = Clause("Three Player Game", "there is no talon", "derived")


def _inert(points: Mapping[str, object]) -> dict[str, Clause | Decided]:
    """Points that decide nothing where there is no talon, with a value for each that has a field."""
    return {
        point: _NO_TALON if value is None else Decided(value, _NO_TALON) for point, value in points.items()
    }


WITHOUT_TALON: Final[dict[str, Clause | Decided]] = {
    "deal.talon_size": Clause("Three Player Game", "none: every card is dealt"),
    "deal.next_dealer": decided(NextDealer.TURN, "", "the deal passes to the left", "silent"),
    "deal.after_draw": decided(AfterDraw.SAME, "", "the same dealer deals again", "silent"),
    "deal.first_lead": Clause("Three Player Game", "the player to the dealer's left"),
    "play2.trigger": Clause("Three Player Game", "from the first trick"),
    "play2.duty": Clause(
        "Three Player Game",
        "follow suit and beat the highest card of the trick if possible, else trump, else any card",
        "what phase two of the game for two asks, against the highest card so far",
    ),
    "marriage.first_trick": decided(
        True,
        "Three Player Game",
        "yes: before leading a card of it to any trick",
        "what forbids it stands in the game for two; the section on three players has no such limit",
    ),
    "marriage.count_when": decided(
        MarriageCount.WITH_TRICK, "", "once its maker, or his partner, has won a trick", "silent"
    ),
    "marriage.last_open": Clause("Three Player Game", "any lead"),
    **_inert(
        {
            "play1.duty": None,
            "draw.order": None,
            "draw.last": None,
            "exchange.card": None,
            "exchange.who": Exchanger.LEADER,
            "exchange.min_tricks": 0,
            "exchange.first_lead": None,
            "exchange.min_talon": 2,
            "exchange.after_end": None,
            "exchange.opponent_on_close": False,
            "exchange.before_draw": None,
            "exchange.combo": None,
            "marriage.after_close": MarriageAfterClose.ANYBODY,
            "marriage.after_exhaustion": True,
            "marriage.close_order": None,
            "close.who": None,
            "close.first_lead": False,
            "close.min_tricks": 0,
            "close.before_draw": False,
            "close.min_talon": 2,
            "close.last_opportunity": None,
            "close.effect": None,
            "close.noncloser_points": True,
            "close.frozen_tricks": True,
            "close.noncloser_can_win": None,
            "close.last_trick": False,
            "claim.false_by_closer": None,
            "claim.false_vs_closer": None,
            "last.no_claim_closed": None,
            "score.closed_basis": ClosedBasis.TOTAL,
            "score.closer_fails": FailedClose.TWO_OR_THREE,
            "score.noncloser_out": DefenderOut.TWO,
        }
    ),
}
"""What the sections on three and four players say of points that concern the talon, and of the deal."""

_NO_CLAIM: Final = Clause("Three Player Game", "nobody goes out: every trick is played", "derived")

THREE: Final[dict[str, Clause | Decided]] = {
    **WITHOUT_TALON,
    "deal.hand_size": decided(8, "Three Player Game", "eight cards each"),
    "deal.batches": Clause("Three Player Game", "three, then two, then three"),
    "deal.first_recipient": Clause("Three Player Game", "the player to the dealer's left", "derived"),
    "deal.trump_card": decided(
        TrumpCard.NAMED,
        "Three Player Game",
        "the player to the dealer's left may name trumps from his first three cards; else his fourth is "
        "turned up",
    ),
    "claim.mode": decided(ClaimMode.NEVER, "Three Player Game", "nobody claims: every trick is played"),
    "claim.window": Decided(ClaimWindow.LEAD, _NO_CLAIM),
    "claim.after_lost_trick": _NO_CLAIM,
    "claim.both66": _NO_CLAIM,
    "claim.false": Decided(FalseClaim.FLAT, _NO_CLAIM),
    "claim.false_at_33": Decided(AtLimit.ONE, _NO_CLAIM),
    "last.claim_after_final_trick": _NO_CLAIM,
    "marriage.out_without_lead": Decided(False, _NO_CLAIM),
    "last.bonus": decided(10, "", "10 card points, as for two when the talon is exhausted", "silent"),
    "last.bonus_claimable": Decided(False, _NO_CLAIM),
    "last.no_claim_exhausted": decided(
        Unclaimed.TOTAL, "Three Player Game", "the player with the most card points wins"
    ),
    "score.tiers": decided(
        33, "Three Player Game", "1 from a player with 33 or more, 2 from one with fewer, 3 without a trick"
    ),
    "score.schwarz": Clause("Three Player Game", "when he has taken no trick"),
    "score.exhausted": decided(Exhausted.BY_LOSER, "Three Player Game", "1, 2 or 3 by each loser's points"),
    "tie.result": decided(
        Tie.DRAW, "", "where two or three have the most, nobody pays, and the cards are dealt again", "silent"
    ),
    "tie.bonus": decided(DrawBonus.NONE, "", "no", "silent"),
    "game.target": decided(0, "Three Player Game", "none: stakes are paid after every deal"),
    "game.direction": Clause("Three Player Game", "what is won and paid is added up", "derived"),
    "game.seven_nil": decided(False, "", "no", "silent"),
    "mp.partners": decided(False, "Three Player Game", "nobody: each plays for himself"),
    "mp.trump_defer": Clause(
        "Three Player Game",
        "the first card of his second round is dealt to him face up, and its suit is trumps",
    ),
    "mp.end": Clause("Three Player Game", "after the eighth trick"),
    "mp.all_pay": decided(True, "Three Player Game", "yes: each of the others pays the winner stakes"),
}
"""What the section on three players says."""

FOUR: Final[dict[str, Clause | Decided]] = {
    **WITHOUT_TALON,
    "deal.hand_size": decided(6, "Four Player Game", "six cards each"),
    "deal.batches": Clause("Four Player Game", "three, then three"),
    "deal.first_recipient": Clause(
        "Four Player Game", "the dealer's partner, the opponent to the left, the one to the right, the dealer"
    ),
    "deal.trump_card": decided(
        TrumpCard.LAST,
        "Four Player Game",
        "the card at the bottom of the pack, shown when it is cut, which the dealer gets",
    ),
    "deal.first_lead": Clause(
        "Four Player Game", "the player to the dealer's left, as in the game for three"
    ),
    "marriage.who": decided(
        Announcer.SIDE,
        "Four Player Game",
        "the leader, and his partner; the points are the side's",
        "the text does not say whether the partner then plays a card of it: he need not",
    ),
    "marriage.per_lead": decided(1, "Four Player Game", "one for each of the partners"),
    "claim.window": decided(
        ClaimWindow.LEAD,
        "Four Player Game",
        "after the side has won a trick or announced a marriage, until the next lead; either partner may",
        "silent on the moment",
    ),
    "claim.after_lost_trick": Clause("", "no: the side must win another trick first", "silent"),
    "claim.both66": Clause("Four Player Game", "the side that claims correctly first"),
    "marriage.out_without_lead": decided(True, "", "yes, as for two", "silent"),
    "last.bonus": decided(10, "", "10 card points, if nobody has gone out", "silent"),
    "score.tiers": decided(33, "Four Player Game", "1, 2 or 3 as for two, by what the other side has"),
    "mp.partners": decided(True, "Four Player Game", "partners, who sit opposite each other"),
    "mp.trump_defer": Clause("Four Player Game", "nobody names trumps: a card fixes them", "derived"),
    "mp.end": Clause("Four Player Game", "with the first correct claim, else after the sixth trick"),
    "mp.all_pay": decided(False, "Four Player Game", "no: the side that wins scores game points"),
}
"""What the section on four players says."""

SANTASE_THREE: Final = SANTASE.but("santase-three", THREE, seats=3)
SANTASE_FOUR: Final = SANTASE.but("santase-four", FOUR, seats=4)

BOOKS: Final = (SANTASE, SANTASE_THREE, SANTASE_FOUR)
