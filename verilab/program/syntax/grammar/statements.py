"""Statements and blocks of GNU C.

Replaces pycparser's statement grammar: case ranges, computed goto, assembly statements, labels before ``}`` and before declarations, and
``else if`` chains without recursion.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast
from pycparser.ast_transforms import fix_switch_cases

from verilab.program.syntax.grammar.expressions import STRINGS, ExpressionGrammar
from verilab.program.syntax.lexing.tokens import ASM, LOCAL_LABEL, Token
from verilab.program.syntax.tree.nodes import Asm, CaseRange, ComputedGoto

_NAMES = ("ID", "TYPEID")


class StatementGrammar(ExpressionGrammar):
    """The productions for statements, blocks and labels."""

    def _parse_block_item_list(self) -> list[Any]:
        items: list[Any] = []
        while True:
            kind = self._list[self._index].type
            if kind == "RBRACE" or kind is None:
                return items
            if kind == "_STATIC_ASSERT":
                items.append(self._parse_static_assert())
            elif self._at_label() or not self._starts_declaration():
                items.append(self._parse_statement())
            else:
                items.extend(self._parse_declaration())

    def _parse_compound_statement(self, *, new_scope: bool = True) -> Any:
        opening = self._expect("LBRACE")
        if new_scope:
            self._push_scope()
        self._local_labels.append(self._parse_local_labels())
        items = self._parse_block_item_list()
        self._local_labels.pop()
        self._expect("RBRACE")
        if new_scope:
            self._pop_scope()
        return c_ast.Compound(items or None, opening)

    def _parse_local_labels(self) -> dict[str, str]:
        """GNU: ``__label__ a, b;`` at the beginning of a block."""
        declared: dict[str, str] = {}
        while self._accept(LOCAL_LABEL):
            while True:
                name = self._expect_name().value
                declared[name] = self._own_label(name)
                if not self._accept("COMMA"):
                    break
            self._expect_semicolon(None)
        return declared

    def _at_label(self) -> bool:
        index = self._index
        return self._list[index].type in _NAMES and self._list[index + 1].type == "COLON"

    def _parse_statement(self) -> Any:
        kind = self._list[self._index].type
        if kind in _STATEMENTS:
            return _STATEMENTS[kind](self)
        if self._at_label():
            return self._parse_label()
        expression = self._parse_expression()
        self._expect_semicolon(expression)
        return expression

    _parse_pragmacomp_or_statement = _parse_statement  # pragmas are gone

    def _expect_semicolon(self, before: Any) -> None:
        tok = self._list[self._index]
        if tok.type == "SEMI":
            self._index += 1
            return
        previous = self._list[self._index - 1]
        if tok.type == "LBRACE" or tok.row == previous.row or self._unknown_type():
            self._unexpected("expected ';'")
        place = Token("SEMI", ";", previous.file, previous.line, previous.row, previous.column + len(previous.value))
        self._refuse(f"expected ';' after '{previous.value[:40]}'", place)

    def _parse_empty(self) -> Any:
        return c_ast.EmptyStatement(self._advance())

    def _parse_label(self) -> Any:
        name = self._advance()
        self._expect("COLON")
        return c_ast.Label(self._label(name.value), self._parse_labelled(name), name)

    def _parse_labelled(self, label: Token) -> Any:
        """The statement behind a label; empty where the block ends or a declaration follows."""
        if self._list[self._index].type in ("RBRACE", "_STATIC_ASSERT") or (self._starts_declaration() and not self._at_label()):
            return c_ast.EmptyStatement(label)
        return self._parse_statement()

    def _parse_case(self) -> Any:
        tok = self._advance()
        value = self._parse_constant_expression()
        if self._accept("ELLIPSIS"):
            value = CaseRange(value, self._parse_constant_expression(), value.coord)
        self._expect("COLON")
        return c_ast.Case(value, [self._parse_labelled(tok)], tok)

    def _parse_default(self) -> Any:
        tok = self._advance()
        self._expect("COLON")
        return c_ast.Default([self._parse_labelled(tok)], tok)

    def _parse_if(self) -> Any:
        """An ``if`` with its ``else if`` chain: a loop, because chains are thousands of links long."""
        first = last = None
        while True:
            tok = self._expect("IF")
            condition = self._parse_condition()
            link = c_ast.If(condition, self._parse_statement(), None, tok)
            if last is None:
                first = link
            else:
                last.iffalse = link
            last = link
            if not self._accept("ELSE"):
                return first
            if self._list[self._index].type != "IF":
                last.iffalse = self._parse_statement()
                return first

    def _parse_condition(self) -> Any:
        self._expect("LPAREN")
        condition = self._parse_expression()
        self._expect("RPAREN")
        return condition

    def _parse_switch(self) -> Any:
        tok = self._advance()
        value = self._parse_condition()
        return fix_switch_cases(c_ast.Switch(value, self._parse_statement(), tok))

    def _parse_while(self) -> Any:
        tok = self._advance()
        condition = self._parse_condition()
        return c_ast.While(condition, self._parse_statement(), tok)

    def _parse_do(self) -> Any:
        tok = self._advance()
        body = self._parse_statement()
        self._expect("WHILE")
        condition = self._parse_condition()
        self._expect_semicolon(condition)
        return c_ast.DoWhile(condition, body, tok)

    def _parse_for(self) -> Any:
        tok = self._advance()
        self._expect("LPAREN")
        self._push_scope()  # names declared in the header live until the end of the body (C11 6.8.5p5)
        if self._list[self._index].type == "_STATIC_ASSERT":
            first = c_ast.DeclList([self._parse_static_assert()], tok)
        elif self._starts_declaration():
            first = c_ast.DeclList(self._parse_declaration(), tok)
        else:
            first = self._parse_expression_opt()
            self._expect("SEMI")
        condition = self._parse_expression_opt()
        self._expect("SEMI")
        step = self._parse_expression_opt()
        self._expect("RPAREN")
        body = self._parse_statement()
        self._pop_scope()
        return c_ast.For(first, condition, step, body, tok)

    def _parse_goto(self) -> Any:
        tok = self._advance()
        if self._accept("TIMES"):
            target = self._parse_expression()
            self._expect_semicolon(target)
            return ComputedGoto(target, self._function_name, self._addressed_labels, tok)
        name = self._expect_name()
        self._expect_semicolon(None)
        return c_ast.Goto(self._label(name.value), tok)

    def _parse_break(self) -> Any:
        tok = self._advance()
        self._expect_semicolon(None)
        return c_ast.Break(tok)

    def _parse_continue(self) -> Any:
        tok = self._advance()
        self._expect_semicolon(None)
        return c_ast.Continue(tok)

    def _parse_return(self) -> Any:
        tok = self._advance()
        value = self._parse_expression_opt()
        self._expect_semicolon(value)
        return c_ast.Return(value, tok)

    # GNU: asm ( template : outputs : inputs : clobbers : labels ) ;     (the lexical pass has removed qualifiers)
    def _parse_asm(self) -> Any:
        statement = self._parse_assembly()
        self._expect_semicolon(None)
        return statement

    def _parse_assembly(self) -> Asm:
        tok = self._advance()
        self._expect("LPAREN")
        template = self._parse_unified_string_literal().value
        constraints: list[str] = []
        sections: list[list[Any]] = []
        while self._accept("COLON"):
            sections.append(self._parse_operands(constraints, labels=len(sections) == 3))
        self._expect("RPAREN")
        basic = not sections
        sections += [[]] * 4
        return Asm(template, sections[0], sections[1], constraints, sections[2], sections[3], basic, tok)

    def _parse_operands(self, constraints: list[str], labels: bool) -> list[Any]:
        """One section: operands with their constraints, the words of clobbers, or the names of labels."""
        operands: list[Any] = []
        while self._list[self._index].type not in ("COLON", "RPAREN"):
            if labels:
                operands.append(self._label(self._expect_name().value))
            else:
                if self._accept("LBRACKET"):
                    self._expect_name()
                    self._expect("RBRACKET")
                if self._list[self._index].type not in STRINGS:
                    self._unexpected("expected a constraint string")
                word = self._parse_unified_string_literal().value.strip('"')
                if self._accept("LPAREN"):
                    constraints.append(word)
                    operands.append(self._parse_expression())
                    self._expect("RPAREN")
                else:
                    operands.append(word)
            if not self._accept("COMMA"):
                break
        return operands


_STATEMENTS: dict[str, Any] = {
    "LBRACE": StatementGrammar._parse_compound_statement,
    "SEMI": StatementGrammar._parse_empty,
    "IF": StatementGrammar._parse_if,
    "SWITCH": StatementGrammar._parse_switch,
    "WHILE": StatementGrammar._parse_while,
    "DO": StatementGrammar._parse_do,
    "FOR": StatementGrammar._parse_for,
    "GOTO": StatementGrammar._parse_goto,
    "BREAK": StatementGrammar._parse_break,
    "CONTINUE": StatementGrammar._parse_continue,
    "RETURN": StatementGrammar._parse_return,
    "CASE": StatementGrammar._parse_case,
    "DEFAULT": StatementGrammar._parse_default,
    ASM: StatementGrammar._parse_asm,
}
