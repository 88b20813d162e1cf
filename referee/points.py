"""The decision points of the games: what each decides, and the field that carries it."""

from typing import Final

from referee.rules import DECISIONS

POINTS: Final = {
    "deck.cards": "which cards make the pack",
    "deck.rank_values": "how the cards rank and what they are worth",
    "deal.hand_size": "how many cards each hand is dealt",
    "deal.batches": "in what packets the cards are dealt",
    "deal.first_recipient": "who is dealt the first packet",
    "deal.trump_card": "how trumps are fixed",
    "deal.talon_size": "how many cards the talon has, the turn-up included",
    "deal.first_dealer": "who deals first",
    "deal.next_dealer": "who deals the next deal",
    "deal.after_draw": "who deals after a drawn deal",
    "deal.first_lead": "who leads to the first trick",
    "play1.duty": "what the second player must do while the talon is open",
    "play.trick_winner": "who wins a trick",
    "play.winner_leads": "who leads next",
    "draw.order": "in what order the players draw",
    "draw.last": "who draws the turn-up",
    "info.trick_review": "which tricks may be looked at again",
    "info.score_memory": "what may be noted down during play",
    "play2.trigger": "from when suit must be followed",
    "play2.duty": "what the second player must do once the talon is closed or exhausted",
    "play2.undertrump": "whether who cannot follow suit or beat the best trump must still play a trump",
    "exchange.card": "which card is exchanged for the turn-up",
    "exchange.who": "who may exchange, and when",
    "exchange.min_tricks": "how many tricks a player needs to exchange",
    "exchange.first_lead": "whether a player may exchange before the first trick",
    "exchange.min_talon": "how many cards the talon needs for an exchange",
    "exchange.after_end": "whether a player may exchange once the talon is closed or exhausted",
    "exchange.opponent_on_close": "whether the closer's opponent may exchange at once",
    "exchange.before_draw": "whether a player may exchange before drawing",
    "exchange.combo": "whether an exchange goes with a marriage or a close at the same lead",
    "marriage.value": "what a marriage is worth",
    "marriage.who": "who may announce a marriage",
    "marriage.lead": "which card of the marriage must be led",
    "marriage.per_lead": "how many marriages may be announced at one lead",
    "marriage.first_trick": "whether a marriage may be announced at the first trick",
    "marriage.first_deal": "whether a marriage may be announced in the first deal of a match",
    "marriage.min_tricks": "how many tricks a player needs to announce a marriage",
    "marriage.count_when": "from when a marriage's points count",
    "marriage.after_close": "whether a marriage may be announced once the talon is closed",
    "marriage.after_exhaustion": "whether a marriage may be announced once the talon is exhausted",
    "marriage.last_open": "the last lead at which a marriage is allowed in an unclosed deal",
    "marriage.close_order": "in which order marriage and close may be announced at one lead",
    "marriage.out_without_lead": "whether a player may go out on a marriage without leading",
    "close.who": "who may close the talon",
    "close.first_lead": "whether the talon may be closed before the first trick",
    "close.min_tricks": "how many tricks a player needs to close the talon",
    "close.before_draw": "whether the talon may be closed before drawing",
    "close.min_talon": "how many cards the talon needs to be closed",
    "close.last_opportunity": "the last moment to close",
    "close.effect": "what closing does",
    "close.noncloser_points": "whether the closer's opponent goes on counting",
    "close.frozen_tricks": "whether tricks whose points do not count still save from schwarz",
    "close.noncloser_can_win": "whether the closer's opponent may go out",
    "close.last_trick": "what the last trick is worth after a close",
    "claim.mode": "whether 66 must be claimed",
    "claim.window": "when a claim may be made",
    "claim.after_lost_trick": "whether a player may claim after losing a trick",
    "claim.both66": "who wins when both have 66",
    "claim.false": "what a false claim costs",
    "claim.false_at_33": "what a false claim costs where the other has exactly 33",
    "claim.false_by_closer": "what a closer's false claim costs",
    "claim.false_vs_closer": "what a false claim of the closer's opponent costs",
    "last.bonus": "what the last trick of an unclosed deal is worth",
    "last.bonus_claimable": "whether the last trick's bonus counts towards a claim",
    "last.no_claim_exhausted": "who wins an unclosed deal in which nobody goes out",
    "last.no_claim_closed": "who wins a closed deal in which nobody goes out",
    "last.claim_after_final_trick": "whether a player may claim after the very last trick",
    "score.tiers": "what going out wins",
    "score.schwarz": "when a loser is schwarz",
    "score.melds_count_to_33": "whether the loser's marriages count towards 33",
    "score.closed_basis": "which of the opponent's points decide what a closer's win is worth",
    "score.closer_fails": "what a closer's failure gives the opponent",
    "score.noncloser_out": "what the closer's opponent scores for going out",
    "score.exhausted": "what winning without a claim is worth",
    "tie.result": "what equal totals mean",
    "tie.bonus": "whether the deal after a draw is worth more",
    "game.target": "how many game points win the match",
    "game.direction": "whether the score is counted up or down",
    "game.seven_nil": "whether winning the match to nil counts double",
    "game.retour": "whether losing the match after leading it one point from the target to nil counts four",
    "series.next_dealer": "who deals first in the next match of a series",
    "auction.call": "who names trumps, and which suit",
    "auction.turn_up": "whether trumps may be left to a card that is turned up",
    "auction.bids": "who bids in what order, and how high",
    "auction.equal": "whether a contract may be bid that is worth as much as the last",
    "auction.contracts": "which contracts there are, what they promise and what they are worth",
    "auction.ace_bettler": "what makes an Ass-Bettler harder than a Bettler",
    "auction.parties": "who plays together under a contract",
    "auction.partner_plays": "whether a partner plays along where every trick must be taken without trumps",
    "auction.talon": "whether the card points that are laid away for the talon count",
    "auction.double": "who may double what a contract is worth, and how often",
    "auction.end": "when a contract is made or lost",
    "mp.partners": "which players win and lose together",
    "mp.trump_defer": "what happens where the player who may name trumps declines",
    "mp.end": "when a deal for three or four ends",
    "mp.all_pay": "whether every other player pays the winner of a deal",
    "irr.not_held": "what happens to a card that its player does not hold",
    "irr.revoke": "what happens when a player revokes",
    "irr.marriage_wrong_lead": "what happens when another card is led after a marriage",
    "irr.false_meld": "what happens to a marriage announced without both cards",
    "irr.untimely_claim": "what happens to a claim made too late",
    "irr.misdeal": "what happens after a misdeal",
    "irr.draw": "what happens after a wrong draw",
    "irr.exposed": "what happens when a card is exposed",
    "irr.redeal": "when the cards may be dealt anew",
    "irr.wrong_dealer": "what happens when somebody else has dealt",
    "irr.looked_back": "what happens to a player who looks at turned tricks",
    "irr.looked_at_talon": "what happens to a player who looks at the talon",
    "irr.talk": "what happens to a player who gives information",
    "irr.out_of_turn": "what happens to a lead or play out of turn",
    "irr.unmarked_marriage": "what happens to a marriage that was not marked",
    "irr.withdrawn": "what happens to an announcement that is taken back",
    "irr.gathered": "what happens when another gathers a trick",
    "irr.score": "until when the score can be corrected",
    "irr.other": "what happens after anything else",
}
"""Every decision point, and what it decides."""

GROUPS: Final = {
    "The pack and the deal": ("deck", "deal"),
    "The open talon": ("play1", "play", "draw", "info"),
    "The talon closed or exhausted": ("play2",),
    "The exchange": ("exchange",),
    "Marriages": ("marriage",),
    "Closing": ("close",),
    "Going out and the last trick": ("claim", "last"),
    "The score": ("score", "tie", "game", "series"),
    "Before the first lead": ("auction",),
    "Three and four players": ("mp",),
    "Irregularities": ("irr",),
}
"""The headings of a rule sheet, and the points under each by their first word."""

LEFT_TO_TABLE: Final = (
    *("irr.exposed", "irr.redeal", "irr.wrong_dealer", "irr.looked_back", "irr.looked_at_talon", "irr.talk"),
    *("irr.out_of_turn", "irr.unmarked_marriage", "irr.withdrawn", "irr.gathered", "irr.score", "irr.other"),
)
"""Irregularities beside the play, of which every source leaves the table to decide."""

PROCEDURE: Final = frozenset(
    (
        *("deal.batches", "deal.first_recipient", "deal.first_dealer", "info.trick_review"),
        *("info.score_memory", "game.direction", "irr.misdeal", "irr.draw", *LEFT_TO_TABLE),
    )
)
"""Points of conduct at the table, on which no judgement of a record can depend."""


_FIELDS: Final = frozenset(DECISIONS)


def field_of(point: str) -> str | None:
    """The field of a rule set that carries a point, or None where every table decides alike.

    >>> field_of("close.min_talon"), field_of("close.who")
    ('close_min_talon', None)
    """
    name = point.replace(".", "_")
    return name if name in _FIELDS else None


def point_of(field: str) -> str:
    """The point that a field of a rule set carries.

    >>> point_of("close_min_talon")
    'close.min_talon'
    """
    return field.replace("_", ".", 1)
