"""The syntax tree of pycparser, as far as verilab reads it: which attributes a node has."""

from collections.abc import Iterator
from typing import Any

class Node:
    coord: Any
    attr_names: tuple[str, ...]
    __slots__: tuple[str, ...]
    def children(self) -> tuple[tuple[str, Node], ...]: ...
    def __iter__(self) -> Iterator[Any]: ...

class ArrayDecl(Node):
    type: Any
    dim: Any
    dim_quals: Any
    attributes: Any
    def __init__(self, type: Any, dim: Any, dim_quals: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class ArrayDesignator(Node):
    expr: Any
    def __init__(self, expr: Any, coord: Any = ...) -> None: ...

class ArrayRef(Node):
    name: Any
    subscript: Any
    def __init__(self, name: Any, subscript: Any, coord: Any = ...) -> None: ...

class Assignment(Node):
    op: str
    lvalue: Any
    rvalue: Any
    def __init__(self, op: Any, lvalue: Any, rvalue: Any, coord: Any = ...) -> None: ...

class Alignas(Node):
    alignment: Any
    def __init__(self, alignment: Any, coord: Any = ...) -> None: ...

class Attribute(Node):
    name: Any
    namespace: Any
    arguments: Any
    def __init__(self, name: Any, namespace: Any, arguments: Any, coord: Any = ...) -> None: ...

class AttributeSpecifier(Node):
    attributes: Any
    def __init__(self, attributes: Any, coord: Any = ...) -> None: ...

class AttributeDeclaration(Node):
    attributes: Any
    def __init__(self, attributes: Any, coord: Any = ...) -> None: ...

class AttributedStatement(Node):
    attributes: Any
    stmt: Any
    def __init__(self, attributes: Any, stmt: Any, coord: Any = ...) -> None: ...

class AttributedType(Node):
    type: Any
    attributes: Any
    def __init__(self, type: Any, attributes: Any, coord: Any = ...) -> None: ...

class BinaryOp(Node):
    op: str
    left: Any
    right: Any
    def __init__(self, op: Any, left: Any, right: Any, coord: Any = ...) -> None: ...

class BitIntType(Node):
    width: Any
    signedness: Any
    def __init__(self, width: Any, signedness: Any, coord: Any = ...) -> None: ...

class Break(Node):
    def __init__(self, coord: Any = ...) -> None: ...

class Case(Node):
    expr: Any
    stmts: Any
    attributes: Any
    def __init__(self, expr: Any, stmts: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class Cast(Node):
    to_type: Any
    expr: Any
    def __init__(self, to_type: Any, expr: Any, coord: Any = ...) -> None: ...

class Compound(Node):
    block_items: Any
    def __init__(self, block_items: Any, coord: Any = ...) -> None: ...

class CompoundLiteral(Node):
    type: Any
    init: Any
    storage: Any
    def __init__(self, type: Any, init: Any, storage: Any, coord: Any = ...) -> None: ...

class Constant(Node):
    type: str
    value: str
    def __init__(self, type: Any, value: Any, coord: Any = ...) -> None: ...

class Continue(Node):
    def __init__(self, coord: Any = ...) -> None: ...

class Decl(Node):
    name: Any
    quals: Any
    align: Any
    storage: Any
    funcspec: Any
    type: Any
    init: Any
    bitsize: Any
    attributes: Any
    def __init__(
        self,
        name: Any,
        quals: Any,
        align: Any,
        storage: Any,
        funcspec: Any,
        type: Any,
        init: Any,
        bitsize: Any,
        coord: Any = ...,
        attributes: Any = ...,
    ) -> None: ...

class DeclList(Node):
    decls: Any
    def __init__(self, decls: Any, coord: Any = ...) -> None: ...

class Default(Node):
    stmts: Any
    attributes: Any
    def __init__(self, stmts: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class DoWhile(Node):
    cond: Any
    stmt: Any
    def __init__(self, cond: Any, stmt: Any, coord: Any = ...) -> None: ...

class EllipsisParam(Node):
    def __init__(self, coord: Any = ...) -> None: ...

class EmptyStatement(Node):
    def __init__(self, coord: Any = ...) -> None: ...

class Enum(Node):
    name: Any
    values: Any
    underlying_type: Any
    attributes: Any
    def __init__(self, name: Any, values: Any, underlying_type: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class Enumerator(Node):
    name: Any
    value: Any
    attributes: Any
    def __init__(self, name: Any, value: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class EnumeratorList(Node):
    enumerators: Any
    def __init__(self, enumerators: Any, coord: Any = ...) -> None: ...

class ExprList(Node):
    exprs: Any
    def __init__(self, exprs: Any, coord: Any = ...) -> None: ...

class FileAST(Node):
    ext: Any
    def __init__(self, ext: Any, coord: Any = ...) -> None: ...

class For(Node):
    init: Any
    cond: Any
    next: Any
    stmt: Any
    def __init__(self, init: Any, cond: Any, next: Any, stmt: Any, coord: Any = ...) -> None: ...

class FuncCall(Node):
    name: Any
    args: Any
    def __init__(self, name: Any, args: Any, coord: Any = ...) -> None: ...

class FuncDecl(Node):
    args: Any
    type: Any
    attributes: Any
    def __init__(self, args: Any, type: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class FuncDef(Node):
    decl: Any
    param_decls: Any
    body: Any
    def __init__(self, decl: Any, param_decls: Any, body: Any, coord: Any = ...) -> None: ...

class GenericAssociation(Node):
    type: Any
    expr: Any
    def __init__(self, type: Any, expr: Any, coord: Any = ...) -> None: ...

class GenericSelection(Node):
    expr: Any
    associations: Any
    def __init__(self, expr: Any, associations: Any, coord: Any = ...) -> None: ...

class Goto(Node):
    name: Any
    def __init__(self, name: Any, coord: Any = ...) -> None: ...

class ID(Node):
    name: Any
    def __init__(self, name: Any, coord: Any = ...) -> None: ...

class IdentifierType(Node):
    names: list[str]
    def __init__(self, names: Any, coord: Any = ...) -> None: ...

class If(Node):
    cond: Any
    iftrue: Any
    iffalse: Any
    def __init__(self, cond: Any, iftrue: Any, iffalse: Any, coord: Any = ...) -> None: ...

class InferredType(Node):
    def __init__(self, coord: Any = ...) -> None: ...

class InitList(Node):
    exprs: Any
    def __init__(self, exprs: Any, coord: Any = ...) -> None: ...

class Label(Node):
    name: Any
    stmt: Any
    attributes: Any
    def __init__(self, name: Any, stmt: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class NamedInitializer(Node):
    name: Any
    expr: Any
    def __init__(self, name: Any, expr: Any, coord: Any = ...) -> None: ...

class ParamList(Node):
    params: Any
    def __init__(self, params: Any, coord: Any = ...) -> None: ...

class PtrDecl(Node):
    quals: Any
    type: Any
    attributes: Any
    def __init__(self, quals: Any, type: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class Return(Node):
    expr: Any
    def __init__(self, expr: Any, coord: Any = ...) -> None: ...

class StaticAssert(Node):
    cond: Any
    message: Any
    def __init__(self, cond: Any, message: Any, coord: Any = ...) -> None: ...

class Struct(Node):
    name: Any
    decls: Any
    attributes: Any
    def __init__(self, name: Any, decls: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class StructRef(Node):
    name: Any
    type: Any
    field: Any
    def __init__(self, name: Any, type: Any, field: Any, coord: Any = ...) -> None: ...

class Switch(Node):
    cond: Any
    stmt: Any
    def __init__(self, cond: Any, stmt: Any, coord: Any = ...) -> None: ...

class TernaryOp(Node):
    cond: Any
    iftrue: Any
    iffalse: Any
    def __init__(self, cond: Any, iftrue: Any, iffalse: Any, coord: Any = ...) -> None: ...

class TypeDecl(Node):
    declname: Any
    quals: Any
    align: Any
    type: Any
    attributes: Any
    def __init__(self, declname: Any, quals: Any, align: Any, type: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class Typedef(Node):
    name: Any
    quals: Any
    storage: Any
    type: Any
    attributes: Any
    def __init__(self, name: Any, quals: Any, storage: Any, type: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class Typename(Node):
    name: Any
    quals: Any
    align: Any
    type: Any
    attributes: Any
    def __init__(self, name: Any, quals: Any, align: Any, type: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class TypeOf(Node):
    op: str
    expr: Any
    def __init__(self, op: Any, expr: Any, coord: Any = ...) -> None: ...

class UnaryOp(Node):
    op: str
    expr: Any
    def __init__(self, op: Any, expr: Any, coord: Any = ...) -> None: ...

class Union(Node):
    name: Any
    decls: Any
    attributes: Any
    def __init__(self, name: Any, decls: Any, coord: Any = ..., attributes: Any = ...) -> None: ...

class While(Node):
    cond: Any
    stmt: Any
    def __init__(self, cond: Any, stmt: Any, coord: Any = ...) -> None: ...

class Pragma(Node):
    string: Any
    def __init__(self, string: Any, coord: Any = ...) -> None: ...
