"""The text of the modules that are specialised, what their names stand for, and what is wanted of them."""

import ast
from pathlib import Path
from typing import Any, Final, NamedTuple

AS_IT_IS: Final = frozenset(("Action", "Card", "Seat", "Suit", "terms_of", "_by_place"))
"""Calls that come to their argument."""


class Resolved(NamedTuple):
    """What a name of a module stands for: a number, a definition, a module, a ruling, a table."""

    kind: str
    value: Any = None


class Module:
    """The text of a module, by names."""

    def __init__(self, root: Path, name: str) -> None:
        self.name = name
        tree = ast.parse((root / name.replace(".", "/")).with_suffix(".py").read_text("utf-8"))
        self.values: dict[str, ast.expr] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        self.definitions: dict[str, ast.FunctionDef | ast.ClassDef] = {}
        for each in tree.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.value:
                self.values[each.target.id] = each.value
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                self.values[each.targets[0].id] = each.value
            elif isinstance(each, ast.ImportFrom) and each.module:
                for alias in each.names:
                    self.imported[alias.asname or alias.name] = (each.module, alias.name)
            elif isinstance(each, ast.FunctionDef | ast.ClassDef):
                self.definitions[each.name] = each


class Sources:
    """The modules that the product is made of."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._modules: dict[str, Module] = {}

    def has(self, name: str) -> bool:
        """Whether a module is one of the tree."""
        return (self.root / name.replace(".", "/")).with_suffix(".py").is_file()

    def module(self, name: str) -> Module:
        """A module of the tree."""
        if name not in self._modules:
            self._modules[name] = Module(self.root, name)
        return self._modules[name]

    def class_of(self, home: str, name: str) -> ast.ClassDef:
        """A class of a module."""
        definition = self.module(home).definitions[name]
        if not isinstance(definition, ast.ClassDef):
            raise TypeError(f"{name} is not a class")
        return definition

    def is_enumeration(self, home: str, name: str) -> bool:
        """Whether a definition is an enumeration."""
        definition = self.module(home).definitions[name]
        return isinstance(definition, ast.ClassDef) and list(map(ast.unparse, definition.bases)) == ["Enum"]

    def resolve(self, module: Module, name: str) -> Resolved | None:
        """What a name stands for in a module; None for a name of Python."""
        if name in module.definitions:
            return Resolved("definition", (module.name, name))
        if name in module.imported:
            source, original = module.imported[name]
            if self.has(f"{source}.{original}"):
                return Resolved("module", f"{source}.{original}")
            if self.has(source):
                return self.resolve(self.module(source), original)
            return Resolved("table", (source, original))
        if name not in module.values:
            return None
        if module.name == "referee.codes":
            return Resolved("refusal")
        if module.name == "referee.arithmetic":
            return Resolved("told")
        value = module.values[name]
        match value:
            case ast.Call(func=ast.Attribute(attr="saying" | "resting_on")):
                return Resolved("refusal")
        number = self.number(module, value)
        return Resolved("table", (module.name, name)) if number is None else Resolved("number", number)

    def copied(self, module: str, name: str) -> str:
        """How the product gets bytes of a module, which are a tuple where that is not compiled, or ""."""
        home = self.module(module)
        match home.values.get(name):
            case ast.Call(func=ast.Name(id=maker)):
                made = home.definitions.get(maker)
                if (
                    isinstance(made, ast.FunctionDef)
                    and made.returns
                    and ast.unparse(made.returns) == "bytes"
                ):
                    return f"bytes(getattr(import_module({module!r}), {name!r}))"
        return ""

    def number(self, module: Module, value: ast.expr) -> int | None:
        """The number that an expression is, a member of an enumeration by its place; None for another."""
        match value:
            case ast.Constant(value=int(number)):
                return number
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                positive = self.number(module, operand)
                return None if positive is None else -positive
            case ast.Name(id=name):
                found = self.resolve(module, name)
                return found.value if found and found.kind == "number" else None
            case ast.Call(func=ast.Name(id=name), args=[argument]) if name in AS_IT_IS:
                return self.number(module, argument)
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                return self.member(module, name, member)
        return None

    def member(self, module: Module, name: str, member: str) -> int | None:
        """The place of a member of an enumeration."""
        found = self.resolve(module, name)
        if found is None or found.kind != "definition" or not self.is_enumeration(*found.value):
            return None
        body = self.class_of(*found.value).body
        return [ast.unparse(each.targets[0]) for each in body if isinstance(each, ast.Assign)].index(member)


def methods_of(node: ast.ClassDef | ast.Module) -> dict[str, ast.FunctionDef]:
    """The functions that a class or a text defines, by name."""
    return {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


HOMES: Final = {
    "Deal": (("referee.deal", "Deal"), ("referee.state", "DealState")),
    "Match": (("referee.match", "Match"),),
    "Lane": (("notation.judge.lane", "Lane"),),
    "Scanner": (("notation.text.scan", "_Scanner"),),
}
"""The classes that each class of the product is made of."""


class TakenOver:
    """What the product takes of the sources: what is written into it asks for more."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.decisions: set[str] = set()
        """What is asked of a rule set."""
        self.tables: set[tuple[str, str]] = set()
        self.classes: set[tuple[str, str]] = set()
        """Modules and names of what is taken as it stands."""
        self.todo: list[tuple[str, str, str]] = []
        """Classes of the product, or "", modules and names of functions that have still to be specialised."""
        self._seen: set[tuple[str, str, str]] = set()

    def want(self, owner: str, home: str, name: str) -> None:
        """Take a function over, or a method of a class."""
        if (owner, home, name) not in self._seen:
            self._seen.add((owner, home, name))
            self.todo.append((owner, home, name))

    def name_of(self, home: str, name: str) -> str:
        """Take a definition over; its name in the product."""
        if isinstance(self.sources.module(home).definitions[name], ast.ClassDef):
            self.classes.add((home, name))
        elif name not in ("why_not", "terms_of", "tell"):
            self.want("", home, name)
        return name

    def want_member(self, owner: str, name: str) -> None:
        """Take over a method of a class."""
        for home, kind in HOMES[owner]:
            if name in methods_of(self.sources.class_of(home, kind)):
                self.want(owner, home, name)
                return
