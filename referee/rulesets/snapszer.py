"""The clauses of Snapszer for three, Hungary's Schnapsen in which one player names trumps and plays alone.

Of what its own texts do not say Dreierschnapsen decides.
"""

from typing import Final

from referee.cards import FULL_PACK
from referee.contracts import Aim, Auction, Bidder, Contract, Opening
from referee.decisions import AceBettler, Revoke
from referee.rulebook import ALL_DEALT, NO_CONTRACT, NO_PARTNER, Clause, Passage, RuleSource, book, decided
from referee.rulesets.bauernschnapsen import SNAPSZER as PROGRAM
from referee.rulesets.dreierschnapsen import DREIERSCHNAPSEN

PLACE: Final = 9
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Snapszer (titok.info)"
ADDRESS: Final = "http://titok.info/doku.php?id=snapszer"
REVISION: Final = ""
GAMES: Final = RuleSource(
    "Snapszer szabályok (gyerekjatekokrol.hu)",
    "http://www.gyerekjatekokrol.hu/jatekok/snapszer/",
    language="hu",
)

EIGHT: Final = Passage(
    "Hungarian three-player snapszer", "24 cards with the nines, eight cards each, no talon.", PROGRAM
)
CALLER: Final = Passage(
    "Hungarian three-player snapszer",
    "The player after the dealer (hívó) names trump after seeing four cards and plays alone against the "
    "other two, who count their tricks together.",
    PROGRAM,
)
CLAIMS: Final = Passage(
    "Hungarian three-player snapszer",
    "Otherwise the first side to reach 66 calls it: 1 point, 2 if the losers have fewer than 33, 3 if they "
    "took no trick.",
    PROGRAM,
)
TRUMPING: Final = Passage(
    "Alapszabályok",
    "Ha nincs a színből lapja a soronkövetkezőnek, akkor az adu színéből kell tennie (ha az sincs, akkor "
    "szabadon választhat)",
)
HEADING: Final = Passage(
    "Alapszabályok",
    "Ha az előbbi feltételek mellett erősebb lapot tud tenni az eddigi legerősebbnél, akkor le kell tennie",
)

CONTRACTS: Final = (
    Contract("sima", 0, Aim.FIRST, target=66, bidder=Bidder.NOBODY),
    Contract("snapszer", 6, Aim.POINTS, target=66, own_tricks=True, bidder=Bidder.CALLER),
)
"""What the caller can play: the plain game, or 66 without a trick of the others."""

SNAPSZER_THREE: Final = book(
    "snapszer-three",
    SOURCE,
    {
        **DREIERSCHNAPSEN.borrowed(),
        "deck.cards": EIGHT.decides(
            FULL_PACK, "24 cards: ace, ten, king, queen, jack and nine of four suits"
        ),
        "deck.rank_values": Clause(
            "Pontok",
            "ace 11, ten 10, king 4, queen 3, jack 2, nine 0; the ten ranks above the king",
            quote="A lapok pontértékei (és ütéssorrendjük): ász (11), X (10), király (4), felső (3), alsó "
            "(2), IX (0)",
        ),
        "deal.hand_size": EIGHT.decides(8, "eight cards each"),
        "deal.batches": CALLER.says("four each, twice", "derived"),
        "deal.talon_size": EIGHT.says("none: every card is dealt"),
        "deal.trump_card": CALLER.decides(
            DREIERSCHNAPSEN.rules.deal_trump_card,
            "the player to the dealer's left names trumps from his first four cards",
        ),
        "deal.first_lead": CALLER.says("the player who named trumps", "derived"),
        "play2.duty": HEADING.says(
            "follow suit and beat the highest card of the trick if possible, else trump, else any card"
        ),
        "play2.undertrump": TRUMPING.decides(True, "yes: a lower trump too"),
        "claim.mode": CLAIMS.decides(
            DREIERSCHNAPSEN.rules.claim_mode, "yes: whoever has 66 wins only by claiming it"
        ),
        "score.tiers": CLAIMS.decides(33, "1; 2 if the loser has fewer than 33; 3 if he has no trick"),
        "score.schwarz": CLAIMS.says("when he has taken no trick, whatever the points"),
        "game.target": Passage("Three and four players", "A match is played to 24 points.", PROGRAM).decides(
            24, "24; whoever has the most, if several reach it at once"
        ),
        "game.direction": Clause("", "upwards from zero", "silent"),
        "game.seven_nil": decided(False, "", "no", "silent"),
        "game.retour": decided(False, "", "no", "silent"),
        "info.trick_review": Clause(
            "Alapszabályok",
            "one's own tricks at any time",
            quote="Az elnyert lapokat lefordítva maga elé teszi, később bármikor megnézheti, de másnak nem "
            "köteles megmutatni.",
        ),
        "auction.call": CALLER.says(
            "the player to the dealer's left, any suit", "silent on which; a program allows any"
        ),
        "auction.turn_up": CALLER.decides(False, "no", "silent"),
        "auction.bids": Clause(
            "Snapszer",
            "the player who named trumps alone: a snapszer, or nothing",
            quote="2-es játék esetén mindkét fél bemondhatja a snapszert, 3-as játéknál csak a hívó",
            source=GAMES,
        ),
        "auction.equal": Clause("", "does not arise: one player bids", "derived"),
        "auction.contracts": Clause(
            "Snapszer",
            "the plain game 1 to 3, snapszer 6: 66 without a trick of the others",
            quote="a vállalás 66 pont elérése úgy, hogy az ellenfél egyet sem üt.",
            source=GAMES,
        ),
        "auction.ace_bettler": decided(AceBettler.HELD, "", NO_CONTRACT, "derived"),
        "auction.parties": CALLER.says("whoever plays a contract alone against the two others"),
        "auction.partner_plays": CALLER.decides(True, NO_PARTNER, "derived"),
        "auction.talon": EIGHT.decides(True, ALL_DEALT, "derived"),
        "auction.double": Passage(
            "Hungarian three-player snapszer",
            "Defenders may double (Kontra), the hívó may redouble, and the defenders once more.",
            PROGRAM,
        ).says(
            "before the first lead the side against the contract, then the side that plays it, then the "
            "first again: twice, four times, eight times as much"
        ),
        "auction.end": Passage(
            "Hungarian three-player snapszer",
            "Before the first card he may announce a Snapszer (6 points): he must reach 66 without the "
            "others taking a trick.",
            PROGRAM,
        ).says("as soon as what it promises is reached or missed; it is made by a marriage, too", "derived"),
        "mp.partners": CALLER.decides(False, "nobody: each plays for himself"),
        "mp.trump_defer": Clause("", "does not arise: he must name a suit", "derived"),
        "mp.all_pay": CALLER.decides(
            False, "no: whoever plays scores, or each of the others does", "derived"
        ),
        "irr.revoke": Passage(
            "Alapszabályok", "Ha egy játékos rossz lapot tesz, a másik csapat „renonsz”-ot mond és győz."
        ).decides(
            Revoke.LOST,
            "the deal is lost; the other side scores what going out then would win, or the contract",
        ),
    },
    address=ADDRESS,
    revision=REVISION,
    language="hu",
    seats=3,
    auction=Auction((Opening.CALL, Opening.BID), CONTRACTS, unbid=0, packet=4, doubles=3),
)
"""Three players and 24 cards; one names trumps and plays alone."""

SECRET: Final = Passage(
    "Hungarian four-player snapszer",
    "After three cards the hívó calls any card; its suit is trump and whoever holds it is his secret "
    "partner.",
    PROGRAM,
)
UNTIL_PLAYED: Final = Passage(
    "Hungarian four-player snapszer",
    "Until the called card is played only the hívó may call 66, and then he wins alone. After that the two "
    "sides count together.",
    PROGRAM,
)
AS_WITH_THREE: Final = Passage(
    "Hungarian four-player snapszer",
    "Snapszer (6), Kontra and the scoring are as with three players; every member of the winning side "
    "scores.",
    PROGRAM,
)
SIX: Final = Passage("Hungarian four-player snapszer", "24 cards, six each.", PROGRAM)

SNAPSZER_FOUR: Final = book(
    "snapszer-four",
    SOURCE,
    {
        **SNAPSZER_THREE.borrowed(),
        "deal.hand_size": SIX.decides(6, "six cards each"),
        "deal.batches": SECRET.says("three each, twice", "derived"),
        "deal.trump_card": SECRET.decides(
            SNAPSZER_THREE.rules.deal_trump_card,
            "the player to the dealer's left calls a card after his first three, and its suit is trumps",
        ),
        "auction.call": SECRET.says("the player to the dealer's left calls any card, one of his own too"),
        "auction.parties": UNTIL_PLAYED.says(
            "the caller and whoever holds the card that he called, whom nobody knows before it is played; "
            "until then the caller alone may claim; with a card of his own he plays alone"
        ),
        "auction.contracts": AS_WITH_THREE.says(
            "the plain game 1 to 3, snapszer 6: 66 without a trick of the others"
        ),
        "mp.partners": SECRET.decides(False, "nobody: who plays with the caller is seen when the card falls"),
        "mp.all_pay": AS_WITH_THREE.decides(False, "no: everybody of the side that wins scores"),
    },
    address=ADDRESS,
    revision=REVISION,
    language="hu",
    seats=4,
    auction=Auction(
        (Opening.CALL, Opening.BID),
        tuple(each._replace(own_tricks=False, clean=each.own_tricks) for each in CONTRACTS),
        unbid=0,
        packet=3,
        calls=True,
        doubles=3,
    ),
)
"""Four players and 24 cards; one calls a card, and whoever holds it is his secret partner."""

BOOKS: Final = (SNAPSZER_THREE, SNAPSZER_FOUR)
