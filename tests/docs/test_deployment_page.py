"""The commands of the deployment page, and of the page on people, are run as printed.

They run on a machine in a folder. Addresses and paths are changed; :mod:`tests.support.installing` stands for
users, packages of the system, systemd and containers. Everything else is real: the program is built and
installed, and the server runs from its unit, behind nginx and Caddy, over SQLite and PostgreSQL.
"""

import http.client
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]

from tests.support.corpus import ROOT, SAMPLES, need
from tests.support.databases import Postgres
from tests.support.live_http import HANDS, TALON
from tests.support.uploads import key_of
from tests.viewer.web.server.test_deployment import HOST, LIVE, Listener, ProxiedAnswer, answers, free_port
from viewer.store import Store
from viewer.web.wsgi import config_from

PAGES: Final = ("docs/deployment.md", "docs/backups.md", "docs/people.md")
STANDS_FOR: Final = ("apt-get", "docker", "install", "nginx", "runuser", "systemctl", "useradd")
FILES: Final = ROOT / "docs" / "deployment"


class CommandBlock(NamedTuple):
    """The place of a block of commands: the page, the heading, and its number below that."""

    page: str
    heading: str
    number: int


_ARCHIVING: Final = "tests/viewer/store/test_archiving.py runs the script, on a server of its own"
UNRUN: Final[dict[CommandBlock, str]] = {
    CommandBlock("backups.md", "Nothing lost", 1): _ARCHIVING,
    CommandBlock("backups.md", "Nothing lost", 2): _ARCHIVING,
}
"""Blocks that are not run, and why."""


def blocks() -> dict[CommandBlock, str]:
    """All blocks of commands, in their order."""
    found: dict[CommandBlock, str] = {}
    for page in PAGES:
        heading = number = None
        for part in re.finditer(r"(?ms)^#+ ([^\n]+)$|^```(\w*)\n(.*?)^```$", (ROOT / page).read_text()):
            if part[1]:
                heading, number = part[1], 0
            elif part[2] in ("sh", "bash", "shell", "console", ""):
                assert heading is not None
                assert number is not None
                number += 1
                found[CommandBlock(Path(page).name, heading, number)] = part[3]
    return found


class Machine:
    """A folder that plays the part of a machine, and its processes."""

    def __init__(self, root: Path, postgres: Postgres) -> None:
        self.root = root
        self.place = Listener(free_port())
        self.live = Listener(free_port())
        self.secure = Listener(free_port(), is_secure=True)
        self.plain = Listener(free_port())
        self.caddy = Listener(free_port())
        self.project = root / "project"
        self.secret = ""
        self.match: PlayedThroughout | None = None
        self._programs = root / "programs"
        self._postgres = postgres
        self._copy_project()
        self._put_programs()
        self._prepare_proxies()
        self.environment = {
            "PATH": f"{self._programs}:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(root),
            "LC_ALL": "C.UTF-8",
            "MACHINE": str(root),
            "MACHINE_SANTASE_BIND": f"127.0.0.1:{self.place.port}",
            "MACHINE_SANTASE_LIVE_BIND": f"127.0.0.1:{self.live.port}",
            "PGHOST": str(postgres.folder),
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "false",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def changed(self, text: str) -> str:
        """A text with the addresses and paths of this machine."""
        for shipped, here in (
            ("/etc/", f"{self.root}/etc/"),
            ("/opt/santase", f"{self.root}/opt/santase"),
            ("/var/lib/santase", f"{self.root}/var/lib/santase"),
            ("/var/run/postgresql", str(self._postgres.folder)),
            ("127.0.0.1:8066", f"127.0.0.1:{self.place.port}"),
            ("127.0.0.1:8067", f"127.0.0.1:{self.live.port}"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain.port};"),
            ("listen 443 ", f"listen 127.0.0.1:{self.secure.port} "),
        ):
            text = text.replace(shipped, here)
        return text

    def run(self, commands: str, **environment: str) -> str:
        """Run a block in a separate shell; return its output."""
        done = subprocess.run(
            ["sh", "-eu", "-c", self.changed(commands)],
            cwd=self.project,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def _copy_project(self) -> None:
        """What an installation needs, with the files of the deployment changed."""
        self.project.mkdir()
        for name in ("pyproject.toml", "README.md", "LICENSE", "requirements.lock"):
            shutil.copy(ROOT / name, self.project)
        left_out = shutil.ignore_patterns("__pycache__", "screenshots")
        for name in ("grammar", "notation", "referee", "santase", "viewer", "samples", "docs/deployment"):
            shutil.copytree(ROOT / name, self.project / name, ignore=left_out)
        for path in (self.project / "docs/deployment").iterdir():
            path.write_text(self.changed(path.read_text()))
        for name in (
            "etc/systemd/system",
            "etc/nginx/sites-available",
            "etc/nginx/sites-enabled",
            "etc/caddy",
        ):
            (self.root / name).mkdir(parents=True)

    def _put_programs(self) -> None:
        self._programs.mkdir()
        (self.root / "state").mkdir()
        script = (ROOT / "tests/support/installing.py").read_text()
        for name in STANDS_FOR:
            self._put(name, f"#!{sys.executable}\n{script}")
        self._put("python3", PYTHON.format(base=sys._base_executable, packages=self._packages()))  # type: ignore[attr-defined]
        for name in ("createuser", "createdb"):
            (self._programs / name).symlink_to(self._postgres.programs / name)

    def _put(self, name: str, text: str) -> None:
        path = self._programs / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def _packages(self) -> Path:
        """What an index would bring: all that is installed for the tests, but not this program."""
        packages = self.root / "packages"
        packages.mkdir()
        for path in Path(sysconfig.get_path("purelib")).iterdir():
            if not re.match(r"santase|__pycache__|_editable|pip|setuptools|.*\.pth$", path.name):
                (packages / path.name).symlink_to(path)
        return packages

    def _prepare_proxies(self) -> None:
        """The parts of their configuration that are not this project's."""
        certificates = self.root / "etc/letsencrypt/live" / HOST
        certificates.mkdir(parents=True)
        made = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST}".split()
        files = ["-keyout", f"{certificates}/privkey.pem", "-out", f"{certificates}/fullchain.pem"]
        subprocess.run([need("openssl"), *made, *files], check=True, capture_output=True)
        kept = " ".join(
            f"{kind}_temp_path {self.root}/state/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        path = self.root / "etc/nginx/nginx.conf"
        path.write_text(
            f"{user} daemon off; pid {self.root}/state/nginx; error_log stderr; events {{}}\n"
            f"http {{ include /etc/nginx/mime.types; access_log off; {kept} "
            f"include {self.root}/etc/nginx/sites-enabled/*; }}\n"
        )
        words = ["-e", "stderr", "-c", str(path)]
        self._know("nginx.words", words)
        self._know("nginx.json", [[need("nginx"), *words], {}])
        told = {
            "HOST": f"http://:{self.caddy.port}",
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "XDG_DATA_HOME": f"{self.root}/state",
            "XDG_CONFIG_HOME": f"{self.root}/state",
        }
        command = [need("caddy"), "run", "--config", f"{self.root}/etc/caddy/Caddyfile"]
        self._know("caddy.json", [command, told])

    def _know(self, name: str, what: object) -> None:
        (self.root / "state" / name).write_text(json.dumps(what))

    def end_match(self) -> None:
        """Remove the live match, which was played until now."""
        assert self.match
        name = self.match.path.rpartition("/")[2]
        self.match = None
        self.run(
            "set -a; . /etc/santase.env; set +a; runuser -u santase -- /opt/santase/bin/santase archive "
            f"matches remove {name} --reason test --force"
        )

    def stop(self) -> None:
        self.run("systemctl stop santase.target nginx caddy")


class PlayedThroughout:
    """A live match of the machine, in which something happens all the time that commands run."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        asked = {"rules": "schnapsen", "dealing": "hand", "names": ["Ana", "Boris"]}
        opened = json.loads(self._send(LIVE, asked, machine.secret).body)
        self.path, self.arbiter = f"{LIVE}/{opened['id']}", opened["keys"]["arbiter"]
        self.acknowledged = 0
        """The last version that was acknowledged."""
        self.heads: list[str] = []
        """The head of the journal after each request that was acknowledged."""
        self.requests = 0
        self.act("deal", cards={"hands": HANDS, "talon": TALON})

    def _send(self, path: str, said: object, key: str) -> ProxiedAnswer:
        how = {"Content_Type": "application/json", "Authorization": f"Bearer {key}"}
        return self.machine.live.ask("POST", path, json.dumps(said).encode(), **how)

    def act(self, do: str, **said: object) -> None:
        """Have the arbiter make a request, and remember what is acknowledged."""
        self.requests += 1
        told = {"do": do, "key": str(self.requests), **said}
        try:
            answer = self._send(f"{self.path}/actions", told, self.arbiter)
        except (ConnectionError, http.client.HTTPException):
            return
        if answer.status == 200:
            receipt = json.loads(answer.body)["receipt"]
            self.acknowledged = receipt["version"]
            self.heads.append(receipt["head"])

    @property
    def version(self) -> int:
        """The version at which the match stands."""
        found: int = json.loads(self.machine.live.ask("GET", self.path).body)["id"]
        return found

    @contextmanager
    def being_played(self) -> Iterator[None]:
        """Pause and resume all the time."""
        is_over = threading.Event()

        def play() -> None:
            while not is_over.wait(0.2):
                self.act("pause")
                self.act("resume")

        thread = threading.Thread(target=play)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def goes_on(self) -> None:
        """Nothing that was acknowledged is lost, and more is acknowledged."""
        before = self.acknowledged
        assert self.version >= before > 0
        self.act("pause")
        self.act("resume")
        assert self.version == self.acknowledged > before


PYTHON: Final = """#!/bin/sh -eu
{base} "$@"
[ "${{2:-}}" = venv ] || exit 0
for folder in "$3"/lib/python3*/site-packages; do echo {packages} > "$folder/packages.pth"; done
cat > "$3/bin/gunicorn" <<END
#!$3/bin/python
from gunicorn.app.wsgiapp import run
if __name__ == "__main__":
    run()
END
chmod +x "$3/bin/gunicorn"
"""
"""Python, whose environments have at once what an index of packages would bring."""


# What is to be seen after each block.

TEXT: Final = SAMPLES[0].read_bytes()


def is_served(machine: Machine, place: Listener | None = None) -> bool:
    """Whether the record that was added is there, byte for byte."""
    found = (place or machine.place).ask("GET", f"/records/{key_of(TEXT)}.sgn")
    return found.status == 200 and found.body == TEXT


def is_installed(machine: Machine, said: str) -> None:
    command = [f"{machine.root}/opt/santase/bin/python", "-c", "import viewer; print(viewer.__file__)"]
    shown = subprocess.run(command, cwd=machine.root, capture_output=True, text=True, check=True).stdout
    assert shown.startswith(f"{machine.root}/opt/santase/lib/")
    assert machine.place.ask("GET", "/ready").body == b"ok\n"
    assert stat.S_IMODE((machine.root / "etc/santase.env").stat().st_mode) == 0o640


def has_a_key(machine: Machine, said: str) -> None:
    machine.secret = said.strip()
    assert re.fullmatch("sk[A-Za-z0-9_-]{40,}", machine.secret)
    how = {"Content_Type": "application/x-sgn"}
    assert machine.place.ask("POST", "/api/v1/records", TEXT, **how).status == 401
    key = f"Bearer {machine.secret}"
    assert machine.place.ask("POST", "/api/v1/records", TEXT, Authorization=key, **how).status == 201
    assert is_served(machine)


def is_behind_nginx(machine: Machine, said: str) -> None:
    until(answers(machine.secure))
    assert is_served(machine, machine.secure)


def is_behind_caddy(machine: Machine, said: str) -> None:
    until(answers(machine.caddy))
    assert is_served(machine, machine.caddy)


def until(holds: Callable[[], bool]) -> None:
    while not holds():
        pass


def is_in_postgresql(machine: Machine, said: str) -> None:
    """It is another archive, and backed up; the pages that follow are about the one in SQLite."""
    assert len(list((machine.root / "var/lib/santase/backups").glob("archive-*.dump"))) == 1
    assert machine.place.ask("GET", "/ready").body == b"ok\n"
    assert not is_served(machine)
    settings = machine.root / "etc/santase.env"
    assert "postgresql+psycopg" in settings.read_text()
    shutil.copy(machine.project / "docs/deployment/santase.env", settings)
    machine.run("systemctl restart santase.target")
    assert is_served(machine)


def is_a_key(machine: Machine, said: str) -> None:
    assert re.fullmatch("sk[A-Za-z0-9_-]{40,}", said.strip())
    given = dict(
        line.split("=", 1) for line in (machine.project / "docs/deployment/.env").read_text().splitlines()
    )
    assert set(given) == {"POSTGRES_PASSWORD", "HOST"}
    assert re.fullmatch("[0-9a-f]{32}", given["POSTGRES_PASSWORD"])


def is_backed_up(machine: Machine, said: str) -> None:
    assert re.fullmatch(r"archive-\w+Z\.dump\narchive-\w+Z\.db\n", said), said


def is_brought_back(machine: Machine, said: str) -> None:
    """What was acknowledged after the backup is in the file that was moved away, and nothing later."""
    match = machine.match
    assert match
    heads = dict[str, set[str]]()
    for name in ("broken/archive.db", "archive.db"):
        with Store.open(f"sqlite:///{machine.root}/var/lib/santase/{name}") as store:
            lines = store.journal.since(match.path.rpartition("/")[2], -1)
            heads[name] = {line.head.hex() for line in lines}
    new = [head for head in match.heads if head not in heads["broken/archive.db"]]
    assert match.heads[len(match.heads) - len(new) :] == new
    assert heads["archive.db"] >= set(new)
    match.acknowledged = match.version
    assert is_served(machine)
    until(lambda: machine.place.ask("GET", "/ready").body == b"ok\n")


def is_upgraded(machine: Machine, said: str) -> None:
    assert (machine.root / "var/lib/santase/before-upgrade.db").exists()
    assert is_served(machine)


def went_back(machine: Machine, said: str) -> None:
    assert said.count("the tables are at step 0001\n") == 2
    assert is_served(machine)


def is_watched(machine: Machine, said: str) -> None:
    assert said == "ok\nok\nok\n"


def has_keys(machine: Machine, said: str) -> None:
    assert len(re.findall("(?m)^sk[A-Za-z0-9_-]{40,}$", said)) == 4
    assert "Club office" in said
    assert said.endswith("Ivan: revoked\n")


CHECKS: Final[dict[CommandBlock, Callable[[Machine, str], None]]] = {
    CommandBlock("deployment.md", "On a machine with systemd", 1): is_installed,
    CommandBlock("deployment.md", "On a machine with systemd", 2): has_a_key,
    CommandBlock("deployment.md", "The proxy", 1): is_behind_nginx,
    CommandBlock("deployment.md", "The proxy", 2): is_behind_caddy,
    CommandBlock("deployment.md", "PostgreSQL", 1): is_in_postgresql,
    CommandBlock("deployment.md", "In containers", 1): is_a_key,
    CommandBlock("backups.md", "Backups", 1): is_backed_up,
    CommandBlock("backups.md", "Backups", 2): is_brought_back,
    CommandBlock("backups.md", "Upgrades, and back", 1): is_upgraded,
    CommandBlock("backups.md", "Upgrades, and back", 2): went_back,
    CommandBlock("backups.md", "Watching it", 1): is_watched,
    CommandBlock("people.md", "Keys", 1): has_keys,
}


HAS_A_KEY: Final = CommandBlock("deployment.md", "On a machine with systemd", 2)
"""From then on there is a live match."""
GOES_BACK: Final = CommandBlock("backups.md", "Upgrades, and back", 2)
"""The earlier version knows no live matches."""


def test_every_block_of_commands_is_run_or_listed_with_the_reason() -> None:
    assert [each for each in blocks() if each not in UNRUN] == list(CHECKS)
    assert set(UNRUN) <= set(blocks())
    assert all(UNRUN.values())


def test_servers_of_one_archive_are_started_and_stopped_together() -> None:
    """A server that was forgotten would go on writing into a file that was moved away."""
    servers = {path.name for path in FILES.glob("*.service") if "bin/gunicorn" in path.read_text()}
    target = (FILES / "santase.target").read_text()
    assert set(re.findall("(?m)^Wants=(.*)$", target)[0].split()) == servers
    assert all("\nPartOf=santase.target\n" in (FILES / name).read_text() for name in servers)
    text = "".join((ROOT / page).read_text() for page in PAGES)
    for verb, named in re.findall(r"systemctl (stop|start|restart|enable --now|disable) ([^\n`]*)", text):
        assert not servers & set(named.split()), (verb, named)


def test_the_units_of_archiving_are_those_of_systemd(tmp_path: Path) -> None:
    """The others are installed by the commands of the page."""
    script = (FILES / "santase-wal.sh").read_text()
    for name in ("santase-wal.service", "santase-base.service", "santase-base.timer"):
        unit = (
            (FILES / name).read_text().replace("/usr/local/sbin/santase-wal", str(FILES / "santase-wal.sh"))
        )
        (tmp_path / name).write_text(unit)
        for verb in re.findall(r"(?m)^ExecStart=\S+ (\w+)", unit):
            assert re.search(rf"(?m)^{verb}\(\)", script)
    units = [str(path) for path in tmp_path.iterdir()]
    command = [need("systemd-analyze"), "verify", "--man=no", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not re.findall(r".*santase-.*", done.stderr), done.stderr


@pytest.fixture
def machine(tmp_path: Path, own_postgres: Postgres) -> Iterator[Machine]:
    for name in ("systemd-analyze", "curl"):
        need(name)
    made = Machine(tmp_path, own_postgres)
    yield made
    made.stop()


@pytest.mark.nightly
def test_the_commands_do_what_the_pages_say(machine: Machine) -> None:
    own = {
        "PATH": f"{machine.root}/opt/santase/bin:/usr/bin:/bin",
        "SANTASE_DATABASE": f"sqlite:///{machine.root}/people.db",
    }
    for block, commands in blocks().items():
        if block not in CHECKS:
            continue
        if block == GOES_BACK and machine.match:
            machine.end_match()
        with machine.match.being_played() if machine.match else nullcontext():
            said = machine.run(commands, **own if block.page == "people.md" else {})
        CHECKS[block](machine, said)
        if machine.match:
            machine.match.goes_on()
        elif block == HAS_A_KEY:
            machine.match = PlayedThroughout(machine)


# Containers: their files agree with the program.


def test_the_containers_are_told_what_the_program_understands() -> None:
    file: dict[str, Any] = yaml.safe_load((FILES / "compose.yaml").read_text())
    image = (FILES / "Containerfile").read_text()
    services = file["services"]
    server = services["santase"]
    known = set(re.findall(r"`(SANTASE_[A-Z_]+)`", (ROOT / "viewer/web/README.md").read_text()))
    assert {name for name in server["environment"] if name.startswith("SANTASE_")} <= known
    told = {
        name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value).replace("${POSTGRES_PASSWORD}", "0123456789abcdef")
        for name, value in server["environment"].items()
    }
    config = config_from(told)
    assert (config.hosts, config.secure, config.proxies) == ((HOST,), True, 1)
    database = services["database"]["environment"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert config.database == f"postgresql+psycopg://{user}:0123456789abcdef@database/{name}"
    assert "UTF8" in database["POSTGRES_INITDB_ARGS"]
    assert f"--username={user}" in services["database"]["healthcheck"]["test"]
    for service in services.values():
        assert set(service) <= COMPOSE_KEYS
        assert ("image" in service) != ("build" in service)
        assert set(service.get("depends_on", ())) <= set(services)
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert (FILES / source).exists() if source.startswith(".") else source in file["volumes"]
    for needed_one, how in server["depends_on"].items():
        assert how["condition"] == "service_healthy"
        assert "healthcheck" in services[needed_one]
    [port] = re.findall("(?m)^EXPOSE ([0-9]+)$", image)
    assert services["proxy"]["environment"]["SANTASE_SERVER"] == f"santase:{port}"
    [command] = re.findall("(?m)^CMD (.*)$", image)
    assert json.loads(command)[-1] == f"0.0.0.0:{port}"
    assert f"http://127.0.0.1:{port}/live" in image
    context = (FILES / server["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / server["build"]["dockerfile"]).is_file()
    copied = re.findall(r"(?m)^COPY (?!--from)(.*) (\S+)$", image)
    assert all((context / source).exists() for sources, _ in copied for source in sources.split())
    assert {"HOST", "SANTASE_SERVER"} <= set(re.findall(r"\{\$(\w+):", (FILES / "Caddyfile").read_text()))


COMPOSE_KEYS: Final = {
    *(
        "build",
        "cap_drop",
        "command",
        "depends_on",
        "environment",
        "healthcheck",
        "image",
        "mem_limit",
        "ports",
    ),
    *("read_only", "restart", "security_opt", "tmpfs", "volumes"),
}
"""What a service can have, as far as ours do (https://github.com/compose-spec/compose-spec)."""
