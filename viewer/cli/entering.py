"""The commands `new` and `enter`: records written down at the table, line by line, each judged at once."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from typing import Final

import click

from notation.editing import EditError, SetResult, edited, outcome
from notation.findings import Finding, escape, speaking_of
from notation.record import Path, Record, Tag, seat_letter
from notation.replay import FrameKind
from notation.specs import write_spec
from notation.text import ply_word, read, write
from referee import PRESETS, SEATS, RuleSet, Severity
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.settings import rules_here
from viewer.documents.languages import Language
from viewer.replay.editing import EditedRecord, NextSteps

UNDO: Final = "undo"
HELP: Final = "?"
RESULT: Final = "="


class _Stop(Exception):  # noqa: N818 - nothing is wrong
    """Nothing more is typed."""


@click.command()
@options.file
@click.option("--rules", "rules", type=options.Spec(), metavar="SPEC", help="The rules; else asked for.")
@options.language
def new(file: str, rules: RuleSet | None, language: Language) -> None:
    """Start a record in FILE: rules, names and cards are asked for, then the play as `santase enter` does.

    What is not known is left empty with Enter. FILE is written after every answer that counts, and never
    written over.
    """
    files = Files(language=language)
    entry = _Entry(files, file, language)
    if not files.may_put_out(file, force=False):
        options.leave(files, wrong=False)
    with suppress(_Stop):
        rules = rules or entry.rules()
        if not files.put_out(file, write(entry.head(rules)).encode(), force=False):
            options.leave(files, wrong=False)
        _enter(files, file, None, language)
    options.leave(files, wrong=False)


@click.command()
@options.file
@options.game
@options.language
def enter(file: str, game: int | None, language: Language) -> None:
    """Go on with the record in FILE: tricks are taken as they are played, each judged and kept at once.

    The cards that may be played are completed with Tab and listed with `?`; the points are shown behind every
    trick. A line is what stands behind a trick's number in a record: `Kd As`, `close Th 9h`, `20s Qs Kc out`.
    A card against the rules is asked about. `undo` takes the last trick back, `=` states the result as it is
    counted, and the end of input (Ctrl-D) leaves off; the record goes on from there another time.
    """
    files = Files(language=language)
    with suppress(_Stop):
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
        files.fail(file, language.say("no record that can be gone on with; see `santase check`"))
        return
    before = len(data) - sum(len(each.source) for each in games)

    def keep(record: Record) -> bool:
        texts = (write(record).encode() if each is game else each.source for each in games)
        return files.write(file, data[:before] + b"".join(texts))

    _Entry(files, file, language, game.record, keep).go_on()


class _Entry:
    """A record that is being written down, and the conversation about it."""

    def __init__(
        self,
        files: Files,
        file: str,
        language: Language,
        record: Record | None = None,
        keep: Callable[[Record], bool] | None = None,
    ) -> None:
        self._files = files
        self._file = file
        self._language = language
        self._record = record or Record()
        self._keep = keep or (lambda _: True)
        self._told = 0
        """How many steps of the last deal have been told."""

    # What stands before the play.

    def rules(self) -> RuleSet:
        """The rules that are played, asked for by their name."""
        default = rules_here() or PRESETS["santase"]
        self._say(", ".join(PRESETS))
        while True:
            said = self._ask(self._language.say("Rules"), write_spec(default), list(PRESETS))
            try:
                found: RuleSet = options.Spec().convert(said or default, None, None)
            except click.BadParameter as error:
                self._say(str(error.message))
            else:
                return found

    def head(self, rules: RuleSet) -> Record:
        """A record without deals, whose tags are asked for."""
        say = self._language.say
        today = date.today().isoformat()
        tags = [Tag("Event", self._ask(say("Event"))), Tag("Date", self._ask(say("Date"), today))]
        tags.append(Tag("Rules", write_spec(rules)))
        for seat in SEATS[: rules.seats]:
            letter = seat_letter(seat)
            tags.append(Tag(letter, self._ask(say("Name of {seat}", seat=letter))))
        return Record(tuple(tag for tag in tags if tag.value))

    def _deal(self, shown: EditedRecord) -> bool:
        """Ask for the next deal; False where the match is over."""
        say = self._language.say
        record, rules = shown.record, shown.rules
        number, following = len(record.deals) + 1, shown.next
        dealers = list(SEATS[: rules.seats]) if following is None else following.dealers
        if not dealers:
            return False
        letters = [seat_letter(dealer) for dealer in dealers]
        self._say(say("Deal {number}", number=number))
        while True:
            dealer = self._ask(say("Dealer"), letters[0], letters).upper()
            text = f"{write(record)}\ndeal {number} dealer {dealer}"
            text = self._longer(text, " trump ", say("Trump card, or its suit alone (h)")) + "\n"
            for seat in SEATS[: rules.seats]:
                hand = say("Hand of {name}", name=self._name(shown, seat))
                text = self._longer(text, f"{seat_letter(seat)}: ", hand, "\n")
            if rules.talon_size:
                text = self._longer(text, "talon: ", say("Talon from the top"), "\n")
            self._told = 0
            if self._take(text, shown):
                return True

    def _longer(self, text: str, word: str, prompt: str, end: str = "") -> str:
        """A record with one more line, asked for until it can be read; as it was where nothing is typed."""
        while said := self._ask(prompt):
            game = next(read(longer := f"{text}{word}{said}{end}"))
            if game.record:
                return longer
            self._show(game.findings, self._language)
        return text

    # The play.

    def go_on(self) -> None:
        """Take deal after deal until the match is over or nothing more is typed."""
        while True:
            shown = self._judged(self._record)
            following = shown.next
            done = self._is_done(shown)
            if not done and following and not following.allowed and following.result:
                stated = self._ask(self._language.say("Result"), following.result)
                self._take(f"{write(shown.record)}= {stated.removeprefix(RESULT).strip()}\n", shown)
            elif done or not self._record.deals:
                if not self._deal(shown):
                    self._over(shown)
                    return
            else:
                self._trick(shown, following)

    def _is_done(self, shown: EditedRecord) -> bool:
        """Whether the last deal states its result, or the table gave it away."""
        deal = shown.record.deals[-1] if shown.record.deals else None
        return bool(deal and (deal.result or deal.awards))

    def _trick(self, shown: EditedRecord, following: NextSteps | None) -> None:
        """Take a line of play, or a word that asks for something else."""
        say, allowed = self._language.say, following.allowed if following else ()
        deal = shown.record.deals[-1]
        last = deal.tricks[-1].number if deal.tricks else 0
        number = max((option.trick for option in allowed), default=last + 1)
        words = sorted({ply_word(option.ply) for option in allowed if option.trick == number})
        prompt = f"{number}. "
        if number == last:
            prompt += "".join(f"{ply_word(ply)} " for ply in deal.tricks[-1].plies)
        if following and following.turn >= 0:
            prompt = f"{self._name(shown, following.turn)}: {prompt}"
        line = self._ask(prompt.rstrip(), words=words)
        line = re.sub(rf"^{number}[.]\s*", "", line)
        if line in ("", HELP):
            self._say(" ".join(words) or say("nothing can be played here"))
            self._say(
                self._language.say(
                    "`undo` takes the last trick back, `=` states the result, Ctrl-D leaves off."
                )
            )
        elif line == UNDO:
            self._undo(shown)
        elif line == RESULT:
            self._state_result(shown)
        elif number == last or re.match("[=@{;]", line):  # the rest of a trick, a result, a note
            self._take(f"{write(shown.record)}{line}\n", shown)
        else:
            self._take(f"{write(shown.record)}{number}. {line}\n", shown)

    def _undo(self, shown: EditedRecord) -> None:
        deal = shown.record.deals[-1]
        fewer = replace(deal, tricks=deal.tricks[:-1], result=None)
        if deal.tricks:
            self._accept(replace(shown.record, deals=(*shown.record.deals[:-1], fewer)))
            self._told = len(self._steps(self._judged(self._record)))
        self._say(self._language.say("Tricks: {number}", number=len(fewer.tricks)))

    def _state_result(self, shown: EditedRecord) -> None:
        """Write down the result as it is counted."""
        entry = shown.judgement.deals[-1]
        if entry.result is None:
            say = self._language.say
            self._say(say("The play does not decide this deal; state what was agreed: `= B 2`."))
            return
        path = Path(deal=len(shown.record.deals))
        counted = SetResult(path, outcome(entry, entry.score))
        self._take(write(edited(shown.record, [counted])), shown)

    def _over(self, shown: EditedRecord) -> None:
        if shown.winner >= 0:
            winner = self._name(shown, shown.winner)
            self._say(self._language.say("{winner} wins the match", winner=winner) + ".")

    # What is typed becomes part of the record, or is told to be wrong.

    def _take(self, text: str, shown: EditedRecord) -> bool:
        """Read a record with one line more; whether it was kept."""
        game = next(read(text))
        if game.record is None:
            self._show(game.findings, self._language)
            return False
        try:
            after = self._judged(game.record)
        except EditError as error:
            self._say(self._language.put(error.phrase))
            return False
        before = {finding.message for finding in shown.judgement.findings}
        found = [finding for finding in after.judgement.findings if finding.message not in before]
        self._show(found, after.language)
        if any(finding.is_error for finding in found):
            yes = self._language.say("yes")
            if self._ask(self._language.say("Was it so? `{yes}` keeps it", yes=yes)) not in (yes, yes[:1]):
                return False
        self._accept(after.record)
        steps = self._steps(after)
        for step in steps[self._told :]:
            self._say(step)
        self._told = len(steps)
        return True

    def _judged(self, record: Record) -> EditedRecord:
        """A record and its judgement, which is told with the players' names."""
        shown = EditedRecord(record, None, self._language)
        if shown.judgement.rules:
            shown.language = speaking_of(record, shown.rules, self._language)
        return shown

    def _accept(self, record: Record) -> None:
        if not self._keep(record):
            raise _Stop
        self._record = record

    def _steps(self, shown: EditedRecord) -> list[str]:
        script = shown.script
        if script is None:
            return []
        over = self._is_done(shown)
        return [step.say for step in script.steps if over or step.frame.kind is not FrameKind.END]

    def _show(self, findings: Iterable[Finding], language: Language) -> None:
        """Show what is wrong, or may be."""
        for finding in findings:
            if finding.code.severity is not Severity.NOTE:
                severity = language.translate(finding.code.severity.value)
                self._say(f"{severity} {finding.code.id}: {language.message(finding)}")

    def _name(self, shown: EditedRecord, seat: int) -> str:
        return shown.table.names[seat_letter(SEATS[seat])] if shown.table else seat_letter(SEATS[seat])

    def _say(self, text: str) -> None:
        click.echo(escape(text))

    def _ask(self, prompt: str, default: str = "", words: "list[str] | None" = None) -> str:
        """What is typed, or the default; raises _Stop at the end of input."""
        shown = f"{prompt} [{default}]: " if default else f"{prompt}: "
        with _completing(words or []):
            try:
                said = input(escape(shown))
            except EOFError:
                click.echo()
                raise _Stop from None
        return said.strip() or default


@contextmanager
def _completing(words: list[str]) -> Iterator[None]:
    """Have Tab complete some words meanwhile, where somebody types."""
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
