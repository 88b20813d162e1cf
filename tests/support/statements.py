"""Checks for the statements of the specification: small records, and the program's output for them.

Only the public interface is used: the commands `check`, `fmt` and `json`. The expected output is next to each
sentence and was derived from it by hand.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, ParamSpec

from tests.support.commands import run
from tests.support.rulings import objects

P = ParamSpec("P")
Check = Callable[[], None]

A: Final = "A: Ks As Qh Kh Ah Kc\n"
B: Final = "B: Ts 9d Kd Td 9c Qc\n"
TALON: Final = "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n"
CARDS: Final = A + B + TALON
HEAD: Final = "deal 1 dealer B trump Qd\n"
PLAY: Final = "1. As Td\n2. exchange 40d close Kd Kc\n3. out\n"
"""A leads, B closes and wins with 69 card points; A has no trick, so it counts 3."""
WON: Final = f"{PLAY}= B 3 by out (0-69) score 0-3\n"

Section = dict[str, Check | list[Check]]
"""Sentences of a section of the specification, verbatim, each with its check or checks."""


def checking(function: Callable[P, None]) -> Callable[P, Check]:
    """Make checks of a function: called with its arguments, it checks them later."""

    def made(*words: P.args, **named: P.kwargs) -> Check:
        return partial(function, *words, **named)

    return made


def tagged(tags: str = "", rules: str = "santase") -> str:
    """The beginning of a game."""
    return f'%SGN 1\n[Rules "{rules}"]\n{tags}'


def of(
    play: str = "", *, rules: str = "santase", tags: str = "", head: str = HEAD, cards: str = CARDS
) -> str:
    """A game of one deal; without other tags its play begins on line 7."""
    return f"{tagged(tags, rules)}{head}{cards}{play}"


def checked(text: str | bytes, *options: str) -> list[dict[str, Any]]:
    """The output of `check` for a file: of every game, then of every series."""
    return objects(run("check", "-", "--format", "json", *options, stdin=text))


def judged(text: str | bytes, *options: str) -> list[dict[str, Any]]:
    """The output of `check` for every game of a file."""
    return [each for each in checked(text, *options) if "series" not in each]


def found(text: str | bytes, *options: str, notes: bool = False) -> list[str]:
    """The findings in a file, as `X106 10:1`; notes only on request."""
    return sorted(
        f"{each['code']} {each['line']}:{each['column']}"
        for part in checked(text, *options)
        for whole in part.get("matches", [part])
        for each in whole["findings"]
        if notes or each["severity"] != "note"
    )


def canonical(text: str | bytes) -> str:
    """The output of `fmt` for a file."""
    return run("fmt", "-", stdin=text).stdout


def digest(text: str | bytes) -> str | None:
    """The digest of the only game of a file."""
    [game] = judged(text)
    found: str | None = game["digest"]
    return found


def record(text: str | bytes) -> dict[str, Any]:
    """The only game of a file as JSON."""
    [game] = objects(run("json", "-", stdin=text))
    return game


def expect(value: object, expected: object, text: str | bytes = "") -> None:
    """Fail with what was found if that is not what was expected."""
    assert value == expected, f"{value!r} is not {expected!r}\n{text!r}"


@checking
def right(*texts: str | bytes, options: tuple[str, ...] = ()) -> None:
    """There are neither errors nor warnings in any of these."""
    for text in texts:
        expect(found(text, *options), [], text)


@checking
def wrong(text: str | bytes, *places: str, notes: bool = False, options: tuple[str, ...] = ()) -> None:
    """Exactly these findings, at these places."""
    expect(found(text, *options, notes=notes), sorted(places), text)


@checking
def gets(text: str | bytes, *codes: str, options: tuple[str, ...] = ()) -> None:
    """Exactly these errors and warnings, anywhere."""
    expect([each.split()[0] for each in found(text, *options)], sorted(codes), text)


@checking
def comes_to(text: str, *codes: str, deal: int = -1, **members: Any) -> None:
    """A deal has this outcome, with exactly these errors and warnings."""
    game = judged(text)[-1]
    said = game["deals"][deal]
    expect({name: said[name] for name in members}, members, text)
    expect([each.split()[0] for each in found(text)], sorted(codes), text)


@checking
def scored(
    text: str, score: str, *codes: str, winner: str | None = None, options: tuple[str, ...] = ()
) -> None:
    """The last game's match has this state, with exactly these errors and warnings."""
    match = judged(text, *options)[-1]["match"]
    expect("-".join(map(str, match["score"].values())), score, text)
    expect(match["winner"], winner, text)
    expect([each.split()[0] for each in found(text, *options)], sorted(codes), text)


@checking
def becomes(text: str | bytes, expected: str) -> None:
    """This is the canonical form, byte for byte."""
    expect(canonical(text), expected, text)


@checking
def same(text: str, *others: str | bytes) -> None:
    """All of these are correct and the same game, by their digests."""
    first = digest(text)
    assert first is not None, text
    for other in others:
        expect(digest(other), first, other)


@checking
def unreadable(*texts: str) -> None:
    """None of these has a digest: part of its text cannot be read."""
    for text in texts:
        expect(digest(text), None, text)


@checking
def different(*texts: str) -> None:
    """All of these can be read, and no two of them are the same game."""
    digests = {digest(text) for text in texts}
    assert None not in digests
    assert len(digests) == len(texts)


@checking
def stored(text: str | bytes, path: str, *, as_: Any) -> None:
    """The game as JSON has this at a path, `deals 0 tricks`."""
    value: Any = record(text)
    for step in path.split():
        value = value[int(step) if step.isdecimal() else step]
    expect(value, as_, text)


@checking
def equal(value: Callable[[], object], expected: object) -> None:
    """A value of the program equals this."""
    expect(value(), expected)


@checking
def all_of(*checks: Check) -> None:
    """All of these checks, in order."""
    for each in checks:
        each()
