"""A second hand for Gaigel, from its sources alone: plain, slow, nothing of the program.

For two, three and four. A deal is a `GaigelSpiel`; `legal` says who may do what, in the words of a record,
`do` does it, `result` and `finish` say how it ended. The words are those of `oracle_of_contracts`, and
``exchange``; cards are named alike in both copies.

>>> spiel = start("gaigel-two", "B", ["Ah Kd Qd 7s Js", "Th Ah Jc 7c Kc"], talon="Ks As")
>>> say(spiel, "bid andere-alte 1. Ah Ah")
>>> who(spiel), total(spiel, ["B"])
('B', 22)

The sources, strongest first: pagat.com (2018), Wikipedia in English and German and the page of rules of a
program that quotes it, kartenspiele.net, the pages of rules of two more programs. What they leave open, and
what is read here (a keyword of `start` in brackets says the other reading):

1. Forehand has to choose an opening that he holds a card for: a plain ace for Ge-elfen and Andere Alte, a
   plain card that is not an ace for Höher hat. Only auf Dissle is always open to him, with any lead.
2. There are no trumps in the first trick, whatever the opening: a trump may be played and wins nothing but a
   trick that was led in trumps. Another reading forbids them to the others as well.
3. In Andere Alte the first who has the same ace takes the trick, in Höher hat the highest card of the suit.
4. A pair of king and queen is announced by whoever is in turn, before his card, once his side has a trick
   [``at_lead``: only by whoever is to lead], and one of its cards, of several pairs one of theirs, is
   played then, unless he has to play another [``bound``]. A second pair of the suit counts where he has all
   four cards at once: what was announced is never announced again by the same player. Pairs count when the
   talon is used up too.
5. Whoever is in turn may exchange the seven of trumps for the turn-up once his side has a trick
   [``at_lead``], as long as the turn-up lies there and is not a seven itself.
6. 101 are to be said: by the side that took the last trick until the lead, after the last trick too, or by
   that which has just announced, until the next card; by either partner.
7. A game is worth 1, and 2 where nobody of those who lose has a trick. Who says 101 wrongly loses 2, to each
   of the others where everybody plays for himself.
8. The talon is used up: suit, then a higher card of it than the best, else a trump that wins, else a trump.
9. Nobody has said 101: the most points win, measured as above; the same points are a draw.
10. Auf Dissle is made the moment forehand has five sevens in his hand, and lost with his first trick; his
    partner's do not matter, and anybody may say 101 before. Either way it is worth 1. If neither happens,
    points decide.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.support.oracle_of_contracts import Ended, Spiel, after, others, result, taken, who

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "7": 0}
ORDER = "ATKQJ7"
OPENINGS = ("ge-elfen", "andere-alte", "hoeher-hat", "auf-dissle")
FORMS = {
    "gaigel-two": ("AB", ORDER, 5, 0),
    "gaigel-three": ("ABC", ORDER, 5, 0),
    "gaigel-four": ("ABCD", ORDER, 5, 0),
}
"""Seats, ranks, cards of a hand; a first packet matters to nobody."""
PACK = [rank + suit for suit in "shdc" for rank in ORDER] * 2


@dataclass(kw_only=True)
class GaigelSpiel(Spiel):
    """A deal of Gaigel; the turn-up is the last card of the talon."""

    step: str = "bids"
    target: int = 101
    opening: str = ""
    marriages: list[tuple[str, str, int]] = field(default_factory=list)

    @property
    def player(self) -> str:
        """Whose opening is played."""
        return self.caller


def start(
    game: str, dealer: str, hands: Iterable[str], talon: str, *, target: int = 101, **options: bool
) -> GaigelSpiel:
    """A deal from its cards, seat by seat, and the talon from the top with the turn-up last."""
    seats = FORMS[game][0]
    held = {seat: hand.split() for seat, hand in zip(seats, hands, strict=True)}
    left = talon.split()
    every = [card for hand in held.values() for card in hand] + left
    assert all(every.count(card) <= PACK.count(card) for card in every), "not cards of one double pack"
    assert len({len(hand) for hand in held.values()}) == 1
    assert len(left) % len(seats) == 0
    given: dict[str, object] = {"at_lead": False, "bound": True}
    assert not options.keys() - given.keys(), options
    spiel = GaigelSpiel(
        game=game,
        seats=seats,
        dealer=dealer,
        hands=held,
        talon=left,
        trump=left[-1][1],
        options=given | options,
        target=target,
    )
    spiel.turn = spiel.caller
    return spiel


# Sides and points


def side(spiel: GaigelSpiel, seat: str) -> list[str]:
    """Everybody who wins and loses with a seat, himself too."""
    return next(unit for unit in units(spiel) if seat in unit)


def units(spiel: GaigelSpiel) -> list[list[str]]:
    return [["A", "C"], ["B", "D"]] if len(spiel.seats) == 4 else [[seat] for seat in spiel.seats]


def total(spiel: GaigelSpiel, seats: list[str]) -> int:
    """The card points of these seats together."""
    points = sum(POINTS[card[0]] for winner, cards in spiel.tricks if winner in seats for card in cards)
    return points + sum(value for seat, _, value in spiel.marriages if seat in seats)


def end(spiel: GaigelSpiel, winners: list[str], value: int, reason: str) -> None:
    """The deal is over."""
    points = tuple(total(spiel, unit) for unit in units(spiel))
    spiel.over = (tuple(winners), value, reason, points, tuple(taken(spiel, unit) for unit in units(spiel)))
    spiel.step, spiel.turn = "over", ""


def measure(spiel: GaigelSpiel, winners: list[str]) -> int:
    """What a game is worth: 2 where the losers have no trick, else 1."""
    return 1 if taken(spiel, others(spiel, winners)) else 2


# Cards


def beats(spiel: GaigelSpiel, card: str, best: str) -> bool:
    """Whether a card beats the best of a trick so far."""
    if card[1] == best[1]:
        return ORDER.index(card[0]) < ORDER.index(best[0])
    return card[1] == spiel.trump and bool(spiel.tricks)


def best_of(spiel: GaigelSpiel) -> tuple[str, str]:
    """Who has a trick so far, and with what; in the first one as the opening says."""
    best = spiel.trick[0]
    if not spiel.tricks and spiel.opening == "ge-elfen":
        return best
    if not spiel.tricks and spiel.opening == "andere-alte":
        return next((each for each in spiel.trick[1:] if each[1] == best[1]), best)
    for each in spiel.trick[1:]:
        if beats(spiel, each[1], best[1]):
            best = each
    return best


def leads_of(spiel: GaigelSpiel, opening: str) -> list[str]:
    """The cards of forehand that an opening may be played with."""
    plain = [card for card in spiel.hands[spiel.caller] if card[1] != spiel.trump]
    if opening in ("ge-elfen", "andere-alte"):
        return [card for card in plain if card[0] == "A"]
    if opening == "hoeher-hat":
        return [card for card in plain if card[0] != "A"]
    return spiel.hands[spiel.caller]


def playable(spiel: GaigelSpiel, seat: str) -> list[str]:
    """The cards that a seat may play to the trick, or lead."""
    if spiel.announced and spiel.options["bound"]:
        pair = {rank + suit for rank in "KQ" for suit in spiel.announced}
        return [card for card in allowed(spiel, seat) if card in pair] or allowed(spiel, seat)
    return allowed(spiel, seat)


def allowed(spiel: GaigelSpiel, seat: str) -> list[str]:
    """The cards that a seat may play if it has announced nothing."""
    hand = spiel.hands[seat]
    if not spiel.trick:
        return hand if spiel.tricks else leads_of(spiel, spiel.opening)
    if spiel.talon:
        return hand
    led, best = spiel.trick[0][1], best_of(spiel)[1]
    following = [card for card in hand if card[1] == led[1]]
    if following:
        return [card for card in following if beats(spiel, card, best)] or following
    trumps = [card for card in hand if card[1] == spiel.trump]
    return [card for card in trumps if beats(spiel, card, best)] or trumps or hand


# What may be done


def claimants(spiel: GaigelSpiel) -> list[str]:
    """Who may say that he has 101 now."""
    if spiel.announced:
        return side(spiel, spiel.turn)
    if spiel.step != "play" or spiel.trick or not spiel.tricks:
        return []
    return side(spiel, spiel.tricks[-1][0])


def may_announce(spiel: GaigelSpiel, seat: str, suit: str) -> bool:
    """Whether a seat may announce a pair of a suit."""
    pairs = min(spiel.hands[seat].count(rank + suit) for rank in "KQ")
    before = sum((seat, suit) == each[:2] for each in spiel.marriages)
    return before < pairs and taken(spiel, side(spiel, seat)) > 0


def may_exchange(spiel: GaigelSpiel, seat: str) -> bool:
    """Whether a seat may take the turn-up for the seven of trumps."""
    seven = "7" + spiel.trump
    turned = bool(spiel.talon) and spiel.talon[-1] != seven
    return turned and seven in spiel.hands[seat] and taken(spiel, side(spiel, seat)) > 0


def legal(spiel: GaigelSpiel) -> list[tuple[str, str]]:
    """Everything that may be said or done, and by whom; nothing twice."""
    seat = spiel.turn
    if spiel.step == "bids":
        return [(seat, f"bid {opening}") for opening in OPENINGS if leads_of(spiel, opening)]
    if spiel.step == "over":
        return []
    found = [(each, "out") for each in claimants(spiel)]
    if seat:
        found += [(seat, card) for card in dict.fromkeys(playable(spiel, seat))]
    if seat and not (spiel.trick and spiel.options["at_lead"]):
        found += [
            (seat, f"{40 if suit == spiel.trump else 20}{suit}")
            for suit in "shdc"
            if may_announce(spiel, seat, suit)
        ]
        if may_exchange(spiel, seat):
            found.append((seat, "exchange"))
    return found


def do(spiel: GaigelSpiel, seat: str, word: str) -> None:
    """Say or play it."""
    if (seat, word) not in legal(spiel):
        raise ValueError(f"{seat}: {word} is not allowed here")
    at = 0 if spiel.step == "bids" else len(spiel.tricks) + 1
    spiel.log.append((spiel.log[-1][0] if word == "out" else at, seat, word))
    if word.startswith("bid "):
        spiel.opening, spiel.step = word[4:], "play"
        count_sevens(spiel)
    elif word == "out":
        claim(spiel, seat)
    elif word == "exchange":
        seven = "7" + spiel.trump
        spiel.hands[seat].remove(seven)
        spiel.hands[seat].append(spiel.talon[-1])
        spiel.talon[-1] = seven
    elif word[0] in "24":
        spiel.announced += word[2]
        spiel.marriages.append((seat, word[2], int(word[:2])))
    else:
        play(spiel, seat, word)


def say(spiel: GaigelSpiel, text: str) -> Ended | None:
    """Say and play what a text of a record says; a seat stands before a word that is out of turn.

    Numbers of tricks and brackets of cards that lie face down are skipped, checkpoints are compared;
    ``finish`` ends a deal unclaimed.
    """
    words = iter(text.split())
    seat = ""
    for each in words:
        word = each.strip("[]")
        if word.endswith(":"):
            seat = word[0]
        elif word[0] == "<":
            assert word == f"<{'-'.join(str(total(spiel, unit)) for unit in units(spiel))}>"
        elif word == "finish":
            finish(spiel)
        elif not word.endswith("."):
            if word == "bid":
                word = f"{word} {next(words)}"
            do(spiel, seat or who(spiel) or spiel.tricks[-1][0], word)
            seat = ""
    return result(spiel)


def play(spiel: GaigelSpiel, seat: str, card: str) -> None:
    """A card falls; after the last of a trick its winner draws, and the others after him."""
    spiel.announced = ""
    spiel.hands[seat].remove(card)
    spiel.trick.append((seat, card))
    if len(spiel.trick) < len(spiel.seats):
        spiel.turn = after(spiel.seats, seat)[0]
        return
    winner = best_of(spiel)[0]
    spiel.tricks.append((winner, [each for _, each in spiel.trick]))
    spiel.trick = []
    if spiel.talon:
        for each in [winner, *after(spiel.seats, winner)[:-1]]:
            spiel.hands[each].append(spiel.talon.pop(0))
    spiel.turn = winner if spiel.hands[winner] else ""
    if spiel.opening == "auf-dissle" and winner == spiel.caller:
        end(spiel, others(spiel, side(spiel, winner)), 1, "auf-dissle-failed")
    else:
        count_sevens(spiel)


def count_sevens(spiel: GaigelSpiel) -> None:
    """Auf Dissle is made with five sevens in hand."""
    sevens = sum(card[0] == "7" for card in spiel.hands[spiel.caller])
    if spiel.opening == "auf-dissle" and sevens == 5:
        end(spiel, side(spiel, spiel.caller), 1, "auf-dissle")


def claim(spiel: GaigelSpiel, seat: str) -> None:
    """Somebody says that he has 101."""
    ours = side(spiel, seat)
    if total(spiel, ours) >= spiel.target:
        end(spiel, ours, measure(spiel, ours), "out")
    else:
        end(spiel, others(spiel, ours), 2, "false-out")


def finish(spiel: GaigelSpiel) -> None:
    """End a deal whose cards are out and that nobody has claimed."""
    assert spiel.step == "play"
    assert not spiel.turn
    totals = [total(spiel, unit) for unit in units(spiel)]
    if totals.count(max(totals)) > 1:
        end(spiel, [], 0, "total")
        return
    winners = units(spiel)[totals.index(max(totals))]
    end(spiel, winners, measure(spiel, winners), "total")
