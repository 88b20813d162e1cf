"""The picture of a replay in a terminal: the table, fitted to the screen.

Draws line by line; no line is wider and no picture higher than the screen. Suits are shown by their symbols,
which colours only repeat. Nothing here reads keys or writes to the terminal.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from notation.findings import CardFact, Fact, Finding, SeatFact, SuitFact
from notation.record import SUIT_SYMBOLS, in_order, score_words, seat_letter
from notation.record.placeholders import among_of
from notation.replay import FrameKind, Layout
from notation.rulings import undertaken
from referee import Card, suit_of
from viewer.cards.palettes import PALETTES
from viewer.documents.languages import Language
from viewer.documents.sides import side_names
from viewer.replay.page import SAID
from viewer.replay.script import ReplayedStep
from viewer.terminal.keys import Replay
from viewer.terminal.remarks import SEVERITIES, SideNote, comments, found, glyphs, remarks, said

INKS: Final = {
    "two-colour": ("", "red", "red", ""),
    "french": ("", "red", "blue", "green"),
    "german": ("green", "red", "yellow", ""),
}
"""The colours of the suits in text, on any background."""
CURRENT: Final = "reverse"
REACHED: Final = "underline"
"""The style of the last move in the move list, and of the last one before a step without a move."""
HELP: Final = (
    ("← →", "keyStep"),
    ("↑ ↓", "keyTrick"),
    ("Home End", "keyEnds"),
    ("Page ↑ ↓", "keyDeals"),
    ("Space", "keyPlay"),
    ("+ -", "keySpeed"),
    ("F", "flip"),
    ("X", "reveal"),
    ("V B", "keyVariation"),
    ("?", "keys"),
)
NAMED: Final = (FrameKind.PLAY, FrameKind.MARRIAGE, FrameKind.BONUS, FrameKind.WRITTEN, FrameKind.AFTER)
"""The steps whose move does not name its player."""
WIDE: Final = 72
"""The least width at which the moves are next to the table."""


def picture(replay: Replay, console: Console, language: Language, palette: str) -> list[Text]:
    """Return the replay as lines that exactly fill the screen of a console."""
    return _TablePicture(replay, console, language, palette).drawn()


class _TablePicture:
    """Draws the state of a replay for one size of the screen."""

    def __init__(self, replay: Replay, console: Console, language: Language, palette: str) -> None:
        self._replay = replay
        self._console = console
        self._language = language
        self._inks = INKS[palette]
        self._chips = [f"{ink} on #ffffff" for ink in PALETTES[palette]["light"].suits]
        self._width, self._height = console.size

    def drawn(self) -> list[Text]:
        room = max(self._height - 3, 0)
        body = self._help() if self._replay.helping else self._body(room)
        body = body[:room] + [Text()] * (room - len(body))
        whole = [self._head(), Text("─" * self._width, "dim"), *body, self._foot()][-self._height :]
        for line in whole:
            line.no_wrap = True
            line.truncate(self._width, overflow="ellipsis")
        return whole

    def _head(self) -> Text:
        """Return the players, the deal, the score and the trumps."""
        replay, language = self._replay, self._language
        told, deals = replay.showing.account, replay.showing.account.judgement.deals
        draft = told.judgement.game.draft
        ended = not replay.path and replay.step == replay.last
        before = deals[told.number - 2].score if deals and told.number > 1 else ()
        score = told.deal.score if ended else before
        parts = [
            language.say("Deal {number}", number=told.number) + f"/{len(draft.deals if draft else deals)}"
        ]
        parts += [score_words(score)] if score else []
        if told.deal.undertaking:
            speaking = told.speaking(language)
            parts.append(undertaken(speaking, told.deal.undertaking))
        elif replay.showing.trump >= 0:
            parts.append(language.say("Trumps are {suit}.", suit=SuitFact(replay.showing.trump)).rstrip("."))
        right = Text(" · ".join(parts))
        left = Text(replay.showing.title, "bold")
        left.truncate(max(self._width - right.cell_len - 2, 0), overflow="ellipsis", pad=True)
        return Text.assemble(left, "  ", right)

    def _foot(self) -> Text:
        replay = self._replay
        sign = "▶" if replay.playing else "❚❚"
        keys = " · ".join((f"? {said(self._language, 'keys')}", f"Q {self._language.say('End the replay')}"))
        return Text(f"{replay.step + 1}/{replay.last + 1}  {sign} ×{replay.speed:g}  {keys}", "dim")

    def _help(self) -> list[Text]:
        rows = [(keys, said(self._language, name)) for keys, name in HELP]
        rows.append(("1 … 9", self._language.say("into a variation by its number")))
        rows.append(("Q", self._language.say("End the replay")))
        wide = max(len(keys) for keys, _ in rows)
        return [Text.assemble((f"  {keys:<{wide}}", "bold"), f"   {told}") for keys, told in rows]

    def _body(self, room: int) -> list[Text]:
        """Return table and moves, below them the words of the step and the remarks."""
        replay, step = self._replay, self._replay.shown
        if step is None:
            why = [SideNote(said(self._language, "nothing"), "bold")]
            for finding in replay.showing.findings:
                why += found(replay.showing, finding, self._language)
            why += (SideNote(line, "bold") for line in replay.showing.conclusion)
            return self._wrapped(why, room)
        before = f"{said(self._language, 'inVariation')} " if replay.path else ""
        words = self._wrapped([SideNote(before + step.say, "bold")], 5)
        notes = [*self._ways(step), *remarks(replay.showing, step, self._language)]
        table = self._table(step, spaced=True)
        if len(table) + len(words) + len(self._wrapped(notes, room)) > room:
            table = self._table(step, spaced=False)
        table = table[: max(room - len(words), 0)]
        told = self._wrapped(notes, room - len(table) - len(words))
        left = max(room - len(words) - len(told), 0)
        if self._width >= WIDE:
            table += [Text()] * (left - len(table))
            side = max(30, self._width * 3 // 8)
            rows = self._moves(side, len(table))
            for line in table:
                line.truncate(self._width - side - 1, overflow="ellipsis", pad=True)
            beside = rows + [Text()] * (len(table) - len(rows))
            table = [Text.assemble(line, " ", row) for line, row in zip(table, beside, strict=True)]
        else:
            table += self._moves(self._width, left - len(table))
            table += [Text()] * (left - len(table))
        return [*table, *words, *told]

    def _ways(self, step: ReplayedStep) -> Iterator[SideNote]:
        """Return the ways into variations and back."""
        for side in range(len(step.lines)):
            key = f"V {side + 1}" if side == 0 else f"{side + 1}"
            told = self._language.say(SAID["enter"].sentence, number=side + 1)
            yield SideNote(f"{key}: {told}", "cyan")
        if self._replay.path:
            yield SideNote(f"B: {said(self._language, 'leave')}", "cyan")

    def _table(self, step: ReplayedStep, spaced: bool) -> list[Text]:
        """Return the seats, the one at the bottom last, and between them the talon and the trick."""
        layout, seats = step.frame.layout, len(step.frame.layout.hands)
        rules = self._replay.showing.account.rules
        gap = [Text()] if spaced else []
        found: list[Text] = []
        if rules.mp_partners:
            for side in range(len(rules.sides)):
                found += self._side(layout, side)
            found += gap
        for place in range(1, seats):
            found += [*self._seat(step, (self._replay.bottom + place) % seats), *gap]
        middle = self._talon(layout) if rules.talon_size else self._trumps()
        found += [middle, *gap, self._trick(step), *gap]
        return found + self._seat(step, self._replay.bottom) + gap

    def _side(self, layout: Layout, side: int) -> list[Text]:
        """Return two partners with their cards, and the tricks that they have won, the latest first."""
        rules = self._replay.showing.account.rules
        names = [name or seat_letter(seat) for seat, name in enumerate(self._replay.showing.names)]
        head = Text(f"  {seat_letter(rules.sides[side])} ", "bold")
        head.append(side_names(names, rules, self._language)[side][:48])
        head.append(self._points(layout, side), "not bold")
        return [head, self._won(layout, side)] if layout.points else [head]

    def _points(self, layout: Layout, side: int) -> str:
        """The card points of a side, with those that unknown cards may add and those still pending."""
        if not layout.points:
            return ""
        most = f"–{layout.points[side] + layout.slack[side]}" if layout.slack[side] else ""
        waiting = f" (+{layout.pending[side]})" if layout.pending[side] else ""
        return f"  {self._language.say('Card points')}: {layout.points[side]}{most}{waiting}"

    def _won(self, layout: Layout, side: int) -> Text:
        """Return the tricks that a side has won, the latest first."""
        won = Text("  ")
        tricks = layout.won[side]
        number, size = len(tricks) // layout.players, layout.players
        if layout.points:  # otherwise nobody judged who took a trick
            won.append(self._language.say(SAID["won"].sentence, number=number), "dim")
        for start in range(len(tricks) - size, -1, -size):
            won.append("  ")
            won.append_text(self._inked(" ".join(map(self._language.card, tricks[start:][:size]))))
        return won

    def _seat(self, step: ReplayedStep, seat: int) -> list[Text]:
        """Return a seat: player, hand, and, for a player without partner, the points and the tricks won."""
        layout, rules = step.frame.layout, self._replay.showing.account.rules
        in_turn = layout.turn == seat and layout.taker < 0
        name = Text(f"{'▶' if in_turn else ' '} {seat_letter(seat)} ", "bold")
        name.append(self._replay.showing.names[seat][:24])
        if layout.idle == seat:
            name.append(f"  {said(self._language, 'sitsOut')}", "not bold")
        if not rules.mp_partners:
            name.append(self._points(layout, seat), "not bold")
        for marriage in layout.marriages:
            if marriage.seat == seat and rules.seats > 2:
                name.append_text(self._inked(f"  {marriage.points} {SUIT_SYMBOLS[marriage.suit]}"))
        covered = seat in self._replay.covered
        chips = [
            Text("▒▒", "dim") if covered else self._chip(card, layout.twice) for card in layout.hand(seat)
        ]
        told = [name, Text.assemble("  ", *_between(chips, " "))]
        return told if rules.mp_partners else [*told, self._won(layout, seat)]

    def _trumps(self) -> Text:
        """Return what fixed trumps without a talon: a card in a hand, or a named suit."""
        showing = self._replay.showing
        fixed = showing.account.record.trump
        if fixed is None and showing.trump < 0:
            return Text()
        told: Fact = SuitFact(showing.trump) if fixed is None else CardFact(fixed)
        return self._inked(f"  {self._language.say(SAID['trump'].sentence, suit=told)}")

    def _talon(self, layout: Layout) -> Text:
        say, number = self._language.say, len(layout.talon)
        line = Text(f"  {said(self._language, 'talon')}  ")
        if layout.closer >= 0:
            told = say(SAID["closedBy"].sentence, seat=SeatFact(layout.closer), number=number)
            return line.append(f"▒▒ {told}" if number else told)
        if number:
            line.append_text(self._chip(layout.talon[-1], layout.twice)).append(" ")
        return line.append(say(SAID["talonLeft"].sentence, number=number))

    def _trick(self, step: ReplayedStep) -> Text:
        """Return the cards on the table, or the last action."""
        layout, event = step.frame.layout, step.frame.event
        played = event is not None and event.ply.plays
        parts = []
        for index, (seat, card) in enumerate(layout.trick):
            owner = f"{seat_letter(seat)} " if seat >= 0 else ""
            part = Text.assemble(owner, self._chip(card, layout.twice))
            if layout.taker == seat >= 0:
                part.append(" ✓", "bold green")
            if played and index == len(layout.trick) - 1:
                for finding in _own(step):
                    part.append(f" {finding.code.id}", SEVERITIES[finding.code.severity.value])
            parts.append(part)
        if not played and step.move:
            parts.append(self._inked(_move(step)))
        return Text.assemble("      ", *_between(parts, "   "))

    def _chip(self, card: Card, twice: tuple[Card, ...]) -> Text:
        """Return a card; one that occurs twice has an exclamation mark."""
        known = [card] if card >= 0 else in_order(among_of(card))
        style = self._chips[suit_of(known[0])] if len(known) == 1 else "reverse"
        after = "!" if set(known) & set(twice) else " "
        return Text(f" {self._language.card(card)}{after}", style)

    def _inked(self, words: str, style: str = "") -> Text:
        """Return text with its cards in the colours of the suits."""
        text = Text(words, style)
        for suit, ink in zip(SUIT_SYMBOLS, self._inks, strict=True):
            if ink:
                text.highlight_regex(rf"(?:10|9|[A-ZÁ-ÖА-Я])?{suit}", ink)
        return text

    def _wrapped(self, told: Iterable[SideNote], room: int) -> list[Text]:
        """Return remarks as lines; if there are too many, the last one says so."""
        found: list[Text] = []
        for remark in told:
            found += self._inked(remark.text, remark.style).wrap(self._console, max(self._width, 1))
        if len(found) > room:
            more = self._language.say("… more with --plain")
            found = [*found[: max(room - 1, 0)], Text(more, "dim")][: max(room, 0)]
        return found

    def _moves(self, width: int, room: int) -> list[Text]:
        """Return as many moves of the deal as fit, a trick per line, around the current one."""
        text = Text()
        self._list(text, self._replay.showing.steps, ())
        rows = list(text.wrap(self._console, max(width, 1))) if text else []
        marked = (n for n, row in enumerate(rows) if any(s.style in (CURRENT, REACHED) for s in row.spans))
        start = next(marked, 0) - room // 2
        return rows[max(0, min(start, len(rows) - room)) :][: max(room, 0)]

    def _list(self, text: Text, line: list[ReplayedStep], path: tuple[tuple[int, int], ...]) -> None:
        """Add the moves of a line to a text, those of variations in brackets."""
        here = path == self._replay.path
        moves = [index for index, step in enumerate(line) if step.move]
        reached = max((index for index in moves if index <= self._replay.step), default=-1)
        trick = None
        for index in moves:
            step = line[index]
            if step.frame.trick != trick:
                text.append("" if trick is None else " " if path else "\n")
                trick = step.frame.trick
                text.append(f"{step.frame.trick_number}.", "dim")
            text.append(" ")
            style = "" if not here or index != reached else CURRENT if index == self._replay.step else REACHED
            start = len(text)
            text.append_text(self._inked(_move(step)))
            text.append("".join(glyphs(step)) + "…" * bool(comments(step)))
            if any(finding.is_error for finding in _own(step)):
                text.append("✗", "bold red")
            elif any(finding.is_error for finding in step.frame.findings):
                text.append(" ✗", "bold red")  # after the move, not at it
            if style:
                text.stylize(style, start)
            for side, other in enumerate(step.lines):
                text.append(" (")
                self._list(text, other, (*path, (index, side)))
                text.append(")")


def _own(step: ReplayedStep) -> list[Finding]:
    return [finding for finding in step.frame.findings if step.frame.is_own(finding)]


def _move(step: ReplayedStep) -> str:
    move, seat = step.move, step.frame.seat
    named = step.frame.kind in NAMED and seat >= 0
    return f"{seat_letter(seat)}:{move.replace(' ', '')}" if named else move


def _between(parts: list[Text], gap: str) -> Iterator[Text | str]:
    for index, part in enumerate(parts):
        if index:
            yield gap
        yield part
