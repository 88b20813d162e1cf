"""The command `live open`: the matches of a tournament are opened on a service, from a file.

The file is sent as it is understood. The service says what is wrong with it, and this command in which line
and column.
"""

import hmac
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn
from urllib.parse import urlsplit

import click

from notation.findings import escape
from viewer.cli.live.bot import LiveService, ServiceError, read_key

PATIENCE: Final = 20.0
"""Seconds for which an unreachable service is tried again."""
API: Final = "/api/v1/live/tournaments"
_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_MEMBER: Final = re.compile(r"\s*([\w-]+)\s*=\s*")
_PLACE: Final = re.compile(r"(pairings|at):(\d+):(\d+)")


class TournamentFile(NamedTuple):
    """A file that describes matches: its name, its text, and what it says."""

    name: str
    text: str
    said: dict[str, Any]

    def place(self, parameter: str) -> tuple[int, int]:
        """Return the line and column of what is wrong, or of the match or the file that it belongs to."""
        if found := _PLACE.fullmatch(parameter):
            is_within = found[1] == "pairings" and self.name.endswith(".toml")
            return (self.place("pairings")[0] if is_within else 0) + int(found[2]), int(found[3])
        around = [(path, place) for path, place in self._places() if f"{parameter}.".startswith(path)]
        return max(around, key=lambda each: len(each[0]), default=("", (1, 1)))[1]

    def _places(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield every block and member, as ``matches.0.board.``, with its line and column."""
        block, number = "", -1
        for line, text in enumerate(self.text.splitlines(), start=1):
            if header := _HEADER.match(text):
                number += header[1] == "[[" and header[2] == "matches"
                block = re.sub(r"^matches\b", f"matches.{number}", header[2]) + "."
                yield block, (line, header.start(2) + 1)
            elif member := _MEMBER.match(text):
                yield f"{block}{member[1]}.", (line, member.end() + 1)

    def fail(self, errors: Sequence[Mapping[str, str]], why: str) -> NoReturn:
        """End with what is wrong in the file and where, or with another reason."""
        for error in errors:
            line, column = self.place(error["parameter"])
            click.echo(f"{escape(self.name)}:{line}:{column}: {escape(error['detail'])}", err=True)
        if not errors:
            click.echo(f"santase: {escape(why)}", err=True)
        raise SystemExit(2)


def read_file(path: str) -> TournamentFile:
    """Read a file of a tournament: TOML, or CSV with its pairings; end if it is neither."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise click.UsageError(f"{escape(path)} is not text in UTF-8") from None
    if not path.endswith(".toml"):
        return TournamentFile(path, text, {"pairings": text})
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why, _, place = str(error).partition(" (at ")
        found = re.findall("[0-9]+", place) or [str(len(text.splitlines())), "1"]
        TournamentFile(path, text, {}).fail([{"parameter": ":".join(("at", *found)), "detail": why}], "")
    return TournamentFile(path, text, json.loads(json.dumps(said, default=str)))


def open_(
    path: str, url: str, key_file: str | None, name: str | None, rules: str | None, tournament: str | None
) -> None:
    """Open the matches of a tournament that a file describes, all of them or none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise click.UsageError("--url: say https://host")
    key = read_key(key_file) if key_file else ""
    file = read_file(path)
    given = {"name": name, "rules": rules}
    asked = {member: said for member, said in given.items() if said is not None} | file.said
    if key and "key" not in asked:
        body = json.dumps([asked, tournament]).encode()
        asked["key"] = hmac.new(key.encode(), body, "sha256").hexdigest()
    service = LiveService(f"{parts.scheme}://{parts.netloc}{API}", key, PATIENCE)
    try:
        opened = service.ask(asked, f"/{tournament}/matches" if tournament else "")
    except ServiceError as error:
        file.fail((), str(error))
    if "event" in opened:
        file.fail(opened.get("errors", ()), opened["detail"])
    click.echo(json.dumps(opened, indent=2, ensure_ascii=False))
