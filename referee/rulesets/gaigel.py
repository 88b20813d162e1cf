"""The clauses of Gaigel, Württemberg's game of 101 with two packs, for two, three and four.

Its own text says most; what is missing there is from others, each named at its clause.
"""

from typing import Final

from referee.cards import GAIGEL_PACK
from referee.contracts import Aim, Auction, Bidder, Contract, FirstLead, FirstTrick, Opening
from referee.decisions import (
    AfterDraw,
    Announcer,
    ClaimMode,
    ClaimWindow,
    DrawBonus,
    Exchanger,
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
    IRREGULARITIES,
    TWO_PLAYERS,
    UNCONDITIONAL,
    Clause,
    Passage,
    RuleSource,
    book,
    decided,
    inert,
)

PLACE: Final = 10
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Gaigel (rules of swabianGaigel)"
ADDRESS: Final = "https://github.com/DanielWidmayer/swabianGaigel/blob/8b6fc05/views/basic/index.ejs"
REVISION: Final = "26 May 2021 (8b6fc05)"
OPENINGS: Final = RuleSource(
    "Openings of a program for Gaigel (TrueTaco)",
    "https://github.com/TrueTaco/Gaigel/blob/629ed71/client/src/components/Gaigel/OpeningInstructions.tsx",
    "629ed71",
    "de",
)
PROGRAM: Final = RuleSource(
    "Source of swabianGaigel",
    "https://github.com/DanielWidmayer/swabianGaigel/blob/8b6fc05/api/controllers/GameController.js",
    "8b6fc05",
)
WIKIPEDIA: Final = RuleSource(
    "Gaigel (German Wikipedia, copy)",
    "http://www.fair-hotels.de/Reisef%FChrer/Freizeit_und_Spiele/Spiel/Spielart/Kartenspiel/Gaigel.html",
    "25 January 2006",
    "de",
)
KARTENSPIELE: Final = RuleSource(
    "Gaigel (kartenspiele.net)", "https://kartenspiele.net/gaigel/", language="de"
)
REGELN: Final = RuleSource(
    "Gaigel (kartenspiele-regeln.de)", "http://www.kartenspiele-regeln.de/gaigel.html", language="de"
)
GIBSON: Final = RuleSource(
    "Gaigel (Gibson's Hoyle)",
    "https://trantor.is/content/DlDkhfhhhJrTX0mb/OEBPS/Gibs_9780307486097_epub_c01g_r1.htm",
)

CARDS: Final = Passage(
    "Game Rules", "In Gaigel one deck contains 48 playing cards. Each playing card exists twice."
)
FIVE: Final = Passage(
    "Spielbeginn",
    "Zu Beginn erhält jeder Spieler vom Geber 5 Karten, d.h. zunächst werden gegen den Uhrzeigersinn je 3 "
    "Karten pro Spieler ausgeteilt.",
    REGELN,
)
TRUMP: Final = Passage(
    "Trump",
    "The dealer takes a card, which is used to determine the trump suit, and places it face up in the centre "
    "of the table.",
)
FOREHAND: Final = Passage(
    "Opening",
    "The beginning player is called the forehand (Vorhand) or eldest hand and leads to the first trick.",
)
CHOOSES: Final = Passage(
    "Opening",
    "In opening the play, he has to choose one of several options and announce it to the other player(s).",
)
FIRST_TRICK: Final = Passage(
    "Opening",
    "For the first trick, the rule is that there is no trump suit or that trumps may not be played:",
)
FREE: Final = Passage(
    "Winning a trick",
    "The rest of the players follow in anti-clockwise order without any compulsion to play a trump, follow "
    "suit or win the trick.",
)
DRAWING: Final = Passage(
    "Winning a trick",
    "The winner of the trick draws another card from the deck and the others follow in order.",
)
STRICT: Final = Passage(
    "Game after deck is used up",
    "As soon as the deck is exhausted, players must follow suit if possible and try to win the trick.",
)
MELD: Final = Passage(
    "Melding",
    "Once a player (or his team in the partnership game) has won a trick, he may meld at any time in the "
    "game i.e. announce that he has a pair comprising a King and Ober/Queen of the same suit.",
)
PLAYED: Final = Passage(
    "Melding",
    "The matched pair is always presented and one of the two cards in the pair is played to the next trick.",
)
SAME_SUIT: Final = Passage(
    "Melding",
    "It follows that if a player wants to claim a pair of the same suit, he must show all four cards of the "
    "two pairs at once.",
)
ANY_TIME: Final = Passage(
    "Spielen und Melden",
    "Zu jeder Zeit des Spieles kann ein gleichfarbenes Paar (König + Ober) gemeldet werden.",
    WIKIPEDIA,
)
ROBBING: Final = Passage(
    "Robbing (Rauben)",
    "The player who has (or draws) a 7 of trumps and is the first to turn it over can exchange it for the "
    "trump card under the deck, provided that he already has a trick.",
)
AIM: Final = Passage(
    "Aim",
    "If all cards are played and no player has reached 101 points, the player with the most points wins.",
)
SAID: Final = Passage(
    "Gaigel",
    "Last trick counts 10, so that 250 points are possible in play; but the first team to reach 101 must "
    "declare “out,” thereby winning the game.",
    GIBSON,
)
DISSLE: Final = Passage(
    "Auf Dissle",
    "Sagt die Vorhand zu Beginn des Spiels, dass auf Dissle gespielt wird, so gewinnt die Vorhand das Spiel, "
    "falls sie im Verlauf des Spiels fünf Siebener gleichzeitig besitzt.",
    OPENINGS,
)
ALONE: Final = Passage(
    "Playing", "Games of two or three players are played singly: each player is on his own."
)
CROSSWISE: Final = Passage(
    "Playing", "the players sitting opposite one another form teams of two whose tricks are counted together."
)
_NOBODY_CLOSES: Final = Clause("", "nobody closes the talon", "derived: no text knows it")


def _opening(name: str, first: FirstTrick, lead: FirstLead, face_down: bool) -> Contract:
    return Contract(
        name,
        0,
        Aim.FIRST,
        target=101,
        alone=False,
        bidder=Bidder.CALLER,
        first=first,
        first_lead=lead,
        face_down=face_down,
    )


CONTRACTS: Final = (
    _opening("ge-elfen", FirstTrick.LEADER, FirstLead.ACE, face_down=False),
    _opening("andere-alte", FirstTrick.SAME, FirstLead.ACE, face_down=True),
    _opening("hoeher-hat", FirstTrick.HIGHER, FirstLead.LOWER, face_down=True),
    _opening("auf-dissle", FirstTrick.HIGHER, FirstLead.ANYTHING, face_down=False)._replace(
        value=1, sevens=5
    ),
)
"""How forehand can open the play."""
_AUCTION: Final = Auction((Opening.BID,), CONTRACTS, must_bid=True)

GAIGEL_TWO: Final = book(
    "gaigel-two",
    SOURCE,
    {
        **TWO_PLAYERS,
        **UNCONDITIONAL,
        **inert(_NOBODY_CLOSES),
        **IRREGULARITIES,
        "deck.cards": CARDS.decides(
            GAIGEL_PACK, "48 cards: ace, ten, king, queen, jack and seven of four suits, each twice"
        ),
        "deck.rank_values": Clause(
            "Game Rules",
            "ace 11, ten 10, king 4, queen 3, jack 2, seven 0; the ten ranks above the king",
            quote="Deuce (Ace, Ass, Alte) → Ten (Zehner) → King (König) → Ober (Queen) → Unter (Jack) → "
            "Seven (Dissle).",
        ),
        "deal.hand_size": FIVE.decides(5, "five cards each"),
        "deal.batches": FIVE.says("three each, the turn-up, then two each"),
        "deal.first_recipient": FIVE.says("the player after the dealer", "silent on who is first"),
        "deal.trump_card": TRUMP.decides(
            TrumpCard.UNDER_TALON, "the card under the talon has the trump suit"
        ),
        "deal.talon_size": TRUMP.says("what is not dealt, the turn-up included", "derived"),
        "deal.first_dealer": Clause("", "chosen at random", "silent"),
        "deal.next_dealer": decided(NextDealer.TURN, "", "the deal passes in turn", "silent"),
        "deal.after_draw": decided(AfterDraw.TURN, "", "the deal still passes in turn", "silent"),
        "deal.first_lead": FOREHAND.says("forehand, the player after the dealer"),
        "play1.duty": FREE.says("none: any card may be played"),
        "play.trick_winner": Clause(
            "Winning a trick",
            "the highest trump, or the highest card of the suit led, and of two equal cards the one that was "
            "played first; the first trick as its opening has it",
            quote="In determining who wins the trick: trumps beat plain suited cards; the higher card wins "
            "if cards are of the same suit; the playing going first wins if both cards are the same value "
            "and suit.",
        ),
        "play.winner_leads": Clause(
            "Winning a trick",
            "the winner of a trick leads to the next",
            quote="The player who won the last trick leads to the next (kommt heraus).",
        ),
        "draw.order": DRAWING.says("the winner of the trick first, then the others in turn"),
        "draw.last": DRAWING.says("whoever draws last", "derived"),
        "info.trick_review": Clause("", "the last trick, until the next lead", "silent"),
        "info.score_memory": Clause("", "nothing", "silent"),
        "play2.trigger": STRICT.says("once the talon is exhausted"),
        "play2.duty": Clause(
            "Gaigel",
            "follow suit and beat the best card of the trick if possible, else trump and beat the best "
            "trump, else any card",
            quote="Sobald der Talon aufgebraucht ist, muss Farbe bedient werden – wenn möglich, mit einer "
            "wertvolleren Karte.",
            source=KARTENSPIELE,
        ),
        "exchange.card": ROBBING.says(
            "the seven of trumps, for a turn-up that is none itself", "derived: nothing comes of the other"
        ),
        "exchange.who": ROBBING.decides(
            Exchanger.TURN,
            "whoever is in turn, before he leads or replies",
            "silent on the moment: as a marriage",
        ),
        "exchange.min_tricks": ROBBING.decides(1, "he or his partner must have won a trick"),
        "exchange.first_lead": ROBBING.says("no, because nobody has a trick", "derived"),
        "exchange.min_talon": ROBBING.decides(2, "any talon", "silent"),
        "exchange.after_end": ROBBING.says("no: the turn-up has been drawn", "derived"),
        "exchange.opponent_on_close": decided(False, "", "does not arise: nobody closes", "derived"),
        "exchange.before_draw": ROBBING.says("no: it waits until all have drawn", "silent"),
        "exchange.combo": ROBBING.says("yes, with a marriage", "silent: nothing is against it"),
        "marriage.value": Clause(
            "Melding",
            "40 in trumps, 20 in another suit",
            quote="A trump pair is worth 40 points, plain suit pairs are worth 20 points.",
        ),
        "marriage.who": MELD.decides(
            Announcer.TURN,
            "whoever is in turn, before he leads or replies, holding king and queen of the suit",
            "at any time is read as in his own turn",
        ),
        "marriage.lead": PLAYED.decides(
            MarriageLead.KING_OR_QUEEN,
            "king or queen of the marriage is his next card, unless he has to play another",
        ),
        "marriage.per_lead": SAME_SUIT.decides(
            2, "as many as he holds; a second of the same suit while he still has all four cards"
        ),
        "marriage.first_trick": MELD.decides(False, "no: nobody has a trick"),
        "marriage.first_deal": decided(True, "", "yes", "silent"),
        "marriage.min_tricks": MELD.says("one: he or his partner must have won a trick"),
        "marriage.count_when": MELD.decides(MarriageCount.AT_ONCE, "at once", "derived"),
        "marriage.after_exhaustion": MELD.decides(True, "yes: at any time"),
        "marriage.last_open": MELD.says("any turn", "derived"),
        "marriage.out_without_lead": MELD.decides(
            True, "yes: 101 by a marriage can be claimed before a card is led", "silent"
        ),
        "claim.mode": SAID.decides(ClaimMode.SAID, "yes: whoever has 101 wins only by claiming it"),
        "claim.window": decided(
            ClaimWindow.LEAD,
            "",
            "after a player or his partner has won a trick or announced a marriage, until the next card",
            "silent on the moment",
        ),
        "claim.after_lost_trick": Clause("", "no: another trick must be won first", "silent"),
        "claim.both66": SAID.says("whoever claims correctly first", "derived"),
        "claim.false": decided(
            FalseClaim.FLAT, "", "all others score 2, twice as much as a game", "silent on the price"
        ),
        "last.bonus": decided(0, "", "nothing", "silent; others give ten card points for it"),
        "last.bonus_claimable": decided(False, "", "does not arise: there is no bonus", "derived"),
        "last.no_claim_exhausted": AIM.decides(Unclaimed.TOTAL, "whoever has the most card points"),
        "last.claim_after_final_trick": Clause("", "yes", "silent"),
        "score.tiers": decided(
            33,
            "",
            "1; 2 where nobody of those who lose has a trick, whatever the card points",
            "silent on the price",
        ),
        "score.schwarz": Clause("", "when he has taken no trick, whatever the points", "silent"),
        "score.melds_count_to_33": Clause(
            "", "does not arise: the loser's points are not asked for", "derived"
        ),
        "score.exhausted": AIM.decides(Exhausted.BY_LOSER, "as much as going out", "silent on the price"),
        "tie.result": decided(Tie.DRAW, "", "nobody wins where the most points are equal", "silent"),
        "tie.bonus": decided(DrawBonus.NONE, "", "no", "silent"),
        "game.target": decided(7, "", "7; whoever has the most, if several reach it at once", "silent"),
        "game.direction": Clause("", "upwards from zero", "silent"),
        "game.seven_nil": decided(False, "", "no", "silent"),
        "game.retour": decided(False, "", "no", "silent"),
        "series.next_dealer": decided(SeriesDealer.ANEW, "", "chosen at random in every match", "silent"),
        "auction.call": TRUMP.says("nobody: the turn-up has the suit"),
        "auction.bids": CHOOSES.says("forehand alone, who has to choose an opening"),
        "auction.equal": CHOOSES.says("does not arise: one player opens", "derived"),
        "auction.contracts": FIRST_TRICK.says(
            "Ge-elfen: a plain ace, which wins whatever is played. Andere Alte: a plain ace, and Höher hat: "
            "a plain card that is not an ace, both face down like the others' cards; the other ace of the "
            "suit, or a higher card of it, wins. Auf Dissle: any card. In the first trick there are no "
            "trumps. 101 win",
            "of the two ways the first: a trump may be played, and is a card like any other",
        ),
        "auction.parties": ALONE.says("nobody with anybody: each plays for himself"),
        "auction.end": DISSLE.says(
            "auf Dissle is made for 1 with five sevens in forehand's hand, and lost for 1 with his own first "
            "trick; a claim of anybody comes before",
            "silent on the price",
        ),
    },
    {
        ("marriage.lead", MarriageLead.ANY): ANY_TIME,
        ("marriage.after_exhaustion", False): Passage(
            "GameController.js", "You can't call any more pairs if the deck is empty!", PROGRAM
        ),
        ("last.bonus", 10): SAID,
        ("claim.mode", ClaimMode.AUTO): Passage(
            "Aim", "As soon as a player has 101 points or more he wins the round."
        ),
    },
    address=ADDRESS,
    revision=REVISION,
    auction=_AUCTION,
)
"""Two players and 48 cards; forehand opens in one of four ways, and 101 win."""

GAIGEL_THREE: Final = GAIGEL_TWO.but(
    "gaigel-three",
    {
        "play2.undertrump": Passage(
            "Gaigel",
            "Wer die Farbe nicht bedienen kann, muss trumpfen, das heißt, eine Karte in der Trumpf-Farbe "
            "ausspielen.",
            KARTENSPIELE,
        ).decides(True, "yes: a lower trump too"),
        "mp.partners": ALONE.decides(False, "nobody: each plays for himself"),
        "mp.trump_defer": Clause("", "nobody names trumps: a card sets them", "derived"),
        "mp.end": AIM.says("with the first claim, or auf Dissle; else after the last trick"),
        "mp.all_pay": ALONE.decides(
            False, "no: whoever wins scores, after a false claim all others", "silent"
        ),
    },
    variants=GAIGEL_TWO.variants,
    seats=3,
    auction=_AUCTION,
)
"""Three players, each for himself."""

GAIGEL_FOUR: Final = GAIGEL_THREE.but(
    "gaigel-four",
    {
        "auction.parties": CROSSWISE.says("partners, who sit opposite each other"),
        "mp.partners": CROSSWISE.decides(True, "partners, who sit opposite each other"),
        "mp.all_pay": CROSSWISE.decides(False, "no: the side that wins scores game points", "derived"),
    },
    variants=GAIGEL_TWO.variants,
    seats=4,
    auction=_AUCTION,
)
"""Kreuzgaigel: partners who sit opposite each other."""

BOOKS: Final = (GAIGEL_TWO, GAIGEL_THREE, GAIGEL_FOUR)
