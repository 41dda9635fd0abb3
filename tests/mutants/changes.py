"""The small changes: each makes one mutant of a function's syntax tree."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitXor: ast.BitOr,
}  # fmt: skip
CALLS = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Change:
    """One small change of a function: where, what stood there and what stands there now."""

    line: int
    before: str
    after: str
    tree: ast.FunctionDef

    def __str__(self) -> str:
        return f"{self.before} -> {self.after}"


def changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Make every small change of a function, one at a time."""
    unused = {id(each) for node in ast.walk(function) for each in paddings(node)}
    for number, node in enumerate(ast.walk(function)):
        for way in [] if id(node) in unused else ways(node, node is function):
            changed = copy.deepcopy(function)
            target = next(each for at, each in enumerate(ast.walk(changed)) if at == number)
            holder, before = shown(changed, target)
            change(target, way)
            after = ast.unparse(holder).split("\n")[0]
            if way == "drop":
                after = "(nothing)"
            ast.fix_missing_locations(changed)
            yield Change(getattr(node, "lineno", function.lineno), before, after, changed)


def paddings(node: ast.AST) -> list[ast.AST]:
    """List the zeros with which `tell` is filled up where an event has fewer numbers."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tell"):
        return []
    return [each for each in node.args if isinstance(each, ast.Constant) and each.value == 0]


def ways(node: ast.AST, is_whole: bool) -> list[str]:
    """List the ways to change a node."""
    if isinstance(node, ast.Compare):
        return [f"compare {k}" for k, operator in enumerate(node.ops) if type(operator) in COMPARISONS]
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            return ["flip"]
        return ["add 1"] if isinstance(node.value, int) else []
    if isinstance(node, ast.BoolOp | ast.BinOp):
        return ["operator"] if isinstance(node, ast.BoolOp) or type(node.op) in OPERATORS else []
    if isinstance(node, ast.AugAssign):
        return ["operator", "drop"] if type(node.op) in OPERATORS else ["drop"]
    if isinstance(node, ast.UnaryOp):
        return ["bare"] if isinstance(node.op, ast.Not | ast.USub) else []
    if isinstance(node, ast.If):
        return ["always", "never"]
    if isinstance(node, ast.While):
        return ["never"]
    if isinstance(node, ast.IfExp):
        return ["always", "never"]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        return ["swap"]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ["drop"]
    if isinstance(node, ast.Assign) and not all(isinstance(target, ast.Name) for target in node.targets):
        return ["drop"]
    return ["drop"] if isinstance(node, ast.Continue | ast.Break) and not is_whole else []


def change(node: ast.AST, way: str) -> None:
    """Change a node in place."""
    if way.startswith("compare"):
        assert isinstance(node, ast.Compare)
        at = int(way.split()[1])
        node.ops[at] = COMPARISONS[type(node.ops[at])]()
    elif way in ("flip", "add 1"):
        assert isinstance(node, ast.Constant)
        node.value = not node.value if way == "flip" else int(str(node.value)) + 1
    elif way == "operator" and isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif way == "operator":
        assert isinstance(node, ast.BinOp | ast.AugAssign)
        node.op = OPERATORS[type(node.op)]()
    elif way == "bare":
        assert isinstance(node, ast.UnaryOp)
        node.op = ast.UAdd() if isinstance(node.op, ast.USub) else node.op
        if isinstance(node.op, ast.Not):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif way in ("always", "never"):
        assert isinstance(node, ast.If | ast.While | ast.IfExp)
        node.test = ast.Constant(way == "always")
    elif way == "swap":
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        node.func.id = CALLS[node.func.id]
    else:
        become_pass(node)


def become_pass(node: ast.AST) -> None:
    """Turn a statement into one that does nothing."""
    place = {name: getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")}
    node.__class__ = ast.Pass
    node.__dict__.clear()
    node.__dict__.update(place)


def shown(function: ast.FunctionDef, node: ast.AST) -> tuple[ast.AST, str]:
    """Find the smallest piece around a node that says something by itself, and write its first line."""
    if isinstance(node, ast.stmt):
        return node, ast.unparse(node).split("\n")[0]
    around: ast.AST = function
    for each in ast.walk(function):
        if isinstance(each, ast.stmt | ast.Compare | ast.Call | ast.Subscript | ast.BinOp | ast.BoolOp | ast.IfExp):
            if each is node or any(inner is node for inner in ast.walk(each)):
                around = each  # deeper ones come later
    return around, ast.unparse(around).split("\n")[0]
