"""Assembly statements.

What the instructions compute is not modelled.  They change their outputs, the file's variables that the template names, and whatever the
pointers among the operands lead to.  A template without instructions, or with instructions that only order accesses, changes nothing; its
operands that share a register (``"+r"``, ``"0"``) keep their values.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types.types import C_INT, VOID, FunctionType, IntegerType, PointerType, RecordType
from verilab.program.expressions import Expression, Read
from verilab.program.lowering.context import Context, statements
from verilab.program.lowering.environment.externals import havoc_arguments
from verilab.program.lowering.expressions import assignments, folding, operators
from verilab.program.lowering.expressions.reading import value_at
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.changes import names_in
from verilab.program.lowering.facts.library_names import defines
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.storage.places import Place, address_of_place, place_of, write
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Symbol
from verilab.program.lowering.types.attributes import is_register
from verilab.program.lowering.types.declared_types import denotes_place
from verilab.program.lowering.unsupported import give_up
from verilab.program.memory.raw.operations import external_pointer, havoc_through
from verilab.program.operations import Nondet, NondetKind
from verilab.program.syntax.tree.nodes import Asm
from verilab.program.types import INT

REASON = "asm"
_HARMLESS = re.compile(
    r"\s*(?:nop|pause|rep\s*;\s*nop|[mls]fence|cli|sti|hlt|yield|(?:lock\s*;?\s*)?(?:add|or)[lq]\s+\$0+(?:x0)?\s*,\s*(?:-?[0-9]+)?\(%+[er]?sp\)"
    r"|\#[^\\]*|/(?!\*)[^\\]*|/\*(?:(?!\*/)[^\\])*\*/)?\s*"
)
_SEPARATOR = re.compile(r"\\n|\\t|;|\n")
# Instructions that access no more of an operand in memory than the operand itself.
_OPERAND = r"(?:%(?:[bwkqhzx]?\d+|[bwkqhzx]?\[\w+\]|%\w+)|\$-?\w+)"
_CONFINED = re.compile(
    r"\s*(?:lock\s*)?(?:mov|inc|dec|add|adc|sub|sbb|and|or|xor|not|neg|xchg|xadd|cmpxchg|cmp|test)[bwlq]?\s+"
    rf"{_OPERAND}(?:\s*,\s*{_OPERAND})?\s*"
)
_WORD = re.compile(r"(?<![%.\w$])[A-Za-z_]\w*|\$[A-Za-z_]\w*")


@statements(Asm)
def _assembly(ctx: Context, node: Asm) -> None:
    ctx.focus(node)
    template = re.sub(r'"\s*"', "", node.template).strip('"')
    harmless = all(_HARMLESS.fullmatch(part) for part in _SEPARATOR.split(template))
    outputs = [ctx.place(operand) for operand in node.outputs]
    if _finds_by_outputs(node):
        ctx.refuse_order(node)
    inputs = [
        _given(ctx, node, operand, constraint) for operand, constraint in zip(node.inputs, node.constraints[len(outputs) :], strict=False)
    ]
    if harmless:
        _tie(ctx, node, outputs, inputs)
        return
    _names(ctx, template)
    _registers(ctx, node)
    # What a register holds may be an address, whatever its type.
    given = [value for value in inputs if isinstance(value.type, PointerType | IntegerType | RecordType)]
    for place, constraint in zip(outputs, node.constraints, strict=False):
        if constraint.startswith("+") and isinstance(place.type, PointerType | IntegerType):
            given.append(value_at(ctx, place))
    if not _keeps_to_operands(node, template):
        memory = [
            operand for operand, constraint in zip([*node.outputs, *node.inputs], node.constraints, strict=False) if "m" in constraint
        ]
        given += [_pointer_to(ctx, operand) for operand in memory if denotes_place(ctx, operand)]
    known = havoc_arguments(ctx, REASON, FunctionType(VOID, None), [_writable(value) for value in given]) if given else ()
    for operand, constraint in zip(node.inputs, node.constraints[len(outputs) :], strict=False):
        if "m" in constraint and denotes_place(ctx, operand):
            _forget(ctx, ctx.place(operand))
    for place in outputs:
        _forget(ctx, place, known)
    for label in node.labels:
        _may_jump(ctx, label)


def _keeps_to_operands(node: Asm, template: str) -> bool:
    """Whether the statement accesses no other memory than its operands: it says so, or its instructions are such."""
    return not any("memory" in clobber for clobber in node.clobbers) or all(
        _HARMLESS.fullmatch(part) or _CONFINED.fullmatch(part) for part in _SEPARATOR.split(template)
    )


def _writable(value: Value) -> Value:
    """The value as instructions see it, which know no ``const``."""
    return replace(value, type=replace(value.type, constant=False)) if isinstance(value.type, PointerType) else value


def _pointer_to(ctx: Context, operand: c_ast.Node) -> Value:
    place = ctx.place(operand)
    return Value(PointerType(place.type), address_of_place(place, ctx.model))


def _finds_by_outputs(node: Asm) -> bool:
    """Whether an output is found by a variable that is another output, before or after that is written: gcc does either."""
    written = [operand.name for operand in node.outputs if isinstance(operand, c_ast.ID)]
    found = [names_in(operand) for operand in node.outputs if not isinstance(operand, c_ast.ID)]
    return any(name in names for name in written for names in found)


def _given(ctx: Context, node: Asm, operand: c_ast.Node, constraint: str) -> Value:
    """An input's value: as it is before the statement, where outputs are written one by one that it may be read from."""
    value = ctx.value(operand)
    return assignments.kept(ctx, value) if len(node.outputs) > 1 and constraint.isdigit() else value


def _tie(ctx: Context, node: Asm, outputs: list[Place], inputs: list[Value]) -> None:
    """Outputs of no instruction: those of ``"+"`` stay, those that an input is tied to get it, the others are arbitrary."""
    tied = {
        constraint.strip("[]"): value
        for constraint, value in zip(node.constraints[len(outputs) :], inputs, strict=False)
        if constraint.isdigit()
    }
    for number, (place, constraint) in enumerate(zip(outputs, node.constraints, strict=False)):
        value = tied.get(str(number))
        if constraint.startswith("+"):
            continue
        if value is not None and value.expression is not None:
            assignments.assign_value(ctx, place, value, node)
        else:
            _forget(ctx, place)


def _forget(ctx: Context, place: Place, known: tuple[Expression, ...] = ()) -> None:
    """What a place holds is arbitrary; a pointer may lead where the ``known`` ones do."""
    machine = machine_type(place.type, ctx.model)
    if machine is None:
        ctx.emit(havoc_through(address_of_place(place, ctx.model), NondetKind.IMPRECISE, REASON), REASON)
        return
    if known and isinstance(place.type, PointerType):
        result = ctx.temporary(machine)
        ctx.emit(external_pointer(result, known, REASON), REASON)
        ctx.emit(write(place, Read(result), ctx.model), REASON)
    else:
        ctx.emit(write(place, Nondet(machine, NondetKind.IMPRECISE, REASON), ctx.model), REASON)


def _names(ctx: Context, template: str) -> None:
    """The symbols that instructions name as operands: a variable may change, a function may be called; or what a macro of the file does."""
    for instruction in _SEPARATOR.split(template):
        words = instruction.replace("lock", " ").split(None, 1)
        if words and words[0] in ctx.session.assembled:
            give_up(ctx, f"the assembler's macro {words[0]}")
        if len(words) < 2:
            continue
        for name in {word.lstrip("$") for word in _WORD.findall(words[1])}:
            symbol = ctx.session.file_scope.names.get(name)
            if isinstance(symbol, ObjectSymbol):
                stored = ctx.session.object_of(symbol)
                _forget_object(ctx, place_of(stored))
            elif _may_call(ctx, words[0], name, symbol):
                give_up(ctx, f"a call of {name} by asm")


def _registers(ctx: Context, node: Asm) -> None:
    """Local variables that are registers: an instruction may change them without naming them, if they are none of its operands."""
    operands: set[str] = set().union(*(names_in(operand) for operand in (*node.outputs, *node.inputs)))
    for scope in ctx.scopes.all()[1:]:
        for name, symbol in scope.names.items():
            if name not in operands and isinstance(symbol, ObjectSymbol) and is_register(symbol.declaration):
                _forget(ctx, place_of(ctx.session.object_of(symbol)))


def _may_call(ctx: Context, instruction: str, name: str, symbol: Symbol | None) -> bool:
    """Whether an instruction that names a symbol may call a function of the file or of the library."""
    if isinstance(symbol, FunctionSymbol) and (symbol.definition is not None or name in ctx.session.error_names):
        return True
    return isinstance(symbol, FunctionSymbol | None) and defines(name) and instruction.startswith(("call", "jmp"))


def _forget_object(ctx: Context, place: Place) -> None:
    value = Value(PointerType(place.type), address_of_place(place, ctx.model))
    havoc_arguments(ctx, REASON, FunctionType(VOID, None), [value])


def _may_jump(ctx: Context, label: str) -> None:
    """``asm goto`` goes to the label or on."""
    if ctx.current is None or label not in ctx.labels:
        return
    following = ctx.location()
    taken = operators.truth(ctx, Value(C_INT, ctx.nondet(INT, NondetKind.IMPRECISE, REASON)), None)
    ctx.branch_on(folding.truth(taken), ctx.labels[label], following, f"asm goto {label}")
    ctx.current = following
