"""Santase as Bulgarian clubs play it, by the later rules of the engine whose first text is `santase`."""

from typing import Final

from referee.decisions import ClaimMode, DefenderOut, FailedClose
from referee.rulebook import Clause, Decided, Passage, decided
from referee.rulesets.santase import SANTASE

PLACE: Final = 6
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Rules of Santase (SantaseGameEngine, RULES.md, 2026)"
ADDRESS: Final = "https://github.com/NikolayIT/SantaseGameEngine/blob/3b57840/RULES.md"
REVISION: Final = "16 May 2026 (3b57840)"

_WON: Final = (
    "Situation | Game points to the winner / Talon not closed, winner reached 66+ "
    "(or has more), opponent has ≥ 33 | 1 / Same, opponent has 1–32 and at least "
    "one trick | 2 / Same, opponent won no trick at all (schwarz / capot) | 3"
)
_CLOSER_FAILED: Final = (
    "If the closer scored < 66 (failed close): the opponent immediately wins 3 game points."
)
_PASSAGES: Final = {
    "The pack": {
        "deck.cards": (
            "The game is played with a 24-card pack: only the Nines, Jacks, Queens, Kings, "
            "Tens and Aces of a standard deck"
        )
    },
    "Card values and rank": {
        "deck.rank_values": (
            "Card | Point value / Ace (A) | 11 / Ten (10) | 10 / King (K) | 4 / Queen (Q) "
            "| 3 / Jack (J) | 2 / Nine (9) | 0 … A > 10 > K > Q > J > 9"
        ),
        "play.trick_winner": (
            "the follower can only win by trumping or by beating in the led suit. A trump "
            "beats any non-trump; this is the only way the second player wins with a "
            "different suit."
        ),
    },
    "The deal": {
        "deal.hand_size": "Each player is dealt 6 cards.",
        "deal.trump_card": "The next (13th) card is turned face up — its suit is the trump suit for the "
        "deal.",
        "deal.talon_size": "The remaining 11 cards lie across the turned-up trump and form the talon "
        "(stock).",
    },
    "Who leads": {
        "deal.next_dealer": "The winner of the previous deal deals; the dealer's opponent leads.",
        "deal.first_lead": "The winner of the previous deal deals; the dealer's opponent leads.",
    },
    "Draw": {
        "deal.after_draw": (
            "When the two players' totals (including marriages and the +10 bonus) are "
            "equal, the deal is a draw: | The same dealer deals again."
        ),
        "tie.result": (
            "When the two players' totals (including marriages and the +10 bonus) are "
            "equal, the deal is a draw: | Nobody scores game points."
        ),
    },
    "Tricks and play": {
        "play.winner_leads": "The winner is decided … and then: | Leads the next trick.",
        "draw.order": (
            "The winner is decided … and then: | Draws the first card from the talon (if "
            "the phase allows drawing)."
        ),
    },
    "The two phases": {
        "play1.duty": (
            "While the talon is neither exhausted nor closed: | Following suit is not "
            "required. / Trumping (heading with a trump) is not required. / The follower "
            "may play any card from hand."
        ),
        "play2.trigger": (
            "Enters into force when either: | the talon is exhausted naturally (after the "
            "6th trick the talon is empty), or / a player has closed the talon (see §11)."
        ),
        "play2.duty": (
            "Must follow suit — if you hold a card of the led suit, you must play one. / "
            "Must head the trick in suit — if you hold a card of the led suit that beats "
            "the led card, you must play a beating card. / Must trump — if you have no "
            "card of the led suit but hold a trump, you must play a trump."
        ),
    },
    "Marriages": {
        "marriage.value": (
            "20 points — if the suit is not trump. / 40 points — if the suit is trump (the royal marriage)."
        ),
        "marriage.who": "When a player is on lead (about to lead a trick) and holds the King and Queen of "
        "the same suit, they may announce the marriage",
        "marriage.lead": "The marriage is announced by leading one of the two cards (King or Queen) "
        "together with the announcement",
        "marriage.first_trick": "When it is allowed | Not in the first trick of the deal",
        "marriage.count_when": (
            "to announce you must be on lead, and after the first trick you can only be on "
            "lead if you won the previous trick. So any player who announces has already "
            "won at least one trick."
        ),
        "marriage.after_close": (
            "The Bulgarian rules (and this engine) allow an announcement after "
            "closing/exhaustion, as long as you are on lead and hold both cards."
        ),
        "marriage.after_exhaustion": (
            "The Bulgarian rules (and this engine) allow an announcement after "
            "closing/exhaustion, as long as you are on lead and hold both cards."
        ),
        "marriage.out_without_lead": (
            "If the announcement raises your total to 66+, you win the deal at the moment "
            "of the announcement, without playing a second card to the trick."
        ),
    },
    "Exchanging the trump": {
        "exchange.card": "A player holding the Nine of the trump suit may exchange it for the face-up "
        "trump card under the talon.",
        "exchange.who": "The player on lead declares the exchange.",
        "exchange.min_tricks": (
            'The engine does not check "you have already won a trick" explicitly, but the '
            "condition is automatic — to be on lead after the first trick you must have "
            "won it."
        ),
        "exchange.first_lead": (
            'The engine does not check "you have already won a trick" explicitly, but the '
            "condition is automatic — to be on lead after the first trick you must have "
            "won it."
        ),
        "exchange.after_end": "Conditions | The talon has more than 2 cards",
        "exchange.opponent_on_close": "Pagat also allows the exchange immediately if the opponent "
        "closes even without a won trick — this engine does not model that exception",
    },
    "Closing the talon": {
        "exchange.combo": "When a player is on lead they may chain several actions before playing a card",
        "close.who": "A player on lead may close the talon if they believe they can reach 66 points "
        "using only the cards in hand.",
        "close.first_lead": "Conditions | Not the first trick",
        "close.min_talon": "Conditions | The talon has more than 2 cards",
        "close.last_opportunity": "Conditions | The talon has more than 2 cards",
        "close.effect": "Effect | strict rules (see §8.2), no further drawing",
    },
    "Last-trick bonus": {
        "close.last_trick": (
            "When the bonus does not apply | A player closed the talon — the bonus is suspended."
        ),
        "last.bonus": (
            "When the deal ends by natural talon exhaustion (all 24 cards played and "
            "nobody closed), the winner of the 12th (last) trick receives a +10 bonus."
        ),
    },
    "Scoring": {
        "last.no_claim_exhausted": _WON,
        "last.no_claim_closed": _CLOSER_FAILED,
        "score.schwarz": _WON,
        "score.exhausted": _WON,
    },
}
"""By section of the text what it has as the text of `santase` has it, each point with its sentence."""
_PASSAGE_OF: Final = {
    point: Passage(section, quote) for section, quotes in _PASSAGES.items() for point, quote in quotes.items()
}


def _clause(point: str, clause: Clause) -> Clause:
    """A clause of the text of `santase`, cited from where this text says the same."""
    found = _PASSAGE_OF.get(point)
    if found:
        return Clause(found.section, clause.rule, quote=found.quote)
    return Clause("", clause.rule, "silent; as the text of the set santase has it")


_AS_SANTASE: Final[dict[str, Clause | Decided]] = {
    point: Decided(SANTASE.decision(point), _clause(point, clause))
    if SANTASE.decides(point)
    else _clause(point, clause)
    for point, clause in SANTASE.clauses.items()
}

SANTASE_CLUB: Final = SANTASE.but(
    "santase-club",
    {
        **_AS_SANTASE,
        "exchange.min_talon": decided(
            4,
            "Exchanging the trump",
            "more than two cards, so at least four",
            quote="Conditions | The talon has more than 2 cards",
        ),
        "claim.mode": decided(
            ClaimMode.SAID,
            "Winning a deal and the game",
            "yes: whoever has 66 wins only by claiming it",
            "the text describes a program that ends the deal automatically; at a table 66 is called",
            quote=("A deal ends in one of two cases: | someone reached 66 / talon and hands exhausted"),
        ),
        "score.tiers": decided(
            33,
            "Scoring",
            "1; 2 if the loser has fewer than 33; 3 if he has no trick",
            "the text mentions tables at which 31 suffice; its own value is kept",
            quote=_WON,
        ),
        "score.closer_fails": decided(
            FailedClose.THREE,
            "Scoring",
            "3, whatever the opponent has",
            "the text names tables with 2 or 3",
            quote=(
                "Situation | Game points to the winner / A player closed and failed (< 66) — "
                "opponent wins | 3 (always)"
            ),
        ),
        "score.noncloser_out": decided(
            DefenderOut.AS_FAILED,
            "Scoring",
            "3: a closer who has not reached 66 has failed",
            quote=_CLOSER_FAILED,
        ),
        "game.target": decided(
            11, "Objective", "11", quote="Objective of the game — accumulate 11 game points"
        ),
    },
    source=SOURCE,
    address=ADDRESS,
    revision=REVISION,
)
"""To 11, with 3 for every failed close, and no exchange for one of the last two cards."""

BOOKS: Final = (SANTASE_CLUB,)
