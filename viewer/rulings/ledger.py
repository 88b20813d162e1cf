"""The ledger of a ruling: every trick with its points, the announcements and claims, and the sums."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from notation.findings import Phrase, SeatFact, SuitFact, escape, speaking_of
from notation.judge import Event, Judgement, deed, in_brief, speaks, took_back
from notation.record import (
    SUIT_NAMES,
    SUIT_SYMBOLS,
    UNNUMBERED,
    UNRECORDED,
    Comment,
    Glyph,
    Note,
    Ply,
    score_words,
    seat_letter,
)
from notation.record.words import trick_word
from notation.rulings import (
    Account,
    Chance,
    Claimed,
    EntryKind,
    LedgerEntry,
    PointsStatus,
    accounts_of,
    awards,
    match_won,
    rules_in_words,
    ruling_sentence,
    sentence,
    undertaken,
)
from referee import CATALOGUE, SEATS, RuleSet, actions, points_of
from referee.terms import TARGET
from viewer.documents.document import Column, DataTable, Document, Heading, Item, Listing, Paragraph, Part
from viewer.documents.languages import Language


def ledger(account: Account, language: Language) -> Iterator[Part]:
    """Render the ledger of a deal whose play was judged."""
    yield Heading(language.say("The ledger"))
    yield tricks(account, language)
    yield from _legend(account, language)
    items = [*_before(account, language), *_marriages(account, language), *_closing(account, language)]
    items += [_claim(language, claim, account.rules) for claim in account.claims]
    items += [
        _chance(language, chance, account.rules) for chance in account.chances if _cost(account, chance)
    ]
    if items:
        yield Listing(tuple(items))
    yield from _sums(account, language)


def tricks(account: Account, language: Language) -> DataTable:
    """Render every trick of a judged deal, a column per seat, with its worth and the running totals."""

    def marked(event: Event) -> str:
        return AGAINST if event.ruling else ""

    rows = tuple(_rows(account, language, marked))
    return DataTable(_columns(language, account.rules.seats), rows, dealt(account, language))


def tricks_in_columns(account: Account, language: Language) -> DataTable:
    """Render the same for print, with marks of opinion and the codes of rulings, without the worth."""

    def marked(event: Event) -> str:
        return marks(event.ply.notes) + (f" [{event.ruling.code.id}]" if event.ruling else "")

    *columns, _, points = _columns(language, account.rules.seats)
    rows = tuple((*row[:-2], row[-1]) for row in _rows(account, language, marked))
    return DataTable((*columns, points), rows)


@lru_cache
def _columns(language: Language, seats: int) -> tuple[Column, ...]:
    return (
        Column(language.say("Trick"), True),
        Column(language.say("Leader")),
        *(Column(language.seat(seat)) for seat in SEATS[:seats]),
        Column(language.say("Taken by")),
        Column(language.say("Worth"), True),
        Column(language.say("Card points"), True),
    )


def _rows(account: Account, language: Language, marked: Callable[[Event], str]) -> Iterator[tuple[str, ...]]:
    taken = {entry.trick: entry for entry in account.entries if entry.kind is EntryKind.TRICK}
    needed, seats = account.rules.target, SEATS[: account.rules.seats]
    for trick in account.deal.tricks:
        if not trick.events:
            continue
        done: list[list[str]] = [[] for _ in seats]
        for event in trick.events:
            if event.seat >= 0:
                done[event.seat].append(_done(language, event, needed) + marked(event))
        entry = taken.get(trick.number)
        winner, worth = (
            (language.seat(entry.seat), at_least(entry.points, entry.slack)) if entry else ("", "")
        )
        points = "–".join(map(str, trick.points)) if trick.number else ""
        leader = language.seat(trick.leader) if trick.number else ""
        yield str(trick.number), leader, *map(", ".join, done), winner, worth, points


def _done(language: Language, event: Event, needed: int) -> str:
    """Return an action in the column of its seat."""
    ply = event.ply
    if ply.plays:
        word = language.card(ply.shown(event.card))
        word = f"[{word}]" if ply.face_down else word
    elif ply.action == actions.DRAW:
        word = f"+{language.card(event.card)}"
    else:
        word = in_short(ply, language, needed)
    if ply.irregular:
        word += IRREGULAR
    if not ply.withdrawn:
        return word
    return ", ".join([*(language.put(took_back(event.seat, each)) for each in ply.withdrawn), word])


AGAINST: Final = "*"
IRREGULAR: Final = "^"
"""The marks of an action against the rules, and of one that everybody knew to be irregular."""


def _legend(account: Account, language: Language) -> Iterator[Part]:
    """Explain the marks in the table of tricks, as far as it has them."""
    events = [event for trick in account.deal.tricks for event in trick.events]
    told = [language.say("* against the rules")] if any(event.ruling for event in events) else []
    if any(event.ply.irregular for event in events):
        told.append(language.say("^ irregular, as everybody knew, and left to stand"))
    if told:
        yield Paragraph(" · ".join(told), kind="fine")


def in_short(ply: Ply, language: Language, needed: int = TARGET) -> str:
    """Return an action as a record has it, without its actor and with cards in the reader's letters.

    A claim is made of so many card points.
    """
    if ply.plays:
        return language.card(ply.shown(ply.played))
    if actions.is_marriage(ply.action):
        return f"{ply.value}{SUIT_SYMBOLS[actions.marriage_suit(ply.action)]}"
    done = in_brief(ply) if speaks(ply) else deed(ply, needed)
    return language.put(done) if isinstance(done, Phrase) else str(done)


def marks(notes: tuple[Note, ...]) -> str:
    """Return the marks of opinion among notes, except numbered ones.

    >>> from notation.record import Glyph
    >>> marks((Glyph("?!"), Glyph("$14")))
    '?!'
    """
    return "".join(note.mark for note in notes if isinstance(note, Glyph) and not note.mark.startswith("$"))


def dealt(account: Account, language: Language) -> str:
    """Return the dealer, and the trumps or the contract."""
    start, undertaking = account.played[0].after, account.deal.undertaking
    if start.auction is not None:
        deals = language.say("{seat} deals", seat=SeatFact(start.dealer))
        return f"{deals}; {undertaken(language, undertaking)}" if undertaking else deals
    suit = language.translate(SUIT_NAMES[start.trump])
    turn_up = start.talon[-1] if start.talon else UNRECORDED
    shown = f"{suit} ({language.card(turn_up)})" if turn_up >= 0 else suit
    if start.dealer < 0:
        return language.say("Trumps are {shown}", shown=shown)
    told = language.say("{seat} deals; trumps are {shown}", seat=SeatFact(start.dealer), shown=shown)
    return f"{told}; {undertaken(language, undertaking)}" if undertaking else told


def at_least(points: int, slack: int) -> str:
    """Return a number that may be more by some slack: `31`, or `31–42`."""
    return f"{points}–{points + slack}" if slack else str(points)


def _before(account: Account, language: Language) -> Iterator[Item]:
    """Return the state of a deal that starts in the middle, with the prizes pending a trick."""
    start = account.played[0].after
    if account.record.position is None:
        return
    trick = start.trick + 1
    yield Item(language.say("The record begins before the lead to trick {trick}.", trick=trick))
    for entry in account.entries:
        if entry.kind is EntryKind.BEFORE and (entry.waited or entry.standing is PointsStatus.WAITING):
            facts = {"seat": SeatFact(entry.seat), "points": entry.points, "trick": entry.trick}
            told = language.say(
                "{seat}'s {points} for a marriage waited for a trick; they never count", **facts
            )
            if entry.waited:
                told = language.say(
                    "{seat}'s {points} for a marriage waited for a trick; they count from trick {trick} on",
                    **facts,
                )
            yield Item(sentence(told), language.quoted(account.rules, "marriage.count_when"))


def _marriages(account: Account, language: Language) -> Iterator[Item]:
    for entry in account.entries:
        if entry.kind is EntryKind.MARRIAGE:
            yield Item(
                sentence(_marriage(language, entry, account.rules.mp_partners)),
                language.quoted(account.rules, _MARRIAGE_POINTS[entry.standing]),
            )
    for late in account.late_marriages:
        yield Item(sentence(language.put(late.told)), language.quoted(account.rules, "marriage.who"))


_MARRIAGE_POINTS = {
    PointsStatus.COUNTED: "marriage.count_when",
    PointsStatus.WAITING: "marriage.count_when",
    PointsStatus.FROZEN: "close.noncloser_points",
    PointsStatus.VOID: "irr.marriage_wrong_lead",
}


def _marriage(language: Language, entry: LedgerEntry, by_side: bool) -> str:
    facts = {
        "seat": SeatFact(entry.seat),
        "points": entry.points,
        "suit": SuitFact(entry.suit),
        "trick": entry.announced,
    }
    match entry.standing:
        case PointsStatus.COUNTED if entry.trick == entry.announced and not entry.waited:
            return language.say(
                "{seat} announces {points} in {suit} at trick {trick}; the points count at once", **facts
            )
        case PointsStatus.COUNTED if by_side:
            return language.say(
                "{seat} announces {points} in {suit} at trick {trick}; "
                "the points count once the side has taken trick {later}",
                **facts,
                later=entry.trick,
            )
        case PointsStatus.WAITING if by_side:
            return language.say(
                "{seat} announces {points} in {suit} at trick {trick}; "
                "the points never count, as the side takes no trick afterwards",
                **facts,
            )
        case PointsStatus.COUNTED:
            return language.say(
                "{seat} announces {points} in {suit} at trick {trick}; "
                "the points count once {seat} has taken trick {later}",
                **facts,
                later=entry.trick,
            )
        case PointsStatus.WAITING:
            return language.say(
                "{seat} announces {points} in {suit} at trick {trick}; "
                "the points never count, as {seat} takes no trick afterwards",
                **facts,
            )
        case PointsStatus.FROZEN:
            return language.say(
                "{seat} announces {points} in {suit} at trick {trick}, after the close; "
                "the points do not count",
                **facts,
            )
    return language.say(
        "{seat} announces {points} in {suit} at trick {trick} and leads another card; "
        "the points do not count",
        **facts,
    )


def _closing(account: Account, language: Language) -> Iterator[Item]:
    closing = account.deal.closing
    if closing is None:
        return
    head = language.count(
        "{seat} closes the talon before the lead to trick {trick}, with {number} card left in it.",
        "{seat} closes the talon before the lead to trick {trick}, with {number} cards left in it.",
        closing.talon,
        seat=SeatFact(closing.seat),
        trick=closing.trick,
    )
    held = (
        language.count(
            "{seat} has {points} card points and {number} trick",
            "{seat} has {points} card points and {number} tricks",
            tricks,
            seat=SeatFact(seat),
            points=points,
        )
        for seat, (points, tricks) in enumerate(zip(closing.points, closing.tricks, strict=True))
    )
    moment = language.say("At that moment: {state}.", state="; ".join(held)) if closing.tricks else ""
    early = language.say("This is done before the draw.") if closing.short else ""
    yield Item(" ".join(filter(None, [head, early, moment])), language.quoted(account.rules, "close.effect"))


def _claim(language: Language, claim: Claimed, rules: RuleSet) -> Item:
    head = language.say(
        "{seat} claims {needed} at trick {trick} with {points} card points",
        seat=SeatFact(claim.seat),
        needed=claim.needed,
        trick=claim.trick,
        points=at_least(claim.points, claim.slack),
    )
    if not claim.certain:
        verdict = language.say("whether the claim is right cannot be decided")
    elif claim.refused:
        verdict = language.say("it is not allowed then, and has no effect")
    elif claim.stands:
        verdict = language.say("the claim is right")
    else:
        verdict = language.say("the claim is not right")
    point = CATALOGUE[claim.refused].point if claim.refused else ""
    return Item(sentence(f"{head}: {verdict}"), language.quoted(rules, point))


def _cost(account: Account, chance: Chance) -> bool:
    """Return whether a missed chance is worth telling: not one after the last trick that changed nothing."""
    result, claimed = account.deal.result, chance.result
    if not result or not claimed or chance.trick < account.deal.tricks[-1].number:
        return True
    return result.winner != claimed.winner or result.game_points < claimed.game_points


def _chance(language: Language, chance: Chance, rules: RuleSet) -> Item:
    told = language.put(chance.told)
    return Item(sentence(told), language.quoted(rules, "claim.after_lost_trick"))


def _sums(account: Account, language: Language) -> Iterator[Part]:
    """Return the table that adds up the card points of each side."""
    sides, side_of = account.rules.sides, account.rules.place_of
    totals = {entry.kind: [0] * len(sides) for entry in account.entries}
    for entry in account.entries:
        if entry.standing is PointsStatus.COUNTED:
            totals[entry.kind][side_of(entry.seat)] += entry.points
    rows = [
        (language.translate(label.sentence), *map(str, totals[kind]))
        for kind, label in _KINDS.items()
        if kind in totals
    ]
    rows.append(
        (
            language.say("Card points"),
            *(str(sum(each)) for each in zip(*totals.values(), [0] * len(sides), strict=True)),
        )
    )
    columns = (Column(""), *(Column(language.seat(side), True) for side in sides))
    yield DataTable(columns, tuple(rows), language.say("The card points that count"))
    whole = _points_of(account.rules.deck_cards)
    frozen = sum(
        entry.points
        for entry in account.entries
        if entry.kind is EntryKind.TRICK and entry.standing is PointsStatus.FROZEN
    )
    left = account.left
    if left is None:
        text = language.say(
            "At least {taken} of the {whole} card points are in tricks.",
            whole=whole,
            taken=whole - account.untaken,
        )
    elif not left:
        text = language.say("All {whole} card points are in tricks.", whole=whole)
    else:
        text = language.say(
            "{taken} of the {whole} card points are in tricks; {rest} were not played out.",
            whole=whole,
            taken=whole - left,
            rest=left,
        )
    if frozen:
        told = language.say(
            "At least {points} of them were taken after the close and do not count.", points=frozen
        )
        if account.knows_frozen:
            told = language.say(
                "{points} of them were taken after the close and do not count.", points=frozen
            )
        text += f" {told}"
    if any(entry.slack for entry in account.entries):
        text += " " + language.say("The cards of some tricks are not known; the totals are minimums.")
    yield Paragraph(text)


_points_of = lru_cache(points_of)
_KINDS = {
    EntryKind.BEFORE: Phrase("From what was played before"),
    EntryKind.TRICK: Phrase("From tricks"),
    EntryKind.MARRIAGE: Phrase("From marriages"),
    EntryKind.LAST_TRICK: Phrase("For the last trick"),
}


# The ledger of a whole game.


def score_sheet(
    judgement: Judgement, language: Language, accounts: Iterable[Account] | None = None
) -> Document:
    """Render the ledger of a judged game; ``accounts`` are those of its deals, where they are known."""
    language = speaking_of(judgement.game.readable, judgement.rules, language)
    named = rules_in_words(language, judgement.rules) if judgement.rules else ""
    parts: list[Part] = [Paragraph(language.say("Judged by the rules of {rules}.", rules=named))]
    for account in accounts_of(judgement) if accounts is None else accounts:
        parts += _scored_deal(account, language)
    won = match_won(language, judgement)
    parts += [Paragraph(won, kind="answer")] if won else []
    return Document(_title(judgement, language), tuple(parts), language.code)


def _title(judgement: Judgement, language: Language) -> str:
    """Return the event, the date and the players of a game."""
    record = judgement.game.draft
    seats = judgement.rules.seats if judgement.rules else len(judgement.score)
    names = [record.tag(seat_letter(seat)) for seat in range(seats)] if record else []
    head = [record.tag("Event"), record.tag("Date")] if record else []
    title = [*head, " – ".join(name for name in names if name)]
    return " · ".join(escape(part) for part in title if part) or language.say("A game")


def _scored_deal(account: Account, language: Language) -> Iterator[Part]:
    number = account.deal.number
    yield Heading(
        language.say("Deal {number}", number=number) if number != UNNUMBERED else language.say("A deal")
    )
    if account.deal.tricks:
        yield from list(ledger(account, language))[1:]
    comments = [
        Item(f"{trick_word(trick.number)} {escape(' '.join(note.text.split()))}")
        for trick in account.record.tricks
        for notes in (trick.notes, *(ply.notes for ply in trick.plies))
        for note in notes
        if isinstance(note, Comment)
    ]
    if comments:
        yield Listing(tuple(comments))
    yield Paragraph(ruling_sentence(language, account), kind="answer")
    yield from map(Paragraph, awards(language, account.deal, account.rules.sides))
    if account.deal.score:
        score = score_words(account.deal.score)
        yield Paragraph(language.say("The score after this deal is {score}.", score=score))
