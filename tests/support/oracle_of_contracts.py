"""A second hand for the games with contracts, from their sources alone: plain, slow, nothing of the program.

Bauernschnapsen, Dreierschnapsen, Snapszer for three and for four. A deal is a `ContractSpiel`; `legal` says
who may do what, in the words of a record (one card laid away is ``discard Jh``), `do` does it, `result` and
`finish` say how it ended.

>>> hands = ["Ah Th Kh Qh Jh", "As Ts Ks Qs Js", "Ad Td Kd Qd Jd", "Ac Tc Kc Qc Jc"]
>>> spiel = start("bauernschnapsen", "D", hands)
>>> say(spiel, "trump h bid herrenschnapser pass pass pass")
(('A', 'C'), 24, 'herrenschnapser', (0, 0), (0, 0))

What the sources leave open, and what is read here (a keyword of `start` in brackets says the other reading):

1. Forehand speaks first, then each in turn; who has passed is out, forehand too. Another reading takes naming
   trumps for his bid of the normal game, and the seat after him speaks first [``caller_first``]; he could
   then never bid what only he may, unless another bids first.
2. A bid of the same value, the same contract too, beats the last one where it comes from an earlier seat. Who
   can no longer bid anything still says pass. A bidder who is alone left says no more.
3. `Farbensolo` is open to five trumps as well (one reader of the rules excludes them). Contracts on cards
   held end when the opening does, so nobody can double them; in Dreierschnapsen after the talon has been laid
   away.
4. The partner who sits out may double [``idle_doubles``]. Nobody may once the lead has begun, with a marriage
   too.
5. A marriage may be announced by whoever leads, under a Schnapser too, where the 66 are the bidder's own: an
   announcement of his partner does not help him [``partner_helps``]. One reader lets the bidder alone
   announce.
6. Claims are of the side that took the last trick or has just announced, by either partner, until the lead;
   after the last trick too. A marriage of a side without a trick counts nothing, and a claim with it is
   false.
7. A false claim costs what it costs in Schnapsen: 2, or 3 where the others have no trick [``false_claim``:
   2]. Doubles count for every result, for a false claim and a last trick too.
8. Suit, then a higher card of it (a ten heads an ace where the ace is low), then a trump that wins; a trump
   that does not win need not be played, but in Snapszer (titok.info: without the suit, a trump)
   [``undertrump``].
9. Nobody has claimed: the last trick wins 1 [``last_trick`` "measured": 1, 2 or 3 by the losers' points].
10. Cards laid away count for nobody [``laid_counts``]. The talon is taken for the normal game too.
11. Forehand may let one of his last cards be turned instead, but not in Snapszer [``turning``].
12. Snapszer: trumps may be any suit, and any card may be called. The snapszer is the caller's alone to
    announce (one source lets the called partner too); a trick of the partner does not lose it, his points and
    marriages count. It is made at 66 in however many tricks.
13. Snapszer for four, before the called card is played: only the caller claims, after a trick or announcement
    of his own, with what he alone has, and wins or loses alone against what the three others have. A false
    claim pays the two who are against him (three where he holds the called card), as at the end of the deal.
14. Ass-Bettler: the bidder holds an ace [``ass_bettler`` "low": anybody, the ace is the lowest card].
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
USUAL, ACE_LOW = "ATKQJ9", "TKQJ9A"
Ended = tuple[tuple[str, ...], int, str, tuple[int, ...], tuple[int, ...]]
"""Winners, points, reason, card points and tricks."""


@dataclass(frozen=True)
class OraclePromise:
    """A row of a table of contracts."""

    name: str
    value: int
    who: str
    """Who may bid it: anybody, caller, caller's side, others."""
    aim: str
    """What is promised: no trick, all tricks, 66, cards."""
    trumps: bool = False
    alone: bool = False
    """Whether the bidder's partner sits out."""
    order: str = USUAL
    holds: str = ""
    """What its bidder has in hand: ace, suit, trumps."""
    within: int = 0
    """In how many tricks the 66 are to be made."""


def table(within: int, ass_bettler: str) -> list[OraclePromise]:
    """The contracts of Bauernschnapsen and Dreierschnapsen."""
    low = ass_bettler == "low"
    ace, order = ("", ACE_LOW) if low else ("ace", USUAL)
    return [
        OraclePromise("bettler", 4, "anybody", "no trick", alone=True),
        OraclePromise("ass-bettler", 5, "anybody", "no trick", alone=True, order=order, holds=ace),
        OraclePromise("schnapser", 6, "caller's side", "66", trumps=True, within=within),
        OraclePromise("gang", 9, "anybody", "all tricks", alone=True),
        OraclePromise("zehnergang", 10, "anybody", "all tricks", alone=True, order=ACE_LOW),
        OraclePromise("kontraschnapser", 12, "others", "66", trumps=True, within=within),
        OraclePromise("bauernschnapser", 12, "caller's side", "all tricks", trumps=True),
        OraclePromise("farbensolo", 18, "anybody", "cards", holds="suit"),
        OraclePromise("kontrabauernschnapser", 24, "others", "all tricks", trumps=True),
        OraclePromise("herrenschnapser", 24, "caller", "cards", trumps=True, holds="trumps"),
    ]


@dataclass(kw_only=True)
class Spiel:
    """A deal at some moment, with all cards open."""

    game: str
    seats: str
    dealer: str
    hands: dict[str, list[str]]
    talon: list[str]
    options: dict[str, object]
    step: str
    """What is due: trumps, bids, discard, play, or nothing more: over."""
    turn: str = ""
    trump: str = ""
    announced: str = ""
    """The suits of the marriages that were announced since the last card."""
    trick: list[tuple[str, str]] = field(default_factory=list)
    tricks: list[tuple[str, list[str]]] = field(default_factory=list)
    over: Ended | None = None
    log: list[tuple[int, str, str]] = field(default_factory=list)
    """Everything said and played: number of the trick, seat, word."""

    @property
    def caller(self) -> str:
        """Forehand."""
        return after(self.seats, self.dealer)[0]


def who(spiel: Spiel) -> str:
    """The seat in turn."""
    return spiel.turn


def others(spiel: Spiel, seats: list[str]) -> list[str]:
    """Everybody else."""
    return [seat for seat in spiel.seats if seat not in seats]


def taken(spiel: Spiel, seats: list[str]) -> int:
    """How many tricks these seats have."""
    return sum(winner in seats for winner, _ in spiel.tricks)


def result(spiel: Spiel) -> Ended | None:
    """Winners, points, reason, card points and tricks (of sides, or of seats); None while it is open."""
    return spiel.over


@dataclass(kw_only=True)
class ContractSpiel(Spiel):
    """A deal of a game with contracts."""

    step: str = "trumps"
    packet: int
    """How many cards a hand has when forehand speaks."""
    promises: list[OraclePromise]
    called: str = ""
    partner: str = ""
    """Who holds the called card; nobody where the caller has it himself."""
    promise: OraclePromise | None = None
    bidder: str = ""
    passed: list[str] = field(default_factory=list)
    doubles: int = 0
    laid: list[str] = field(default_factory=list)
    marriages: list[tuple[str, int]] = field(default_factory=list)

    @property
    def player(self) -> str:
        """Who plays: the last bidder, else forehand."""
        return self.bidder or self.caller


def after(seats: str, seat: str) -> list[str]:
    """The seats in turn from the one after a seat, that seat last."""
    at = seats.index(seat) + 1
    return list(seats[at:] + seats[:at])


FORMS = {
    "bauernschnapsen": ("ABCD", "ATKQJ", 5, 3),
    "dreierschnapsen": ("ABC", "ATKQJ", 6, 3),
    "snapszer-three": ("ABC", "ATKQJ9", 8, 4),
    "snapszer-four": ("ABCD", "ATKQJ9", 6, 3),
}
"""Seats, ranks, cards of a hand, cards of its first packet."""


def start(game: str, dealer: str, hands: Iterable[str], talon: str = "", **options: object) -> ContractSpiel:
    """A deal from its cards, seat by seat as they were dealt; bars are ignored."""
    seats, ranks, size, packet = FORMS[game]
    held = {seat: hand.replace("|", "").split() for seat, hand in zip(seats, hands, strict=True)}
    left = talon.split()
    every = [card for hand in held.values() for card in hand] + left
    assert sorted(every) == sorted(rank + suit for suit in "shdc" for rank in ranks), "not one pack"
    assert all(len(hand) == size for hand in held.values())
    german = game in ("bauernschnapsen", "dreierschnapsen")
    given = {
        "undertrump": not german,
        "turning": german,
        "caller_first": True,
        "ass_bettler": "ace",
        "last_trick": "one",
        "false_claim": "parent",
        "idle_doubles": True,
        "partner_helps": False,
        "laid_counts": False,
    }
    assert not options.keys() - given.keys(), options
    given |= options
    if german:
        promises = table(3 if game == "bauernschnapsen" else 4, str(given["ass_bettler"]))
    else:
        promises = [OraclePromise("snapszer", 6, "caller", "66", trumps=True)]
    spiel = ContractSpiel(
        game=game,
        seats=seats,
        dealer=dealer,
        hands=held,
        talon=left,
        options=given,
        packet=packet,
        promises=promises,
    )
    spiel.turn = spiel.caller
    return spiel


# Sides and points


def side(spiel: ContractSpiel, seat: str) -> list[str]:
    """Everybody who wins and loses with a seat, himself too."""
    if spiel.game == "bauernschnapsen":
        return [each for each in spiel.seats if (spiel.seats.index(each) - spiel.seats.index(seat)) % 2 == 0]
    players = [spiel.player] + ([spiel.partner] if spiel.partner else [])
    return [each for each in spiel.seats if (each in players) == (seat in players)]


def idle(spiel: ContractSpiel) -> list[str]:
    """Who sits out: the partner of a bidder who plays alone."""
    if spiel.promise is None or not spiel.promise.alone or spiel.game != "bauernschnapsen":
        return []
    return [seat for seat in side(spiel, spiel.bidder) if seat != spiel.bidder]


def total(spiel: ContractSpiel, seats: list[str]) -> int:
    """The card points of these seats together: their tricks, and their marriages once they have one."""
    points = sum(POINTS[card[0]] for winner, cards in spiel.tricks if winner in seats for card in cards)
    if spiel.options["laid_counts"] and spiel.player in seats:
        points += sum(POINTS[card[0]] for card in spiel.laid)
    if taken(spiel, seats):
        points += sum(value for seat, value in spiel.marriages if seat in seats)
    return points


def units(spiel: ContractSpiel) -> list[list[str]]:
    """Whose points and tricks a result states: those of fixed sides, else each seat's own."""
    if spiel.game == "bauernschnapsen":
        return [["A", "C"], ["B", "D"]]
    return [[seat] for seat in spiel.seats]


def end(spiel: ContractSpiel, winners: list[str], value: int, reason: str) -> None:
    """The deal is over."""
    points = []
    for unit in units(spiel):
        cards = sum(POINTS[card[0]] for winner, trick in spiel.tricks if winner in unit for card in trick)
        if spiel.options["laid_counts"] and spiel.player in unit:
            cards += sum(POINTS[card[0]] for card in spiel.laid)
        if taken(spiel, side(spiel, unit[0])):
            cards += sum(each for seat, each in spiel.marriages if seat in unit)
        points.append(cards)
    tricks = tuple(taken(spiel, unit) for unit in units(spiel))
    spiel.over = (tuple(winners), value * 2**spiel.doubles, reason, tuple(points), tricks)
    spiel.step, spiel.turn = "over", ""


def measure(spiel: ContractSpiel, losers: list[str]) -> int:
    """What 66 are worth: 3 where the losers have no trick, 2 below 33, else 1."""
    return 3 if not taken(spiel, losers) else 2 if total(spiel, losers) < 33 else 1


# Cards


def in_force(spiel: ContractSpiel) -> str:
    """The trump suit, where the contract has one."""
    return spiel.trump if spiel.promise is None or spiel.promise.trumps else ""


def beats(spiel: ContractSpiel, card: str, best: str) -> bool:
    """Whether a card beats the best of a trick so far."""
    order = spiel.promise.order if spiel.promise else USUAL
    if card[1] == best[1]:
        return order.index(card[0]) < order.index(best[0])
    return card[1] == in_force(spiel)


def best_of(spiel: ContractSpiel) -> tuple[str, str]:
    """Who leads in the trick, and with what."""
    best = spiel.trick[0]
    for each in spiel.trick[1:]:
        if beats(spiel, each[1], best[1]):
            best = each
    return best


def playable(spiel: ContractSpiel, seat: str) -> list[str]:
    """The cards that a seat may play to the trick, or lead."""
    hand = spiel.hands[seat]
    if spiel.announced:
        return [card for card in hand if card in ("K" + spiel.announced, "Q" + spiel.announced)]
    if not spiel.trick:
        return list(hand)
    led, best = spiel.trick[0][1], best_of(spiel)[1]
    following = [card for card in hand if card[1] == led[1]]
    if following:
        return [card for card in following if beats(spiel, card, best)] or following
    trumps = [card for card in hand if card[1] == in_force(spiel)]
    winning = [card for card in trumps if beats(spiel, card, best)]
    if winning:
        return winning
    return trumps if trumps and spiel.options["undertrump"] else list(hand)


# What may be done


def may_bid(spiel: ContractSpiel, seat: str, promise: OraclePromise) -> bool:
    """Whether a seat may bid a contract now."""
    friends = side(spiel, spiel.caller) if spiel.game == "bauernschnapsen" else [spiel.caller]
    allowed = {
        "anybody": True,
        "caller": seat == spiel.caller,
        "caller's side": seat in friends,
        "others": seat not in friends,
    }
    if not allowed[promise.who]:
        return False
    hand = spiel.hands[seat]
    if promise.holds == "ace" and not any(card[0] == "A" for card in hand):
        return False
    if promise.holds == "suit" and not any(sum(card[1] == suit for card in hand) == 5 for suit in "shdc"):
        return False
    if promise.holds == "trumps" and sum(card[1] == spiel.trump for card in hand) != 5:
        return False
    if spiel.promise is None or promise.value > spiel.promise.value:
        return True
    order = after(spiel.seats, spiel.dealer)
    return promise.value == spiel.promise.value and order.index(seat) < order.index(spiel.bidder)


def claimants(spiel: ContractSpiel) -> list[str]:
    """Who may say that he has 66 now."""
    if spiel.step != "play" or spiel.promise is not None or spiel.trick:
        return []
    if spiel.announced:
        seat = spiel.turn
    elif spiel.tricks:
        seat = spiel.tricks[-1][0]
    else:
        return []
    if spiel.called and not is_shown(spiel):
        return [seat] if seat == spiel.caller else []
    return side(spiel, seat)


def is_shown(spiel: ContractSpiel) -> bool:
    """Whether the called card has been played."""
    return any(word == spiel.called for _, _, word in spiel.log)


def doublers(spiel: ContractSpiel) -> list[str]:
    """Who may double now."""
    if spiel.step != "play" or spiel.trick or spiel.tricks or spiel.announced or spiel.doubles == 3:
        return []
    ours = side(spiel, spiel.player)
    seats = ours if spiel.doubles % 2 else others(spiel, ours)
    return seats if spiel.options["idle_doubles"] else [seat for seat in seats if seat not in idle(spiel)]


def legal(spiel: ContractSpiel) -> list[tuple[str, str]]:
    """Everything that may be said or done, and by whom."""
    seat = spiel.turn
    if spiel.step == "over":
        return []
    hand = spiel.hands.get(seat, [])
    if spiel.step == "trumps":
        if spiel.game == "snapszer-four":
            return [(seat, f"call {rank}{suit}") for suit in "shdc" for rank in USUAL]
        first, rest = hand[: spiel.packet], hand[spiel.packet :]
        held = [
            suit
            for suit in "shdc"
            if spiel.game == "snapszer-three" or any(card[1] == suit for card in first)
        ]
        turned = rest if spiel.options["turning"] else []
        return [(seat, f"trump {each}") for each in [*held, *turned]]
    if spiel.step == "bids":
        bids = [(seat, f"bid {promise.name}") for promise in spiel.promises if may_bid(spiel, seat, promise)]
        return [(seat, "pass"), *bids]
    if spiel.step == "discard":
        return [(seat, f"discard {card}") for card in hand]
    found = [(each, "out") for each in claimants(spiel)] + [(each, "double") for each in doublers(spiel)]
    found += [(seat, card) for card in playable(spiel, seat)] if seat else []
    leads = seat and not spiel.trick and not spiel.announced
    if leads and (spiel.promise is None or spiel.promise.aim == "66"):
        for suit in "shdc":
            if "K" + suit in hand and "Q" + suit in hand:
                found.append((seat, f"{40 if suit == spiel.trump else 20}{suit}"))
    return found


def do(spiel: ContractSpiel, seat: str, word: str) -> None:
    """Say or play it."""
    if (seat, word) not in legal(spiel):
        raise ValueError(f"{seat}: {word} is not allowed here")
    spiel.log.append((0 if spiel.step != "play" or word == "double" else len(spiel.tricks) + 1, seat, word))
    if word == "out" and not spiel.trick and not spiel.announced:
        spiel.log[-1] = (len(spiel.tricks), seat, word)
    verb, _, what = word.partition(" ")
    if verb == "trump":
        spiel.trump = what[-1]
        begin_bids(spiel)
    elif verb == "call":
        spiel.called, spiel.trump = what, what[1]
        holder = next(each for each in spiel.seats if what in spiel.hands[each])
        spiel.partner = "" if holder == spiel.caller else holder
        begin_bids(spiel)
    elif verb == "bid":
        spiel.promise = next(promise for promise in spiel.promises if promise.name == what)
        spiel.bidder = seat
        next_bid(spiel)
    elif verb == "pass":
        spiel.passed.append(seat)
        next_bid(spiel)
    elif verb == "discard":
        spiel.hands[seat].remove(what)
        spiel.laid.append(what)
        if len(spiel.laid) == 2:
            begin_play(spiel)
    elif verb == "double":
        spiel.doubles += 1
    elif verb == "out":
        claim(spiel, seat)
    elif word[0] in "24":
        spiel.announced = word[2]
        spiel.marriages.append((seat, int(word[:2])))
        reached(spiel)
    else:
        play(spiel, seat, word)


def say(spiel: ContractSpiel, text: str) -> Ended | None:
    """Say and play what a text of a record says; a seat stands before a word that is out of turn.

    Numbers of tricks are skipped, checkpoints are compared; ``finish`` ends a deal unclaimed.
    """
    words = iter(text.split())
    seat = ""
    for word in words:
        if word.endswith(":"):
            seat = word[0]
        elif word[0] == "<":
            assert word == f"<{'-'.join(str(total(spiel, unit)) for unit in units(spiel))}>"
        elif word == "finish":
            finish(spiel)
        elif not word.endswith("."):
            if word in ("trump", "bid", "call", "discard"):
                word = f"{word} {next(words)}"
            do(spiel, seat or who(spiel) or spiel.tricks[-1][0], word)
            seat = ""
    return result(spiel)


def begin_bids(spiel: ContractSpiel) -> None:
    """Trumps are named."""
    spiel.step = "bids"
    order = after(spiel.seats, spiel.dealer)
    german = spiel.game in ("bauernschnapsen", "dreierschnapsen")
    spiel.turn = order[1] if german and not spiel.options["caller_first"] else order[0]


def next_bid(spiel: ContractSpiel) -> None:
    """Somebody has bid or passed: the next one, or the end of the bids."""
    if spiel.game.startswith("snapszer"):
        begin_play(spiel)
        return
    holder = spiel.bidder or ("" if spiel.options["caller_first"] else spiel.caller)
    waiting = [seat for seat in after(spiel.seats, spiel.turn) if seat not in spiel.passed]
    if waiting and waiting != [holder]:
        spiel.turn = waiting[0]
    elif spiel.talon:
        spiel.step, spiel.turn = "discard", spiel.player
        spiel.hands[spiel.player] += spiel.talon
        spiel.talon = []
    else:
        begin_play(spiel)


def begin_play(spiel: ContractSpiel) -> None:
    """The opening is over."""
    spiel.step = "play"
    spiel.turn = spiel.caller if in_force(spiel) else spiel.player
    if spiel.promise is not None and spiel.promise.aim == "cards":
        made(spiel)


def made(spiel: ContractSpiel) -> None:
    """The contract is made."""
    assert spiel.promise
    end(spiel, side(spiel, spiel.bidder or spiel.caller), spiel.promise.value, spiel.promise.name)


def failed(spiel: ContractSpiel) -> None:
    """The contract is lost."""
    assert spiel.promise
    losers = side(spiel, spiel.bidder or spiel.caller)
    end(spiel, others(spiel, losers), spiel.promise.value, f"{spiel.promise.name}-failed")


def reached(spiel: ContractSpiel) -> None:
    """A Schnapser is made the moment its bidder has 66."""
    if spiel.promise is None or spiel.promise.aim != "66":
        return
    counted = [spiel.bidder]
    if spiel.game == "snapszer-four" or spiel.options["partner_helps"]:
        counted = side(spiel, spiel.bidder)
    if total(spiel, counted) >= 66:
        made(spiel)


def play(spiel: ContractSpiel, seat: str, card: str) -> None:
    spiel.announced = ""
    spiel.hands[seat].remove(card)
    spiel.trick.append((seat, card))
    playing = [each for each in spiel.seats if each not in idle(spiel)]
    if len(spiel.trick) < len(playing):
        spiel.turn = next(each for each in after(spiel.seats, seat) if each in playing)
        return
    winner = best_of(spiel)[0]
    spiel.tricks.append((winner, [each for _, each in spiel.trick]))
    spiel.trick = []
    last = all(not spiel.hands[each] for each in playing)
    spiel.turn = "" if last else winner
    if spiel.promise is not None:
        judge(spiel, winner, last)


def judge(spiel: ContractSpiel, winner: str, last: bool) -> None:
    """Whether a trick has decided the contract."""
    promise = spiel.promise
    assert promise
    mine = winner == spiel.bidder or (spiel.game == "snapszer-four" and winner in side(spiel, spiel.bidder))
    if promise.aim == "no trick":
        if mine:
            failed(spiel)
        elif last:
            made(spiel)
    elif not mine:
        failed(spiel)
    elif promise.aim == "all tricks":
        if last:
            made(spiel)
    else:
        reached(spiel)
        if spiel.over is None and (last or len(spiel.tricks) == promise.within):
            failed(spiel)


def claim(spiel: ContractSpiel, seat: str) -> None:
    """Somebody says that he has 66."""
    alone = bool(spiel.called) and not is_shown(spiel)
    ours = [seat] if alone else side(spiel, seat)
    theirs = others(spiel, ours)
    if total(spiel, ours) >= 66:
        end(spiel, ours, measure(spiel, theirs), "out")
    else:
        price = 3 if spiel.options["false_claim"] == "parent" and not taken(spiel, theirs) else 2
        end(spiel, others(spiel, side(spiel, seat)), price, "false-out")


def finish(spiel: ContractSpiel) -> None:
    """End a deal whose cards are out and that nobody has claimed."""
    assert spiel.step == "play"
    assert not spiel.turn
    winners = side(spiel, spiel.tricks[-1][0])
    value = measure(spiel, others(spiel, winners)) if spiel.options["last_trick"] == "measured" else 1
    end(spiel, winners, value, "last-trick")
