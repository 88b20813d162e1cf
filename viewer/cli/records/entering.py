"""The commands `new` and `enter`: records entered at the table, line by line, each judged at once."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from typing import Final

import click

from notation.editing import EditError, SetResult, edited, outcome
from notation.findings import Finding, catalogue, escape
from notation.record import Path, Ply, Record, Tag, seat_letter
from notation.record.traversal import last_number
from notation.replay import FrameKind
from notation.specs import write_spec
from notation.text import ALPHABETS, Alphabet, in_letters, ply_word, read, write
from notation.text.dates import date_meant, is_date
from referee import PRESETS, SEATS, RuleSet, Seat, Severity
from referee.cards import players_of
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.settings import here
from viewer.documents.languages import Language
from viewer.documents.reports import told
from viewer.replay.editing import EditedRecord, NextSteps

UNDO: Final = "undo"
HELP: Final = "?"
RESULT: Final = "="


class _EndOfInput(Exception):  # noqa: N818 - it is not an error
    """The end of the input."""


def new(file: str, rules: RuleSet | None, letters: str | None, language: Language) -> None:
    """Start a record in FILE."""
    files = Files(language=language)
    if not files.may_put_out(file, force=False):
        options.leave(files, wrong=False)
    with suppress(_EndOfInput):
        head = _head(rules or _rules(language), language)
        head = in_letters(head, ALPHABETS[letters]) if letters else head
        if not files.put_out(file, write(head).encode(), force=False):
            options.leave(files, wrong=False)
        _enter(files, file, None, language)
    options.leave(files, wrong=False)


def enter(file: str, game: int | None, language: Language) -> None:
    """Continue the record in FILE."""
    files = Files(language=language)
    with suppress(_EndOfInput):
        _enter(files, file, game, language)
    options.leave(files, wrong=False)


def _enter(files: Files, file: str, number: int | None, language: Language) -> None:
    data = files.read(file)
    if data is None:
        return
    games = list(read(data))
    game = next((each for each in reversed(games) if number in (None, each.number)), None)
    if game is None or game.record is None:
        from viewer.cli.printing import show_game

        if game:
            show_game(file, game, language)
        files.fail(file, language.say("not a record that can be continued; see `santase check`"))
        return
    before = len(data) - sum(len(each.source) for each in games)

    def keep(text: str) -> bool:
        texts = (text.encode() if each is game else each.source for each in games)
        return files.write(file, data[:before] + b"".join(texts))

    _Entering(EditedRecord(game.record, None, language), keep, language, game.alphabet).go_on()


_SAME_LINE: Final = r"[=@{;]|\?\.|(?:[A-D]:[ \t]*)?double\b"
"""What goes on where a trick is complete: a result, a note; a double after what is said before the lead."""


# What precedes the first deal.


def _rules(language: Language) -> RuleSet:
    default = here().rules or PRESETS["santase"]
    _say(", ".join(PRESETS))
    while True:
        said = _ask(language.say("Rules"), write_spec(default), list(PRESETS))
        try:
            return options.spec(said)
        except click.BadParameter as error:
            _say(str(error.message))


def _head(rules: RuleSet, language: Language) -> Record:
    """Ask for the tags of a record without deals."""
    say = language.say
    tags = [Tag("Event", _ask(say("Event"))), Tag("Date", _date(language))]
    tags.append(Tag("Rules", write_spec(rules)))
    for seat in SEATS[: rules.seats]:
        letter = seat_letter(seat)
        tags.append(Tag(letter, _ask(say("Name of {seat}", seat=letter))))
    return Record(tuple(tag for tag in tags if tag.value))


def _date(language: Language) -> str:
    """Ask for a date until it is one, in any format in which it can only mean one."""
    while True:
        said = _ask(language.say("Date"), date.today().isoformat())
        meant = said if is_date(said) else date_meant(said)
        if meant:
            return meant
        _show([Finding(catalogue.DATE, facts={"word": said, "hint": ""})], language)


class _Entering:
    """A record being entered, and the dialogue about it; ``keep`` saves its text.

    Its cards are typed and saved in the letters of ``alphabet``; here they are English.
    """

    def __init__(
        self,
        shown: EditedRecord,
        keep: Callable[[str], bool],
        language: Language,
        alphabet: Alphabet | None = None,
    ) -> None:
        self._alphabet = alphabet
        self._shown = shown
        self._keep = keep
        self._language = language
        self._told = 0
        """The number of steps of the last deal that have been shown."""

    def go_on(self) -> None:
        """Ask for deal after deal until the match is over or the input ends."""
        while True:
            following = self._shown.next
            if not self._shown.record.deals or self._is_done:
                if not self._deal(following):
                    self._over()
                    return
            elif following and not following.allowed and following.result:
                stated = _ask(self._language.say("Result"), following.result)
                self._take(f"{self._shown.text}= {stated.removeprefix(RESULT).strip()}\n")
            else:
                self._trick(following)

    @property
    def _is_done(self) -> bool:
        """Whether the last deal states its result, or it was awarded."""
        deals = self._shown.record.deals
        return bool(deals and (deals[-1].result or deals[-1].awards))

    def _deal(self, following: NextSteps | None) -> bool:
        """Ask for the next deal; return False if the match is over."""
        say, rules = self._language.say, self._shown.rules
        number = len(self._shown.record.deals) + 1
        dealers = list(SEATS[: rules.seats]) if following is None else following.dealers
        if not dealers:
            return False
        letters = [seat_letter(dealer) for dealer in dealers]
        players = {seat_letter(seat): self._name(seat) for seat in SEATS[: rules.seats]}
        seats = {called.casefold(): letter for letter, name in players.items() for called in (name, letter)}
        _say(say("Deal {number}", number=number))
        while True:
            said = _ask(say("Dealer"), letters[0], letters)
            if said.casefold() not in seats:
                _say(", ".join(f"{letter} ({name})" for letter, name in players.items()))
                continue
            text = f"{self._shown.text}\ndeal {number} dealer {seats[said.casefold()]}"
            if rules.draws or not rules.auction.steps:
                text = self._longer(text, " trump ", say("Trump card, or its suit alone (h)"))
            text += "\n"
            for seat in SEATS[: rules.seats]:
                hand = say("Hand of {name}", name=self._name(seat))
                text = self._longer(text, f"{seat_letter(seat)}: ", hand, "\n")
            if rules.talon_size:
                text = self._longer(text, "talon: ", say("Talon from the top"), "\n")
            self._told = 0
            if self._take(text):
                return True

    def _longer(self, text: str, word: str, prompt: str, end: str = "") -> str:
        """Return a text with one more line, requested until it can be read; unchanged if it is empty."""
        while said := _ask(prompt):
            longer = f"{text}{self._english(f'{word}{said}{end}')}"
            game = next(read(longer))
            if game.record:
                return longer
            _show(game.findings, self._language)
        return text

    def _trick(self, following: NextSteps | None) -> None:
        """Ask for a line of play, or for a word with another meaning."""
        say, allowed = self._language.say, following.allowed if following else ()
        deal = self._shown.record.deals[-1]
        last = last_number(deal)
        begun = deal.tricks[-1] if deal.tricks else deal.opening
        number = max((option.trick for option in allowed), default=last + 1)
        words = sorted({self._word(option.ply) for option in allowed if option.trick == number})
        prompt = " ".join([f"{number}.", *map(self._word, begun.plies if begun and number == last else ())])
        if following and following.turn >= 0:
            prompt = f"{self._name(following.turn)}: {prompt}"
        line = self._english(re.sub(rf"^{number}[.]\s*", "", _ask(prompt, words=words)))
        if line in ("", HELP):
            _say(" ".join(words) or say("nothing can be played here"))
            _say(say("`undo` takes back the last trick, `=` states the result, Ctrl-D ends."))
        elif line == UNDO:
            self._undo()
        elif line == RESULT:
            self._state_result()
        elif (begun and number == last) or re.match(_SAME_LINE, line):
            self._take(f"{self._shown.text}{line}\n")
        else:
            self._take(f"{self._shown.text}{number}. {line}\n")

    def _undo(self) -> None:
        record = self._shown.record
        deal = record.deals[-1]
        fewer = replace(deal, tricks=deal.tricks[:-1], result=None)
        if not deal.tricks:
            fewer = replace(fewer, opening=None)
        if deal.tricks or deal.opening:
            self._accept(
                EditedRecord(replace(record, deals=(*record.deals[:-1], fewer)), None, self._language)
            )
            self._told = len(self._steps)
        _say(self._language.say("Tricks: {number}", number=len(fewer.tricks)))

    def _state_result(self) -> None:
        """Add the result as counted."""
        record, entry = self._shown.record, self._shown.judgement.deals[-1]
        if entry.result is None:
            say = self._language.say
            _say(say("The play does not decide this deal; state what was agreed: `= B 2`."))
            return
        counted = SetResult(Path(deal=len(record.deals)), outcome(entry, entry.score))
        self._take(write(edited(record, [counted])))

    def _over(self) -> None:
        if self._shown.winner >= 0:
            winner = "/".join(map(self._name, players_of(self._shown.winner)))
            _say(self._language.say("{winner} wins the match", winner=winner) + ".")

    # A line that is typed becomes part of the record, or is reported as wrong.

    def _take(self, text: str) -> bool:
        """Read a record with one more line; return whether it was accepted."""
        game = next(read(text))
        if game.record is None:
            _show(game.findings, self._language)
            return False
        try:
            after = EditedRecord(game.record, None, self._language)
        except EditError as error:
            _say(self._language.put(error.phrase))
            return False
        before = {finding.message for finding in self._shown.judgement.findings}
        found = [finding for finding in after.judgement.findings if finding.message not in before]
        _show(found, after.language)
        if any(finding.is_error for finding in found):
            yes = self._language.say("yes")
            if _ask(self._language.say("Did that happen? `{yes}` keeps it", yes=yes)) not in (yes, yes[:1]):
                return False
        self._accept(after)
        steps = self._steps
        for step in steps[self._told :]:
            _say(step)
        self._told = len(steps)
        return True

    def _accept(self, after: EditedRecord) -> None:
        record, alphabet = after.record, self._alphabet
        if not self._keep(write(in_letters(record, alphabet)) if alphabet else after.text):
            raise _EndOfInput
        self._shown = after

    def _english(self, typed: str) -> str:
        return self._alphabet.english(typed) if self._alphabet else typed

    def _word(self, ply: Ply) -> str:
        return self._alphabet.own(ply_word(ply)) if self._alphabet else ply_word(ply)

    @property
    def _steps(self) -> list[str]:
        script = self._shown.script
        if script is None:
            return []
        return [step.say for step in script.steps if self._is_done or step.frame.kind is not FrameKind.END]

    def _name(self, seat: Seat) -> str:
        letter, table = seat_letter(seat), self._shown.table
        return table.names[letter] if table else letter


def _show(findings: Iterable[Finding], language: Language) -> None:
    for finding in findings:
        if finding.code.severity is not Severity.NOTE:
            _say(told(finding, language))


def _say(text: str) -> None:
    click.echo(escape(text))


def _ask(prompt: str, default: str = "", words: Sequence[str] = ()) -> str:
    """Return the line that is typed, or the default; raise _EndOfInput at the end of the input."""
    shown = f"{prompt} [{default}]: " if default else f"{prompt}: "
    with _completing(words):
        try:
            said = input(escape(shown))
        except EOFError:
            click.echo()
            raise _EndOfInput from None
    return said.strip() or default


@contextmanager
def _completing(words: Sequence[str]) -> Iterator[None]:
    """Let Tab complete some words meanwhile, on a terminal."""
    try:
        import readline
    except ImportError:  # not on every machine
        yield
        return
    if not sys.stdin.isatty():
        yield
        return

    def completer(typed: str, number: int) -> str | None:
        fitting = [f"{word} " for word in words if word.casefold().startswith(typed.casefold())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)
