"""The parser of GNU C: pycparser's grammar of declarations, our lexer, lexical pass, expressions and statements.

Why not a purely lexical pass in front of an unchanged pycparser: statement expressions, ``typeof``, case ranges and ``a ?: b`` nest in
expressions, so a textual rewriting has to find their extent again and loses their positions; and pycparser's own lexer takes two fifths
of its time.  What is inherited is the part of C that is hard and stable: declaration specifiers, declarators, structs, enumerations,
old-style functions.  ``tests/program/syntax/test_parser.py`` fails if pycparser renames what is inherited or replaced.
"""

from __future__ import annotations

import gc
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from pycparser import c_ast

from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.syntax.grammar import c23
from verilab.program.syntax.grammar.declarations import DeclarationGrammar
from verilab.program.syntax.lexing.attributes import Margin
from verilab.program.syntax.lexing.lexer import Lexer
from verilab.program.syntax.lexing.lexical_pass import rewrite
from verilab.program.syntax.lexing.tokens import ASM
from verilab.program.syntax.tree.nodes import NestedFunction, RangeDesignator

# Types that compilers know without a declaration, declared in front of the files that use them.
_BUILTIN_TYPES = {
    "nullptr_t": "typedef void *nullptr_t;",
    "__builtin_va_list": "typedef struct __va_list_tag *__builtin_va_list;",
    "__int128_t": "typedef __int128 __int128_t;",
    "__uint128_t": "typedef unsigned __int128 __uint128_t;",
    "__int64": "typedef long long __int64;",
    "_Float16": "typedef float _Float16;",
    "_Float32": "typedef float _Float32;",
    "_Float32x": "typedef double _Float32x;",
    "_Float64": "typedef double _Float64;",
    "_Float64x": "typedef long double _Float64x;",
    "_Float128": "typedef long double _Float128;",
    "__float80": "typedef long double __float80;",
    "__float128": "typedef long double __float128;",
}

_INHERITED = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What the inherited grammar raises on some malformed declarations instead of its ParseError."""

MOST_MODIFIERS = 3000  # of one declaration


class GnuParser(DeclarationGrammar):
    """Parses one text; not to be used twice at the same time."""

    def __init__(self) -> None:
        super().__init__(dialect="c23")  # c23: ``auto`` without type (GNU's __auto_type), ``f(...)``; the keywords are our lexer's
        self._constant_types = {}
        self._addressed_labels = []
        self._list = []
        self._declared: set[str] = set()  # every name that was ever declared in any scope
        self._declares_members = False
        self._modifiers = 0  # pointers, arrays and parameter lists of the current declaration

    def parse(self, lexer: Lexer) -> c_ast.FileAST:
        """The tree of what the lexer reads, which has not run yet; raises InputError, and RecursionError where too deep."""
        collecting = gc.isenabled()
        gc.disable()  # a tree has no cycles: collecting while it grows only costs time
        try:
            lexer.run()
            return c_ast.FileAST(self._parse_dialects(lexer))
        except _INHERITED as failure:
            if not self._list:
                raise
            place = self._list[min(self._index, len(self._list) - 1)]
            raise self.error("this declaration cannot be understood", place) from failure
        finally:
            self._list = []  # the inherited lexer keeps the parser alive until the next collection, and it all tokens
            if collecting:
                gc.enable()

    def _parse_dialects(self, lexer: Lexer) -> list[Any]:
        """The file's declarations; see c23.py."""
        words = c23.words_in(lexer.tokens)
        if not words:
            return self._parse_file(lexer)
        try:
            declarations = self._parse_file(lexer)
        except (InputError, *_INHERITED) as failure:
            try:
                return self._parse_file(lexer, words)
            except (InputError, *_INHERITED) as later:
                names = " and ".join(f"'{word}'" for word in sorted(words))
                if isinstance(failure, InputError) and isinstance(later, InputError):
                    failure.hint = f"{names} taken for keywords of C23, line {later.line} cannot be read: {later.message}"
                raise failure from None
        undeclared = words - self._declared
        if undeclared:
            with suppress(InputError, *_INHERITED):  # only a member, a label or a tag has the name
                return self._parse_file(lexer, undeclared)
        return declarations

    def _parse_file(self, lexer: Lexer, keywords: Collection[str] = ()) -> list[Any]:
        """The declarations, where these words of C23 are keywords."""
        tokens, self._margin = rewrite(lexer.tokens, lexer.special, lexer.rows)
        if keywords:
            tokens = c23.with_keywords(tokens, keywords)
        self._start(lexer.rows, tokens)
        self._declared = set()
        builtin = self._parse_builtin_types({token.value for token in tokens if token.type == "ID"})
        unit = self._parse_translation_unit()
        return [*builtin, *unit, *(c_ast.Pragma(token.value, token) for token in self._margin.linkage)]

    def _parse_builtin_types(self, names: set[str]) -> list[Any]:
        text = " ".join(declaration for name, declaration in _BUILTIN_TYPES.items() if name in names)
        if not text:
            return []
        outer = (self._rows, self._list, self._margin)
        prelude = Lexer(SourceText("<built-in>", text)).run()
        self._rows, self._list, self._margin = prelude.rows, [*prelude.tokens, *self._list[-3:]], Margin()
        try:
            return self._parse_translation_unit()
        finally:
            self._rows, self._list, self._margin = outer
            self._index = 0

    # Declarations ----------------------------------------------------------------------------------------------------------------

    def _parse_translation_unit(self) -> list[Any]:
        items: list[Any] = []
        while self._list[self._index].type is not None:
            items.extend(self._parse_external_declaration())
        return items

    def _build_declarations(self, spec: Any, decls: Any, typedef_namespace: bool = False) -> Any:
        self._modifiers = 0
        return super()._build_declarations(spec, decls, typedef_namespace)

    def _parse_external_declaration(self) -> list[Any]:
        tok = self._peek()
        if tok.type == "ID":
            if self._list[self._index + 1].type in ("ID", "TIMES"):
                self._refuse(f"unknown type '{tok.value[:40]}'", tok, "is its typedef or its header missing?")
            self._list.insert(self._index, tok.like("INT", "int"))  # C89: a declaration without a type declares int
            self._margin.shift(self._index)
        elif tok.type == ASM:
            return [self._parse_asm()]  # assembly at file scope
        elif tok.type == "RBRACE":
            self._refuse("this '}' closes nothing", tok)
        elif not self._starts_declaration() and tok.type not in ("SEMI", "_STATIC_ASSERT", "TIMES", "LPAREN"):
            self._unexpected("expected a declaration")
        self._declares_types = self._peek_type() == "TYPEDEF"
        return list(super()._parse_external_declaration())

    def _parse_declaration_end(self, decls: list[Any]) -> list[Any]:
        if self._peek_type() == "LBRACE" and decls and isinstance(decls[-1], c_ast.Decl) and isinstance(decls[-1].type, c_ast.FuncDecl):
            return [*decls[:-1], self._parse_nested_function(decls[-1])]
        if self._peek_type() == "ELLIPSIS":
            self._unexpected("expected ';'")
        if not (self._declares_members and self._peek_type() == "RBRACE"):  # gcc only warns where the last member has none
            self._expect_semicolon(None)
        return decls

    def _parse_nested_function(self, decl: Any) -> Any:
        """GNU: a function inside a function; the cursor is at its body."""
        outer = (self._function_name, self._addressed_labels)
        self._function_name, self._addressed_labels = f"{self._function_name}::{decl.name}", []
        self._push_scope()
        for parameter in decl.type.args.params if decl.type.args is not None else ():
            if isinstance(parameter, c_ast.Decl | c_ast.Typename) and parameter.name:
                self._add_identifier(parameter.name, parameter.coord)
        body = self._parse_compound_statement(new_scope=False)
        self._pop_scope()
        self._function_name, self._addressed_labels = outer
        return NestedFunction(c_ast.FuncDef(decl, None, body, decl.coord), decl.coord)

    def _add_identifier(self, name: str, coord: Any) -> None:
        self._declared.add(name)
        super()._add_identifier(name, coord)

    def _add_typedef_name(self, name: str, coord: Any) -> None:
        self._declared.add(name)
        self._typedef_names.add(name)
        super()._add_typedef_name(name, coord)

    def _parse_function_definition(self, spec: Any, decl: Any) -> Any:
        if not isinstance(decl, c_ast.FuncDecl):
            self._expect_semicolon(None)
        outer, self._function_name = self._function_name, _declared_name(decl)
        self._addressed_labels = []
        definition = super()._parse_function_definition(spec, decl)
        self._function_name = outer
        return definition

    def _type_modify_decl(self, decl: Any, modifier: Any) -> Any:
        # The inherited method walks the whole declarator for each suffix: int x[1][1]... with thousands of them takes minutes.
        self._modifiers += 1
        if self._modifiers > MOST_MODIFIERS:
            self._refuse("this declaration is nested too deeply", self._peek())
        return super()._type_modify_decl(decl, modifier)

    def _parse_struct_declaration(self) -> list[Any] | None:
        outer, self._declares_members = self._declares_members, True
        members = super()._parse_struct_declaration()
        self._declares_members = outer
        return None if members is None else list(members)

    # Initialisers ----------------------------------------------------------------------------------------------------------------

    def _parse_initializer(self) -> Any:
        opening = self._list[self._index]
        if opening.type != "LBRACE":
            return self._parse_assignment_expression()
        self._index += 1
        items: list[Any] = []
        while self._peek_type() != "RBRACE":
            items.append(self._parse_initializer_item())
            if not self._accept("COMMA"):
                break
        self._expect("RBRACE")
        return c_ast.InitList(items, opening)

    def _parse_initializer_item(self) -> Any:
        tok = self._peek()
        if tok.type in ("ID", "TYPEID") and self._list[self._index + 1].type == "COLON":
            self._index += 2  # GNU: field: value
            return c_ast.NamedInitializer([c_ast.ID(tok.value, tok)], self._parse_initializer(), tok)
        if tok.type not in ("LBRACKET", "PERIOD"):
            return self._parse_initializer()
        designators = self._parse_designator_list()
        if not self._accept("EQUALS") and designators[-1].__class__ is c_ast.ID:
            self._unexpected("expected '='")  # GNU allows [3] value, but not .field value
        return c_ast.NamedInitializer(designators, self._parse_initializer(), tok)

    def _parse_designator(self) -> Any:
        opening = self._advance()
        if opening.type == "PERIOD":
            name = self._expect_name()
            return c_ast.ID(name.value, name)
        low = self._parse_constant_expression()
        high = self._parse_constant_expression() if self._accept("ELLIPSIS") else None
        self._expect("RBRACKET")
        return c_ast.ArrayDesignator(low, opening) if high is None else RangeDesignator(low, high, opening)


def _declared_name(decl: Any) -> str:
    while not isinstance(decl, c_ast.TypeDecl):
        decl = decl.type
    return decl.declname or ""
