"""Stand-ins for system programs when the commands of the deployment page are run.

Each is called by its name, from a folder at the front of PATH. It fails if its arguments are not valid for
the program, or name something missing. What is impossible here (users, packages, an init system) is only
recorded in a folder; the rest is done by the real program, and services are started and stopped.
"""

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(os.environ["MACHINE"])
STATE = ROOT / "state"
REAL = "/usr/sbin:/usr/bin:/sbin:/bin"


def fail(why: str) -> None:
    sys.exit(f"{Path(sys.argv[0]).name} {shlex.join(sys.argv[1:])}: {why}")


def real(name: str, *words: str) -> None:
    """Continue as the real program."""
    os.environ["PATH"] = REAL
    os.execvp(name, [name, *words])


def called(name: str) -> bool:
    """Whether a user, or a group of the same name, was created before."""
    return (STATE / "users" / name).exists()


def apt_get(words: list[str]) -> None:
    if words[:2] != ["install", "--yes"] or len(words) < 3:
        fail("not understood")
    for package in words[2:]:
        if not re.fullmatch("[a-z0-9][a-z0-9.+-]+", package):
            fail(f"{package} is not a name of a package")


def useradd(words: list[str]) -> None:
    known = subprocess.run(["/usr/sbin/useradd", "--help"], capture_output=True, text=True, check=True).stdout
    for word in words:
        if word.startswith("-") and not re.search(rf"(?m)(?:^|\s){re.escape(word)}(?:\s|,|$)", known):
            fail(f"{word} is no option")
    if not Path(words[words.index("--shell") + 1]).exists():
        fail("there is no such shell")
    user = STATE / "users" / words[-1]
    user.parent.mkdir(parents=True, exist_ok=True)
    user.write_text("")


def install(words: list[str]) -> None:
    if "-g" in words:
        at = words.index("-g")
        if not called(words[at + 1]):
            fail("no such group")
        del words[at : at + 2]
    real("install", *words)


def runuser(words: list[str]) -> None:
    if words[0] != "-u" or words[2] != "--" or not (called(words[1]) or words[1] == "postgres"):
        fail("no such user")
    os.environ["PGUSER"] = words[1]
    os.execvp(words[3], words[3:])


def unit_of(name: str) -> dict[str, str]:
    path = ROOT / "etc/systemd/system" / name
    if not path.is_file():
        fail(f"there is no unit {name}")
    return dict(line.split("=", 1) for line in path.read_text().splitlines() if re.match("[A-Z].*=", line))


def systemctl(words: list[str]) -> None:
    verb, *units = words
    if verb == "daemon-reload":
        for path in sorted((ROOT / "etc/systemd/system").iterdir()):
            command = ["systemd-analyze", "verify", "--man=no", str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode or done.stderr:
                fail(done.stderr)
        return
    if verb == "enable":
        if units.pop(0) != "--now":
            fail("not understood")
        for unit in units:
            if "WantedBy" not in unit_of(unit):
                fail(f"{unit} cannot be enabled")
        verb = "start"
    for unit in units:
        VERBS[verb](unit)


def parts_of(target: str) -> list[str]:
    """The units that are stopped with a target."""
    folder = ROOT / "etc/systemd/system"
    return [each.name for each in sorted(folder.iterdir()) if f"PartOf={target}" in each.read_text().split()]


def start(unit: str) -> None:
    if unit.endswith(".timer"):
        unit_of(unit.replace(".timer", ".service"))
        return
    if unit.endswith(".target"):
        for wanted in unit_of(unit)["Wants"].split():
            start(wanted)
        return
    if unit in ("nginx", "caddy"):
        command, environment = json.loads((STATE / f"{unit}.json").read_text())
        launch(unit, command, environment)
        return
    told = unit_of(unit)
    if not called(told["User"]):
        fail("no such user")
    lines = Path(told["EnvironmentFile"]).read_text().splitlines()
    settings = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    own = {"PGUSER": told["User"], "HOME": str(ROOT)}
    own |= {name: os.environ[f"MACHINE_{name}"] for name in ("SANTASE_BIND", "SANTASE_LIVE_BIND")}
    (ROOT / "var/lib/santase").mkdir(parents=True, exist_ok=True)
    if told["Type"] == "oneshot":
        environment = {"PATH": REAL, "LC_ALL": "C.UTF-8", **settings, **own}
        for command in commands_of(unit):
            done = subprocess.run(
                command,
                env=environment,
                cwd=told["WorkingDirectory"],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                fail(done.stderr)
        return
    [command] = commands_of(unit)
    launch(unit, command, settings | own, told["WorkingDirectory"])
    wait_for_server(own["SANTASE_LIVE_BIND" if "live" in unit else "SANTASE_BIND"], unit)


def commands_of(unit: str) -> list[list[str]]:
    """The commands of a unit, with what systemd replaces."""
    lines = (ROOT / "etc/systemd/system" / unit).read_text().splitlines()
    said = [line.partition("=")[2] for line in lines if line.startswith("ExecStart=")]
    return [shlex.split(each.replace("%%", "%").replace("$$", "$")) for each in said]


def launch(unit: str, command: list[str], environment: dict[str, str], folder: str = "/") -> None:
    with (STATE / f"{unit}.log").open("a") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={"PATH": REAL, "LC_ALL": "C.UTF-8", **environment},
            cwd=folder,
            start_new_session=True,
        )
    (STATE / f"{unit}.pid").write_text(str(process.pid))


def wait_for_server(place: str, unit: str) -> None:
    """Wait until the server reports that it is ready, as with `Type=notify`."""
    address = f"http://{place}/health"
    command = ["curl", "--silent", "--retry", "100", "--retry-connrefused", "--retry-delay", "1", address]
    if subprocess.run(command, capture_output=True, check=False, env={"PATH": REAL}).stdout != b"ok\n":
        fail((STATE / f"{unit}.log").read_text())


def stop(unit: str) -> None:
    """Stop a service, and wait for it: it is not a child process here."""
    for part in parts_of(unit):
        stop(part)
    path = STATE / f"{unit}.pid"
    if not path.exists():
        return
    pid = int(path.read_text())
    ending = os.pidfd_open(pid)
    os.kill(pid, signal.SIGTERM)
    select.select([ending], [], [], 60)
    os.close(ending)
    path.unlink()


def restart(unit: str) -> None:
    stop(unit)
    start(unit)


VERBS: dict[str, Callable[[str], None]] = {
    "start": start,
    "stop": stop,
    "restart": restart,
    "reload": restart,
}


def nginx(words: list[str]) -> None:
    """Run with the machine's configuration, at other ports and with a test certificate."""
    if words != ["-t"]:
        fail("not understood")
    subprocess.run(
        ["nginx", "-t", *json.loads((STATE / "nginx.words").read_text())], check=True, env={"PATH": REAL}
    )


def docker(words: list[str]) -> None:
    """Without an engine: the arguments are checked against the file, and a container's command runs here."""
    import yaml  # type: ignore[import-untyped]

    file: dict[str, Any] = yaml.safe_load(Path("compose.yaml").read_text())
    if words[:2] == ["compose", "up"]:
        if set(words[2:]) - {"--build", "--detach"}:
            fail("not understood")
        given = dict(line.split("=", 1) for line in Path(".env").read_text().splitlines())
        for name in re.findall(r"\$\{([A-Z_]+):\?", Path("compose.yaml").read_text()):
            if not given.get(name):
                fail(f"{name} is not given")
    elif words[:2] == ["compose", "exec"] and words[2] in file["services"]:
        os.environ["SANTASE_DATABASE"] = f"sqlite:///{STATE}/container.db"
        os.environ["PATH"] = f"{ROOT}/opt/santase/bin:{REAL}"
        os.execvp(words[3], words[3:])
    else:
        fail("not understood")


if __name__ == "__main__":
    STATE.mkdir(exist_ok=True)
    DOES: dict[str, Callable[[list[str]], None]] = {
        "apt-get": apt_get,
        "docker": docker,
        "install": install,
        "nginx": nginx,
        "runuser": runuser,
        "systemctl": systemctl,
        "useradd": useradd,
    }
    DOES[Path(sys.argv[0]).name](sys.argv[1:])
