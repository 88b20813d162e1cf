"""The clauses of Snapszer for two, Hungary's Schnapsen, as its competition rules have it.

Those can be read in part; where they end, a thesis that says the whole of them decides, and of what neither
says Schnapsen.
"""

from typing import Final

from referee.cards import PACK_20
from referee.contracts import Auction, Bidder
from referee.decisions import (
    AceBettler,
    AfterDraw,
    Announcer,
    ClaimMode,
    ClaimWindow,
    ClosedBasis,
    DefenderOut,
    Exchanger,
    Exhausted,
    FailedClose,
    MarriageCount,
    MarriageLead,
    NextDealer,
    Revoke,
    SeriesDealer,
    TrumpCard,
    Unclaimed,
)
from referee.rulebook import Clause, Passage, RuleSource, book, decided
from referee.rulesets import snapszer
from referee.rulesets.schnapsen import SCHNAPSEN

PLACE: Final = 10
"""Where lists of rule sets have those of this file."""
SOURCE: Final = "Hivatalos versenyszabályzat (Magyar Snapszer Szövetség)"
ADDRESS: Final = "https://snapszer.hu/hu/hivatalos-versenyszabalyzat/"
REVISION: Final = ""
THESIS: Final = RuleSource(
    "Snapszer: Játékszabályok (feco93)",
    "https://github.com/feco93/Snapszer/blob/0d4faca/src/doc/docbkx/rules.xml",
    "0d4faca",
    "hu",
)
BASICS: Final = RuleSource(snapszer.SOURCE, snapszer.ADDRESS, snapszer.REVISION, "hu")
CARD_GAMES: Final = RuleSource(
    "Kártyajátékok szabályai: Snapszli (mek.niif.hu)", "http://mek.niif.hu/00000/00056/html/134.htm", "", "hu"
)
PROGRAM: Final = RuleSource(
    "Rules of a program for two players (harbour-snapszer)",
    "https://github.com/smatkovi/harbour-snapszer/blob/0b3875d/android/qml/GameRules.qml",
    "0b3875d",
)

TWO: Final = "Kettes snapszer"
PACK: Final = Passage(
    TWO, "A kettes snapszert 20 kártyalappal játsszák, magyar kártyával, vagy francia kártyával."
)
DEALT: Final = Passage(
    TWO,
    "először 3-3 kártyalapot kap a két fél, ezután osztó felcsap egy lapot, mely szín jelenti az adut a "
    "játszmában, ezután még két-két lapot kapnak a felek.",
)
DEALER: Final = Passage(TWO, "Tetszőleges módon eldönthető, melyik fél kezdi az osztást.")
TO_THE_END: Final = Passage(TWO, "Egy játszma(osztás, parti) 66 pontig tart, vagy az utolsó ütésig.")
MARRIAGE_LEAD: Final = Passage(
    TWO,
    "ekkor a két lap közül a királlyal, vagy a felsővel kell a játékot kezdeni, vagy folytatni, ha a "
    "játékosnál van a hívás joga.",
)
SAYING: Final = "Bemondások, takarás, adu csere"
EXCHANGE: Final = Passage(
    SAYING,
    "A hívó játékosnak lehetősége van kicserélni az adu lapot, ha a kezében található az adu alsó kártya és "
    "még legalább 4 lap található a talonban.",
    THESIS,
)
CLOSING: Final = Passage(
    SAYING, "A hívó játékos hívás előtt takarhat, ha a talonban még legalább 4 lap található.", THESIS
)
CLOSED: Final = Passage(
    SAYING,
    "Ekkor az adu lapot a talonra helyezik és nincs lehetőség további húzásra és az adu lap cseréjére sem.",
    THESIS,
)
WITH_TRICK: Final = Passage(
    SAYING,
    "A 20 és 40 bemondások által szerzett pontok csak akkor érvényesek a pontozásnál, ha a játékosnak volt "
    "legalább egy ütése.",
    THESIS,
)
ENOUGH: Final = Passage(
    "Játékmenet",
    'Ha a 66 pontot elérő játékos a hívó játékos, akkor az "elég" bemondásával fejezheti be a játszmát, és '
    "ekkor ő nyeri a játszmát.",
    THESIS,
)
UNCLAIMED: Final = Passage(
    "Játékmenet", "Ha elfogyott a talon, akkor az utolsó ütést megszerző játékos nyeri a játszmát.", THESIS
)
FEWER: Final = Passage("Pontozás", "ha az ellenfél nem érte el a 33 pontot („maccs”): 2 pont", THESIS)
FAILED_CLOSE: Final = Passage(
    "Pontozás", "ha az, aki takart, nem éri el a 66-ot, az ellenfélnek: 1 pont", THESIS
)
UNDERTAKEN: Final = Passage(
    SAYING,
    "Ekkor a bemondó játékos vállalja, hogy úgy éri el a 66 pontot, hogy az ellenfélnek nincs egy ütése sem.",
    THESIS,
)
EITHER: Final = Passage(
    "Snapszer",
    "A játék nevét adó snapszert az osztás után azonnal, az első körben lehet bemondani",
    snapszer.GAMES,
)

SNAPSZER: Final = book(
    "snapszer",
    SOURCE,
    {
        **SCHNAPSEN.borrowed(),
        "deck.cards": PACK.decides(PACK_20, "20 cards: ace, ten, king, queen and jack of four suits"),
        "deck.rank_values": Passage(
            TWO, "A kártyalapok értéke: | alsó 2 / felső 3 / király 4 / 10-es 10 / ász 11"
        ).says("ace 11, ten 10, king 4, queen 3, jack 2; the ten ranks above the king"),
        "deal.hand_size": DEALT.decides(5, "five cards each"),
        "deal.batches": DEALT.says("three each, the turn-up, then two each"),
        "deal.trump_card": DEALT.decides(
            TrumpCard.UNDER_TALON, "the seventh card is turned up and goes under the talon; its suit is trump"
        ),
        "deal.talon_size": Passage(
            "Snapszli", "A maradék 9 lapot csukva a felütött adura helyezi.", CARD_GAMES
        ).says("10 cards"),
        "deal.first_dealer": DEALER.says("chosen in any way both accept"),
        "deal.next_dealer": Passage(TWO, "Játékosok felváltva osztanak.").decides(
            NextDealer.TURN, "the players deal in turn, whoever won"
        ),
        "deal.after_draw": TO_THE_END.decides(
            AfterDraw.TURN, "does not arise: the last trick decides", "derived"
        ),
        "deal.first_lead": Passage(
            TWO, "Osztó ellenfele kezdi a játékot, tetszőleges lappal kezdheti meg a hívást."
        ).says("the non-dealer leads"),
        "play1.duty": Passage(
            "Játékmenet két játékos esetén",
            "Amíg a talonban lap van, a színre szín adása és a felülütés nem kötelező",
            snapszer.GAMES,
        ).says("none: neither to follow suit nor to trump"),
        "play.trick_winner": Passage(
            TWO, "A játék folyamán azonos színű lapokból a nagyobb, vagy az adu viszi az ütést."
        ).says("the higher trump, otherwise the higher card of the suit led"),
        "play.winner_leads": Passage(TWO, "Az ütést elérő játékosé a továbbiakban a hívás joga.").says(
            "the winner of a trick leads to the next"
        ),
        "draw.order": Passage(
            TWO, "Minden ütés után egy – egy lapot húznak a játékosok, először a hívó, utána az ellenfele."
        ).says("the winner of the trick draws first, from the top"),
        "info.trick_review": Passage(
            "Alapszabályok",
            "Az elnyert lapokat lefordítva maga elé teszi, később bármikor megnézheti, de másnak nem köteles "
            "megmutatni.",
            BASICS,
        ).says("one's own tricks at any time"),
        "play2.trigger": Passage(
            "Játékmenet",
            "Színre szín, adukényszer a következő esetekben van: | elfogyott a talon / snapszert mondtak "
            "vagy takartak",
            THESIS,
        ).says("when the talon is exhausted or closed, and from the first trick of a snapszer on"),
        "play2.duty": Passage(
            "Alapszabályok",
            "Ha az előbbi feltételek mellett erősebb lapot tud tenni az eddigi legerősebbnél, akkor le kell "
            "tennie",
            BASICS,
        ).says("a higher card of the suit, else a lower one, else a trump, else any card"),
        "exchange.card": EXCHANGE.says("the jack of trumps"),
        "exchange.who": EXCHANGE.decides(Exchanger.LEADER, "the player about to lead, just before leading"),
        "exchange.min_tricks": EXCHANGE.decides(0, "none", "derived"),
        "exchange.first_lead": EXCHANGE.says("yes: nothing forbids it", "derived"),
        "exchange.min_talon": EXCHANGE.decides(
            4, "more than two cards, so at least four: up to the lead to the fourth trick"
        ),
        "exchange.after_end": CLOSED.says(
            "no, neither after a close nor after exhaustion, nor under a snapszer",
            "the text says so of a close; a snapszer leaves the talon as it is, too",
        ),
        "exchange.opponent_on_close": CLOSED.decides(False, "no"),
        "marriage.value": Passage(TWO, "Az adutt színéből a király és a felső negyven pontot ér.").says(
            "40 in trumps, 20 in another suit"
        ),
        "marriage.who": Passage(
            SAYING,
            "Ha a hívó játékos kezében azonos színű király és felső van, akkor jogosult a 20 bemondására, ha "
            "ez a szín adu, akkor 40 bemondására van lehetősége.",
            THESIS,
        ).decides(Announcer.LEADER, "the leader, holding king and queen of the suit"),
        "marriage.lead": MARRIAGE_LEAD.decides(MarriageLead.KING_OR_QUEEN, "king or queen of the marriage"),
        "marriage.per_lead": Passage(
            "Snapszli", "Ha kettő is van kézben, csak egy mondható be.", CARD_GAMES
        ).decides(1, "one at each lead"),
        "marriage.first_trick": MARRIAGE_LEAD.decides(True, "yes"),
        "marriage.first_deal": MARRIAGE_LEAD.decides(True, "yes", "derived"),
        "marriage.min_tricks": WITH_TRICK.says("none; the points wait for a trick"),
        "marriage.count_when": WITH_TRICK.decides(
            MarriageCount.WITH_TRICK, "once the player has won a trick; without one, never"
        ),
        "close.who": CLOSING.says("the player about to lead"),
        "close.first_lead": CLOSING.decides(True, "yes: the non-dealer may close before leading", "derived"),
        "close.min_tricks": CLOSING.decides(0, "none", "derived"),
        "close.min_talon": CLOSING.decides(4, "more than two cards, so at least four"),
        "close.last_opportunity": CLOSING.says(
            "before the fourth trick, with four cards in the talon", "derived"
        ),
        "close.effect": CLOSED.says("no more cards are drawn, and suit must be followed"),
        "claim.mode": ENOUGH.decides(ClaimMode.SAID, "yes: whoever has 66 wins only by claiming it"),
        "claim.window": ENOUGH.decides(
            ClaimWindow.REPLY,
            "after winning a trick, until the next lead; after announcing a marriage, until the reply to "
            "the card that is led with it",
            "silent on the end of the moment; as in Schnapsen",
        ),
        "claim.after_lost_trick": ENOUGH.says("no", "derived"),
        "claim.false_by_closer": Clause(
            "",
            "the opponent scores 2, or 3 if he has no trick yet",
            "silent; the greater of two penalties counts, and a failed close costs only 1",
        ),
        "last.no_claim_exhausted": UNCLAIMED.decides(Unclaimed.LAST_TRICK, "the winner of the last trick"),
        "last.no_claim_closed": FAILED_CLOSE.says(
            "the closer has failed and loses, even with 66 in his tricks", "derived"
        ),
        "score.tiers": FEWER.decides(33, "1; 2 if the loser has fewer than 33; 3 if he has no trick"),
        "score.schwarz": Passage(
            "Pontozás", "ha az ellenfél nem ütött („csendes snapszer”): 3 pont", THESIS
        ).says("when he has taken no trick"),
        "score.closed_basis": FEWER.decides(
            ClosedBasis.TOTAL,
            "all his points and tricks, before and after the close",
            "the text makes no exception for a close",
        ),
        "score.closer_fails": FAILED_CLOSE.decides(FailedClose.ONE, "1, whatever the opponent has"),
        "score.noncloser_out": FAILED_CLOSE.decides(
            DefenderOut.AS_FAILED,
            "as for a failed close: 1",
            "the closer has not reached 66 then either, and the text has one price for that",
        ),
        "score.exhausted": Passage(
            "Calling 66",
            "If nobody calls 66 and the open talon is played to the end, the last trick wins 1 game point.",
            PROGRAM,
        ).decides(Exhausted.ONE, "always 1, whatever the points"),
        "game.target": Passage(
            TWO, "A játékot általában két megnyert 7-es játszmára játssza a két fél."
        ).decides(7, "7; whoever first wins two such games has won"),
        "game.direction": Clause("", "upwards from zero", "silent"),
        "series.next_dealer": DEALER.decides(
            SeriesDealer.ANEW,
            "chosen in any way both accept, in every match",
            "the text does not say who deals first in the second game; what it says of the first is read of "
            "every game",
        ),
        "auction.call": DEALT.says("nobody names trumps: the card under the talon has them"),
        "auction.turn_up": DEALT.decides(False, "no", "derived"),
        "auction.bids": EITHER.says(
            "either player, right after the deal, before anything else is said or played; who speaks first "
            "plays it, and nobody has to say anything",
            "the text says in the first round, and at once after the deal; read as before the first lead",
        ),
        "auction.equal": Clause("", "does not arise: one player speaks", "derived"),
        "auction.contracts": Passage(
            "Pontozás", "snapszer (ha megbukott, az ellenfélnek): 6 pont", THESIS
        ).says("snapszer 6: 66 without a trick of the other player"),
        "auction.ace_bettler": decided(
            AceBettler.HELD, "", "does not arise: there is no such contract", "derived"
        ),
        "auction.parties": UNDERTAKEN.says("who announces it against the other", "derived"),
        "auction.partner_plays": UNDERTAKEN.decides(True, "does not arise: nobody has a partner", "derived"),
        "auction.talon": decided(True, "", "does not arise: nobody draws under a contract", "derived"),
        "auction.double": Clause("", "nobody", "silent"),
        "auction.end": UNDERTAKEN.says(
            "as soon as what it promises is reached or missed; it is made by a marriage, too", "derived"
        ),
        "irr.revoke": Passage(
            "Alapszabályok",
            "Ha egy játékos rossz lapot tesz, a másik csapat „renonsz”-ot mond és győz.",
            BASICS,
        ).decides(
            Revoke.LOST,
            "the deal is lost; the other side scores what going out then would win, or the contract",
        ),
    },
    address=ADDRESS,
    revision=REVISION,
    language="hu",
    auction=Auction(
        contracts=tuple(each._replace(bidder=Bidder.ANYBODY) for each in snapszer.CONTRACTS if each.value)
    ),
)
"""Two players and 20 cards; either may announce that the other will take no trick."""

BOOKS: Final = (SNAPSZER,)
