"""Each row of the tables of contracts as a case with its near miss: whole deals, made by hand.

`CASES` says of each what is said and played, what follows, and why, with the source.
"""

from dataclasses import dataclass, field

from tests.support.second_hands import hand_of

DEALS = {
    # Bauernschnapsen; D deals, A is forehand.
    "schnapser": ["Ah Kh Qh | As Ts", "Jh Ks Js | Ad Jd", "Th Qs Td | Kc Qc", "Kd Qd Ac | Tc Jc"],
    "partner": ["Th Qs Td | Kc Qc", "Kd Qd Ac | Tc Jc", "Ah Kh Qh | As Ts", "Jh Ks Js | Ad Jd"],
    "kontra": ["Th Kd Qd | Tc Jc", "Ah Kh Qh | As Ts", "Jh Ks Js | Ad Jd", "Ac Qs Td | Kc Qc"],
    "bettler": ["As Ah Th | Ad Ac", "Ks Qh Kd | Qd Tc", "Js Jh Jd | Jc Qc", "Ts Qs Kh | Td Kc"],
    "bettler-lost": ["As Ah Tc | Ad Ac", "Ks Qh Kd | Qd Th", "Js Jh Jd | Kc Qc", "Ts Qs Kh | Td Jc"],
    "ass-bettler": ["Ts Ah Ad | Td Ac", "Ks Qh Kd | Qd Tc", "As Jh Jd | Jc Qc", "Qs Js Th | Kh Kc"],
    "gang": ["Ks Th Kh | Td Tc", "As Ah Ad | Ac Ts", "Qs Qh Kd | Kc Jc", "Js Jh Qd | Jd Qc"],
    "gang-with-a-jack": ["Ks Th Kh | Td Tc", "As Ah Ad | Ac Js", "Qs Qh Kd | Kc Jc", "Ts Jh Qd | Jd Qc"],
    "zehnergang": ["As Ah Ad | Ac Ks", "Ts Th Td | Tc Kd", "Qs Kh Qd | Kc Jc", "Js Qh Jh | Jd Qc"],
    "zehnergang-lost": ["As Ah Ad | Ac Ks", "Ts Th Td | Tc Qd", "Qs Kh Kd | Kc Jc", "Js Qh Jh | Jd Qc"],
    "five-spades": ["Ah Kh Td | Tc Jc", "Th Qh Ad | Kd Ac", "As Ts Ks | Qs Js", "Jh Qd Jd | Kc Qc"],
    "four-spades": ["Ah Kh Td | Tc Jc", "Th Qh Ad | Kd Ac", "As Ts Ks | Qs Jh", "Js Qd Jd | Kc Qc"],
    "suits": ["Ah Th Kh | Qh Jh", "As Ts Ks | Qs Js", "Ad Td Kd | Qd Jd", "Ac Tc Kc | Qc Jc"],
    "four-trumps": ["Ah Th Kh | Qh Js", "As Ts Ks | Qs Jh", "Ad Td Kd | Qd Jd", "Ac Tc Kc | Qc Jc"],
    "last-trick": ["Ah Kh Qh | As Jd", "Jh Ks Js | Ad Td", "Th Qs Ts | Kc Qc", "Kd Qd Ac | Tc Jc"],
    "plain": ["Ks Qh Jd | Td Jc", "As Js Kh | Qd Qc", "Ts Qs Ah | Th Ad", "Jh Kd Ac | Tc Kc"],
    "overtrump": ["Jc Tc Th | Qc Js", "Jh Kh Ks | Qs Td", "Qh Ah Ts | Kd Jd", "As Ad Qd | Kc Ac"],
    # Dreierschnapsen; C deals, A is forehand. The talon comes last.
    "three-40": ["Ah Kh Qh | As Ts Jd", "Th Ks Qs | Ad Kc Jc", "Jh Js Td | Kd Ac Tc", "Qd Qc"],
    "three-four": ["As Ah Th | Ts Jd Qh", "Ks Qs Kh | Td Kc Qc", "Js Jh Ad | Kd Ac Tc", "Qd Jc"],
    "three-gang": ["Ks Kh Qd | Td Kc Qc", "As Ah Ad | Ac Ts Kd", "Qs Th Jd | Tc Qh Jc", "Js Jh"],
    "three-suits": ["Ah Th Kh | Qh Jh As", "Ts Ks Qs | Js Ad Td", "Ac Tc Kc | Qc Jc Kd", "Qd Jd"],
    "three-bettler": ["As Kh Ad | Th Kd Kc", "Ts Ks Ah | Td Ac Tc", "Js Jh Jd | Jc Qs Qh", "Qd Qc"],
    # Snapszer for three; C deals.
    "hármas": ["Ah Kh Qh 9h | As Ts Ks 9s", "Th Jh Qs Js | Ad Td Kd 9d", "Qd Jd Ac Tc | Kc Qc Jc 9c"],
    # Snapszer for four; D deals.
    "négyes": ["Ah Kh Qh | As Ks 9d", "Jh 9h Ts | Qs Ad 9c", "Th Td Kd | Qd Js 9s", "Jd Ac Tc | Kc Qc Jc"],
}


@dataclass(frozen=True)
class ContractCase:
    """A deal, what is said and played, and either how it ends or what is refused then."""

    name: str
    game: str
    cards: list[str]
    """The hands, seat by seat, and what was not dealt."""
    words: str
    """In turn; a seat before a word where it is not the one in turn."""
    ends: str = ""
    """Winners, points, reason, card points, tricks; nothing where the deal is still open."""
    refused: str = ""
    """What may not be said or played next, with its seat."""
    why: str = ""
    options: dict[str, object] = field(default_factory=dict)

    @property
    def dealer(self) -> str:
        """The last seat: A is forehand in all cases."""
        seats: str = hand_of(self.game).FORMS[self.game][0]
        return seats[-1]

    @property
    def hands(self) -> list[str]:
        """The hands, seat by seat."""
        return self.cards[: "ABCD".index(self.dealer) + 1]

    @property
    def talon(self) -> str:
        """What was not dealt."""
        return " ".join(self.cards[len(self.hands) :])


CASES: list[ContractCase] = []


def case(name: str, words: str, ends: str, why: str, **options: object) -> None:
    """A deal of the game and the cards that `setting` has set, with its end."""
    CASES.append(ContractCase(name, setting["game"], DEALS[setting["deal"]], words, ends, "", why, options))


def refused(name: str, words: str, word: str, why: str, **options: object) -> None:
    """A deal at a moment when something may not be done."""
    CASES.append(ContractCase(name, setting["game"], DEALS[setting["deal"]], words, "", word, why, options))


setting = {"game": "bauernschnapsen", "deal": "schnapser"}

# The opening

refused(
    "trumps of a suit that is not among the first three",
    "",
    "A: trump s",
    "pagat: it must be a suit of which forehand holds at least one card, before he sees the last two",
)
case(
    "trumps by a card that is turned",
    "trump As pass pass pass pass",
    "",
    "pagat: forehand may have one of the last two cards turned for trumps (Aufschlagen)",
)
refused(
    "a card of the first packet is not turned",
    "",
    "A: trump Ah",
    "pagat: one of the last two cards is turned",
)
refused(
    "no card is turned where the table does without it",
    "",
    "A: trump As",
    "option: a table without Aufschlagen",
    turning=False,
)
refused(
    "trumps are forehand's to name", "", "B: trump d", "pagat: the player left of the dealer names trumps"
)
refused(
    "forehand speaks first",
    "trump h",
    "B: pass",
    "luschentreff: he decides whether to announce a game, then those behind him may announce a higher one",
)
refused(
    "no lead before the bids are over",
    "trump h pass pass pass",
    "A: Ah",
    "pagat: the bids come before the play; D has not spoken",
)
case(
    "all pass",
    "trump h pass pass pass pass",
    "",
    "en.shram: if all pass, the game is forehand's, the simple one",
)
refused(
    "a lower bid",
    "trump h pass bid gang",
    "C: bid schnapser",
    "en.shram: each next player names a higher contract or passes; 6 is less than 9",
)
refused(
    "an equal bid from a later seat",
    "trump h bid gang",
    "B: bid gang",
    "harbour-snapszer: an equal value may be held only by an earlier seat",
)
case(
    "an equal bid from an earlier seat",
    "trump h bid schnapser bid gang pass pass bid gang pass",
    "",
    "harbour-snapszer: of equal values the seat that is earlier from forehand may hold its own",
)
refused(
    "Bauernschnapser over Kontraschnapser from a later seat",
    "trump h bid schnapser bid kontraschnapser",
    "C: bid bauernschnapser",
    "harbour-snapszer: both are worth 12, and C comes after B",
)
refused(
    "who has passed is out",
    "trump h pass bid gang pass bid zehnergang",
    "A: bid bauernschnapser",
    "harbour-snapszer: the turn skips those who have passed",
)
refused(
    "Schnapser by the other side", "trump h pass", "B: bid schnapser", "luschentreff: forehand or his partner"
)
refused(
    "Kontraschnapser by forehand's side",
    "trump h bid schnapser pass",
    "C: bid kontraschnapser",
    "luschentreff: its bidder must be of the other side",
)
refused(
    "Bauernschnapser by the other side",
    "trump h pass",
    "B: bid bauernschnapser",
    "harbour-snapszer: it is for forehand's side",
)
refused(
    "Kontrabauernschnapser by forehand's side",
    "trump h pass pass",
    "C: bid kontrabauernschnapser",
    "luschentreff: its bidder must be of the other side",
)

# Schnapser

case(
    "Schnapser made by a marriage at the lead to trick 3",
    "trump h bid schnapser pass pass pass 1. As Js Qs Jc 2. Ah Jh Th Qd 3. 40h",
    "AC 6 schnapser 84-0 2-0",
    "harbour-snapszer: made the moment the bidder has 66, which a marriage can do: 44 and 40",
)
case(
    "Schnapser made by a marriage after a single trick",
    "trump h bid schnapser pass pass pass 1. Ah Jh Th Kd 2. 40h",
    "AC 6 schnapser 67-0 1-0",
    "harbour-snapszer: 27 and 40",
)
case(
    "65 by a marriage, and the trick brings the rest",
    "trump h bid schnapser pass pass pass 1. Ah Jh Th Jc 2. 40h Qh Jd Qc Qd",
    "AC 6 schnapser 76-0 2-0",
    "luschentreff: 66 in the first three tricks; 65 are not enough, the second trick is",
)
case(
    "Schnapser with 65 after three tricks",
    "trump h bid schnapser pass pass pass 1. As Js Qs Jc 2. Ah Jh Th Qd 3. Ts Ks Qc Kd",
    "BD 6 schnapser-failed 65-0 3-0",
    "luschentreff: 66 in the first three tricks, else the game is lost",
)
case(
    "Schnapser with 72 after three tricks",
    "trump h bid schnapser pass pass pass 1. As Js Qs Jc 2. Ah Jh Th Qd 3. Ts Ks Qc Ac",
    "AC 6 schnapser 72-0 3-0",
    "luschentreff: 66 in the first three tricks",
)
case(
    "Schnapser lost by a partner's trick",
    "trump h bid schnapser pass pass pass 1. As Js Qs Jc 2. Ts Ks Th Kd",
    "BD 6 schnapser-failed 46-0 2-0",
    "harbour-snapszer: the declarer himself must take the tricks; C has to trump",
)
case(
    "a marriage before the first trick does not count yet",
    "trump h bid schnapser pass pass pass 1. 40h Qh Jh Th Jc",
    "BD 6 schnapser-failed 57-0 1-0",
    "harbour-snapszer: marriages count once a trick is taken; then the partner's ten loses the game",
)
refused(
    "the marriage's card must be led",
    "trump h bid schnapser pass pass pass 1. 40h",
    "A: As",
    "luschentreff: he must lead the king or the queen next",
)
refused(
    "a marriage with one of its cards",
    "trump h bid schnapser pass pass pass",
    "A: 20s",
    "luschentreff: queen and king in hand",
)
refused(
    "nobody claims in a Schnapser",
    "trump h bid schnapser pass pass pass 1. Ah Jh Th Kd",
    "A: out",
    "harbour-snapszer: claims are of the normal game",
)
setting["deal"] = "partner"
case(
    "Schnapser by forehand's partner",
    "trump h pass pass bid schnapser pass 1. Qs Jc As Js 2. Ah Jh Th Qd 3. 40h",
    "AC 6 schnapser 84-0 2-0",
    "luschentreff: forehand's partner may announce it too; forehand leads",
)
case(
    "a partner's marriage does not help",
    "trump h pass pass bid schnapser pass 1. 20c Qc Tc Qh Jd 2. Ah Jh Th Jc 3. As Js Qs Qd",
    "BD 6 schnapser-failed 82-0 3-0",
    "luschentreff: the player must win 66, and harbour-snapszer counts his own alone: 62",
)
case(
    "a partner's marriage helps where the table says so",
    "trump h pass pass bid schnapser pass 1. 20c Qc Tc Qh Jd 2. Ah Jh Th Jc 3. As Js Qs Qd",
    "AC 6 schnapser 82-0 3-0",
    "option: Schnaps2gether adds the points of both partners",
    partner_helps=True,
)
case(
    "a lower trump need not be played",
    "trump h pass pass pass pass 1. 20c Qc Tc Qh Jd",
    "",
    "wikibooks: trump must be played only where it takes the trick",
)
refused(
    "a lower trump must be played where the table says so",
    "trump h pass pass pass pass 1. 20c Qc Tc Qh",
    "D: Jd",
    "option: harbour-snapszer makes one trump under a higher trump",
    undertrump=True,
)
refused(
    "Bettler is led by its bidder", "trump h pass bid bettler pass pass", "A: Qs", "luschentreff: he leads"
)

# Bauernschnapser, Kontraschnapser, Kontrabauernschnapser

setting["deal"] = "schnapser"
case(
    "Bauernschnapser held against a Kontraschnapser",
    "trump h bid schnapser bid kontraschnapser pass pass bid bauernschnapser pass"
    " 1. Ah Jh Th Jc 2. Kh Jd Qc Qd 3. Qh Js Qs Kd 4. As Ks Kc Tc 5. Ts Ad Td Ac",
    "AC 12 bauernschnapser 120-0 5-0",
    "harbour-snapszer: equal value, earlier seat; luschentreff: all tricks himself, with trumps",
)
case(
    "Bauernschnapser lost by a partner's trick",
    "trump h bid bauernschnapser pass pass pass 1. As Js Qs Jc 2. Ts Ks Th Kd",
    "BD 12 bauernschnapser-failed 46-0 2-0",
    "harbour-snapszer: a trick of his partner loses",
)
refused(
    "no marriage in a Bauernschnapser",
    "trump h bid bauernschnapser pass pass pass 1. Ah Jh Th Jc",
    "A: 40h",
    "harbour-snapszer: marriages are of the normal game and the Schnapsers",
)
setting["deal"] = "kontra"
case(
    "Kontraschnapser over a Schnapser, with 66 to the point",
    "trump h bid schnapser bid kontraschnapser pass pass pass 1. Jc Ah Jd Ac 2. 40h",
    "BD 12 kontraschnapser 0-66 0-1",
    "luschentreff: 66 with the first three tricks, forehand leads; D's ace makes 26, and 40",
)
case(
    "Kontraschnapser lost by a trick of forehand's",
    "trump h bid schnapser bid kontraschnapser pass pass pass 1. Jc Ah Jd Kc 2. 40h Kh Jh Td Th",
    "AC 12 kontraschnapser-failed 26-59 1-1",
    "harbour-snapszer: the declarer himself must take the tricks; 59 were not 66",
)
case(
    "Kontraschnapser without a Schnapser before it",
    "trump h pass bid kontraschnapser pass pass 1. Jc Ah Jd Ac 2. 40h",
    "BD 12 kontraschnapser 0-66 0-1",
    "luschentreff: the bidder must be of the other side, no more",
)
refused(
    "forehand leads against a Kontraschnapser",
    "trump h bid schnapser bid kontraschnapser pass pass pass",
    "B: Ah",
    "luschentreff: nevertheless forehand names trumps and leads",
)
case(
    "Kontrabauernschnapser made",
    "trump h pass bid kontrabauernschnapser pass pass"
    " 1. Tc Kh Jd Ac 2. Ah Jh Td Th 3. Qh Js Kc Jc 4. As Ks Qs Qd 5. Ts Ad Qc Kd",
    "BD 24 kontrabauernschnapser 0-120 0-5",
    "luschentreff: all tricks against forehand, who leads; trumps count",
)
case(
    "Kontrabauernschnapser lost in trick 2",
    "trump h pass bid kontrabauernschnapser pass pass 1. Tc Qh Jd Ac 2. Kh Jh Td Th",
    "AC 24 kontrabauernschnapser-failed 26-26 1-1",
    "luschentreff: all tricks; forehand must head the king with the ten",
)

# Bettler and Ass-Bettler

setting["deal"] = "bettler"
case(
    "Bettler made",
    "trump s pass pass bid bettler pass 1. Js Ts Ks 2. Kh Qh Jh 3. Td Kd Jd 4. Kc Tc Qc 5. Qd Jc Qs",
    "AC 4 bettler 0-66 0-5",
    "luschentreff: no trick, no trumps, the partner sits out, the bidder leads",
)
refused(
    "the partner of a Bettler plays no card",
    "trump s pass pass bid bettler pass 1. Js Ts Ks",
    "A: As",
    "luschentreff: the partner sits out",
)
refused(
    "Ass-Bettler without an ace",
    "trump s pass pass",
    "C: bid ass-bettler",
    "luschentreff: the bidder has an ace in hand as well",
)
case(
    "Ass-Bettler without an ace, the ace being lowest",
    "trump s pass pass bid ass-bettler pass",
    "",
    "option: Wikipedia's Assenbettler, in which the ace is the lowest card",
    ass_bettler="low",
)
setting["deal"] = "bettler-lost"
case(
    "Bettler lost in trick 2",
    "trump s pass pass bid bettler pass 1. Js Ts Ks 2. Jc Qd Qc",
    "BD 4 bettler-failed 8-16 1-1",
    "luschentreff: one must head, so the queen takes the jack",
)
setting["deal"] = "ass-bettler"
case(
    "Ass-Bettler made: the ace goes away",
    "trump h pass pass bid ass-bettler pass 1. Jh Kh Qh 2. Th Qd As 3. Kc Tc Qc 4. Kd Jd Qs 5. Ks Jc Js",
    "AC 5 ass-bettler 0-67 0-5",
    "luschentreff: as a Bettler, with an ace in hand",
)
case(
    "Ass-Bettler lost by its ace",
    "trump h pass pass bid ass-bettler pass 1. Jh Kh Qh 2. Qs Ks As",
    "BD 5 ass-bettler-failed 18-9 1-1",
    "luschentreff: as a Bettler; the ace must follow, and takes the trick",
)
case(
    "the same ace, being the lowest card",
    "trump h pass pass bid ass-bettler pass 1. Jh Kh Qh 2. Qs Ks As 3. Tc Qc Kc 4. Kd Jd Js 5. Qd Jc Th",
    "AC 5 ass-bettler 0-67 0-5",
    "option: Wikipedia's Assenbettler, in which the ace is the lowest card",
    ass_bettler="low",
)

# Gang and Zehnergang

setting["deal"] = "gang"
case(
    "Gang made",
    "trump h pass bid gang pass pass 1. As Qs Ks 2. Ah Qh Kh 3. Ad Kd Td 4. Ac Kc Tc 5. Ts Jc Th",
    "BD 9 gang 0-108 0-5",
    "luschentreff: all tricks himself, no trumps; the ten of hearts is none",
)
refused(
    "no marriage in a Gang",
    "trump h pass bid gang pass pass",
    "B: 20s",
    "harbour-snapszer: marriages are of the normal game and the Schnapsers",
)
refused(
    "a Gang is led by its bidder", "trump h pass bid gang pass pass", "A: Ks", "harbour-snapszer: no trumps"
)
case(
    "a Gang doubled",
    "trump h pass bid gang pass pass A: double 1. As Qs Ks 2. Ah Qh Kh 3. Ad Kd Td 4. Ac Kc Tc 5. Ts Jc Th",
    "BD 18 gang 0-108 0-5",
    "harbour-snapszer: doubled, the contract counts twice",
)
case(
    "a partner who sits out doubles again",
    "trump h pass bid gang pass pass C: double D: double",
    "",
    "silent: he wins and loses with the bidder",
)
refused(
    "a partner who sits out may not double where the table says so",
    "trump h pass bid gang pass pass C: double",
    "D: double",
    "option: in harbour-snapszer only who plays doubles",
    idle_doubles=False,
)
setting["deal"] = "gang-with-a-jack"
case(
    "Gang lost at trick 3",
    "trump h pass bid gang pass pass 1. Ah Qh Kh 2. Ad Kd Td 3. Js Qs Ks",
    "AC 9 gang-failed 9-43 1-2",
    "luschentreff: all tricks himself",
)
case(
    "Gang made: the card above the jack sits out",
    "trump h pass bid gang pass pass 1. As Qs Ks 2. Ah Qh Kh 3. Ad Kd Td 4. Ac Kc Tc 5. Js Jc Th",
    "BD 9 gang 0-100 0-5",
    "harbour-snapszer: the partner, who has the ten, sits out",
)
setting["deal"] = "zehnergang"
case(
    "Zehnergang made",
    "trump s pass bid zehnergang pass pass 1. Ts Qs As 2. Th Kh Ah 3. Td Qd Ad 4. Tc Kc Ac 5. Kd Jc Ks",
    "BD 10 zehnergang 0-108 0-5",
    "luschentreff: all tricks, no trumps, the ten highest and the ace lowest",
)
case(
    "the same cards in a Gang",
    "trump s pass bid gang pass pass 1. Ts Qs As",
    "AC 9 gang-failed 24-0 1-0",
    "luschentreff: in a Gang the ace heads the ten",
)
setting["deal"] = "zehnergang-lost"
case(
    "Zehnergang lost in trick 1",
    "trump s pass bid zehnergang pass pass 1. Qd Kd Ad",
    "AC 10 zehnergang-failed 18-0 1-0",
    "luschentreff: all tricks; the king heads the queen, and the ace does not head the king",
)

# Cards in hand

setting["deal"] = "five-spades"
case(
    "Farbensolo",
    "trump h pass pass bid farbensolo pass",
    "AC 18 farbensolo 0-0 0-0",
    "luschentreff: all five cards of a suit, no trumps: it cannot be lost",
)
refused(
    "nobody doubles what cannot be lost",
    "trump h pass pass bid farbensolo pass",
    "B: double",
    "luschentreff: it cannot be lost; the deal is over with the bids",
)
setting["deal"] = "four-spades"
refused(
    "Farbensolo with four of a suit",
    "trump h pass pass",
    "C: bid farbensolo",
    "luschentreff: all five cards of a suit",
)
setting["deal"] = "suits"
case(
    "Herrenschnapser",
    "trump h bid herrenschnapser pass pass pass",
    "AC 24 herrenschnapser 0-0 0-0",
    "luschentreff: forehand has all cards of the trump suit",
)
case(
    "Herrenschnapser held against a Kontrabauernschnapser",
    "trump h bid schnapser bid kontrabauernschnapser pass pass bid herrenschnapser pass",
    "AC 24 herrenschnapser 0-0 0-0",
    "harbour-snapszer: equal value, earlier seat",
)
refused(
    "Herrenschnapser by forehand's partner",
    "trump h pass pass",
    "C: bid herrenschnapser",
    "luschentreff: it is forehand who must have the cards, and they are the trumps",
)
refused(
    "Farbensolo below a Kontrabauernschnapser",
    "trump h pass bid kontrabauernschnapser",
    "C: bid farbensolo",
    "en.shram: each next player names a higher contract; 18 is less than 24",
)
setting["deal"] = "four-trumps"
refused(
    "Herrenschnapser with four trumps", "trump h", "A: bid herrenschnapser", "luschentreff: all five trumps"
)

# The normal game

setting["deal"] = "schnapser"
NORMAL = "trump h pass pass pass pass"
TO_44 = f"{NORMAL} 1. As Js Qs Jc 2. Ah Jh Th Qd"
case(
    "66 claimed, no trick for the losers",
    f"{TO_44} 3. 40h out",
    "AC 3 out 84-0 2-0",
    "luschentreff: 3 where the other side has no trick",
)
case(
    "66 claimed by the partner",
    f"{TO_44} 3. 40h C: out",
    "AC 3 out 84-0 2-0",
    "silent: the points are the side's, so either partner may say it",
)
case(
    "a partner's trick makes the marriage count",
    f"{NORMAL} 1. 40h Kh Jh Th Tc A: out",
    "AC 3 out 66-0 1-0",
    "harbour-snapszer: a marriage counts once its side has a trick",
)
case(
    "a claim with 60",
    f"{NORMAL} 1. 40h Kh Jh Th Kd A: out",
    "BD 3 false-out 60-0 1-0",
    "silent, as in Schnapsen: 2, or 3 while the others have no trick",
)
case(
    "a claim with 60 where it costs two",
    f"{NORMAL} 1. 40h Kh Jh Th Kd A: out",
    "BD 2 false-out 60-0 1-0",
    "option: a flat 2",
    false_claim=2,
)
case(
    "a claim with a marriage that counts nothing yet",
    f"{NORMAL} 1. 40h out",
    "BD 3 false-out 0-0 0-0",
    "silent, as in Schnapsen: no trick, so no point",
)
refused(
    "no claim of the side that lost the trick",
    TO_44,
    "B: out",
    "silent, as in Schnapsen: after winning a trick or announcing",
)
refused(
    "no claim while a trick is open",
    f"{TO_44} 3. 40h Kh",
    "A: out",
    "silent, as in Schnapsen: before the lead",
)
refused("no marriage but at one's lead", NORMAL, "D: 20d", "luschentreff: when it is his turn to lead")
case(
    "doubled",
    f"{NORMAL} B: double 1. As Js Qs Jc 2. Ah Jh Th Qd 3. 40h out",
    "AC 6 out 84-0 2-0",
    "harbour-snapszer: the defenders may double",
)
case(
    "doubled by each side in turn",
    f"{NORMAL} D: double C: double B: double 1. As Js Qs Jc 2. Ah Jh Th Qd 3. 40h out",
    "AC 24 out 84-0 2-0",
    "harbour-snapszer: defenders, declarers, defenders: eight times",
)
refused(
    "a fourth double",
    f"{NORMAL} D: double C: double B: double",
    "A: double",
    "harbour-snapszer: three times at the most",
)
refused("declarers do not double first", NORMAL, "C: double", "harbour-snapszer: Kontra is the defenders'")
refused(
    "a side does not double its own double",
    f"{NORMAL} B: double",
    "D: double",
    "harbour-snapszer: the declarers' side is next",
)
refused("no double after the lead", f"{NORMAL} 1. As", "B: double", "before the first lead")
refused("no double after an announcement", f"{NORMAL} 1. 40h", "B: double", "silent: the lead has begun")
refused("no double before the bids are over", "trump h pass pass", "D: double", "after the bids")
setting["deal"] = "kontra"
case(
    "a marriage without a trick counts nothing",
    f"{NORMAL} 1. 20d Qd Ah Jd Td 2. 40h out",
    "BD 3 out 0-66 0-1",
    "harbour-snapszer: 26 and 40 for B, nothing for A's twenty",
)
case(
    "66 claimed, the losers below 33",
    f"{NORMAL} 1. Qd Ah Jd Td 2. 40h Kh Jh Qc Th 3. Jc Qh Js Kc out",
    "BD 2 out 19-77 1-2",
    "luschentreff: 2 where the other side has fewer than 33",
)
case(
    "66 claimed, the losers with 39",
    f"{NORMAL} 1. 20d Qd Ah Jd Td 2. 40h Kh Jh Qc Th 3. Jc Qh Js Kc out",
    "BD 1 out 39-77 1-2",
    "luschentreff: 1 otherwise; the twenty counts, as its side has a trick",
)
case(
    "66 not claimed, and the last trick",
    f"{NORMAL} 1. Qd Ah Jd Td 2. 40h Kh Jh Qc Th 3. Jc Qh Js Kc 4. As Ks Qs Kd 5. Ts Ad Ac Tc finish",
    "BD 1 last-trick 19-141 1-4",
    "wikibooks: the side with the last trick wins 1",
)
case(
    "66 not claimed, and the last trick measured",
    f"{NORMAL} 1. Qd Ah Jd Td 2. 40h Kh Jh Qc Th 3. Jc Qh Js Kc 4. As Ks Qs Kd 5. Ts Ad Ac Tc finish",
    "BD 2 last-trick 19-141 1-4",
    "option: Schnaps2gether measures the last trick as a claim",
    last_trick="measured",
)
setting["deal"] = "last-trick"
UNCLAIMED = f"{NORMAL} 1. As Js Qs Jc 2. Ah Jh Th Qd 3. 40h Kh Ks Kc Kd 4. Qh Td Qc Tc"
case(
    "126 not claimed, and the last trick lost",
    f"{UNCLAIMED} 5. Jd Ad Ts Ac finish",
    "BD 1 last-trick 126-34 4-1",
    "wikibooks: the side with the last trick wins; the others said nothing",
)
case(
    "126 claimed before the last trick",
    f"{UNCLAIMED} A: out",
    "AC 3 out 126-0 4-0",
    "luschentreff: 3 where the other side has no trick",
)
case(
    "a claim after the last trick",
    f"{UNCLAIMED} 5. Jd Ad Ts Ac D: out",
    "AC 2 false-out 126-34 4-1",
    "silent, as in Schnapsen: 2, the others having a trick",
)
setting["deal"] = "plain"
refused("one must follow suit", f"{NORMAL} 1. Ks", "B: Kh", "luschentreff: the suit must be followed")
refused("one must head", f"{NORMAL} 1. Ks", "B: Js", "luschentreff: with a higher card one must take")
refused("one must trump", f"{NORMAL} 1. Ks As Qs", "D: Kd", "luschentreff: without the suit one must trump")
case(
    "no heading once the trick is trumped",
    f"{NORMAL} 1. Jc Qc Th Kc",
    "",
    "harbour-snapszer: following suit one overtakes unless the trick is already trumped",
)
refused(
    "a partner's trick must be trumped too",
    f"{NORMAL} 1. Jc Qc",
    "C: Qs",
    "wikibooks: also against one's own partner",
)
setting["deal"] = "overtrump"
refused("one must overtrump", f"{NORMAL} 1. Jc Kh", "C: Qh", "harbour-snapszer: and overtrump if possible")

# Dreierschnapsen

setting.update(game="dreierschnapsen", deal="three-40")
TAKEN = "trump h bid schnapser pass pass discard Jd discard Qc"
case(
    "Schnapser for three",
    f"{TAKEN} 1. Ah Th Jh 2. 40h Kh Jc Js",
    "A 6 schnapser 71-0-0 2-0-0",
    "Wikipedia: two tricks and a forty; the bidder scores",
)
case(
    "Schnapser for three lost",
    f"{TAKEN} 1. Qd Ad Kd",
    "BC 6 schnapser-failed 0-18-0 0-1-0",
    "Wikipedia: if the soloist loses, each of the others scores",
)
refused("Schnapser is forehand's", "trump h pass", "B: bid schnapser", "harbour-snapszer: forehand's")
refused(
    "the two defenders are one side",
    f"{TAKEN} B: double",
    "C: double",
    "harbour-snapszer: the declarer is next",
)
refused("who plays takes the talon", "trump h pass pass bid gang", "A: discard Jd", "Wikipedia: the soloist")
refused("two cards are laid away", TAKEN, "A: discard Qd", "harbour-snapszer: two for two")
refused("a card laid away is gone", TAKEN, "A: Jd", "harbour-snapszer: it is in no hand")
setting["deal"] = "three-four"
AWAY = "trump h bid schnapser pass pass discard Qd discard Jd"
case(
    "Schnapser for three with the fourth trick",
    f"{AWAY} 1. Ah Kh Jh 2. As Qs Js 3. Ts Ks Kd 4. Th Qc Tc",
    "A 6 schnapser 74-0-0 4-0-0",
    "Wikipedia: four tricks without a marriage; harbour-snapszer: within the first four",
)
case(
    "Schnapser for three lost with the fourth trick",
    f"{AWAY} 1. Ah Kh Jh 2. As Qs Js 3. Ts Ks Kd 4. Jc Qc Tc",
    "BC 6 schnapser-failed 51-0-15 3-0-1",
    "harbour-snapszer: taking all of them",
)
NOBODY = (
    "trump h pass pass pass discard As discard Ah"
    " 1. Jc Kc Ac 2. Ad Qd Td 3. Tc Qh Qc 4. Ts Qs Js 5. Jd Kh Kd 6. Ks Jh Th"
)
case(
    "the last trick for three",
    f"{NOBODY} finish",
    "A 1 last-trick 47-10-41 3-1-2",
    "harbour-snapszer: the last trick wins 1; what was laid away counts for nobody",
)
case(
    "cards laid away that count",
    f"{NOBODY} out",
    "A 1 out 69-10-41 3-1-2",
    "option: they count for who laid them away",
    laid_counts=True,
)
case(
    "a false claim of the one pays both others",
    f"{NOBODY} A: out",
    "BC 2 false-out 47-10-41 3-1-2",
    "silent, as in Schnapsen: 2, the others having a trick; each of them scores",
)

setting["deal"] = "three-gang"
SIX_TRICKS = "1. As Qs Ks 2. Ah Qh Kh 3. Ad Jd Qd 4. Ac Jc Qc 5. Ts Th Td 6. Js Tc Kc"
case(
    "Gang for three made",
    f"trump h pass bid gang pass discard Jh discard Kd {SIX_TRICKS}",
    "B 9 gang 0-114-0 0-6-0",
    "harbour-snapszer: all tricks, no trumps, after the talon has been taken",
)
case(
    "Gang for three lost",
    "trump h pass bid gang pass discard Jh discard Js 1. Kd Jd Td",
    "AC 9 gang-failed 16-0-0 1-0-0",
    "harbour-snapszer: if he fails, both others score",
)
case(
    "Kontraschnapser for three made",
    "trump s pass bid kontraschnapser pass discard Jh discard Js 1. Kc Ac Tc 2. As Qs Ks 3. Ah Th Kh",
    "B 12 kontraschnapser 0-68-0 0-3-0",
    "harbour-snapszer: a Schnapser by another player; forehand leads",
)
case(
    "a Gang over a Schnapser",
    "trump h bid schnapser bid gang pass pass discard Jh discard Kd",
    "",
    "harbour-snapszer: everybody may outbid forehand",
)
setting["deal"] = "three-suits"
case(
    "Herrenschnapser for three",
    "trump h bid herrenschnapser pass pass discard Qd discard Jd",
    "A 24 herrenschnapser 0-0-0 0-0-0",
    "rules of Dreierschnapsen in public code: forehand, all five trumps",
)
case(
    "Farbensolo for three",
    "trump h pass pass bid farbensolo discard Qd discard Jd",
    "C 18 farbensolo 0-0-0 0-0-0",
    "rules of Dreierschnapsen in public code: all five of one suit",
)
refused("Farbensolo for three with four", "trump h pass", "B: bid farbensolo", "as before, five of one suit")
case(
    "Bauernschnapser for three made",
    "trump h bid bauernschnapser pass pass discard Qd discard Jd"
    " 1. Ah Js Jc 2. Th Qs Qc 3. Kh Ks Kc 4. Qh Ts Tc 5. Jh Td Kd 6. As Ad Ac",
    "A 12 bauernschnapser 115-0-0 6-0-0",
    "harbour-snapszer: forehand takes all tricks with trump",
)
case(
    "Bauernschnapser for three lost",
    "trump h bid bauernschnapser pass pass discard As discard Jd 1. Qd Ad Kd",
    "BC 12 bauernschnapser-failed 0-18-0 0-1-0",
    "harbour-snapszer: forehand takes all tricks with trump",
)
case(
    "Kontrabauernschnapser for three lost",
    "trump h pass pass bid kontrabauernschnapser discard Qd discard Jd 1. Ah Js Jc",
    "AB 24 kontrabauernschnapser-failed 15-0-0 1-0-0",
    "harbour-snapszer: forehand leads, and takes the trick",
)
setting["deal"] = "three-bettler"
case(
    "Bettler for three made",
    "trump h pass pass bid bettler discard Qs discard Qh"
    " 1. Js As Ks 2. Kh Ah Jh 3. Td Qd Ad 4. Kd Ts Jd 5. Kc Tc Qc 6. Ac Jc Th",
    "C 4 bettler 57-57-0 3-3-0",
    "harbour-snapszer: no trick, no trumps; both others play",
)

# Snapszer

setting.update(game="snapszer-three", deal="hármas")
case("any suit is trumps", "trump d pass", "", "harbour-snapszer: the hívó names trumps after four cards")
case(
    "snapszer made",
    "trump h bid snapszer 1. Ah Jh 9c 2. As Js Jc 3. Ts Qs Jd 4. 40h",
    "A 6 snapszer 83-0-0 3-0-0",
    "harbour-snapszer: 66 without the others taking a trick",
)
case(
    "snapszer lost by a trick",
    "trump h bid snapszer 1. Ah Jh 9c 2. 40h Kh Th Qc",
    "BC 6 snapszer-failed 53-17-0 1-1-0",
    "harbour-snapszer: the others have taken a trick",
)
case(
    "the same without the announcement",
    "trump h pass 1. Ah Jh 9c 2. As Js Jc 3. Ts Qs Jd 4. 40h out",
    "A 3 out 83-0-0 3-0-0",
    "harbour-snapszer: 3 if they took no trick",
)
refused("snapszer is the hívó's", "trump h pass", "B: bid snapszer", "gyerekjatekokrol.hu: only the hívó")
case(
    "snapszer doubled three times",
    "trump h bid snapszer B: double A: double C: double 1. Ah Jh 9c 2. 40h Kh Th Qc",
    "BC 48 snapszer-failed 53-17-0 1-1-0",
    "harbour-snapszer: kontra, rekontra, szubkontra",
)
setting.update(game="snapszer-four", deal="négyes")
case(
    "the hívó alone before the called card falls",
    "call Th pass 1. As Ts 9s Tc 2. 40h out",
    "A 3 out 71-0-0-0 1-0-0-0",
    "harbour-snapszer: only he may call 66, and then he wins alone",
)
refused(
    "the partner before the called card falls",
    "call Th pass 1. As Ts 9s Tc",
    "C: out",
    "harbour-snapszer: until then only the hívó may call 66",
)
case(
    "the sides after the called card has fallen",
    "call Th pass 1. Ah Jh Th Ac 2. 40h C: out",
    "AC 3 out 74-0-0-0 1-0-0-0",
    "harbour-snapszer: after that the two sides count together, and each of the winners scores",
)
case(
    "a false claim of the hívó",
    "call Th pass 1. As Qs 9s Jc out",
    "BD 3 false-out 16-0-0-0 1-0-0-0",
    "silent: those who are against him score",
)
case(
    "a partner's trick does not lose a snapszer",
    "call Th bid snapszer 1. Kh 9h Th Ac 2. Js Tc As Ts 3. Ah Jh Td Kc",
    "AC 6 snapszer 60-0-25-0 2-0-1-0",
    "harbour-snapszer: the two sides count together",
)
case(
    "a card of his own makes the hívó play alone",
    "call Ah bid snapszer 1. Kh 9h Th Ac",
    "BCD 6 snapszer-failed 0-0-25-0 0-0-1-0",
    "harbour-snapszer: whoever holds the card is the partner, so nobody is",
)
