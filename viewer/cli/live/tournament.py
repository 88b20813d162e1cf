"""The command `live open`: the matches of a tournament are opened on a service, from a file.

The file is sent as it is understood. The service says what is wrong with it, and this command in which line
and column.
"""

import hmac
import json
import re
import secrets
import time
import tomllib
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request

import click

from notation.findings import escape
from viewer.cli.live.bot import BUSY, OPENER, object_of, read_key, why_refused

ANSWER: Final = 60.0
"""Timeout of a request in seconds."""
TRIES: Final = 5
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
        found = _PLACE.fullmatch(parameter)
        if found is None:
            return self._place(parameter.split("."))
        is_within = found[1] == "pairings" and self.name.endswith(".toml")
        first = self._place(["pairings"])[0] if is_within else 0
        return first + int(found[2]), int(found[3])

    def _place(self, path: list[str]) -> tuple[int, int]:
        block: list[str] = []
        number, longest, place = -1, 0, (1, 1)
        for line, text in enumerate(self.text.splitlines(), start=1):
            if header := _HEADER.match(text):
                block = header[2].split(".")
                number += header[1] == "[[" and block == ["matches"]
                if block[0] == "matches":
                    block.insert(1, str(number))
                at, column = block, header.start(2) + 1
            elif member := _MEMBER.match(text):
                at, column = [*block, member[1]], member.end() + 1
            else:
                continue
            if longest < len(at) and path[: len(at)] == at:
                longest, place = len(at), (line, column)
        return place

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
        json.dumps(said)
    except tomllib.TOMLDecodeError as error:
        why, _, place = str(error).partition(" (at ")
        found = re.findall("[0-9]+", place) or [str(len(text.splitlines())), "1"]
        parameter = ":".join(("at", *found))
        TournamentFile(path, text, {}).fail([{"parameter": parameter, "detail": why}], "")
    except TypeError:
        raise click.UsageError(f"{escape(path)}: a date or time has no place here") from None
    return TournamentFile(path, text, said)


def send(address: str, key: str, asked: Mapping[str, Any], file: TournamentFile) -> dict[str, Any]:
    """Send a request until it is answered, and return what was opened; end with what is wrong."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    request = Request(address, json.dumps(asked).encode(), headers)  # noqa: S310 - http and https alone
    for left in reversed(range(TRIES)):
        try:
            with OPENER.open(request, timeout=ANSWER) as answer:
                return object_of(answer.read())
        except HTTPError as error:
            with error:
                problem = object_of(error.read())
            if error.code not in BUSY or not left:
                file.fail(problem.get("errors", ()), why_refused(error, problem))
        except (HTTPException, OSError) as error:
            if not left:
                file.fail((), f"the service does not answer: {error}")
        time.sleep(1)
    raise AssertionError


@click.group()
def live() -> None:
    """Open the matches of a tournament on a service."""


@live.command("open")
@click.argument("path", metavar="FILE", type=click.Path(readable=False))
@click.option("--url", required=True, metavar="URL", help="The service: https://host.")
@click.option("--key-file", metavar="FILE", help="A file with your key, or that of the tournament's arbiter.")
@click.option("--name", metavar="NAME", help="The tournament, if FILE does not name it.")
@click.option("--rules", metavar="SPEC", help="The rules, if FILE does not name them.")
@click.option("--to", "tournament", metavar="ID", help="Add the matches to this tournament.")
def open_(
    path: str, url: str, key_file: str | None, name: str | None, rules: str | None, tournament: str | None
) -> None:
    """Open the matches of a tournament that a file describes, all of them or none.

    FILE is TOML with the members that the API takes, or CSV with the columns round, board, A, B and so on.
    The keys of the arbiter and of all seats are printed as JSON, and nowhere else: keep them. With a key of
    your own, the same file opens nothing twice, and gets the same keys.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise click.UsageError("--url: say https://host")
    key = read_key(key_file) if key_file else ""
    file = read_file(path)
    given = {"name": name, "rules": rules}
    asked = {member: said for member, said in given.items() if said is not None} | file.said
    if "key" not in asked:
        body = json.dumps([asked, tournament]).encode()
        asked["key"] = hmac.new(key.encode(), body, "sha256").hexdigest() if key else secrets.token_hex(32)
    address = f"{parts.scheme}://{parts.netloc}{API}{f'/{tournament}/matches' if tournament else ''}"
    click.echo(json.dumps(send(address, key, asked, file), indent=2, ensure_ascii=False))
