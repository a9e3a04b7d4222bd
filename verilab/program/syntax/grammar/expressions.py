"""Expressions of GNU C: precedence climbing over the token list, with fast paths for names and constants.

Replaces pycparser's expression grammar: it is where a verification task spends most of its tokens, and where most GNU constructs are
(statement expressions, ``a ?: b``, ``&&label``, ``__alignof__`` of an expression, type arguments of builtins).
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.syntax.grammar.cursor import TokenCursor
from verilab.program.syntax.lexing.tokens import COMPLEX_PART, FUNCTION_NAME, LOCATION, TYPES_COMPATIBLE, Token
from verilab.program.syntax.tree.nodes import LOCAL, LabelAddress, StatementExpression

PRECEDENCE = {
    "LOR": 0, "LAND": 1, "OR": 2, "XOR": 3, "AND": 4, "EQ": 5, "NE": 5, "GT": 6, "GE": 6, "LT": 6, "LE": 6,
    "RSHIFT": 7, "LSHIFT": 7, "PLUS": 8, "MINUS": 8, "TIMES": 9, "DIVIDE": 9, "MOD": 9,
}  # fmt: skip
ASSIGNMENTS = frozenset(
    {"EQUALS", "XOREQUAL", "TIMESEQUAL", "DIVEQUAL", "MODEQUAL", "PLUSEQUAL", "MINUSEQUAL", "LSHIFTEQUAL", "RSHIFTEQUAL"}
    | {"ANDEQUAL", "OREQUAL"}
)
INTEGERS = frozenset(["INT_CONST_DEC", "INT_CONST_OCT", "INT_CONST_HEX", "INT_CONST_BIN"])
FLOATS = frozenset({"FLOAT_CONST", "HEX_FLOAT_CONST"})
CHARACTERS = frozenset(["CHAR_CONST", "WCHAR_CONST", "U8CHAR_CONST", "U16CHAR_CONST", "U32CHAR_CONST"])
STRINGS = frozenset(["STRING_LITERAL", "WSTRING_LITERAL", "U8STRING_LITERAL", "U16STRING_LITERAL", "U32STRING_LITERAL"])
SUFFIXES = frozenset(["LBRACKET", "LPAREN", "PERIOD", "ARROW", "PLUSPLUS", "MINUSMINUS"])
_PREFIXES = frozenset(["AND", "TIMES", "PLUS", "MINUS", "NOT", "LNOT"])
EXPRESSION_START = (
    INTEGERS | FLOATS | CHARACTERS | STRINGS | _PREFIXES
    | frozenset(["ID", "LPAREN", "PLUSPLUS", "MINUSMINUS", "LAND", "SIZEOF", "_ALIGNOF", "_GENERIC", "OFFSETOF", "__BUILTIN_VA_ARG"])
    | {COMPLEX_PART, FUNCTION_NAME, LOCATION, TYPES_COMPATIBLE}
)  # fmt: skip


class ExpressionGrammar(TokenCursor):
    """The productions from ``expression`` down to the constants; each returns its tree and leaves the cursor behind it."""

    _function_name: str = ""
    _addressed_labels: list[str]  # of the current function
    _constant_types: dict[str, str]
    _local_labels: list[dict[str, str]]  # by the names in the text, of the blocks around the cursor
    _labels: dict[str, list[int]]  # who has labels of a name in the function so far: -1 for the one that no block has to itself

    def _label(self, name: str) -> str:
        """The label that a name means at the cursor."""
        local = next((labels[name] for labels in reversed(self._local_labels) if name in labels), None)
        return local or self._own_label(name, of_function=True)

    def _own_label(self, name: str, *, of_function: bool = False) -> str:
        """A name for a label that no other of the function has: the one in the text for the first that is called so."""
        owners = self._labels.setdefault(name, [])
        owner = -1 if of_function else len(owners)
        if owner not in owners:
            owners.append(owner)
        place = owners.index(owner)
        return f"{name}{LOCAL}{place}" if place else name

    def _parse_expression_opt(self) -> Any:
        return self._parse_expression() if self._peek_type() in EXPRESSION_START else None

    def _starts_expression(self, tok: Token | None = None) -> bool:
        return (tok or self._peek()).type in EXPRESSION_START

    def _parse_expression(self) -> Any:
        first = self._parse_assignment_expression()
        if self._list[self._index].type != "COMMA":
            return first
        items = [first]
        while self._list[self._index].type == "COMMA":
            self._index += 1
            items.append(self._parse_assignment_expression())
        return c_ast.ExprList(items, first.coord)

    def _parse_assignment_expression(self) -> Any:
        left = self._parse_conditional_expression()
        tok = self._list[self._index]
        if tok.type not in ASSIGNMENTS:
            return left
        self._index += 1
        return c_ast.Assignment(tok.value, left, self._parse_assignment_expression(), left.coord)

    def _parse_conditional_expression(self) -> Any:
        condition = self._parse_binary_expression()
        if self._list[self._index].type != "CONDOP":
            return condition
        self._index += 1
        # GNU: a ?: b
        middle = None if self._list[self._index].type == "COLON" else self._parse_expression()
        self._expect("COLON")
        return c_ast.TernaryOp(condition, middle, self._parse_conditional_expression(), condition.coord)

    _parse_constant_expression = _parse_conditional_expression

    def _parse_binary_expression(self, min_prec: int = 0, lhs: Any = None) -> Any:
        tokens = self._list
        precedence = PRECEDENCE
        if lhs is None:
            lhs = self._parse_cast_expression()
        while True:
            operator = tokens[self._index]
            level = precedence.get(operator.type, -1)
            if level < min_prec:
                return lhs
            self._index += 1
            rhs = self._parse_cast_expression()
            if precedence.get(tokens[self._index].type, -1) > level:
                rhs = self._parse_binary_expression(level + 1, rhs)
            lhs = c_ast.BinaryOp(operator.value, lhs, rhs, lhs.coord)

    def _parse_cast_expression(self) -> Any:
        tok = self._list[self._index]
        kind = tok.type
        if kind == "ID" or kind == "TYPEID":
            if tok.value in self._typedef_names:
                self._classify_identifier(tok)
                if tok.type == "TYPEID":
                    self._unexpected("expected an expression")
            self._index += 1
            name = c_ast.ID(tok.value, tok)
            return self._parse_suffixes(name) if self._list[self._index].type in SUFFIXES else name
        if kind == "LPAREN":
            following = self._peek(2)
            if self._starts_declaration(following):
                return self._parse_cast_or_compound_literal(tok)
            return self._parse_suffixes(self._parse_parenthesised(tok))
        if kind in INTEGERS:
            self._index += 1
            number = c_ast.Constant(self._integer_type(tok.value), tok.value, tok)
            return self._parse_suffixes(number) if self._list[self._index].type == "LBRACKET" else number  # 2[a]
        return self._parse_unary_expression()

    def _parse_cast_or_compound_literal(self, opening: Token) -> Any:
        self._index += 1
        type_name = self._parse_type_name()
        self._expect("RPAREN")
        if self._list[self._index].type == "LBRACE":
            literal = c_ast.CompoundLiteral(type_name, self._parse_initializer(), [], opening)
            return self._parse_suffixes(literal)
        return c_ast.Cast(type_name, self._parse_cast_expression(), opening)

    def _parse_parenthesised(self, opening: Token) -> Any:
        self._index += 1
        if self._list[self._index].type == "LBRACE":
            inner = StatementExpression(self._parse_compound_statement(), opening)
        else:
            inner = self._parse_expression()
        self._expect("RPAREN")
        return inner

    def _parse_unary_expression(self) -> Any:
        tok = self._list[self._index]
        kind = tok.type
        if kind in _PREFIXES or kind == COMPLEX_PART:
            self._index += 1
            return c_ast.UnaryOp(tok.value, self._parse_cast_expression(), tok)
        if kind == "PLUSPLUS" or kind == "MINUSMINUS":
            self._index += 1
            return c_ast.UnaryOp(tok.value, self._parse_cast_expression(), tok)
        if kind == "SIZEOF" or kind == "_ALIGNOF":
            self._index += 1
            return c_ast.UnaryOp(tok.value, self._parse_size_operand(), tok)
        if kind == "LAND":
            self._index += 1
            name = self._label(self._expect_name().value)
            if name not in self._addressed_labels:
                self._addressed_labels.append(name)
            return LabelAddress(name, self._function_name, tok)
        return self._parse_postfix_expression()

    def _parse_size_operand(self) -> Any:
        """The operand of ``sizeof``: a parenthesised type, else a unary expression (a compound literal is one)."""
        opening = self._list[self._index]
        if opening.type != "LPAREN" or not self._starts_declaration(self._peek(2)):
            return self._parse_unary_operand()
        self._index += 1
        type_name = self._parse_type_name()
        self._expect("RPAREN")
        if self._list[self._index].type != "LBRACE":
            return type_name
        return self._parse_suffixes(c_ast.CompoundLiteral(type_name, self._parse_initializer(), [], opening))

    def _parse_unary_operand(self) -> Any:
        tok = self._list[self._index]
        if tok.type in ("ID", "LPAREN", "TYPEID"):
            return self._parse_postfix_expression()
        return self._parse_unary_expression()

    def _parse_postfix_expression(self) -> Any:
        return self._parse_suffixes(self._parse_primary_expression())

    def _parse_suffixes(self, expression: Any) -> Any:
        while True:
            tok = self._list[self._index]
            kind = tok.type
            if kind not in SUFFIXES:
                return expression
            self._index += 1
            if kind == "LPAREN":
                arguments = None if self._list[self._index].type == "RPAREN" else self._parse_argument_expression_list()
                self._expect("RPAREN")
                expression = c_ast.FuncCall(expression, arguments, expression.coord)
            elif kind == "LBRACKET":
                subscript = self._parse_expression()
                self._expect("RBRACKET")
                expression = c_ast.ArrayRef(expression, subscript, expression.coord)
            elif kind == "PERIOD" or kind == "ARROW":
                field = self._expect_name()
                expression = c_ast.StructRef(expression, tok.value, c_ast.ID(field.value, field), expression.coord)
            else:
                expression = c_ast.UnaryOp("p" + tok.value, expression, expression.coord)

    def _expect_name(self) -> Token:
        """An identifier, whether or not it is a type name in this scope (fields, labels)."""
        tok = self._list[self._index]
        if tok.type != "ID" and tok.type != "TYPEID":
            self._unexpected("expected an identifier")
        self._index += 1
        return tok

    def _parse_argument_expression_list(self) -> Any:
        items = [self._parse_assignment_expression()]
        while self._list[self._index].type == "COMMA":
            self._index += 1
            items.append(self._parse_assignment_expression())
        return c_ast.ExprList(items, items[0].coord)

    def _parse_primary_expression(self) -> Any:
        tok = self._peek()
        kind = tok.type
        if kind == "ID":
            self._index += 1
            return c_ast.ID(tok.value, tok)
        if kind == "LPAREN":
            return self._parse_parenthesised(tok)
        if kind in INTEGERS or kind in FLOATS or kind in CHARACTERS:
            self._index += 1
            return c_ast.Constant(self._constant_type(tok), tok.value, tok)
        if kind in STRINGS:
            return self._parse_unified_string_literal()
        if kind == FUNCTION_NAME:
            self._index += 1
            return c_ast.Constant("string", f'"{self._function_name.rpartition("::")[2]}"', tok)
        if kind == LOCATION:
            return self._parse_location(tok)
        if kind == "_GENERIC":
            return self._parse_generic_selection()
        if kind not in ("__BUILTIN_VA_ARG", TYPES_COMPATIBLE, "OFFSETOF"):
            self._unexpected("expected an expression")
        return self._parse_builtin(tok)

    def _parse_location(self, tok: Token) -> Any:
        """``__builtin_LINE()``, and the pointers to strings that the two others return."""
        self._index += 1
        self._expect("LPAREN")
        self._expect("RPAREN")
        if tok.value == "__builtin_LINE":
            return c_ast.Constant("int", str(tok.line), tok)
        text = self._function_name.rpartition("::")[2] if tok.value == "__builtin_FUNCTION" else tok.file
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        string = c_ast.Constant("string", f'"{escaped}"', tok)
        return c_ast.UnaryOp("&", c_ast.ArrayRef(string, c_ast.Constant("int", "0", tok), tok), tok)

    def _parse_builtin(self, tok: Token) -> Any:
        """The builtins with a type among their arguments."""
        self._index += 1
        self._expect("LPAREN")
        first = self._parse_assignment_expression() if tok.type == "__BUILTIN_VA_ARG" else self._parse_type_name()
        self._expect("COMMA")
        second = self._parse_offsetof_member_designator() if tok.type == "OFFSETOF" else self._parse_type_name()
        self._expect("RPAREN")
        return c_ast.FuncCall(c_ast.ID(tok.value, tok), c_ast.ExprList([first, second], tok), tok)

    def _constant_type(self, tok: Token) -> str:
        if tok.type in CHARACTERS:
            return "char"
        if tok.type in FLOATS:
            return _float_type(tok.value)
        return self._integer_type(tok.value)

    def _integer_type(self, value: str) -> str:
        constant_type = self._constant_types.get(value)
        if constant_type is None:
            suffix = value[2:] if value[:2] in ("0x", "0X") else value
            prefix = "unsigned " * (suffix.count("u") + suffix.count("U")) + "long " * (suffix.count("l") + suffix.count("L"))
            constant_type = self._constant_types[value] = prefix + "int"
        return constant_type


def _float_type(value: str) -> str:
    body = value.rstrip("iIjJ")
    if body[-1] in "fF":
        return "float"
    return "long double" if body[-1] in "lLqQwW" or body.endswith(("f128", "F128", "f64x", "F64x")) else "double"
