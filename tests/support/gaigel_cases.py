"""What the sources of Gaigel say as cases, each with its near miss: deals made by hand.

Their packs are small, so that the talon is soon used up; `CASES` says what is played, what follows, and why.
"""

from tests.support.contract_cases import ContractCase

DEALS = {
    # The hands, then the talon from the top with the turn-up last; the last seat deals, A is forehand.
    "aces": ["Ah Kd Qd 7s Js", "Ah Td Jd Jc As", "Qc Qh Kc Ts"],
    "no-aces": ["As Kd Td 7s Js", "Ah Td Jd Jc As", "Qc Qh Kc Ts"],
    "plain-aces": ["Ah Ac Ad 7s Js", "Ah Td Jd Jc As", "Qc Qh Kc Ts"],
    "trumps": ["As Ts Ks 7s Js", "Ah Td Jd Jc As", "Qc Qh Kc Ts"],
    "sevens": ["7h 7c 7d 7s 7h", "Ah Td Jd Jc As", "Qc Qh Kc Ts"],
    "four-sevens": ["7h 7c 7d Jc 7h", "Ah Td Kc Qd As", "Kh 7c Qh Ts"],
    "pairs": ["Kd Ah Kd Qd Jc", "Kh Qh 7h 7c Tc", "Qd 7d Js Ts"],
    "trump-pair": ["Ks Ah Qs Tc Qd", "Kd Qd 7h 7c Jh", "Kc 7d Js Ts"],
    "seven": ["7s Ah Qs Tc Qd", "Kd 7s 7h 7c Jh", "Kc 7d Js As"],
    "turned-seven": ["7s Ah Qs Tc Qd", "Kd Js 7h 7c Jh", "Kc 7d Ks 7s"],
    "dissle-out": ["7h 7c 7d Jc Jd", "Ah Ac Ad Tc Td", "As Jh Ac Jh Ad Qd Ah Qc Th Qh Tc Kd Kh Ts"],
    "free": ["Ah 7h Kh Th Kc", "Th Js Qc 7d 7h", "Ks Kh 7s Ts"],
    "three-strict": ["Ah Kc Kd Ts Jc", "7h As Kh Qh Th", "7d Js Jd Qh Jh", "7s Jh Ks"],
    "four": [
        "Ah Kc 7h 7c Qc",
        "7h Jh Tc Qc Ad",
        "Th Qd Kd Ac Kh",
        "Jd Js Qs Ks Qh",
        "As Ts Ks Jc 7d 7c Js Td",
    ],
    "four-dissle": ["7h 7c 7d Jc 7h", "Kc Th Tc Qc Ad", "Ah Qd Kd Ac Kh", "Jd Js Qs Kc Qh", "7c As Ks Ts"],
}


CASES: list[ContractCase] = []
setting = {"game": "gaigel-two", "deal": "aces"}


def case(name: str, words: str, ends: str, why: str, **options: object) -> None:
    """A deal of the game and the cards that `setting` has set, with its end."""
    CASES.append(ContractCase(name, setting["game"], DEALS[setting["deal"]], words, ends, "", why, options))


def refused(name: str, words: str, word: str, why: str, **options: object) -> None:
    """A deal at a moment when something may not be done."""
    CASES.append(ContractCase(name, setting["game"], DEALS[setting["deal"]], words, "", word, why, options))


ANNOUNCES = "Wikipedia: forehand has to choose one of several openings and announce it"
FIRST = "Wikipedia: for the first trick there is no trump suit, or trumps may not be played"

# The openings

refused("an opening comes first", "", "A: Ah", ANNOUNCES)
refused("only forehand opens", "", "B: bid ge-elfen", ANNOUNCES)
refused("nobody else speaks", "bid ge-elfen", "B: bid andere-alte", ANNOUNCES)
case(
    "Ge-elfen",
    "bid ge-elfen 1. Ah Jc <13-0>",
    "",
    "Ge-elfen: the ace is played openly and takes the trick whatever is played",
)
case("Ge-elfen against a trump", "bid ge-elfen 1. Ah As <22-0>", "", FIRST)
case(
    "Ge-elfen against the same ace", "bid ge-elfen 1. Ah Ah <22-0>", "", "the trick is forehand's for certain"
)
refused("Ge-elfen is an ace", "bid ge-elfen", "A: Kd", "Ge-elfen: an ace is led")
case(
    "Andere Alte has the same ace",
    "bid andere-alte 1. [Ah] [Ah] <0-22>",
    "",
    "Wikipedia: if another player has played the same ace, he wins the trick",
)
case(
    "Andere Alte has it not",
    "bid andere-alte 1. [Ah] [Jc] <13-0>",
    "",
    "Wikipedia: otherwise the trick belongs to forehand",
)
case("Andere Alte against a trump", "bid andere-alte 1. [Ah] [As] <22-0>", "", FIRST)
refused("Andere Alte is an ace", "bid andere-alte", "A: Qd", "Wikipedia: forehand plays an ace face down")
case(
    "Höher hat a higher card",
    "bid hoeher-hat 1. [Kd] [Td] <0-14>",
    "",
    "Wikipedia: if one of the others has a higher card of the same suit, he wins the trick",
)
case(
    "Höher hat a lower card", "bid hoeher-hat 1. [Kd] [Jd] <6-0>", "", "Wikipedia: otherwise forehand wins it"
)
case("Höher hat against a trump", "bid hoeher-hat 1. [Kd] [As] <15-0>", "", FIRST)
refused("Höher hat is no ace", "bid hoeher-hat", "A: Ah", "Wikipedia: it must be neither an ace nor a trump")
refused(
    "Höher hat is no trump", "bid hoeher-hat", "A: Js", "Wikipedia: it must be neither an ace nor a trump"
)
setting["deal"] = "no-aces"
case(
    "Höher hat the same card",
    "bid hoeher-hat 1. [Td] [Td] <20-0>",
    "",
    "Wikipedia: of two cards of the same value and suit the first wins",
)
refused("Ge-elfen with the ace of trumps", "", "A: bid ge-elfen", "Wikipedia: an ace not from the trump suit")
refused("Andere Alte with the ace of trumps", "", "A: bid andere-alte", "Wikipedia: as before")
setting["deal"] = "plain-aces"
refused("Höher hat with aces and trumps alone", "", "A: bid hoeher-hat", "Wikipedia: neither ace nor trump")
setting["deal"] = "trumps"
refused("Ge-elfen with trumps alone", "", "A: bid ge-elfen", "Wikipedia: an ace not from the trump suit")
case(
    "trumps alone are left to auf Dissle",
    "bid auf-dissle 1. 7s As",
    "",
    "a program of the game: this opening alone is always open",
)

# Auf Dissle

setting["deal"] = "sevens"
case(
    "five sevens dealt",
    "bid auf-dissle",
    "A 1 auf-dissle 0-0 0-0",
    "a program's rules: forehand wins the game with five sevens at once",
)
case("five sevens and another opening", "bid hoeher-hat 1. [7h] [Ah]", "", "auf Dissle has to be said")
setting["deal"] = "four-sevens"
case(
    "a fifth seven is drawn",
    "bid auf-dissle 1. Jc Kc",
    "A 1 auf-dissle 0-6 0-1",
    "a program's rules: five sevens in hand in the course of the deal; B draws first, A the seven",
)
case(
    "a trick of his own",
    "bid auf-dissle 1. Jc Qd",
    "B 1 auf-dissle-failed 5-0 1-0",
    "a program's rules: forehand has lost when he wins a trick",
)
case(
    "a trump does not take the first trick",
    "bid auf-dissle 1. Jc As",
    "B 1 auf-dissle-failed 13-0 1-0",
    FIRST,
)
setting.update(game="gaigel-four", deal="four-dissle")
case(
    "the partner's trick does not lose it",
    "bid auf-dissle 1. 7h Th Ah Jd <23-0>",
    "",
    "a program's rules: forehand himself wins no trick",
)
setting.update(game="gaigel-two", deal="dissle-out")
OUT = "1. 7h Ah 2. Ac 7c 3. Ac Jh 4. Ad 7d 5. Ad Jc 6. Ah Jd 7. Th Jh <0-84>"
case(
    "101 before five sevens",
    f"bid auf-dissle {OUT} 8. As Ts out",
    "B 2 out 0-105 0-8",
    "a program's rules: the opponents can reach the regular end before",
)

# Pairs

setting["deal"] = "pairs"
refused(
    "a pair before the first trick",
    "bid andere-alte",
    "A: 20d",
    "Wikipedia: once a player or his team has won a trick, he may meld",
)
case(
    "a pair",
    "bid andere-alte 1. [Ah] [7c] 2. 20d <31-0>",
    "",
    "Wikipedia: a pair of a plain suit is worth 20",
)
case(
    "two pairs at once",
    "bid andere-alte 1. [Ah] [7c] 2. 20d 20d <51-0> Kd",
    "",
    "Wikipedia: he must show all four cards of the two pairs at once; A has drawn the second queen",
)
refused(
    "a third time",
    "bid andere-alte 1. [Ah] [7c] 2. 20d 20d",
    "A: 20d",
    "Wikipedia: a card that was melded may not be used a second time",
)
refused(
    "the second pair when a card of the first is gone",
    "bid andere-alte 1. [Ah] [7c] 2. 20d Kd 7d",
    "A: 20d",
    "Wikipedia: if he has played a card of the first pair, he may not meld that suit again",
)
refused(
    "one of the pair is played",
    "bid andere-alte 1. [Ah] [7c] 2. 20d",
    "A: Jc",
    "Wikipedia: one of the two cards in the pair is played to the next trick",
)
case(
    "the pair stays in hand where the table says so",
    "bid andere-alte 1. [Ah] [7c] 2. 20d Jc",
    "",
    "option: no source but Wikipedia binds whoever has announced",
    bound=False,
)
refused(
    "no pair for those without a trick",
    "bid andere-alte 1. [Ah] [7c] 2. Jc",
    "B: 20h",
    "Wikipedia: once a player or his team has won a trick",
)
setting["deal"] = "trump-pair"
case("a pair of trumps", "bid ge-elfen 1. Ah Jh 2. 40s <53-0>", "", "Wikipedia: a trump pair is worth 40")
refused(
    "half a pair",
    "bid ge-elfen 1. Ah Jh",
    "A: 20d",
    "Wikipedia: a pair is a king and a queen of the same suit",
)
setting.update(game="gaigel-four", deal="four")
TO_THE_PARTNER = "bid hoeher-hat 1. [7h] [Jh] [Th] [Js]"
case(
    "a pair after the partner's trick",
    f"{TO_THE_PARTNER} 2. Kh Ts 20c <34-0> Kc",
    "",
    "Wikipedia: a player may meld at any time once his team has won a trick",
)
refused(
    "no pair of him who follows where the table says so",
    f"{TO_THE_PARTNER} 2. Kh Ts",
    "A: 20c",
    "option, a program's rules: whoever may begin the next trick",
    at_lead=True,
)
refused(
    "no pair for the others", f"{TO_THE_PARTNER} 2. Kh", "D: 20s", "Wikipedia: once his team has won a trick"
)

# The seven of trumps

setting.update(game="gaigel-two", deal="seven")
refused(
    "the seven before the first trick",
    "bid ge-elfen",
    "A: exchange",
    "Wikipedia: provided that he has a trick",
)
case(
    "the seven for the turn-up",
    "bid ge-elfen 1. Ah 7h 2. exchange As 7c",
    "",
    "Wikipedia: the seven of trumps is exchanged for the trump card under the deck",
)
refused(
    "the second seven",
    "bid ge-elfen 1. Ah 7h 2. exchange Tc 7s",
    "B: exchange",
    "Wikipedia: the first to show it; the turn-up is a seven now",
)
refused(
    "the seven when the talon is used up",
    "bid ge-elfen 1. Ah 7h 2. Tc 7c",
    "A: exchange",
    "no trump card is left under the deck",
)
setting["deal"] = "turned-seven"
refused("a seven for a seven", "bid ge-elfen 1. Ah 7h", "A: exchange", "there is nothing to rob")

# Play

setting["deal"] = "free"
case(
    "no suit is to be followed",
    "bid ge-elfen 1. Ah Qc 2. 7h 7d",
    "",
    "Wikipedia: no compulsion while one draws",
)
case(
    "a trump takes a plain trick",
    "bid ge-elfen 1. Ah Qc 2. Kh Js <14-6>",
    "",
    "Wikipedia: trumps beat plain suits",
)
case(
    "the first of two equal cards",
    "bid ge-elfen 1. Ah Qc 2. Th Th <34-0>",
    "",
    "Wikipedia: of two cards of the same value and suit the first wins",
)
STRICT = "bid ge-elfen 1. Ah Qc 2. 7h 7d"
refused("suit", f"{STRICT} 3. Kh", "B: Js", "Wikipedia: with the talon used up one follows suit")
refused("a higher card", f"{STRICT} 3. Kh", "B: 7h", "Wikipedia: and tries to win the trick")
case("the same card does not win", f"{STRICT} 3. Th 7h", "", "Wikipedia: of equal cards the first wins")
refused("a trump", f"{STRICT} 3. Kc", "B: Th", "kartenspiele.net: without the suit one must trump")
case("a trump, then", f"{STRICT} 3. Kc Js", "", "kartenspiele.net: without the suit one must trump")
refused("a trump over a trump", f"{STRICT} 3. Ks", "B: Js", "Wikipedia: one tries to win the trick")
setting.update(game="gaigel-three", deal="three-strict")
UNDER = "bid ge-elfen 1. Ah 7h 7d"
refused(
    "a trump under a trump",
    f"{UNDER} 2. Kc As",
    "C: Qh",
    "kartenspiele.net: without the suit a card of the trump suit is played",
)
case("a trump under a trump, then", f"{UNDER} 2. Kc As Js", "", "kartenspiele.net: as before")
case("suit under a trump", f"{UNDER} 2. Kd As Jd", "", "no card of the suit can take it any more")
case(
    "neither suit nor trump",
    f"{UNDER} 2. Ts As Ks 3. Kh Qh 7s 4. Kd Qh Jd",
    "",
    "kartenspiele.net: then any card",
)

# The end

setting.update(game="gaigel-two", deal="dissle-out")
case(
    "a wrong claim",
    f"bid auf-dissle {OUT} out",
    "A 2 false-out 0-84 0-7",
    "ruled: who says 101 wrongly loses double",
)
refused("a claim of the other side", f"bid auf-dissle {OUT}", "A: out", "only whoever has just taken a trick")
refused("a claim before the first trick", "bid auf-dissle", "A: out", "nobody has a trick")
refused("a claim during a trick", f"bid auf-dissle {OUT} 8. As", "B: out", "the lead is out")
setting["deal"] = "free"
case(
    "the most points",
    f"{STRICT} 3. Ks Ts 4. Th Kh 5. Js 7s 6. 7h Th 7. Kc Kh finish",
    "A 1 total 32-30 4-3",
    "Wikipedia: if nobody has reached 101, the most points win",
)
