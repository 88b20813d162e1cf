"""Rewrites one function for the family: facts are folded, types are those of machine code.

Knows how the product represents what the rules speak of, and no rule.
"""

import ast
import copy
from collections.abc import Sequence
from typing import Any, Final

from grammar.specialising.sources import AS_IT_IS, Module, Resolved, TakenOver

FACTS: Final[dict[str, int | None]] = {
    "auction": None,
    "contract": None,
    "forfeit": None,
    "has_auction": False,
    "has_copies": False,
    "keeps_deals": False,
    "mp_all_pay": False,
    "mp_partners": False,
    "opens": False,
    "paid": False,
    "recorder": None,
    "seats": 2,
    "takes_false_claims": True,
    "target": 66,
}
"""Attributes that are the same in every deal of the family: the template refuses other rule sets."""
BY_NUMBER: Final = frozenset(
    ("SEATS", "SUITS", "CARDS_BY_NUMBER", "ACTIONS_BY_NUMBER", "side_of", "sides", "_sides")
)
"""Tables in whose every place its own number stands."""
INTEGERS: Final = frozenset(("Action", "Card", "Cards", "Seat", "Suit", "int"))
PAIRS: Final = frozenset(
    ("hands", "points", "pending", "tricks", "close_points", "close_tricks", "score", "card_points", "due")
)
"""Names of what there is of each side or seat."""
LEFT_OUT: Final = {
    "Deal": {"after", "auction", "dealt", "forfeit", "history", "side_of", "steps"},
    "Match": {"_sides"},
    "Lane": {
        "claimed",
        "deals",
        "heads",
        "keeps_deals",
        "last",
        "played",
        "recorder",
        "scores",
        "seats",
        "stated",
        "states",
    }
    | {"recorder", "takes_false_claims"},
    "Scanner": {"last", "lengths", "steps"},
}
"""Attributes that nothing asks for that is taken over."""

NEVER_DONE: Final = frozenset(("_settle",))
"""Methods that are for what only an auction has."""
OWNERS: Final = {"deal": "Deal", "state": "Deal", "match": "Match"}
"""The classes of what has such a name."""

OVERRIDDEN: Final = {
    ("Scanner", "add"): """
def add(self, kind: i64, start: i64, end: i64) -> None:
    self.tokens.add(kind, start, end)
"""
}
"""Methods that keep something else than where every token stands."""


def named(module: str, name: str) -> str:
    """The name of a table of a module in the product, where private names of several modules meet."""
    return module.rpartition(".")[2] + name if name.startswith("_") else name


def _constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _last(node: ast.expr) -> str:
    """The last name of an expression."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_pair(node: ast.expr) -> bool:
    return _last(node) in PAIRS or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Pair"
    )


def _patterns(pattern: ast.pattern) -> list[ast.MatchValue]:
    """The values that a pattern has, of which only such are known here."""
    match pattern:
        case ast.MatchValue():
            return [pattern]
        case ast.MatchAs(pattern=ast.pattern() as inner):
            return _patterns(inner)
        case ast.MatchOr(patterns=patterns):
            return [value for each in patterns for value in _patterns(each)]
    raise ValueError(ast.dump(pattern))


class Specialiser(ast.NodeTransformer):
    """Rewrites one function of a module."""

    def __init__(self, wanted: TakenOver, module: Module, function: ast.FunctionDef, owner: str) -> None:
        self.wanted = wanted
        self.module = module
        self.owner = owner
        self.locals = {each.arg for each in function.args.args}
        self.locals |= {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self.locals |= {
            node.name for node in ast.walk(function) if isinstance(node, ast.MatchAs) and node.name
        }
        stored = [
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        self.once = {name for name in stored if stored.count(name) == 1}
        """The names that are assigned once."""
        self.known: dict[str, ast.expr] = {}
        """Those of them that are nothing but a fact, or another name."""

    # Types.

    def annotation(self, node: ast.expr) -> ast.expr:
        """The type in the product."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        match node:
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return ast.BinOp(self.annotation(left), ast.BitOr(), self.annotation(right))
            case ast.Name(id=name) if name in INTEGERS:
                return ast.Name("i64")
            case ast.Name(id="DealState"):
                return ast.Name("Deal")
            case ast.Name(id="RuleSet" | "Terms"):
                return ast.Name("Rules")
            case ast.Name(id="Code" | "Ruling"):
                return ast.Name("Refusal")
            case ast.Name(id=name):
                found = self.wanted.sources.resolve(self.module, name)
                if found and found.kind == "definition" and self.wanted.sources.is_enumeration(*found.value):
                    return ast.Name("i64")
                return node
            case ast.Subscript(value=ast.Name(id="list" | "Sequence"), slice=ast.Name(id="Ruling")):
                return ast.parse("list[Refusal]", mode="eval").body
        text = ast.unparse(node)
        if text in ("list[Cards]", "list[int]", "tuple[int, ...]", "Sequence[Cards]", "Sequence[int]"):
            return ast.Name("Pair")
        if text == "tuple[Cards, ...]":
            return ast.parse("tuple[int, ...]", mode="eval").body
        if text in ("list[Card]", "Sequence[Card]"):
            return ast.parse("list[int]", mode="eval").body
        return node

    # Expressions.

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.known:
            return self.known[node.id]
        if isinstance(node.ctx, ast.Store) or node.id in self.locals:
            return node
        return self.of_module(self.module, node.id)

    def of_module(self, module: Module, name: str) -> ast.expr:
        """What a name of a module is in the product."""
        if name == "_IS_MACHINE_CODE":
            return ast.Constant(True)
        found = self.wanted.sources.resolve(module, name)
        match found:
            case Resolved("number", number):
                return ast.Constant(number)
            case Resolved("refusal"):
                return ast.Name("REFUSED")
            case Resolved("told"):
                return ast.Name("TOLD")
            case Resolved("definition", (home, original)):
                return ast.Name(self.wanted.name_of(home, original))
            case Resolved("table", (home, original)):
                self.wanted.tables.add((home, original))
                return ast.Name(named(home, original))
        return ast.Name(name, ast.Load())

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id not in self.locals:
            name = node.value.id
            found = self.wanted.sources.resolve(self.module, name)
            if found and found.kind == "module":
                return self.of_module(self.wanted.sources.module(found.value), node.attr)
            number = self.wanted.sources.member(self.module, name, node.attr)
            if number is not None:
                return ast.Constant(number)
        self.generic_visit(node)
        if node.attr == "terms":
            node.attr = "rules"
        if isinstance(node.ctx, ast.Store):
            return node
        if node.attr in FACTS:
            return ast.Constant(FACTS[node.attr])
        base = _last(node.value)
        if base == "rules":
            self.wanted.decisions.add(node.attr)
        owner = self.owner if base == "self" else OWNERS.get(base, "")
        if owner and node.attr not in NEVER_DONE:
            self.wanted.want_member(owner, node.attr)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        name = _last(node.value)
        if isinstance(node.slice, ast.Slice):
            return node
        if name in BY_NUMBER:
            return node.slice
        if name == "after":
            return ast.BinOp(ast.Constant(1), ast.Sub(), node.slice)
        if name == "BIT":
            return ast.Call(ast.Name("set_of"), [node.slice], [])
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        match node.func:
            case ast.Attribute(value=ast.Name(id="auction")) if "auction" not in self.locals:
                return ast.Constant(False)  # whatever is asked of an auction
            case ast.Name(id="cast"):
                return self.visit(node.args[1])
            case ast.Attribute(value=ast.Name(id="Deal"), attr="unchecked"):
                node.func = ast.Name("Deal", ast.Load())
            case ast.Name(id="Ruling"):
                return ast.Name("REFUSED")
        node.args = [each for each in node.args if _last(each) != "steps"]
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id=name), args=[argument]) if name in AS_IT_IS:
                return argument
            case ast.Call(func=ast.Name(id="int"), args=[argument]):
                return ast.Call(ast.Name("i64"), [argument], [])
            case ast.Call(func=ast.Name(id="why_not"), args=arguments):
                self.wanted.name_of("referee.legality", "can")
                return ast.Call(ast.Name("refusal"), arguments, [])
            case ast.Call(func=ast.Name(id="len"), args=[argument]):
                if _is_pair(argument) or _last(argument) in BY_NUMBER:
                    return ast.Constant(2)
            case ast.Call(func=ast.Name(id="tuple" | "list"), args=[argument]):
                if _last(argument) == "talon":
                    return ast.Call(ast.Name("Talon"), [argument], [])
                if _is_pair(argument):
                    return ast.Call(ast.Attribute(argument, "copy", ast.Load()), [], [])
                if isinstance(argument, ast.Name):  # a copy of a pair
                    return argument
            case ast.Call(func=ast.Name(id="any" | "sum" | "min" | "max" as name), args=[argument]):
                if _is_pair(argument):
                    return ast.Call(ast.Attribute(argument, name, ast.Load()), [], [])
            case ast.Call(func=ast.Attribute(value=value, attr="index"), args=[argument]):
                if _last(value) in BY_NUMBER:
                    return argument
            case ast.Call(func=ast.Attribute(value=value, attr="waits_for_draw" | "claim_mode")):
                return node.func
            case ast.Call(func=ast.Attribute(value=value, attr="bit_length" | "bit_count" as name)):
                return ast.Call(
                    ast.Attribute(ast.Call(ast.Name("int"), [value], []), name, ast.Load()), [], []
                )
            case ast.Call(func=ast.Name(id="Deal")):
                node.args = [each if ast.unparse(each) != "()" else ast.List([]) for each in node.args]
            case ast.Call(func=ast.Name(id="Result")):
                node.args = node.args[:4]
                node.keywords = []
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        match node:
            case ast.BinOp(left=ast.List(elts=[ast.Constant() as value]), op=ast.Mult()):
                return ast.Call(ast.Name("Pair"), [value, value], [])
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift) and ast.unparse(node.left) == "1":
            return ast.Call(ast.Name("set_of"), [node.right], [])
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        if len(node.elts) == 2:
            return ast.Call(ast.Name("Pair"), node.elts, [])
        return node

    # Folding.

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(
                left=ast.Subscript(
                    value=ast.Attribute(attr="text") as text, slice=ast.Slice(lower=start, upper=end)
                ),
                ops=[ast.Eq() | ast.NotEq() | ast.In() as compared],
                comparators=[ast.Constant() | ast.Tuple() as words],
            ) if isinstance(start, ast.Name) and end:
                return self.says(text, start, end, words, isinstance(compared, ast.NotEq))
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        left, operator, right = node.left, node.ops[0], node.comparators[0]
        if isinstance(operator, ast.Is | ast.IsNot):
            if _constant(left) and _constant(right):
                is_so = left.value is right.value  # type: ignore[attr-defined]
                return ast.Constant(is_so is isinstance(operator, ast.Is))
            if not (isinstance(right, ast.Constant) and right.value is None):
                if ast.unparse(right) == "REFUSED":
                    return node
                node.ops = [ast.Eq() if isinstance(operator, ast.Is) else ast.NotEq()]
        elif _constant(left) and _constant(right):
            return ast.Constant(eval(compile(ast.Expression(ast.fix_missing_locations(node)), "", "eval")))  # noqa: S307
        return node

    def says(
        self, text: ast.expr, start: ast.Name, end: ast.expr, words: ast.Constant | ast.Tuple, negated: bool
    ) -> ast.expr:
        """Whether one of some words stands in a text, by its characters: no bytes are made to be compared."""
        tests: list[ast.expr] = []
        for word in words.elts if isinstance(words, ast.Tuple) else [words]:
            letters = [
                f"{ast.unparse(text)}[{start.id} + {place}] == {letter}"
                for place, letter in enumerate(ast.literal_eval(word))
            ]
            size = f"{ast.unparse(self.visit(copy.deepcopy(end)))} - {start.id} == {len(letters)}"
            tests.append(ast.parse(" and ".join([size, *letters]), mode="eval").body)
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
        return ast.UnaryOp(ast.Not(), test) if negated else test

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.Constant(not node.operand.value)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        values: list[ast.expr] = []
        ends = isinstance(node.op, ast.Or)  # with the first of this truth
        for each in node.values:
            value = self.visit(each)
            if isinstance(value, ast.Constant):
                if bool(value.value) is ends:
                    values.append(value)
                    break
                continue
            values.append(value)
        if not values:
            return ast.Constant(not ends)
        if isinstance(values[-1], ast.Constant) and len(values) > 1 and not ends:
            return ast.Constant(False)
        return values[0] if len(values) == 1 else ast.BoolOp(node.op, values)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return self.visit(node.body if test.value else node.orelse)
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    # Statements.

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The statements, up to one after which nothing is done."""
        found: list[ast.stmt] = []
        for each in statements:
            made = self.visit(each)
            found += made if isinstance(made, list) else [made] if made is not None else []
            if found and isinstance(found[-1], ast.Return | ast.Raise):
                break
        return found

    def visit_If(self, node: ast.If) -> Any:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return self.block(node.body if test.value else node.orelse)
        body, rest = self.block(node.body), self.block(node.orelse)
        if not body and not rest:
            return []
        if not body:
            return ast.If(ast.UnaryOp(ast.Not(), test), rest, [])
        return ast.If(test, body, rest)

    def visit_While(self, node: ast.While) -> ast.stmt:
        return ast.While(self.visit(node.test), self.block(node.body), [])

    def visit_For(self, node: ast.For) -> ast.stmt:
        is_pair = _is_pair(node.iter)
        node.iter, body = self.visit(node.iter), self.block(node.body)
        if is_pair:
            place = ast.Name("each_side", ast.Store())
            taken = ast.Subscript(node.iter, ast.Name("each_side", ast.Load()), ast.Load())
            body = [ast.Assign([node.target], taken), *body]
            return ast.For(place, ast.parse("range(2)", mode="eval").body, body, [])
        return ast.For(node.target, node.iter, body, [])

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        """A chain of conditions; the last needs none where the cases have every member of the enumeration."""
        subject = self.visit(node.subject)
        chain: list[ast.stmt] = []
        is_whole = self.has_every_member(node)
        for case in reversed(node.cases):
            name, pattern = None, case.pattern
            if isinstance(pattern, ast.MatchAs) and pattern.pattern:
                name, pattern = pattern.name, pattern.pattern
            values = [each.value for each in _patterns(pattern)]
            tests: list[ast.expr] = [
                ast.Compare(subject, [ast.Eq()], [self.visit(value)]) for value in values
            ]
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
            if case.guard:
                test = ast.BoolOp(ast.And(), [test, self.visit(case.guard)])
            body = self.block(case.body) or [ast.Pass()]
            if name:
                body = [ast.Assign([ast.Name(name, ast.Store())], subject), *body]
            chain = body if is_whole and not chain else [ast.If(test, body, chain)]
        return chain[0]

    def has_every_member(self, node: ast.Match) -> bool:
        """Whether the cases have every member of an enumeration."""
        values = [each.value for case in node.cases for each in _patterns(case.pattern)]
        kinds = {_last(value.value) for value in values if isinstance(value, ast.Attribute)}
        found = self.wanted.sources.resolve(self.module, next(iter(kinds))) if len(kinds) == 1 else None
        if found is None or node.cases[-1].guard:
            return False
        body = self.wanted.sources.class_of(*found.value).body
        members = sum(isinstance(each, ast.Assign) for each in body)
        return len(set(map(ast.unparse, values))) == members

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        match node.value:
            case ast.Constant():
                return None
            case ast.Call(func=ast.Name(id="tell")):
                return None
            case ast.Call(func=ast.Attribute(value=value, attr="append")) if _last(value) in (
                "steps",
                "lengths",
            ):
                return None
            case ast.Call(func=ast.Attribute(attr=name)) if name in NEVER_DONE:
                return ast.parse("raise AssertionError").body[0]
        node.value = self.visit(node.value)
        return node

    def is_left_out(self, target: ast.expr) -> bool:
        """Whether an attribute, of the class itself, is left out of the product."""
        if isinstance(target, ast.Subscript):
            target = target.value
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
            return False
        return target.value.id == "self" and target.attr in LEFT_OUT.get(self.owner, ())

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            targets, values = target.elts, node.value.elts
            hidden = {ast.unparse(each) for each in targets}
            read = {
                ast.unparse(each)
                for value in values
                for each in ast.walk(value)
                if isinstance(each, ast.expr)
            }
            if not hidden & read:
                parts = [ast.Assign([one], value) for one, value in zip(targets, values, strict=True)]
                return self.block(parts)
        if len(node.targets) == 1 and (self.is_left_out(target) or _last(node.value) == "steps"):
            return []
        if (
            isinstance(node.value, ast.Attribute)
            and self.is_left_out(node.value)
            and node.value.attr not in FACTS
        ):
            return []
        targets = [self.visit(each) for each in node.targets if not self.is_left_out(each)]
        if isinstance(node.value, ast.Tuple) and not node.value.elts and _is_pair(target):
            return ast.Assign(targets, ast.parse("Pair(0, 0)", mode="eval").body)
        value = self.visit(node.value)
        if isinstance(target, ast.Name) and target.id in self.once:
            is_fact = isinstance(value, ast.Constant) and (
                value.value is None or isinstance(value.value, bool)
            )
            is_other = isinstance(value, ast.Name) and target.id == "terms"
            if is_fact or is_other:
                self.known[target.id] = value
                return []
        if ast.unparse(target) == ast.unparse(value):
            return []
        return ast.Assign(targets, value)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return [] if self.is_left_out(node.target) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if self.is_left_out(node.target) or node.value is None:
            return []
        annotation = self.annotation(node.annotation)
        return ast.AnnAssign(self.visit(node.target), annotation, self.visit(node.value), node.simple)

    def function(self, node: ast.FunctionDef, name: str) -> ast.FunctionDef:
        """The function in the product."""
        first_default = len(node.args.args) - len(node.args.defaults)
        arguments, defaults = [], []
        for place, each in enumerate(node.args.args):
            if each.arg != "steps":
                arguments.append(ast.arg(each.arg, each.annotation and self.annotation(each.annotation)))
                if place >= first_default:
                    defaults.append(self.visit(node.args.defaults[place - first_default]))
        made = ast.FunctionDef(
            name=name,
            args=ast.arguments([], arguments, None, [], [], None, defaults),
            body=self.block(node.body) or [ast.Pass()],
            decorator_list=[each for each in node.decorator_list if ast.unparse(each) == "property"],
            returns=node.returns and self.annotation(node.returns),
        )
        while _without_unused(made):
            pass
        _with_machine_integers(made, name == "__init__" and self.owner != "Deal")
        return made


def _is_pure(node: ast.expr) -> bool:
    """Whether nothing is done by an expression: what is called is a question, not a method."""
    calls = [each.func for each in ast.walk(node) if isinstance(each, ast.Call)]
    return not any(isinstance(each, ast.Attribute) and each.attr != "copy" for each in calls)


def _without_unused(function: ast.FunctionDef) -> bool:
    """Take away what is assigned to a name that is never read; whether there was something."""
    read = {
        each.id
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and not isinstance(getattr(each, "ctx", None), ast.Store)
    }
    found = False

    class Away(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.stmt | None:
            nonlocal found
            names = [each.id for each in node.targets if isinstance(each, ast.Name)]
            if len(names) == len(node.targets) and not read.intersection(names):
                found = True
                return None if _is_pure(node.value) else ast.Expr(node.value)
            return node

        def visit_For(self, node: ast.For) -> ast.stmt | None:
            self.generic_visit(node)
            return node if node.body else None

        def visit_If(self, node: ast.If) -> ast.stmt | None:
            self.generic_visit(node)
            if not node.body and not node.orelse:
                return None
            if not node.body:
                return ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, [])
            return node

    Away().visit(function)
    if not function.body:
        function.body = [ast.Pass()]
    return found


def _is_number(node: ast.expr) -> bool:
    """Whether an expression is a number that is written down."""
    if isinstance(node, ast.IfExp):
        return _is_number(node.body) and _is_number(node.orelse)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        return True
    if isinstance(node, ast.Subscript):  # of a table, a pair or tokens
        return not isinstance(node.slice, ast.Slice) and _last(node.value) != "marriages"
    return isinstance(node, ast.Constant) and type(node.value) is int


def _with_machine_integers(function: ast.FunctionDef, is_made: bool) -> None:
    """Variables and attributes that begin with a number are machine integers."""
    seen = {each.arg for each in function.args.args}

    class Typed(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.stmt:
            target = node.targets[0]
            name = ast.unparse(target)
            is_variable = isinstance(target, ast.Name) or (is_made and isinstance(target, ast.Attribute))
            if len(node.targets) == 1 and is_variable and name not in seen and _is_number(node.value):
                seen.add(name)
                return ast.parse(f"{name}: i64 = {ast.unparse(node.value)}").body[0]
            seen.update(ast.unparse(each) for each in node.targets)
            return node

        def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
            seen.add(ast.unparse(node.target))
            return node

    Typed().visit(function)
