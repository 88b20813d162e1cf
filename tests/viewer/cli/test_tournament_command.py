"""`santase live open`: the matches of a file, all of them or none, and where in it something is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.live_http import Live
from tests.support.servers import Loopback
from viewer.store import KeyRole

CSV = "round,board,A,B\n1,1,Ана,Boris\n1,2,Vera,Gog\n"
TOML = """# The club's evening
name = "Club"
rules = "schnapsen"
clock = { main = 600000, increment = 5000 }

[[matches]]
round = "1"
board = "1"
names = ["Ана", "Boris"]

[[matches]]
round = "1"
board = "2"
names = ["Vera", "Gog"]
"""


class Service:
    """A service of live matches, and a folder for files."""

    def __init__(self, folder: Path, live: Live, url: str) -> None:
        self.folder, self.live, self.url = folder, live, url
        self.key = self.write("key.txt", "")
        token = live.app.extensions["archive"].keys.add("club", KeyRole.OPERATOR, actor="test")
        self.key.write_text(f"{token}\n")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, "utf-8")
        return path

    def open(self, file: Path, *more: object, status: int = 0) -> Any:
        found = run("live", "open", file, "--url", self.url, "--key-file", self.key, *more, status=status)
        return json.loads(found.output) if not status else found.output

    @property
    def opened(self) -> int:
        return len(self.live.hall.journal.matches())


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    live = Live(tmp_path)
    with Loopback(live.app) as server:
        yield Service(tmp_path, live, server.url)
    live.close()


def test_the_matches_of_a_file_are_opened_once(service: Service) -> None:
    from_toml = service.open(service.write("club.toml", TOML))
    assert service.open(service.write("again.toml", TOML)) == from_toml
    from_csv = service.open(service.write("club.csv", CSV), "--name", "Club", "--rules", "schnapsen")
    for told in (from_toml, from_csv):
        assert [(each["board"], each["names"], len(each["keys"])) for each in told["matches"]] == [
            ("1", ["Ана", "Boris"], 2),
            ("2", ["Vera", "Gog"], 2),
        ]
    assert service.opened == 4
    service.key.write_text(from_toml["key"])
    later = service.write("later.csv", CSV.replace("\n1,", "\n2,"))
    added = service.open(later, "--rules", "santase", "--to", from_toml["id"])
    assert (added["id"], service.opened) == (from_toml["id"], 6)


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        ("a.toml", TOML.replace('"Gog"', '"G\\"og"'), "14:9"),
        ("a.toml", TOML.replace('"Gog"', '"Gog", "Eva"'), "14:9"),
        ("a.toml", TOML.replace("600000", '"ten"'), "4:9"),
        ("a.toml", TOML.replace('"schnapsen"', '"chess"'), "3:9"),
        ("a.toml", TOML.replace('board = "1"', "dice = 3"), "8:8"),
        ("a.toml", TOML.replace('board = "1"', "board = 1"), "8:9"),
        ("a.toml", TOML.replace('board = "1"', "board = "), "8:9"),
        ("a.toml", f'name = "Club"\nrules = "santase"\npairings = """\n{CSV}2,3,a,b,c\n"""\n', "7:9"),
        ("a.csv", CSV.replace("Gog", 'G"og'), "3:10"),
        ("a.csv", CSV.replace("board", "table"), "1:7"),
    ],
)
def test_a_mistake_is_told_with_line_and_column_and_opens_nothing(
    service: Service, name: str, text: str, where: str
) -> None:
    more = ["--name", "Club", "--rules", "schnapsen"] if name.endswith("csv") else []
    told = service.open(service.write(name, text), *more, status=2)
    assert f"{name}:{where}: " in told
    assert service.opened == 0


def test_what_is_no_service_and_no_key(service: Service) -> None:
    file = service.write("a.csv", CSV)
    assert "say https://host" in run("live", "open", file, "--url", "ftp://x", status=2).output
    service.key.write_text("not-a-key")
    assert "401" in service.open(file, "--name", "Club", "--rules", "santase", status=2)
    service.write("b.csv", "").write_bytes(b"\xff")
    assert "UTF-8" in service.open(service.folder / "b.csv", status=2)
