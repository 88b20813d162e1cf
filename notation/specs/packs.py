"""Rule packs: the rules of a club, league or federation, as a data file.

A pack names a base rule set, changes options, drops, prices and adds contracts, and cites its sources in its
own sentences. It contains no code, and contradictory options are refused as everywhere.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from notation.findings.finding import Choice, Fact, Finding, Phrase
from notation.findings.hints import did_you_mean, suggestion
from notation.specs.spec import OPTION_OF, OPTIONS, read_spec
from referee.cards import RANK_LETTERS, RANKS
from referee.contracts import MOST_CONTRACTS, Auction, Bidder, Contract
from referee.points import POINTS, point_of
from referee.rulebook import Clause, RuleBook
from referee.rules import RuleSet
from referee.rulesets import BOOKS, changed, register
from referee.state import Reason

if TYPE_CHECKING:
    from pathlib import Path

VERSION: Final = 1
"""The version of this format, which a pack states as `pack`."""
MOST_BYTES: Final = 256 * 1024
"""The maximum size of a pack, in bytes."""
_NAME: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_TEXTS: Final = ("name", "base", "source", "revision", "address", "language")
_NEEDED: Final = ("name", "base", "source")
MOST_PRICE: Final = 7
"""The maximum price of an irregularity, in game points."""
MOST_WORTH: Final = 99
"""The maximum worth of a contract, in game points."""
CONTRACTS: Final = "auction.contracts"
"""The point on the contracts that there are."""
_OF_CONTRACT: Final = ("like", "value", "order", "bidder")
_BIDDERS: Final = tuple(each.value for each in Bidder if each is not Bidder.NOBODY)
_LETTERS: Final = {rank: RANK_LETTERS[rank] for rank in RANKS}
_NO_CONTRACT: Final = rf"(?:{'|'.join(each.value for each in Reason)}|.*-failed|.|.{{65,}})"
"""What a record says of other results, or cannot say."""
_TEXTS_OF_CLAUSE: Final = ("section", "rule", "ruled", "quote")
BUILT_IN: Final = frozenset(BOOKS)
"""The names of the built-in rule sets."""
_POINT_OF_WORD: Final = {option.word: point_of(option.decision) for option in OPTIONS}


class PackError(ValueError):
    """The errors of a pack, each with its place in the pack."""

    def __init__(self, faults: Iterable[Phrase]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


def read_pack(data: bytes) -> RuleBook:
    """Parse a pack into its rule book.

    Raises :class:`PackError` with all errors of the pack.

    >>> book = read_pack(b'''
    ... pack = 1
    ... name = "corner-table"
    ... base = "santase"
    ... source = "House rules of the corner table"
    ... revision = "2026-03-01"
    ... [options]
    ... target = 11
    ... [clauses."game.target"]
    ... section = "2"
    ... rule = "11"
    ... quote = "We play to eleven."
    ... ''')
    >>> book.rules.game_target, book.source_of("game.target")
    (11, 'House rules of the corner table, 2026-03-01')
    >>> book.source_of("close.min_talon")
    'Santase Rules (SantaseGameEngine, docs/Rules.md)'
    """
    return _PackParser(_table(data)).book()


def _table(data: bytes) -> Mapping[str, Any]:
    import tomllib  # most uses of rule sets read no pack

    if len(data) > MOST_BYTES:
        raise PackError([Phrase("a rule pack has at most {needed} bytes", {"needed": MOST_BYTES})])
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise PackError([Phrase("byte {stated} is not UTF-8", {"stated": error.start + 1})]) from None
    except tomllib.TOMLDecodeError as error:
        raise PackError([Phrase("this is not TOML: {word}", {"word": str(error)})]) from None


def pack_in(path: "Path") -> RuleBook:
    """Read the rule book of a pack from a file, up to the maximum size.

    Raises :class:`PackError`, and OSError if the file cannot be read.
    """
    with path.open("rb") as file:
        return read_pack(file.read(MOST_BYTES + 1))


def load_pack(path: "Path") -> RuleBook:
    """Read a pack from a file and register its rule set.

    Raises :class:`PackError`, and OSError if the file cannot be read.
    """
    return know_pack(pack_in(path))


def know_pack(book: RuleBook) -> RuleBook:
    """Register the rule set of a pack; raises :class:`PackError` if its name is taken."""
    try:
        register(book)
    except ValueError:
        raise PackError(
            [Phrase("`{word}` is the name of another rule set", {"word": book.rules.name})]
        ) from None
    return book


def know_packs(packs: Iterable[bytes]) -> None:
    """Register the rule sets of packs, in a process that gets them from another or from files."""
    for pack in packs:
        know_pack(read_pack(pack))


def packs_named(environ: Mapping[str, str]) -> "list[Path]":
    """Return the pack files listed in `SANTASE_RULES`, separated as in PATH.

    >>> packs_named({"SANTASE_RULES": "league.toml"})
    [PosixPath('league.toml')]
    """
    named = environ.get("SANTASE_RULES")
    if not named:
        return []
    from pathlib import Path  # takes long to load

    return [Path(name) for name in named.split(os.pathsep) if name]


class _PackParser:
    """Parses one pack and collects its errors."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table
        self._faults: list[Phrase] = []

    def book(self) -> RuleBook:
        """Return the rule book; raises PackError if there are errors."""
        texts, clauses = self._texts(), self._clauses()
        rules = self._rules(texts.get("base", ""))
        auction = self._auction(rules) if rules else Auction()
        self._refuse_unknown(self._table, (*_TEXTS, "pack", "options", "contracts", "clauses"), "")
        if rules and rules.auction != auction and CONTRACTS not in clauses:
            self._fault(
                "contracts are changed, but clauses.{point} does not say where that is from",
                {"point": CONTRACTS},
            )
        for field in changed(rules) if rules else ():
            if point_of(field) not in clauses:
                facts: dict[str, Fact] = {"option": OPTION_OF[field].word, "point": point_of(field)}
                self._fault("{option} is decided, but clauses.{point} does not say where that is from", facts)
        if self._faults or rules is None:
            raise PackError(self._faults)
        base = BOOKS[rules.name]
        title = ", ".join(filter(None, (texts.get(key) for key in ("source", "revision", "address"))))
        kept = {point: base.source_of(point) for point in POINTS if point not in clauses}
        return RuleBook(
            replace(rules, name=texts["name"], auction=auction),
            title,
            {**base.clauses, **clauses},
            {},
            kept,
            texts.get("address", ""),
            texts.get("revision", ""),
            texts.get("language", ""),
        )

    def _texts(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if self._table.get("pack") != VERSION:
            self._fault("a rule pack begins with `pack = {needed}`", {"needed": VERSION})
        for key in _TEXTS:
            value = self._table.get(key)
            if value is None:
                if key in _NEEDED:
                    self._fault("`{word}` is missing", {"word": key})
            elif isinstance(value, str) and value.strip() and "\n" not in value:
                found[key] = value.strip()
            else:
                self._fault("`{word}` is a line of text", {"word": key})
        name = found.get("name")
        if name and not re.fullmatch(_NAME, name):
            self._fault("`{word}` is not a name: use small letters, digits and hyphens", {"word": name})
        elif name in BUILT_IN:
            self._fault("`{word}` is the name of another rule set", {"word": name})
        if not re.fullmatch("[a-z]{2,3}", found.get("language", "en")):
            self._fault("`language` is the code of a language, such as `de`", {})
        return found

    def _options(self) -> dict[str, str]:
        """Return the options, each with its value as in a spec."""
        found: dict[str, str] = {}
        for key, value in self._dict("options").items():
            if isinstance(value, bool):
                found[key] = "yes" if value else "no"
            elif isinstance(value, str | int):
                found[key] = str(value)
            else:
                self._fault("options.{word} is a word, a number, true or false", {"word": key})
        return found

    def _auction(self, rules: RuleSet) -> Auction:
        """Return the auction of the base with the contracts as the pack has them, by what they are worth."""
        table, changes = rules.auction, self._dict("contracts")
        if changes and not table.contracts:
            self._fault("under {rules} there are no contracts to be changed", {"rules": rules.name})
            return table
        unbid = table.contracts[table.unbid].name if table.unbid >= 0 else ""
        kept = {contract.name: contract for contract in table.contracts}
        for name, entry in changes.items():
            where: dict[str, Fact] = {"word": name, "needed": MOST_WORTH}
            if name == unbid:
                self._fault(
                    "contracts.{word} is what is played where nobody bids, so it stays as it is", where
                )
            elif isinstance(entry, dict):
                kept[name] = self._contract(name, entry, kept) or kept.get(name, table.contracts[-1])
            elif name not in kept:
                hint = did_you_mean(suggestion(name, kept))
                self._fault(
                    "contracts.{word}: there is no such contract{hint}; a new one is a table that says which "
                    "contract it is `like`",
                    where | {"hint": hint},
                )
            elif entry is False:
                del kept[name]
            elif type(entry) is int and 0 < entry <= MOST_WORTH:
                kept[name] = kept[name]._replace(value=entry)
            else:
                self._fault(
                    "contracts.{word} is what it is worth, from 1 to {needed}, or false if it is not played",
                    where,
                )
        contracts = tuple(sorted(kept.values(), key=lambda contract: contract.value))
        if table.steps and all(contract.bidder is Bidder.NOBODY for contract in contracts):
            self._fault("no contract is left that can be bid", {})
        if len(contracts) > MOST_CONTRACTS:
            self._fault("there are at most {needed} contracts", {"needed": MOST_CONTRACTS})
        if not contracts:
            return Auction()
        place = next((at for at, each in enumerate(contracts) if each.name == unbid), -1)
        return table._replace(contracts=contracts, unbid=place)

    def _contract(
        self, name: str, entry: Mapping[str, Any], known: Mapping[str, Contract]
    ) -> Contract | None:
        """Return a contract that is like another but for what its table says; None if that is wrong."""
        before = len(self._faults)
        like = entry.get("like", name)
        where: dict[str, Fact] = {"word": name, "needed": MOST_WORTH}
        self._refuse_unknown(entry, _OF_CONTRACT, f"contracts.{name}.")
        if not re.fullmatch(_NAME, name) or re.fullmatch(_NO_CONTRACT, name):
            self._fault("`{word}` is not a name of a contract: use small letters, digits and hyphens", where)
        base = known.get(like) if isinstance(like, str) else None
        if base is None:
            hint = did_you_mean(suggestion(str(like), known))
            self._fault(
                "contracts.{word} is like `{stated}`, but there is no such contract{hint}",
                where | {"stated": str(like), "hint": hint},
            )
            return None
        value, order = entry.get("value", base.value), entry.get("order")
        bidder = entry.get("bidder", base.bidder.value)
        if type(value) is not int or not 0 < value <= MOST_WORTH:
            self._fault("contracts.{word}.value is a number from 1 to {needed}", where)
        if bidder not in _BIDDERS:
            self._fault(
                "contracts.{word}.bidder is one of {expected}", where | {"expected": Choice(_BIDDERS)}
            )
        ranks = base.order if order is None else self._order(name, order)
        if len(self._faults) > before:
            return None
        return base._replace(name=name, value=value, order=ranks, bidder=Bidder(bidder))

    def _order(self, name: str, order: object) -> tuple[int, ...]:
        """Return the ranks from low to high that a pack writes from high to low."""
        letters = order.upper().replace("10", "T").replace(" ", "") if isinstance(order, str) else ""
        high = [rank for letter in letters for rank, known in _LETTERS.items() if letter == known]
        if len(high) == len(letters) == len({*high}) >= len(RANKS[1:]) and {*high} >= {*RANKS[1:]}:
            return (*(rank for rank in RANKS if rank not in high), *reversed(high))
        self._fault(
            "contracts.{word}.order has every rank once, from high to low, such as KQJAT", {"word": name}
        )
        return RANKS

    def _clauses(self) -> dict[str, Clause]:
        found: dict[str, Clause] = {}
        for point, entry in self._points():
            if point not in POINTS:
                meant = _POINT_OF_WORD.get(point) or suggestion(point, POINTS)
                facts: dict[str, Fact] = {"point": point, "hint": did_you_mean(meant)}
                self._fault("clauses.{point}: there is no such point{hint}", facts)
                continue
            texts = dict(entry) if isinstance(entry, dict) else {}
            price = texts.pop("price", 0)
            if not texts.get("rule") or not all(isinstance(text, str) for text in texts.values()):
                self._fault("clauses.{point} holds text, and a `rule` at least", {"point": point})
                continue
            self._refuse_unknown(texts, (*_TEXTS_OF_CLAUSE, "price"), f"clauses.{point}.")
            most = MOST_PRICE if point.startswith("irr.") else 0
            if type(price) is not int or not 0 <= price <= most:
                facts = {"point": point, "needed": MOST_PRICE}
                self._fault("clauses.{point}.price: an irregularity costs a number up to {needed}", facts)
                continue
            section, rule, ruled, quote = (texts.get(part, "").strip() for part in _TEXTS_OF_CLAUSE)
            found[point] = Clause(section, rule, ruled, quote, price)
        return found

    def _points(self) -> Iterator[tuple[str, Any]]:
        """Yield the clauses by their points, whose names may have been written without quotation marks."""
        for name, entry in self._dict("clauses").items():
            if isinstance(entry, dict) and entry and all(isinstance(value, dict) for value in entry.values()):
                yield from ((f"{name}.{rest}", value) for rest, value in entry.items())
            else:
                yield name, entry

    def _rules(self, base: str) -> RuleSet | None:
        words = [f"{word}={value}" for word, value in self._options().items()]
        rules = read_spec(" ".join((base, *words))) if base else None
        if isinstance(rules, Finding):
            self._faults.append(Phrase(rules.code.sentence, rules.facts or {}))
            return None
        return rules

    def _dict(self, key: str) -> Mapping[str, Any]:
        found = self._table.get(key, {})
        if isinstance(found, dict):
            return found
        self._fault("`{word}` is a table, as in `[{word}]`", {"word": key})
        return {}

    def _refuse_unknown(self, found: Iterable[str], known: tuple[str, ...], where: str) -> None:
        for key in found:
            if key not in known:
                facts: dict[str, Fact] = {"word": f"{where}{key}", "expected": Choice(known)}
                self._fault("`{word}` is not known; expected {expected}", facts)

    def _fault(self, sentence: str, facts: Mapping[str, Fact]) -> None:
        self._faults.append(Phrase(sentence, facts))
