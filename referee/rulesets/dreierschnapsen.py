"""The clauses of Dreierschnapsen: Bauernschnapsen for three, each for himself, with a talon of two.

Of what its own texts do not say Bauernschnapsen decides.
"""

from typing import Final

from referee.contracts import Opening
from referee.rulebook import NO_PARTNER, Clause, Passage, book, decided
from referee.rulesets.bauernschnapsen import BAUERNSCHNAPSEN, CONTRACTS, SNAPSZER

PLACE: Final = 8
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Dreierschnapsen (Wikipedia)"
ADDRESS: Final = "https://en.wikipedia.org/wiki/Dreierschnapsen"
REVISION: Final = ""

FOR_HIMSELF: Final = Passage(
    "Aim and scoring",
    "If he wins, he scores the value of the contract; if he loses, the defenders each score the contract "
    "value.",
)
TWENTY: Final = Passage("Dreierschnapsen", "20 cards, six each and two in the talon.", SNAPSZER)
NAMES: Final = Passage(
    "Dreierschnapsen",
    "The player after the dealer names trump from his first three cards and must at least play the normal "
    "game.",
    SNAPSZER,
)
TALON: Final = Passage(
    "Dreierschnapsen",
    "The declarer takes the talon, discards two cards and plays alone; if he fails, both others score.",
    SNAPSZER,
)

_FOUR_TRICKS: Final = tuple(
    contract._replace(sits_out=False, within=contract.within and 4) for contract in CONTRACTS
)
"""The contracts of four players, but for a partner who sits out, and with four tricks for a Schnapser."""

DREIERSCHNAPSEN: Final = book(
    "dreierschnapsen",
    SOURCE,
    {
        **BAUERNSCHNAPSEN.borrowed(),
        "deal.hand_size": TWENTY.decides(6, "six cards each"),
        "deal.batches": NAMES.says("three each, two for the talon, then three each", "silent on the order"),
        "deal.talon_size": TWENTY.says("2 cards"),
        "claim.window": decided(
            BAUERNSCHNAPSEN.rules.claim_window,
            "",
            "after a player or his ally has won a trick or announced a marriage, until the next lead",
            "silent on the moment",
        ),
        "claim.after_lost_trick": Clause("", "no: another trick must be won first", "silent"),
        "game.target": Passage(
            "Aim and scoring",
            "A contract may be worth anything between 1 and 24 points and the aim is to be the first to "
            "accumulate 24 points.",
        ).decides(24, "24; whoever has the most, if several reach it at once"),
        "game.direction": Clause(
            "Aim and scoring",
            "upwards from zero",
            quote="In one regional variant, scores are counted down from 24 points to zero.",
        ),
        "game.seven_nil": Passage(
            "Aim and scoring", "If he has no games points at all, he is Schneider and receives 2 Bummerls."
        ).decides(True, "yes: it counts twice"),
        "game.retour": Passage(
            "Aim and scoring",
            "If two players have 23 points each and the third player has none and yet goes on to win, the "
            "first two players are given a Retourschneider (Schuster or Rücker), which is worth 4 Bummerls.",
        ).decides(True, "yes: it counts four times"),
        "auction.parties": FOR_HIMSELF.says("whoever plays a contract alone against the two others"),
        "auction.partner_plays": FOR_HIMSELF.decides(True, NO_PARTNER, "derived"),
        "auction.talon": TALON.decides(
            False,
            "no; whoever plays takes both cards and lays two away before he leads",
            "silent on the points; in a program that plays so they do not count",
        ),
        "auction.end": Clause(
            "Dreierschnapsen",
            "as soon as what it promises is reached or missed; a Schnapser has four tricks for it",
            quote="Schnapser 6 (forehand: 66 within the first four tricks, taking all of them)",
            source=SNAPSZER,
        ),
        "mp.partners": FOR_HIMSELF.decides(False, "nobody: each plays for himself"),
        "mp.all_pay": FOR_HIMSELF.decides(
            False, "no: whoever plays scores, or each of the others does", "derived"
        ),
    },
    BAUERNSCHNAPSEN.variants,
    address=ADDRESS,
    revision=REVISION,
    seats=3,
    auction=BAUERNSCHNAPSEN.rules.auction._replace(
        steps=(Opening.CALL, Opening.BID, Opening.DISCARD), contracts=_FOUR_TRICKS
    ),
)
"""Three players, each for himself, 20 cards, and a talon of two."""

BOOKS: Final = (DREIERSCHNAPSEN,)
