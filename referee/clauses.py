"""Where every decision comes from: each point of the rules, what it decides, and its clause.

Data for citations and rule sheets. A clause says in this project's own words what its source says
or, where the source is silent or at odds with itself, what was ruled and why. Nothing here is read
by the play.
"""

from typing import Final, NamedTuple

from referee.rules import DECISIONS, RuleSet, changed


class Clause(NamedTuple):
    """What a rule set says of one point: the source's section and the rule in one sentence.

    ``ruled`` gives the reason where the source is silent or contradicts itself, else it is empty.
    """

    section: str
    rule: str
    ruled: str = ""


SOURCES: Final = {
    "santase": "Santase Rules (SantaseGameEngine, docs/Rules.md)",
}
"""The title of the text that each rule set follows."""

POINTS: Final = {
    "deck.cards": "which cards make the pack",
    "deck.rank_values": "how the cards rank and what they count",
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
    "exchange.card": "which card is exchanged for the turn-up",
    "exchange.who": "who may exchange, and when",
    "exchange.min_tricks": "how many tricks a player needs to exchange",
    "exchange.first_lead": "whether one may exchange before the first trick",
    "exchange.min_talon": "how many cards the talon needs for an exchange",
    "exchange.after_end": "whether one may exchange once the talon is closed or exhausted",
    "exchange.opponent_on_close": "whether the closer's opponent may exchange at once",
    "exchange.before_draw": "whether one may exchange before drawing",
    "exchange.combo": "whether an exchange goes with a marriage or a close at the same lead",
    "marriage.value": "what a marriage is worth",
    "marriage.who": "who may announce a marriage",
    "marriage.lead": "which card of the marriage must be led",
    "marriage.per_lead": "how many marriages may be announced at one lead",
    "marriage.first_trick": "whether a marriage may be announced at the first trick",
    "marriage.min_tricks": "how many tricks a player needs to announce a marriage",
    "marriage.count_when": "from when a marriage's points count",
    "marriage.after_close": "whether a marriage may be announced once the talon is closed",
    "marriage.after_exhaustion": "whether a marriage may be announced once the talon is exhausted",
    "marriage.last_open": "the last lead at which an unclosed deal allows a marriage",
    "marriage.close_order": "in which order marriage and close may be announced at one lead",
    "marriage.out_without_lead": "whether one may go out on a marriage without leading",
    "close.who": "who may close the talon",
    "close.first_lead": "whether the talon may be closed before the first trick",
    "close.before_draw": "whether the talon may be closed before drawing",
    "close.min_talon": "how many cards the talon needs to be closed",
    "close.last_opportunity": "the last moment to close",
    "close.effect": "what closing does",
    "close.noncloser_points": "whether the closer's opponent goes on counting",
    "close.noncloser_can_win": "whether the closer's opponent may go out",
    "close.last_trick": "what the last trick is worth after a close",
    "claim.mode": "whether 66 must be claimed",
    "claim.window": "when a claim may be made",
    "claim.after_lost_trick": "whether one may claim after losing a trick",
    "claim.both66": "who wins when both have 66",
    "claim.false": "what a false claim costs",
    "claim.false_by_closer": "what a closer's false claim costs",
    "claim.false_vs_closer": "what a false claim of the closer's opponent costs",
    "last.bonus": "what the last trick of an unclosed deal is worth",
    "last.bonus_claimable": "whether the last trick's bonus may be claimed with",
    "last.no_claim_exhausted": "who wins an unclosed deal in which nobody goes out",
    "last.no_claim_closed": "who wins a closed deal in which nobody goes out",
    "last.claim_after_final_trick": "whether one may claim after the very last trick",
    "score.tiers": "what going out wins",
    "score.schwarz": "when a loser is schwarz",
    "score.melds_count_to_33": "whether the loser's marriages count towards 33",
    "score.closed_basis": "which points of the opponent measure a closer's win",
    "score.closer_fails": "what a closer's failure gives the opponent",
    "score.noncloser_out": "what the closer's opponent scores for going out",
    "score.exhausted": "what winning without a claim is worth",
    "tie.result": "what equal totals mean",
    "tie.bonus": "whether the deal after a draw is worth more",
    "game.target": "how many game points win the match",
    "game.direction": "which way the score is counted",
    "game.seven_nil": "whether a win to nil counts double",
    "irr.not_held": "what happens to a card that its player does not hold",
    "irr.revoke": "what happens when a duty of play is broken",
    "irr.marriage_wrong_lead": "what happens when another card is led after a marriage",
    "irr.false_meld": "what happens to a marriage announced without both cards",
    "irr.untimely_claim": "what happens to a claim out of time",
    "irr.misdeal": "what happens after a misdeal",
    "irr.draw": "what happens after a wrong draw",
}
"""Every decision point of the two-player games, and what it decides."""

CLAUSES: Final = {
    "santase": {
        "deck.cards": Clause(
            "Players and Cards", "24 cards: ace, ten, king, queen, jack and nine of four suits"
        ),
        "deck.rank_values": Clause(
            "Players and Cards",
            "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king",
        ),
        "deal.hand_size": Clause("The Deal", "six cards each"),
        "deal.batches": Clause("The Deal", "singly, by twos or by threes, as the dealer likes"),
        "deal.first_recipient": Clause(
            "The Deal", "the non-dealer", "silent; other sources serve the dealer last"
        ),
        "deal.trump_card": Clause(
            "The Deal", "the 13th card is turned up under the talon; its suit is trump"
        ),
        "deal.talon_size": Clause("The Deal", "12 cards"),
        "deal.first_dealer": Clause("The Deal", "chosen at random"),
        "deal.next_dealer": Clause("The Deal", "the winner of a deal deals the next, so the loser leads"),
        "deal.after_draw": Clause("The Play (Second phase)", "the same dealer deals again"),
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
        "exchange.who": Clause("Nine of Trumps", "the player about to lead, just before leading"),
        "exchange.min_tricks": Clause("Nine of Trumps", "he must have won a trick"),
        "exchange.first_lead": Clause("Nine of Trumps", "no, for want of a trick"),
        "exchange.min_talon": Clause(
            "Nine of Trumps",
            "any open talon, so two cards",
            "silent; other Bulgarian tables ask for more than two",
        ),
        "exchange.after_end": Clause("Nine of Trumps", "no: the turn-up must lie under an open talon"),
        "exchange.opponent_on_close": Clause(
            "Nine of Trumps",
            "no",
            "the comparison with Schnapsen allows it, the main text rules it out; the main text prevails",
        ),
        "exchange.before_draw": Clause(
            "Nine of Trumps", "no", "silent; just before leading means after drawing"
        ),
        "exchange.combo": Clause("Closing", "exchange, marriage and close may all precede one lead"),
        "marriage.value": Clause("Marriages", "40 in trumps, 20 in another suit"),
        "marriage.who": Clause("Marriages", "the leader, holding king and queen of the suit"),
        "marriage.lead": Clause("Marriages", "king or queen of the marriage"),
        "marriage.per_lead": Clause("Marriages", "one at each lead"),
        "marriage.first_trick": Clause(
            "Marriages",
            "not at the first trick",
            "the text says first hand, which elsewhere is a deal; read as trick",
        ),
        "marriage.min_tricks": Clause(
            "Marriages", "none on paper; after the first trick the leader always has one", "derived"
        ),
        "marriage.count_when": Clause("Going Out", "at once; a trick has always been won before"),
        "marriage.after_close": Clause(
            "Marriages",
            "yes",
            "the comparison with Schnapsen forbids it; the main text excepts the first trick only",
        ),
        "marriage.after_exhaustion": Clause(
            "Marriages",
            "yes",
            "the comparison with Schnapsen forbids it; the main text excepts the first trick only",
        ),
        "marriage.last_open": Clause("Marriages", "any lead", "derived"),
        "marriage.close_order": Clause("Closing", "either order"),
        "marriage.out_without_lead": Clause(
            "Marriages", "yes: out may follow the marriage, and no card is led"
        ),
        "close.who": Clause("Closing", "the player about to lead"),
        "close.first_lead": Clause("Closing", "no: not before a card has been played"),
        "close.before_draw": Clause(
            "Closing",
            "no: after drawing, with six cards each",
            "the comparison with Schnapsen allows both; the main text prevails",
        ),
        "close.min_talon": Clause("Closing", "more than two cards, so at least four"),
        "close.last_opportunity": Clause("Closing", "before the fifth trick, with four cards in the talon"),
        "close.effect": Clause("Closing", "no more cards are drawn, and suit must be followed"),
        "close.noncloser_points": Clause("Closing", "both go on counting"),
        "close.noncloser_can_win": Clause("Closing", "yes, by going out first"),
        "close.last_trick": Clause("Closing", "nothing extra"),
        "claim.mode": Clause("Going Out", "66 must be claimed"),
        "claim.window": Clause(
            "Going Out",
            "after winning a trick or announcing a marriage, until the next lead",
            "drawing, exchanging and closing do not end the moment",
        ),
        "claim.after_lost_trick": Clause("Going Out", "no: one must win another trick first"),
        "claim.both66": Clause("Going Out", "whoever claims correctly, whatever the other has"),
        "claim.false": Clause("Going Out; Scoring", "the other player scores 2, whatever he has"),
        "claim.false_by_closer": Clause(
            "Scoring",
            "the opponent scores 2, or 3 if he had no trick when the talon was closed",
            "two rows of the table fit; the dearer holds, or a false claim would be a cheap way out",
        ),
        "claim.false_vs_closer": Clause("Scoring", "the closer scores 2"),
        "last.bonus": Clause("The Play (Second phase)", "10 card points, if nobody has gone out"),
        "last.bonus_claimable": Clause(
            "The Play (Second phase)",
            "no: it counts only when the totals decide",
            "draws at 75 could not arise otherwise; a claim that only the 10 would carry is void, not false",
        ),
        "last.no_claim_exhausted": Clause("Going Out", "the higher total wins, the last trick's 10 included"),
        "last.no_claim_closed": Clause("Closing", "the closer has failed and loses"),
        "last.claim_after_final_trick": Clause("Going Out", "its winner may claim, without the 10"),
        "score.tiers": Clause("Scoring", "1; 2 if the loser has fewer than 33; 3 if he has no trick"),
        "score.schwarz": Clause("Scoring", "when he has taken no trick, whatever the points"),
        "score.melds_count_to_33": Clause("Going Out", "yes: they belong to his card points"),
        "score.closed_basis": Clause("Closing", "all his tricks, before and after the close"),
        "score.closer_fails": Clause(
            "Scoring", "2, or 3 if the opponent had no trick when the talon was closed"
        ),
        "score.noncloser_out": Clause("Scoring", "2"),
        "score.exhausted": Clause("Scoring", "1, 2 or 3 by the loser's points"),
        "tie.result": Clause("The Play (Second phase)", "a draw: no game points"),
        "tie.bonus": Clause("Variants of the Game", "not unless agreed: then one point more after 65-65"),
        "game.target": Clause("Scoring", "7"),
        "game.direction": Clause("Differences from Schnapsen", "upwards from nought"),
        "game.seven_nil": Clause("Variants of the Game", "not unless agreed"),
        "irr.not_held": Clause("", "it cannot be played", "silent"),
        "irr.revoke": Clause("", "it is refused at the table; in a record it is an error", "silent"),
        "irr.marriage_wrong_lead": Clause("", "it is refused; in a record the marriage is void", "silent"),
        "irr.false_meld": Clause("", "it counts nothing", "silent"),
        "irr.untimely_claim": Clause("", "it has no effect, and play goes on", "silent"),
        "irr.misdeal": Clause("", "the same dealer deals again", "silent"),
        "irr.draw": Clause("", "the record draws for the players", "silent"),
    }
}
"""What each rule set says of every point."""


def field_of(point: str) -> str | None:
    """The field of a rule set that carries a point, or None where every table decides alike.

    >>> field_of("close.min_talon"), field_of("close.who")
    ('close_min_talon', None)
    """
    name = point.replace(".", "_")
    return name if name in DECISIONS else None


def is_option(rules: RuleSet, point: str) -> bool:
    """Whether the table decides a point otherwise than the text that its rule set follows."""
    return field_of(point) in changed(rules)


def cite(rules: RuleSet, point: str) -> str:
    """The clause behind a point under a rule set, as source title and section.

    >>> from referee.rules import SANTASE
    >>> cite(SANTASE, "close.min_talon")
    'Santase Rules (SantaseGameEngine, docs/Rules.md), Closing'
    """
    source = SOURCES[rules.name]
    if is_option(rules, point):
        return f"agreed at this table, instead of {source}, {CLAUSES[rules.name][point].section}"
    section = CLAUSES[rules.name][point].section
    return f"{source}, {section}" if section else f"{source}: silent; ruled by this referee"
