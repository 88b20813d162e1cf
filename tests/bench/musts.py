"""The measurements, their baselines, and the targets: data for `tests/bench`."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Figure(Enum):
    """The figure of a row, computed from CPU seconds and the amount of work."""

    PLIES = "plies/s"
    DEALS = "deals/s"
    MEGABYTES = "MB/s"
    MICROSECONDS = "µs"
    MILLISECONDS = "ms"
    MEMORY = "MiB"
    TIMES = "x"

    @property
    def more_is_better(self) -> bool:
        """Whether a must is a minimum."""
        return self in (Figure.PLIES, Figure.DEALS, Figure.MEGABYTES, Figure.TIMES)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table.

    The figure of ``task`` is divided by that of ``base`` in the same round, if there is one. The ratio
    (without a base, the figure) must reach ``plain`` in the source tree, ``compiled`` in the compiled wheel;
    None means no requirement. The base ``start`` is the allowed start-up time of a command, and ``reference``
    scales a figure to a machine on which python-chess is as fast as where the must was defined.
    """

    name: str
    task: str
    figure: Figure
    base: str = ""
    plain: float | None = None
    compiled: float | None = None


P, D, B = Figure.PLIES, Figure.DEALS, Figure.MEGABYTES
US, MS, MIB, X = Figure.MICROSECONDS, Figure.MILLISECONDS, Figure.MEMORY, Figure.TIMES
REFERENCE_PLIES: Final = 70_000
"""Plies/s of python-chess on the machine for which the musts per second are defined."""
START: Final = 100 / 15
"""What a command may take before its own work begins, in multiples of the time that Python takes to start."""
ON_REQUEST: Final = frozenset({"peak"})
"""Groups that are measured only with `--only`, because they take long."""

LEAN: Final = {
    **dict.fromkeys(("check", "fmt", "digest", "json"), 40),
    **dict.fromkeys(("score", "explain", "show", "compare", "convert"), 60),
    **dict.fromkeys(("index", "stats", "dups"), 120),
}
"""Commands on files, and how much memory they may take, however large a file is."""

GROUPS: Final[dict[str, tuple[Row, ...]]] = {
    "peers": (
        Row("python-chess read_game", "chess", P),
        Row("pgn-extract -r, whole process", "pgn-extract", P, "chess"),
        Row("PokerKit, parsed and replayed", "poker", P, "chess"),
        Row("VU schnapsen, random bots", "vu", P, "chess"),
    ),
    "core": (
        Row("recorded actions pushed", "push", P, "chess"),
        Row("an action pushed (a live move)", "push", US, plain=3, compiled=3),
        Row("random self-play, beside VU", "self-play", P, "vu"),
        Row("a deal copied", "copy", US),
        Row("legal actions listed", "legal", US),
    ),
    "text": (
        Row("matches read", "read matches", P, "chess"),
        Row("matches read, judged with all steps", "judge matches", P, "chess"),
        Row("matches read and judged", "verdict matches", P, "chess", plain=6, compiled=40),
        Row("  beside pgn-extract", "verdict matches", P, "pgn-extract", compiled=1.5),
        Row("  beside PokerKit", "verdict matches", P, "poker", plain=20),
        Row("  beside VU", "verdict matches", P, "vu", plain=6),
        Row("  deals", "verdict matches", D, "reference", plain=15_000, compiled=100_000),
        Row("  bytes", "verdict matches", B, "reference", compiled=34),
        Row("games of one deal judged", "verdict single", P, "chess"),
        Row("matches full of notes judged", "verdict noted", P, "chess"),
        Row(
            "games with a slip in every fourth, beside none",
            "verdict faulty",
            MS,
            "verdict single",
            plain=1.5,
        ),
        Row(
            "matches with a slip in each, beside right ones",
            "verdict slips",
            MS,
            "verdict matches",
            plain=3,
            compiled=3,
        ),
        Row("deals with a slip of the scribe judged, and repairs", "judge slipped", D, "reference", plain=10),
        Row(
            "matches archived, beside judging them", "add matches", MS, "verdict matches", plain=2, compiled=4
        ),
    ),
    "best play": (
        Row("a deal of Schnapsen before the first lead", "solve schnapsen", MS, plain=2_000, compiled=50),
        Row("  a position", "solve schnapsen", US),
        Row("a deal of Santase before the first lead", "solve santase", MS, plain=2_000, compiled=50),
        Row("  a position", "solve santase", US),
        Row("a deal of Sixty-six before the first lead", "solve sixty-six", MS, plain=2_000, compiled=50),
    ),
    "start": (
        Row("python -c pass", "python", MS),
        Row("santase --version, of what it may take", "--version", MS, "start", plain=1, compiled=1),
        Row("santase check of one match, of the same", "check one", MS, "start", plain=1, compiled=1),
        Row("the slowest --help of all commands, of the same", "--help", MS, "start", plain=1, compiled=1),
    ),
    "commands": (
        Row("judge_text of games of one deal, whole process", "judge_text single", MS),
        Row("santase check, beside that", "check single", MS, "judge_text single", plain=1.2, compiled=1.2),
        Row("  beside python-chess", "check single", P, "chess", plain=4, compiled=40),
        Row("judge_text of games of all rule sets", "judge_text mixed", MS),
        Row("santase check, beside that", "check mixed", MS, "judge_text mixed", plain=1.2, compiled=1.2),
        Row("judge_text of matches", "judge_text matches", MS),
        Row("santase check, beside that", "check matches", MS, "judge_text matches", plain=1.2, compiled=1.2),
        Row("  beside python-chess", "check matches", P, "chess", plain=6, compiled=60),
        Row("  beside pgn-extract", "check matches", P, "pgn-extract", compiled=3),
        Row("santase check", "check", MS),
        Row("santase fmt, beside check", "fmt", MS, "check"),
        Row("santase digest, beside check", "digest", MS, "check"),
        Row("santase json, beside check", "json", MS, "check"),
        Row("santase check of a larger corpus", "check large", MS),
        Row("santase score, beside that", "score large", MS, "check large", plain=1.5, compiled=1.5),
        Row("santase explain, beside that", "explain large", MS, "check large", plain=8, compiled=8),
        Row("santase index", "index matches", D, "reference", plain=10_000, compiled=60_000),
        Row("santase stats", "stats matches", D, "reference", plain=10_000, compiled=60_000),
        Row("santase dups", "dups matches", D, "reference", plain=10_000, compiled=60_000),
        Row("santase generate", "generate", D, "reference", plain=6_000, compiled=40_000),
    ),
    "memory": tuple(
        Row(f"santase {command} of {what} corpus", f"{command} {size}", MIB, plain=most, compiled=most)
        for command, most in LEAN.items()
        for size, what in (("small", "a small"), ("large", "a larger"))
    ),
    "peak": tuple(
        Row(f"santase {command} of --megabytes", f"{command} peak", MIB, plain=most, compiled=most)
        for command, most in LEAN.items()
    ),
    "two cores": (
        Row("check --jobs 2, of what two cores give", "check jobs", X, "spin", plain=0.75, compiled=0.75),
        Row("generate --jobs 2, of the same", "generate jobs", X, "spin", plain=0.75, compiled=0.75),
    ),
    "service": (
        Row("a bare page of Flask", "bare page", MS),
        Row("POST /api/v1/check, one match", "POST check", MS, "bare page"),
        Row("replay page, 15 deals, asked for again", "replay page", MS, plain=100, compiled=100),
        Row("replay page, 15 deals, the first time", "replay page at first", MS, plain=25, compiled=25),
        Row("ruling of a deal, asked for again", "ruling", MS, "bare page"),
        Row("comparison of 15 deals, asked for again", "comparison", MS, "bare page"),
        Row("comparison of 15 deals, the first time", "comparison at first", MS, plain=100, compiled=100),
    ),
}
