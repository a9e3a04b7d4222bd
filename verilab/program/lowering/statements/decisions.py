"""The edges that decide the condition of a statement are noted: whoever watches a compiled program decide needs to know which they are."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.cfa import Location
from verilab.program.decisions import Condition
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions.conditions import branch
from verilab.program.lowering.session import Session
from verilab.program.lowering.statements.loops import is_ambiguous, is_named_by_the_file, place_of_statement


def decide(ctx: Context, keyword: str, statement: c_ast.Node, condition: c_ast.Node, then: Location, otherwise: Location) -> None:
    """``branch`` on the condition of a statement of this keyword, of which every operand is noted."""
    if statement.coord is not None and ctx.current is not None and is_named_by_the_file(ctx):
        place = place_of_statement(ctx, keyword, statement)
        operands = _operands(condition)
        for number, (operand, negated) in enumerate(operands):
            if isinstance(operand, c_ast.Constant):
                continue  # what is there to be seen of "while (1)" is seen often enough
            noted = Condition(place.file, place.line, place.column, keyword, number, len(operands))
            noted = ctx.session.shared_conditions.setdefault(noted, noted)
            ctx.session.conditions[id(operand)] = noted, negated
    branch(ctx, condition, then, otherwise)


def _operands(condition: c_ast.Node) -> list[tuple[c_ast.Node, bool]]:
    """From the left: what ``&&`` and ``||`` join, without the negations in front of it, and whether their number is odd."""
    operands: list[tuple[c_ast.Node, bool]] = []
    pending = [condition]
    while pending:
        node, negated = pending.pop(), False
        while isinstance(node, c_ast.UnaryOp) and node.op == "!":
            node, negated = node.expr, not negated
        if isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"):
            pending += [node.right, node.left]
        else:
            operands.append((node, negated))
    return operands


def constant_conditions(session: Session) -> dict[Condition, bool]:
    """The conditions that are constant wherever they were lowered; the notes of all others that some branching does not decide go away."""
    edges, folded = session.builder.edges, session.folded
    # Equal conditions are one object (``decide``), so that its id stands for it.
    outcomes: dict[tuple[int, Location], list[bool]] = {}
    deciding = [(edge, edge.decision) for edge in edges if edge.decision is not None]
    for edge, decision in deciding:
        outcomes.setdefault((id(decision.condition), edge.source), []).append(decision.outcome)
    one_sided = {condition for (condition, _), there in outcomes.items() if there not in ([False, True], [True, False])}
    one_sided |= set(map(id, folded))
    if one_sided or session.ambiguous:
        for edge, decision in deciding:
            if id(decision.condition) in one_sided or is_ambiguous(session, decision.condition):
                edge.decision = None
    if not folded:
        return {}
    decided = {decision.condition for _, decision in deciding}
    return {
        condition: min(values)
        for condition, values in folded.items()
        if len(values) == 1 and condition not in decided and not is_ambiguous(session, condition)
    }
