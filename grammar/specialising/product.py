"""The product: what is wanted of the sources, specialised, and written into the template."""

import ast
import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from grammar.specialising.functions import BY_NUMBER, FACTS, LEFT_OUT, OVERRIDDEN, Specialiser, named
from grammar.specialising.sources import HOMES, Sources, TakenOver, methods_of

PRODUCT: Final = "notation/judge/specialised.py"
"""Where the product stands while a wheel is built."""
TEMPLATE: Final = "grammar/specialising/template.in"
TABLES: Final = "# tables\n"
MADE: Final = "# classes and functions\n"
"""The places in it of what is made."""


class Product:
    """What is made of what is wanted."""

    def __init__(self, root: Path) -> None:
        self.wanted = TakenOver(Sources(root))
        self.template = (root / TEMPLATE).read_text("utf-8")
        self.functions: dict[str, ast.FunctionDef] = {}
        self.members: dict[str, dict[str, ast.FunctionDef]] = {owner: {} for owner in HOMES}

    def run(self) -> None:
        """Specialise what is wanted, and what that wants."""
        while self.wanted.todo:
            owner, home, name = self.wanted.todo.pop(0)
            if owner:
                self.take_method(owner, home, name)
                continue
            module = self.wanted.sources.module(home)
            node = module.definitions[name]
            if name in self.functions or not isinstance(node, ast.FunctionDef):
                raise ValueError(f"there is another {name}")
            made = Specialiser(self.wanted, module, node, "").function(copy.deepcopy(node), name)
            self.functions[name] = made

    def take_method(self, owner: str, home: str, name: str) -> None:
        """Specialise a method; that which lays the cards of a deal makes it, with what can be left out."""
        kind = next(kind for at, kind in HOMES[owner] if at == home)
        methods = methods_of(self.wanted.sources.class_of(home, kind))
        node = copy.deepcopy(methods[name])
        made = name
        if name == "_lay":
            made = "__init__"
            node.args.defaults = methods["unchecked"].args.defaults[-3:]
        if (owner, name) in OVERRIDDEN:
            self.members[owner][made] = methods_of(ast.parse(OVERRIDDEN[owner, name]))[name]
        else:
            rewriting = Specialiser(self.wanted, self.wanted.sources.module(home), node, owner)
            self.members[owner][made] = rewriting.function(node, made)


def specialised(root: Path) -> str:
    """The text of the product, of the sources under a folder."""
    product = Product(root)
    for name in ("_lay", "push", "finish"):
        product.wanted.want("Deal", "referee.deal", name)
    for owner, home, names in (
        ("Match", "referee.match", ("__init__", "games")),
        ("Lane", "notation.judge.lane", ("__init__", "deal")),
        ("Scanner", "notation.text.scan", ("__init__", "game")),
    ):
        for name in names:
            product.wanted.want(owner, home, name)
    product.run()
    return _written(product)


def _fields(product: Product, kind: str, owner: str) -> list[ast.AnnAssign]:
    """The attributes of a class of a deal's state as it declares them."""
    module = product.wanted.sources.module("referee.state")
    types = Specialiser(
        product.wanted, module, methods_of(ast.parse("def anything(): ..."))["anything"], owner
    )
    made: list[ast.AnnAssign] = []
    for each in product.wanted.sources.class_of("referee.state", kind).body:
        if isinstance(each, ast.AnnAssign):
            name = ast.unparse(each.target)
            if name not in LEFT_OUT.get(owner, ()) and name not in ("terms", "__slots__"):
                annotation = ast.Name("Talon") if name == "talon" else types.annotation(each.annotation)
                made.append(ast.AnnAssign(ast.Name(name, ast.Store()), annotation, None, 1))
    return made


def _tuple_class(product: Product, name: str, members: Sequence[str]) -> str:
    """A native class in the place of a named tuple."""
    fields = [each for each in _fields(product, name, "") if ast.unparse(each.target) in members]
    lines = [
        f"        self.{member} = {member}" for member in map(ast.unparse, (each.target for each in fields))
    ]
    arguments = ", ".join(map(ast.unparse, fields))
    return "\n".join(["@final", f"class {name}:", f"    def __init__(self, {arguments}) -> None:", *lines])


def _rules(product: Product) -> str:
    """The decisions that are asked for, as numbers."""
    own = ("in_deal", "waits_for_draw", *BY_NUMBER)
    lines = ["@final", "class Rules:", "    def __init__(self, rules: RuleSet, first: Rules | None) -> None:"]
    fields = {
        ast.unparse(each.target): ast.unparse(each.annotation)
        for each in product.wanted.sources.class_of("referee.rules", "RuleSet").body
        if isinstance(each, ast.AnnAssign)
    }
    for name in sorted(product.wanted.decisions.difference(own, FACTS)):
        kind, taken = ("bool", "") if fields.get(name) == "bool" else ("i64", "_place")
        lines.append(f"        self.{name}: {kind} = {taken}(rules.{name})")
    lines += [
        "        self.waits_for_draw: bool = terms_of(rules).waits_for_draw()",
        "        self.first = first",
        "        self.of = rules",
        "",
        "    def in_deal(self, number: i64) -> Rules:",
        "        first = self.first",
        "        return self if first is None or number != 1 else first",
    ]
    return "\n".join(lines)


def _names(*nodes: ast.AST) -> set[str]:
    """The names in some pieces of code."""
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


def _reached(product: Product, names: set[str]) -> list[ast.FunctionDef]:
    """The functions that are asked for in the end, by these names or by each other."""
    found: dict[str, ast.FunctionDef] = {}
    todo = sorted(names)
    while todo:
        name = todo.pop()
        if name in product.functions and name not in found:
            found[name] = product.functions[name]
            todo += sorted(_names(found[name]))
    return [function for name, function in product.functions.items() if name in found]


def _classes(product: Product) -> Iterator[str]:
    """The classes of the product that are made."""
    yield _tuple_class(product, "Marriage", ("trick", "seat", "suit", "points"))
    yield _tuple_class(product, "Result", ("winner", "game_points", "reason", "card_points"))
    yield _rules(product)
    for owner, members in product.members.items():
        used = {
            each.attr
            for member in members.values()
            for each in ast.walk(member)
            if isinstance(each, ast.Attribute)
        }
        fields = _fields(product, "DealState", owner) if owner == "Deal" else []
        kept = [each for each in fields if ast.unparse(each.target) in used]
        node = ast.ClassDef(owner, [], [], [*kept, *members.values()], [ast.Name("final")])
        yield ast.unparse(ast.fix_missing_locations(node))


def _defined(text: str) -> set[str]:
    """The names that a text defines."""
    body = ast.parse(text).body
    names = {ast.unparse(each.target) for each in body if isinstance(each, ast.AnnAssign)}
    return names | {each.name for each in body if isinstance(each, ast.ClassDef | ast.FunctionDef)}


def _tables(product: Product, used: set[str]) -> Iterator[str]:
    """What the product takes of modules that are not specialised: classes, and tables as its own."""
    for at, name in sorted(product.wanted.classes):
        if name in used:
            yield f"from {at} import {name}"
    for at, name in sorted(product.wanted.tables):
        if named(at, name) in used:
            copied = product.wanted.sources.copied(at, name)
            if not copied:
                copied = f"its_{name}"
                yield f"from {at} import {name} as {copied}"
            yield f"{named(at, name)}: Final = {copied}"


def _written(product: Product) -> str:
    """The product: the template with what is made in its places."""
    classes = list(_classes(product))
    names = _names(ast.parse(product.template), *map(ast.parse, classes))
    functions = _reached(product, names)
    made = [*classes, *(ast.unparse(ast.fix_missing_locations(each)) for each in functions)]
    names = (names | _names(*functions)) - _defined("\n".join([product.template, *classes]))
    head, _, rest = product.template.partition(TABLES)
    middle, _, end = rest.partition(MADE)
    return "\n\n".join([head, *_tables(product, names), middle, *made, end])


def write(root: Path) -> Path:
    """Write the product where it is compiled."""
    path = root / PRODUCT
    path.write_text(specialised(root), "utf-8")
    return path
