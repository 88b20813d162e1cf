"""The servers as deployed: with the shipped units, behind nginx and Caddy with the shipped configurations."""

import gzip
import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.support.corpus import ROOT, SAMPLES, need
from tests.support.forked import Forked
from tests.support.live_http import HANDS, TALON
from tests.support.servers import children, free_ports
from viewer.store import Store
from viewer.web.wsgi import config_from

FILES: Final = ROOT / "docs" / "deployment"
HOST: Final = "club.example"
SGN: Final = {"Content-Type": "application/x-sgn"}


class ProxiedAnswer(NamedTuple):
    """What is answered, by the server or by the proxy in front of it."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Listener(NamedTuple):
    """Where something listens on this machine, and how it is reached."""

    port: int
    is_secure: bool = False
    pid: int = 0

    def connection(self) -> http.client.HTTPConnection:
        """Open a connection; the certificates made here are not verified."""
        if not self.is_secure:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=trusting)

    def ask(
        self, method: str, path: str, body: bytes | Iterator[bytes] | None = None, **headers: str
    ) -> ProxiedAnswer:
        """One request, as a browser at the address of the club would send it."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(self.connection()) as connection:
            connection.request(method, path, body, {"Host": HOST, **named})
            response = connection.getresponse()
            return ProxiedAnswer(response.status, response.headers, response.read())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def running(
    command: list[str], is_up: Callable[[], bool], **environment: str
) -> Iterator["subprocess.Popen[Any]"]:
    """Run a program from its first answer on; its output is shown if it never answers."""
    told = os.environ | environment
    with (
        tempfile.TemporaryFile("w+") as said,
        Forked(command, told, said.fileno(), start_new_session=True)
        if command[0] == sys.executable
        else subprocess.Popen(
            command, stdout=said, stderr=subprocess.STDOUT, env=told, start_new_session=True
        ) as process,
    ):
        watch = threading.Timer(60, process.kill)
        watch.start()
        try:
            while not is_up():
                if process.poll() is not None:  # it has ended, or was ended for it took too long
                    said.seek(0)
                    pytest.fail(said.read())
            yield process
        finally:
            watch.cancel()
            process.terminate()
            process.wait(60)


def answers(place: Listener) -> Callable[[], bool]:
    """Whether something answers there; a connection that is refused is refused at once."""

    def is_up() -> bool:
        try:
            place.ask("GET", "/live")
        except (ConnectionError, http.client.HTTPException, ssl.SSLError):
            return False
        return True

    return is_up


def unit(name: str) -> dict[str, str]:
    """What a unit of systemd says, by its names."""
    lines = (FILES / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if re.match("[A-Z]", line))


def settings() -> dict[str, str]:
    lines = (FILES / "santase.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The archive that both servers have."""
    url = f"sqlite:///{tmp_path_factory.mktemp('served') / 'archive.db'}"
    with Store.open(url) as store:
        for path in SAMPLES[:4]:
            store.add(path.read_bytes())
    return url


@contextmanager
def started(name: str, database: str, port: int = 0, **told: str) -> Iterator[Listener]:
    """A server with the command of its unit and the settings that are shipped."""
    program, *words = unit(name)["ExecStart"].split()
    assert program == "/opt/santase/bin/gunicorn"
    place = Listener(port or free_port())
    address = f"127.0.0.1:{place.port}"
    told |= {"SANTASE_DATABASE": database, "PYTHONPATH": str(ROOT)}
    told |= {"SANTASE_BIND": address, "SANTASE_LIVE_BIND": address}
    command = [sys.executable, "-m", "gunicorn", *words]
    with running(command, answers(place), **(settings() | told)) as process:
        yield place._replace(pid=process.pid)


@pytest.fixture(scope="module")
def served(database: str) -> Iterator[Listener]:
    """The server of the records."""
    with started("santase.service", database, SANTASE_ADD="all") as place:
        yield place


@pytest.fixture(scope="module")
def served_live(database: str) -> Iterator[Listener]:
    """The workers of live matches, where everybody may open matches."""
    with started("santase-live.service", database, SANTASE_LIVE="all") as place:
        yield place


def has_two_workers(live: Listener) -> bool:
    return len(children(live.pid)) == 2


@contextmanager
def behind_nginx(served: Listener, live: Listener, folder: Path) -> Iterator[Listener]:
    nginx = need("nginx")
    request = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST}".split()
    files = ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"]
    subprocess.run(["openssl", *request, *files], check=True, capture_output=True)
    plain, secure = free_port(), free_port()
    site = (FILES / "nginx.conf").read_text()
    for shipped, here in (
        ("server 127.0.0.1:8066;", f"server 127.0.0.1:{served.port};"),
        ("server 127.0.0.1:8067;", f"server 127.0.0.1:{live.port};"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ", f"listen 127.0.0.1:{secure} "),
        ("/etc/letsencrypt/live/club.example/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/letsencrypt/live/club.example/privkey.pem", f"{folder}/key.pem"),
    ):
        assert site.count(shipped) == 1, shipped
        site = site.replace(shipped, here)
    if has_two_workers(live):
        site = site.replace("    # ~^", "    ~^").replace("127.0.0.1:8067 ", f"127.0.0.1:{live.port} ")
        for number in (1, 2):
            site = site.replace(f"127.0.0.1:{8067 + number} ", f"127.0.0.1:{live.port + number} ")
    (folder / "site.conf").write_text(site)
    kept = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""  # the user that buffers large bodies in the folder
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ include /etc/nginx/mime.types; access_log off; {kept} include {folder}/site.conf; }}\n"
    )
    place = Listener(secure, is_secure=True)
    with running([nginx, "-e", "stderr", "-c", f"{folder}/nginx.conf"], answers(place)):
        moved = Listener(plain).ask("GET", "/records/1?a=b")
        assert (moved.status, moved.headers["Location"]) == (301, f"https://{HOST}/records/1?a=b")
        yield place


@contextmanager
def behind_caddy(served: Listener, live: Listener, folder: Path) -> Iterator[Listener]:
    caddy = need("caddy")
    place = Listener(free_port())
    told = {
        "HOST": f"http://:{place.port}",
        "SANTASE_SERVER": f"127.0.0.1:{served.port}",
        "SANTASE_LIVE_SERVER": f"127.0.0.1:{live.port}",
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with running([caddy, "run", "--config", str(FILES / "Caddyfile")], answers(place), **told):
        yield place


PROXIES: Final = {"nginx": behind_nginx, "caddy": behind_caddy}


@pytest.fixture(scope="module", params=PROXIES)
def proxied(
    request: pytest.FixtureRequest,
    served: Listener,
    served_live: Listener,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Listener]:
    with PROXIES[request.param](served, served_live, tmp_path_factory.mktemp(request.param)) as place:
        yield place


pytestmark = pytest.mark.slow


def test_pages_come_as_they_are_sent(proxied: Listener, served: Listener) -> None:
    for path in ("/", "/records", "/api/v1/openapi.json", "/static/icon.svg", "/nowhere"):
        near, far = served.ask("GET", path), proxied.ask("GET", path)
        assert far.status == near.status
        assert far.body == near.body or b"nonce" in near.body or "/nowhere" in path
        for name in ("Content-Type", "Content-Security-Policy", "Cache-Control", "ETag", "X-Frame-Options"):
            assert far.headers[name] == near.headers[name], (path, name)
        assert far.headers["Strict-Transport-Security"]


def test_a_page_is_packed_once_and_asked_for_again_with_its_tag(proxied: Listener) -> None:
    sent = proxied.ask("POST", "/api/v1/records", SAMPLES[5].read_bytes(), **SGN)
    key = json.loads(sent.body)["records"][0]["id"]
    page = proxied.ask("GET", f"/records/{key}", Accept_Encoding="gzip")
    assert page.headers["Content-Encoding"] == "gzip"
    assert b"<html" in gzip.decompress(page.body)
    path = f"/api/v1/records/{key}/judgement"
    packed = proxied.ask("GET", path, Accept_Encoding="gzip")
    assert "rules" in json.loads(gzip.decompress(packed.body))
    again = proxied.ask("GET", path, Accept_Encoding="gzip", If_None_Match=packed.headers["ETag"])
    assert (again.status, again.body) == (304, b"")


def test_records_come_in_whole_with_their_length_and_in_chunks(proxied: Listener) -> None:
    text = SAMPLES[5].read_bytes()
    sent = proxied.ask("POST", "/api/v1/records", text, **SGN)
    assert sent.status in (200, 201), sent
    [added] = json.loads(sent.body)["records"]
    assert proxied.ask("GET", f"/records/{added['id']}.sgn").body == text
    chunks = (text[at : at + 700] for at in range(0, len(text), 700))
    again = proxied.ask("POST", "/api/v1/records", chunks, **SGN)  # without a length
    assert again.status == 200
    assert json.loads(again.body)["records"][0]["id"] == added["id"]


@pytest.mark.parametrize("size", [1 << 20, (1 << 20) + 1, 1_200_000])
def test_what_is_too_large_is_refused_and_not_cut(
    proxied: Listener, size: int, request: pytest.FixtureRequest
) -> None:
    """A proxy may end the connection before all was sent; then a client sees that, and no answer.

    And Caddy says 502 where it is still sending when the server, which has refused the upload, stops reading.
    """
    is_behind_caddy = request.node.callspec.params["proxied"] == "caddy"
    expected = (413, 502) if is_behind_caddy and size > 1_100_000 else (413,) if size > 1 << 20 else (200,)
    try:
        sent = proxied.ask("POST", "/api/v1/check", b"%SGN 1\n; " + b"x" * (size - 9), **SGN)
    except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
        assert size > 1_100_000
        return
    assert sent.status in expected


def test_what_is_answered_names_the_address_that_was_asked_for(proxied: Listener) -> None:
    described = json.loads(proxied.ask("GET", "/api/v1/records").body)
    assert "127.0.0.1" not in json.dumps(described)
    wrong = proxied.ask("GET", "/", X_Forwarded_Host="evil.example", X_Forwarded_For="1.2.3.4")
    assert b"evil.example" not in wrong.body
    assert proxied.ask("GET", "/", Host="evil.example").status in (400, 404, 421)


def test_the_figures_are_not_for_everybody(proxied: Listener) -> None:
    assert proxied.ask("GET", "/metrics").status in (403, 404)
    assert proxied.ask("GET", "/ready").status == 200


def test_who_sends_half_a_request_keeps_nobody_waiting(proxied: Listener) -> None:
    head = b"GET / HTTP/1.1\r\nHost: club"
    body = b"POST /records HTTP/1.1\r\nHost: club.example\r\nContent-Length: 9\r\n\r\n%"
    held = []
    try:
        for number in range(28):
            connection = proxied.connection()
            connection.connect()
            connection.sock.sendall(body if number % 2 else head)
            held.append(connection)
        for _ in range(8):
            assert proxied.ask("GET", "/live").status == 200
            assert proxied.ask("GET", "/").status == 200
    finally:
        for connection in held:
            connection.close()


# Live matches.

LIVE: Final = "/api/v1/live/matches"
JSON: Final = {"Content_Type": "application/json"}
SSE: Final = "text/event-stream"


class ProxiedMatch:
    """A match that was opened through a proxy, with the cards still to be dealt."""

    def __init__(self, place: Listener) -> None:
        asked = {"rules": "schnapsen", "names": ["Ana", "Boris"], "dealing": "hand"}
        answer = place.ask("POST", LIVE, json.dumps(asked).encode(), **JSON)
        assert answer.status == 201, answer
        found = json.loads(answer.body)
        self.place = place
        self.keys: dict[str, str] = found["keys"]
        self.path = f"{LIVE}/{found['id']}"
        assert answer.headers["Location"] in (self.path, f"https://{HOST}{self.path}"), answer.headers

    def key(self, role: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[role]}"}

    def act(self, role: str, **said: object) -> ProxiedAnswer:
        """Send a request to the table; it is carried out once, even if it is repeated."""
        body = json.dumps({"key": f"{role}-{len(json.dumps(said))}", **said}).encode()
        answer = self.place.ask("POST", f"{self.path}/actions", body, **JSON, **self.key(role))
        assert answer.status == 200, answer
        return answer

    @contextmanager
    def follow(self, role: str, **headers: str) -> Iterator[Iterator[dict[str, str]]]:
        """The server-sent events of a role, each as it comes: its fields; what means nothing is left out."""
        told = {"Host": HOST, "Accept": SSE, "Accept-Encoding": "gzip, br", **self.key(role)}
        with closing(self.place.connection()) as connection:
            connection.request("GET", f"{self.path}/events", None, told | headers)
            response = connection.getresponse()
            assert (response.status, response.headers.get_content_type()) == (200, SSE)
            assert response.headers["Content-Encoding"] is None
            assert response.headers["Cache-Control"] == "no-store"

            def events() -> Iterator[dict[str, str]]:
                fields: dict[str, str] = {}
                while line := _next_line(response):
                    name, _, said = line.rstrip("\n").partition(": ")
                    if name:
                        fields[name] = said
                    elif fields:
                        yield fields
                        fields = {}

            yield events()


def _next_line(response: http.client.HTTPResponse) -> str:
    """The next line of a stream; empty at its end, also where it was broken off."""
    try:
        return response.readline().decode()
    except (http.client.IncompleteRead, ConnectionError):
        return ""


def test_a_live_match_is_played_and_followed_as_it_happens(proxied: Listener) -> None:
    """Each event arrives before the next request, so the proxy does not buffer them."""
    match = ProxiedMatch(proxied)
    with match.follow("A") as events:
        first = next(events)
        assert first["event"] == "snapshot"
        match.act("arbiter", do="deal", cards={"hands": HANDS, "talon": TALON})
        dealt = next(events)
        match.act("B", action="Kh")
        led = next(events)
        assert [dealt["event"], led["event"]] == ["entry", "entry"]
        assert json.loads(dealt["data"])["view"]["deal"]["hand"]
        assert json.loads(led["data"])["entry"]["action"] == "Kh"
    with match.follow("A", **{"Last-Event-ID": dealt["id"]}) as events:
        assert next(events) == led
        match.act("A", action="Qh")
        followed = next(events)
        assert json.loads(followed["data"])["entry"]["action"] == "Qh"
        match.act("B", do="leave")
        assert [each["event"] for each in events] == ["entry", "end"]
    with match.follow("B", **{"Last-Event-ID": followed["id"]}) as events:
        assert [each["event"] for each in events] == ["entry", "end"]
    record = proxied.ask("GET", f"{match.path}/record", Accept="application/x-sgn")
    assert (record.status, record.body[:6]) == (200, b"%SGN 1")


def test_refusals_of_a_table_come_as_they_are_sent(proxied: Listener, served_live: Listener) -> None:
    match = ProxiedMatch(proxied)
    wrong = b'{"do": "pause", "version": 0}'
    for place in (proxied, served_live):
        refused = place.ask("POST", f"{match.path}/actions", wrong, **JSON, **match.key("A"))
        assert (refused.status, json.loads(refused.body)["code"]) == (422, "T402")
        assert place.ask("GET", f"{match.path}/events", Last_Event_ID="x:1").status == 409
        assert place.ask("GET", match.path, Authorization="Bearer x").status == 401
    assert proxied.ask("GET", LIVE).status == 200
    assert proxied.ask("GET", "/live/").status == 200  # a page, of the other server


def test_nginx_asks_each_live_worker_for_its_matches_and_another_one_while_it_is_gone(
    database: str, tmp_path: Path
) -> None:
    """Only the streams of the worker that is killed end; its matches go on without an error."""
    told = {"SANTASE_LIVE": "all", "SANTASE_LIVE_WORKERS": "2", "SANTASE_LIVE_OPENED": "99"}
    with (
        started("santase-live.service", database, free_ports(3), **told) as live,
        behind_nginx(live, live, tmp_path) as place,
    ):
        matches = [ProxiedMatch(place) for _ in range(8)]
        shares = [int(match.path.rpartition("/")[2][0], 16) // 8 for match in matches]
        assert {*shares} == {0, 1}
        with ExitStack() as stack:
            streams = [stack.enter_context(match.follow("A")) for match in matches]
            for stream in streams:
                assert next(stream)["event"] == "snapshot"
            os.kill(max(children(live.pid)), signal.SIGKILL)
            for match, share, stream in zip(matches, shares, streams, strict=True):
                match.act("arbiter", do="deal", cards={"hands": HANDS, "talon": TALON})
                assert [each["event"] for each in islice(stream, 1)] == ([] if share else ["entry"])
        while not has_two_workers(live):
            time.sleep(0.05)
        for match in matches:
            match.act("B", action="Kh")


# The units, and what is shipped beside them.


def test_systemd_finds_no_fault_and_little_that_the_server_could_do(tmp_path: Path) -> None:
    analyze = need("systemd-analyze")
    for path in sorted(FILES.glob("santase*.*")):
        if path.suffix in (".service", ".target", ".timer"):
            (tmp_path / path.name).write_text(
                path.read_text().replace("/opt/santase/bin/", f"{sys.prefix}/bin/")
            )
    for name in ("santase.target", "santase.service", "santase-live.service", "santase-backup.timer"):
        done = subprocess.run(
            [analyze, "verify", "--man=no", str(tmp_path / name)], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
    rated = [analyze, "security", "--offline=yes", "--threshold=15", str(tmp_path / "santase.service")]
    assert subprocess.run(rated, capture_output=True, check=False).returncode == 0


def test_the_settings_that_are_shipped_are_understood() -> None:
    config = config_from(settings())
    assert (config.secure, config.proxies, config.hosts) == (True, 1, (HOST,))
    composed = (FILES / "compose.yaml").read_text()
    for name in settings():
        assert f"{name}: " in composed, name
