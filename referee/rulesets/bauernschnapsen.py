"""The clauses of Bauernschnapsen, the Schnapsen of four partners in which contracts are bid.

No text that could be read to its end says everything: the fullest decides, and where it is silent the
others do, each by its own name.
"""

from typing import Final

from referee.cards import ACE, JACK, KING, NINE, NO_SUIT, PACK_20, QUEEN, TEN
from referee.contracts import Aim, Auction, Bidder, Contract, NeededCards, Opening
from referee.decisions import (
    AceBettler,
    AfterDraw,
    Announcer,
    ClaimMode,
    ClaimWindow,
    DrawBonus,
    Exhausted,
    FalseClaim,
    MarriageCount,
    MarriageLead,
    NextDealer,
    SeriesDealer,
    Tie,
    TrumpCard,
    Unclaimed,
)
from referee.rulebook import (
    ALL_DEALT,
    IRREGULARITIES,
    NO_TALON,
    UNCONDITIONAL,
    Clause,
    Passage,
    RuleSource,
    book,
    decided,
    inert,
)

PLACE: Final = 7
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Bauernschnapsen lernen (Luschentreff, 29 April 2014)"
ADDRESS: Final = "https://github.com/luschentreff/luschentreff.github.io/blob/3bcc9d0/_posts/2014-04-29-bauernschnapsen-lernen.md"
REVISION: Final = "29 April 2014 (3bcc9d0)"

PAGAT: Final = RuleSource(
    "Bauernschnapsen (pagat.com, in German)",
    "http://www.pagat.com/de/marriage/bauernschnapsen.html",
    language="de",
)
WIKIPEDIA: Final = RuleSource(
    "Bauernschnapsen (German Wikipedia, copy)", "https://profilpelajar.com/de/Bauernschnapsen", language="de"
)
WIKIBOOKS: Final = RuleSource(
    "Kartenspiele: Bauernschnapsen: Allgemeine Regeln (German Wikibooks)",
    "https://de.wikibooks.org/wiki/Kartenspiele:_Bauernschnapsen:_Allgemeine_Regeln",
    language="de",
)
SHRAM: Final = RuleSource(
    "Bauernschnapsen (shram.kiev.ua)", "https://en.shram.kiev.ua/games/cards/2_bauernschnapsen.shtml"
)
SNAPSZER: Final = RuleSource(
    "Rules of a program for three and four players (harbour-snapszer)",
    "https://github.com/smatkovi/harbour-snapszer/blob/780b660/qml-common/MultiRules.qml",
    "780b660",
)
SNAPSZER_CODE: Final = RuleSource(
    "Source of a program for three and four players (harbour-snapszer)",
    "https://github.com/smatkovi/harbour-snapszer/blob/14b6c5a/src/MultiCore.cpp",
    "14b6c5a",
)

PACK: Final = Passage("Das Blatt", "Gespielt wird mit 20 Karten, jeder Spieler bekommt fünf.")
FIRST_THREE: Final = Passage(
    "Das Geben",
    "Nachdem die ersten drei Karten gegeben sind, und ohne daß man die letzten beiden Karten angesehen hat, "
    "muß Vorhand (der Spieler links vom Geber) eine Trumpffarbe ansagen.",
    PAGAT,
)
IN_TURN: Final = Passage(
    "Rules of the game",
    "The first deliverer in the game is determined by a lot, in the following games players give cards in "
    "turn clockwise.",
    SHRAM,
)
STRICT: Final = Passage(
    "Farb- und Stichzwang", "Beim Bauernschnapsen herrscht das ganze Spiel über Farb- und Stichzwang."
)
MARRIAGE: Final = Passage(
    "Ansagen",
    "Hat ein Spieler eine Dame und einen König auf der Hand, kann er wenn er mit auszuspielen dran ist das "
    "ansagen und bekommt dafür 20 Augen gutgeschrieben. Wenn er die Damen und den König in der Trumpffarbe "
    "hat, bekommt er sogar 40 Augen gutgeschrieben.",
)
MARRIAGE_LEAD: Final = Passage(
    "Ansagen", "Allerdings muss er auch als nächstes den König oder die Dame ausspielen."
)
FIRST_66: Final = Passage("Die Spielarten", "Die Punkte bekommt das Team, das zuerst 66 Augen hat.")
TIERS: Final = Passage(
    "Die Spielarten",
    "Wenn die Gegenpartei keinen einzigen Stich macht, werden drei Punkte abgezogen, wenn die Gegenpartei "
    "unter 33 Augen hat, werden zwei Punkte und bei über 33 Augen hat, wird nur ein Punkt abgezogen.",
)
LAST_TRICK: Final = Passage(
    "Letzter Stich",
    'Wenn beim "normalen Spiel" keines der beiden Teams die erforderliche Punktezahl von 66 erreicht, so '
    "gewinnt diese Runde die Mannschaft, die den letzten Stich der Runde gemacht hat und erhält dafür "
    "1 Punkt.",
    WIKIBOOKS,
)
TURNED: Final = Passage(
    "Der Spielverlauf",
    "Das bedeutet, dass er eine der beiden Karten, die er noch nicht aufgenommen hat, offen aufdeckt.",
)
BETTLER: Final = Passage(
    "Die Spielarten", "Der Partner setzt bei dem Spiel aus und der Ansager darf die erste Karte ausspielen."
)
SIDES: Final = Passage(
    "Bauernschnapsen lernen",
    "Beim Bauernschnapsen spielen vier Spieler in jeweils zwei festen Teams, die anfangs ausgelost werden, "
    "aber dann über die ganze Partie erhalten bleiben.",
)
ALONE: Final = Passage(
    "Bauernschnapsen",
    "In Bettler, Gang and Zehnergang the declarer's partner sits out. In Schnapser and all-trick games the "
    "declarer himself must take the tricks; a trick of his partner loses.",
    SNAPSZER,
)
GANG: Final = Passage(
    "Die Spielarten",
    "Wer ein Gangl ansagt, muss alle Stiche selbst machen. Selbst wenn der Partner einen Stich macht, ist "
    "das Spiel verloren.",
)
DOUBLING: Final = Passage(
    "MultiCore.cpp",
    "Kontra and Subkontra come from the defenders, Rekontra from the declarers.",
    SNAPSZER_CODE,
)

TEN_HIGHEST: Final = (NINE, ACE, JACK, QUEEN, KING, TEN)
"""The order of ranks in a Zehnergang."""


def _without_trumps(name: str, value: int, aim: Aim) -> Contract:
    """A contract without trumps and marriages, whose player leads."""
    return Contract(name, value, aim, trump=NO_SUIT, marriages=False, alone=False, leads=True)


def _schnapser(name: str, value: int, bidder: Bidder) -> Contract:
    return Contract(name, value, Aim.POINTS, target=66, within=3, alone=False, own_tricks=True, bidder=bidder)


def _with_trumps(name: str, value: int, bidder: Bidder) -> Contract:
    """A contract in which its player takes every trick himself, with trumps."""
    return Contract(name, value, Aim.ALL_TRICKS, marriages=False, alone=False, own_tricks=True, bidder=bidder)


_BETTLER: Final = _without_trumps("bettler", 4, Aim.NO_TRICK)._replace(sits_out=True)
_GANG: Final = _without_trumps("gang", 9, Aim.ALL_TRICKS)._replace(own_tricks=True)

CONTRACTS: Final = (
    Contract("rufer", 0, Aim.FIRST, target=66, alone=False, bidder=Bidder.NOBODY),
    _BETTLER,
    _BETTLER._replace(name="ass-bettler", value=5, holds=NeededCards.ACE),
    _schnapser("schnapser", 6, Bidder.FOREHAND),
    _GANG,
    _GANG._replace(name="zehnergang", value=10, order=TEN_HIGHEST),
    _schnapser("kontraschnapser", 12, Bidder.OTHERS),
    _with_trumps("bauernschnapser", 12, Bidder.FOREHAND),
    _without_trumps("farbensolo", 18, Aim.HELD)._replace(holds=NeededCards.SUIT),
    _with_trumps("kontrabauernschnapser", 24, Bidder.OTHERS),
    Contract(
        "herrenschnapser",
        24,
        Aim.HELD,
        marriages=False,
        alone=False,
        bidder=Bidder.CALLER,
        holds=NeededCards.TRUMPS,
    ),
)
"""What can be bid, from the lowest to the highest."""

BAUERNSCHNAPSEN: Final = book(
    "bauernschnapsen",
    SOURCE,
    {
        "deck.cards": PACK.decides(PACK_20, "20 cards: ace, ten, king, queen and jack of four suits"),
        "deck.rank_values": Clause(
            "Das Blatt",
            "ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king",
            quote="Ass (11 Augen), Zehn (10 Augen), König (4 Augen), Dame (3 Augen), Bube (2 Augen), "
            "Neun (0 Augen).",
        ),
        "deal.hand_size": PACK.decides(5, "five cards each"),
        "deal.batches": Clause(
            "Das Geben",
            "three each, then two each",
            quote="Wenn abgehoben wurde, gibt der Geber die Karten in zwei Runden – zunächst bekommt jeder "
            "drei Karten und danach jeder zwei Karten.",
            source=PAGAT,
        ),
        "deal.first_recipient": Clause("", "the player to the dealer's left", "silent"),
        "deal.trump_card": FIRST_THREE.decides(
            TrumpCard.NAMED, "the player to the dealer's left names trumps from his first three cards"
        ),
        "deal.talon_size": PACK.says("none: every card is dealt", "derived"),
        "deal.first_dealer": IN_TURN.says("chosen at random"),
        "deal.next_dealer": IN_TURN.decides(NextDealer.TURN, "the deal passes to the left"),
        "deal.after_draw": LAST_TRICK.decides(
            AfterDraw.TURN, "does not arise: the last trick decides", "derived"
        ),
        "deal.first_lead": BETTLER.says(
            "the player who named trumps; in a contract without trumps the player who bid it"
        ),
        "play.trick_winner": Clause(
            "", "the highest trump, or the highest card of the suit led", "silent; so in all other sources"
        ),
        "play.winner_leads": Clause("", "the winner of a trick leads to the next", "silent"),
        "info.trick_review": Clause(
            "Allgemeine Regeln",
            "the first trick of each side stays visible",
            quote="Grundsätzlich muss der erste Stich eines jeden Teams über die gesamte Spieldauer für alle "
            "Spieler sichtbar sein, unabhängig davon, welches Spiel gespielt wird.",
            source=WIKIPEDIA,
        ),
        "info.score_memory": Clause("", "whatever the players agree on", "silent"),
        "play2.trigger": STRICT.says("from the first trick"),
        "play2.duty": Clause(
            "Farb- und Stichzwang",
            "follow suit and beat the highest card of the trick if possible, else trump, else any card",
            quote="Farbzwang bedeutet, dass man die Farbe bedienen muss, Stichzwang bedeutet, dass wenn man "
            "eine höhere Karte hat auch Stechen muss und wenn man frei ist auch mit Trumpf stechen muss "
            "(sofern es in der Spielart Trumpf gibt).",
        ),
        "play2.undertrump": Passage(
            "Trumpfzwang",
            "Kann in der ausgespielten Farbe nicht bedient werden, muss Trumpf nur dann ausgespielt werden, "
            "wenn es den Stich bedeutet.",
            WIKIBOOKS,
        ).decides(False, "no: only a trump that beats the best must be played"),
        "marriage.value": MARRIAGE.says("40 in trumps, 20 in another suit"),
        "marriage.who": MARRIAGE.decides(Announcer.LEADER, "the leader, holding king and queen of the suit"),
        "marriage.lead": MARRIAGE_LEAD.decides(MarriageLead.KING_OR_QUEEN, "king or queen of the marriage"),
        "marriage.per_lead": MARRIAGE_LEAD.decides(1, "one at each lead", "derived"),
        "marriage.first_trick": MARRIAGE.decides(True, "yes", "silent"),
        "marriage.first_deal": decided(True, "", "yes", "silent"),
        "marriage.min_tricks": MARRIAGE.says("none; the points wait for a trick", "derived"),
        "marriage.count_when": decided(
            MarriageCount.WITH_TRICK, "", "once its maker, or his partner, has won a trick", "silent"
        ),
        "marriage.last_open": MARRIAGE.says("any lead", "derived"),
        "marriage.out_without_lead": decided(True, "", "yes, as for two", "silent"),
        "claim.mode": FIRST_66.decides(
            ClaimMode.SAID,
            "yes: whoever has 66 wins only by claiming it",
            "silent on how; in the normal game it is claimed, as for two, and every other contract ends by "
            "itself",
        ),
        "claim.window": decided(
            ClaimWindow.LEAD,
            "",
            "after the side has won a trick or announced a marriage, until the next lead; either partner may",
            "silent on the moment",
        ),
        "claim.after_lost_trick": Clause("", "no: the side must win another trick first", "silent"),
        "claim.both66": FIRST_66.says("the side that claims correctly first", "derived"),
        "claim.false": decided(
            FalseClaim.SCHNAPSEN,
            "",
            "the other side scores 2, or 3 if it has no trick yet",
            "silent; as in Schnapsen for two",
        ),
        "last.bonus": LAST_TRICK.decides(0, "no card points: it wins the deal instead", "derived"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "silent"),
        "last.no_claim_exhausted": LAST_TRICK.decides(Unclaimed.LAST_TRICK, "the winner of the last trick"),
        "last.claim_after_final_trick": Clause("", "its winner may still call", "silent"),
        "score.tiers": TIERS.decides(
            33,
            "1; 2 if the loser has fewer than 33; 3 if he has no trick",
            "silent on exactly 33, which is not fewer",
        ),
        "score.schwarz": TIERS.says("when he has taken no trick, whatever the points"),
        "score.melds_count_to_33": Clause("", "yes", "silent"),
        "score.exhausted": LAST_TRICK.decides(Exhausted.ONE, "1"),
        "tie.result": decided(Tie.DRAW, "", "does not arise: the last trick decides", "silent"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no: there are no draws", "silent"),
        "game.target": Passage(
            "Allgemeine Regeln",
            "Ziel ist es, 24 Punkte zu erreichen und das Spiel endet, sobald ein Team 24 Punkte erreicht "
            "hat.",
            WIKIPEDIA,
        ).decides(24, "24"),
        "game.direction": Clause(
            "Allgemeine Regeln",
            "upwards from zero",
            quote="Bei einer regionalen Variante wird von 24 auf null Punkten heruntergezählt und das Team, "
            "das als erstes null Punkte erreicht hat, gewinnt.",
            source=WIKIPEDIA,
        ),
        "game.seven_nil": Passage(
            "Allgemeine Regeln",
            "Hat das Verliererteam null Punkte, erhält es einen „Schneider“, der zwei Bummerl zählt.",
            WIKIPEDIA,
        ).decides(True, "yes: it counts twice"),
        "game.retour": Passage(
            "Allgemeine Regeln",
            "Führt ein Team mit 23:0 und verliert, erhält es einen „Retourschneider“ (oder „Schuster“, "
            "„Rücker“), der vier Bummerl zählt.",
            WIKIPEDIA,
        ).decides(True, "yes: it counts four times"),
        "series.next_dealer": decided(SeriesDealer.ANEW, "", "chosen at random in every match", "silent"),
        "auction.call": Clause(
            "Das Geben",
            "the player to the dealer's left, a suit of which he has one among his first three cards",
            quote="Es muß eine Farbe sein, von der Vorhand mindestens eine Karte in der Hand hält.",
            source=PAGAT,
        ),
        "auction.turn_up": TURNED.decides(True, "yes: one of his last two cards, and its suit is trumps"),
        "auction.bids": Clause(
            "Der Spielverlauf",
            "in turn, beginning with the player who named trumps, each more than the last or nothing; "
            "whoever has passed is out; if nobody bids, his side plays the normal game",
            "silent on who has passed",
            quote="Danach haben die Spieler hinter ihm die Möglichkeit, ein höheres Spiel anzusagen.",
        ),
        "auction.equal": Clause(
            "MultiCore.cpp",
            "only by a player who comes earlier from the one who named trumps",
            quote="Equal value: a player with an earlier bidding position may hold it.",
            source=SNAPSZER_CODE,
        ),
        "auction.contracts": Clause(
            "Der Spielverlauf",
            "Rufer 1 to 3, Bettler 4, Ass-Bettler 5, Schnapser 6, Gang 9, Zehnergang 10, Kontraschnapser and "
            "Bauernschnapser 12, Farbensolo 18, Kontrabauernschnapser and Herrenschnapser 24",
            "the text lets the Rufer alone bid a Bauernschnapser; as in the others his partner may, too",
            quote="Die Spiele haben einen unterschiedlichen Wert, der von dem Startwert 24 abgezogen wird.",
        ),
        "auction.ace_bettler": Passage(
            "Die Spielarten",
            "Genau wie der Bettler, nur mit dem Unterschied, dass es mehr Punkte gibt, weil der Ansager noch "
            "ein Ass auf der Hand hat und der Bettler dadurch schwieriger zu gewinnen ist.",
        ).decides(AceBettler.HELD, "whoever bids it holds an ace"),
        "auction.parties": ALONE.says(
            "partners; in a Bettler the partner sits out, in a Schnapser and where every trick is to be "
            "taken a trick of his loses"
        ),
        "auction.partner_plays": GANG.decides(True, "yes: the contract fails if he takes a trick"),
        "auction.talon": PACK.decides(True, ALL_DEALT, "derived"),
        "auction.double": DOUBLING.says(
            "before the first lead the side against the contract, then the side that plays it, then the "
            "first again: twice, four times, eight times as much"
        ),
        "auction.end": Clause(
            "Die Spielarten",
            "as soon as what it promises is reached or missed; a Schnapser is made by a marriage, too",
            "derived",
            quote="Der Spieler muss dann in den ersten drei Stichen 66 Augen gewinnen, sonst ist das Spiel "
            "verloren.",
        ),
        "mp.partners": SIDES.decides(True, "partners, who sit opposite each other"),
        "mp.trump_defer": TURNED.says("one of his last two cards is turned up, and its suit is trumps"),
        "mp.end": FIRST_66.says(
            "with the first correct claim, or when the contract is made or lost; else after the last trick",
            "derived",
        ),
        "mp.all_pay": SIDES.decides(False, "no: the side that wins scores game points", "derived"),
        **UNCONDITIONAL,
        **inert(Clause("", NO_TALON, "derived")),
        **IRREGULARITIES,
    },
    {
        ("play2.undertrump", True): Passage(
            "Three and four players",
            "In all four games you must follow suit and beat the highest card of the trick when you can; "
            "without the led suit you must trump, and overtrump if possible.",
            SNAPSZER,
        ),
        ("auction.partner_plays", False): ALONE,
    },
    address=ADDRESS,
    revision=REVISION,
    language="de",
    seats=4,
    auction=Auction(
        (Opening.CALL, Opening.BID), CONTRACTS, unbid=0, hold=True, packet=3, call_held=True, doubles=3
    ),
)
"""Four partners, 20 cards, and a contract of eleven."""

BOOKS: Final = (BAUERNSCHNAPSEN,)
