"""Syntax-tree nodes for GNU C that pycparser has no class for, and how the other GNU constructs are represented.

A tree is pycparser's (``pycparser.c_ast``) plus the classes of this file.  Beyond standard C:

====================================  =============================================================================================
source                                tree
====================================  =============================================================================================
``({ s; e; })``                       ``StatementExpression(compound)``; its value is the last statement if that is an expression
``a ?: b``                            ``c_ast.TernaryOp(cond=a, iftrue=None, iffalse=b)``; a is evaluated once
``case 1 ... 5:``                     ``c_ast.Case(expr=CaseRange(low, high), ...)``
``typeof(x)``, ``typeof(T)``          ``c_ast.TypeOf("typeof", expr)`` as a type specifier; ``expr`` is an expression or a c_ast.Typename
``__auto_type x = e;``                ``c_ast.InferredType()`` as the type
``&&label``                           ``LabelAddress(name)``
``goto *e;``                          ``ComputedGoto(target)``
``asm("..." : outputs : inputs)``     ``Asm(template, outputs, inputs, clobbers, labels)`` as a statement; at file scope nothing
``int x asm("y")``                    ``Attribute("asm", [Constant])`` among the attributes of the declaration
``[1 ... 3] = v``                     ``c_ast.NamedInitializer([RangeDesignator(low, high)], v)``
``field: v``                          ``c_ast.NamedInitializer([c_ast.ID("field")], v)``, the same as ``.field = v``
``_Alignof``, ``__alignof__``         ``c_ast.UnaryOp("_Alignof", x or Typename)``, ``c_ast.UnaryOp("__alignof__", ...)``
``__real__ z``, ``__imag__ z``        ``c_ast.UnaryOp("__real__", z)``, ``c_ast.UnaryOp("__imag__", z)``
``__builtin_offsetof(T, f.g[1])``     ``c_ast.FuncCall(ID("offsetof"), ExprList([Typename, designator]))``; so does ``offsetof``
``__builtin_va_arg(ap, T)``           ``c_ast.FuncCall(ID("__builtin_va_arg"), ExprList([ap, Typename]))``; ``__builtin_convertvector``
``__builtin_types_compatible_p``      ``c_ast.FuncCall(ID(...), ExprList([Typename, Typename]))``
``__func__`` and its GNU spellings    ``c_ast.Constant("string", '"name"')``
``__attribute__((noreturn))``         ``"_Noreturn"`` in the ``funcspec`` of the function's Decl, as ``_Noreturn`` itself
``__attribute__((mode(DI)))``         the integer type of that width: ``long long``; QI ``char``, HI ``short``, SI ``int``, TI ``__int128``
attributes that change the meaning    ``Attribute(name, arguments)`` in the ``attributes`` of what they belong to
``#pragma pack``                      ``Attribute("pack", [n])`` of the structures that it governs
attributes otherwise                  dropped, and so are ``__extension__`` and other pragmas; ``[[...]]``, ``__declspec`` count
functions inside functions            ``NestedFunction(definition)`` as a block item
``_Float128``, ``__int128_t``, ...    typedef names, declared by Typedef nodes in front of the file (only those that it uses)
``__const``, ``__inline__``, ...      ``const``, ``inline``, ... everywhere (``quals``, ``storage``, ``funcspec``)
====================================  =============================================================================================

The ``coord`` of a node is the ``Token`` (verilab.program.syntax.lexing.tokens) that it starts with; turn it into a Position through the
TranslationUnit.  ``else if`` chains are nested ``c_ast.If`` nodes (5,000 deep in real programs): walk them in a loop, or recursively
under ``with_deep_stack``.
"""

# ruff: noqa: RUF023  # c_ast.Node.__repr__ relies on the order of the slots

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pycparser import c_ast

LEAVES = frozenset({c_ast.ID, c_ast.Constant, c_ast.IdentifierType})
"""The most frequent classes of nodes that have no children: walks over large trees need not ask each of them."""

LOCAL = "::"
"""What is behind it in the name of a label tells labels of several blocks from each other."""

CHOOSING = "__builtin_choose_expr"

_ATTRIBUTED = (c_ast.Decl, c_ast.Typedef, c_ast.Typename, c_ast.TypeDecl, c_ast.Struct, c_ast.Union, c_ast.Enum)


class GnuNode(c_ast.Node):
    """The children of a node are the values of ``child_names``: nodes, None, or lists of nodes."""

    __slots__ = ()
    child_names: ClassVar[tuple[str, ...]] = ()

    def children(self) -> tuple[tuple[str, c_ast.Node], ...]:
        children: list[tuple[str, c_ast.Node]] = []
        for name in self.child_names:
            value = getattr(self, name)
            if isinstance(value, list):
                children += [(f"{name}[{index}]", item) for index, item in enumerate(value)]
            elif value is not None:
                children.append((name, value))
        return tuple(children)

    def __iter__(self) -> Iterator[c_ast.Node]:
        return (child for _, child in self.children())


def attributes_of(node: c_ast.Node) -> list[Any]:
    """The attributes of a declaration, a declarator, a type or a type name; none of any other node."""
    return list(node.attributes or ()) if isinstance(node, _ATTRIBUTED) else []


def qualifiers_of(node: c_ast.Node) -> list[str]:
    """The qualifiers of what a declarator declares: an array has none of its own, its elements have."""
    return list(node.quals or ()) if isinstance(node, c_ast.TypeDecl | c_ast.PtrDecl) else []


class StatementExpression(GnuNode):
    """``({ ... })``: ``compound`` is a c_ast.Compound."""

    __slots__ = ("compound", "coord", "__weakref__")
    child_names = ("compound",)

    def __init__(self, compound: c_ast.Compound, coord: Any = None) -> None:
        self.compound = compound
        self.coord = coord


class CaseRange(GnuNode):
    """``low ... high`` (both included) of a case label: two constant expressions."""

    __slots__ = ("low", "high", "coord", "__weakref__")
    child_names = ("low", "high")

    def __init__(self, low: c_ast.Node, high: c_ast.Node, coord: Any = None) -> None:
        self.low = low
        self.high = high
        self.coord = coord


class RangeDesignator(GnuNode):
    """``[low ... high]`` (both included) of an initialiser: two constant expressions."""

    __slots__ = ("low", "high", "coord", "__weakref__")
    child_names = ("low", "high")

    def __init__(self, low: c_ast.Node, high: c_ast.Node, coord: Any = None) -> None:
        self.low = low
        self.high = high
        self.coord = coord


class LabelAddress(GnuNode):
    """``&&name``: the address of a label, an expression of type ``void *``."""

    __slots__ = ("name", "function", "coord", "__weakref__")
    attr_names = ("name", "function")

    def __init__(self, name: str, function: str, coord: Any = None) -> None:
        self.name = name
        self.function = function
        self.coord = coord


class ComputedGoto(GnuNode):
    """``goto *target;`` in ``function``; ``labels`` are those of it whose address is taken anywhere in it, a list that grows."""

    __slots__ = ("target", "function", "labels", "coord", "__weakref__")
    child_names = ("target",)
    attr_names = ("function", "labels")

    def __init__(self, target: c_ast.Node, function: str, labels: list[str], coord: Any = None) -> None:
        self.target = target
        self.function = function
        self.labels = labels
        self.coord = coord


class Attribute(GnuNode):
    """``name(arguments)`` without the underscores around the name; an argument is an expression or a Typename."""

    __slots__ = ("name", "arguments", "coord", "__weakref__")
    child_names = ("arguments",)
    attr_names = ("name",)

    def __init__(self, name: str, arguments: list[c_ast.Node], coord: Any = None) -> None:
        self.name = name
        self.arguments = arguments
        self.coord = coord


class NestedFunction(GnuNode):
    """GNU C's function inside a function: ``definition`` is its FuncDef."""

    __slots__ = ("definition", "coord", "__weakref__")
    child_names = ("definition",)

    def __init__(self, definition: c_ast.FuncDef, coord: Any = None) -> None:
        self.definition = definition
        self.coord = coord


class Asm(GnuNode):
    """An assembly statement: it may read ``inputs``, change the lvalues ``outputs``, and jump to ``labels``.

    ``constraints`` are the constraint strings of outputs and inputs, in order; ``clobbers`` the words such as ``memory``.  ``basic`` where
    there is no colon: then the assembler may name any global symbol.
    """

    __slots__ = ("template", "outputs", "inputs", "constraints", "clobbers", "labels", "basic", "coord", "__weakref__")
    child_names = ("outputs", "inputs")
    attr_names = ("template", "constraints", "clobbers", "labels", "basic")

    def __init__(
        self,
        template: str,
        outputs: list[c_ast.Node],
        inputs: list[c_ast.Node],
        constraints: list[str],
        clobbers: list[str],
        labels: list[str],
        basic: bool,
        coord: Any = None,
    ) -> None:
        self.template = template
        self.outputs = outputs
        self.inputs = inputs
        self.constraints = constraints
        self.clobbers = clobbers
        self.labels = labels
        self.basic = basic
        self.coord = coord


def operands_to_select(node: Any) -> list[Any]:
    """The operands of which ``_Generic`` or ``__builtin_choose_expr`` stands for one; any other expression alone."""
    found: list[Any] = []
    pending = [node]
    while pending:
        match pending.pop():
            case c_ast.GenericSelection(associations=associations):
                pending += [association.expr for association in associations]
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=[_, *operands])) if name == CHOOSING:
                pending += operands
            case other:
                found.append(other)
    return found


def nodes_of(root: Any) -> Iterator[Any]:
    """A node and all that are inside of it, in no particular order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node is None:  # an optional part of GNU C's own nodes
            continue
        yield node
        if type(node) not in LEAVES:
            stack += node
