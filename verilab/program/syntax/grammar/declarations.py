"""Declarations of GNU C: pycparser's grammar, with the attributes, alignments and symbol names that belong to what it declares.

gcc's rules for what an attribute belongs to, by where it stands:

- among the specifiers of a declaration: to everything that it declares;
- behind a declarator, or behind the comma or star in front of it: to that declarator alone;
- behind ``struct``, ``union``, ``enum``, or behind the brace that closes its body: to that type.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from verilab.program.syntax.grammar.declarators import (
    CLOSING,
    OPENING,
    declarator_attributes,
    innermost,
    meaning_once,
    only_a_name_has_a_value,
)
from verilab.program.syntax.grammar.statements import StatementGrammar
from verilab.program.syntax.lexing.attributes import Margin, RawAttribute
from verilab.program.syntax.lexing.tokens import ASM, Token
from verilab.program.syntax.tree.nodes import Attribute

_TYPE_ENDS = frozenset({"STRUCT", "UNION", "ENUM", "RBRACE"})
_MODIFIERS = frozenset({"short", "long", "signed", "unsigned", "_Complex"})
_BEFORE_DECLARATOR = frozenset({"TIMES", "CONST", "VOLATILE", "RESTRICT", "_ATOMIC"})


class DeclarationGrammar(StatementGrammar):
    """The hooks into the inherited productions for specifiers, declarators and structures."""

    _margin: Margin
    _declares_types: bool = False  # whether the specifiers in front of the cursor's declarators have the word typedef

    def _parse_specifiers(self, *, allow_storage_and_function: bool) -> Any:
        start = self._index
        spec, saw_type, first = super()._parse_specifiers(allow_storage_and_function=allow_storage_and_function)
        if spec is not None:
            if allow_storage_and_function:
                self._declares_types = "typedef" in spec["storage"]
            attributes = self._attributes_between(start - 1, self._index, leading=True)
            if attributes:
                spec["attributes"] = attributes
        return spec, saw_type, first

    def _parse_specifier_qualifier_list(self) -> Any:
        """Specifiers of a type name or of members: ``const *`` without a type was valid before C99, and is for gcc."""
        spec, saw_type, first = self._parse_specifiers(allow_storage_and_function=False)
        if spec is None or (not saw_type and not spec["alignment"] and not spec["qual"]):
            self._parse_error("Missing type in declaration", first or self._list[self._index])
        if not saw_type:
            spec["type"] = [c_ast.IdentifierType(["int"], coord=first)]
        return spec

    def _is_inferred_auto(self, spec: Any) -> bool:
        """Whether ``auto x = e`` gives x the type of e; ``auto *p``, ``auto x;`` and ``auto x = 1, y`` declare int, as before C23."""
        if spec["type"] or not {"auto", "__auto_type"}.intersection(spec["storage"]):
            return False
        return "__auto_type" in spec["storage"] or only_a_name_has_a_value(self._list, self._index)

    # The scope of a name begins behind its declarator, in front of its initialiser (C11 6.2.1p7); for pycparser, behind the declaration.

    def _parse_init_declarator_list(self, first: Any = None, id_only: bool = False) -> Any:
        if first is not None:
            self._begin_scope(first["decl"])
        return super()._parse_init_declarator_list(first, id_only)

    def _parse_init_declarator(self, id_only: bool = False) -> Any:
        declares_types = self._declares_types
        info = {"decl": self._parse_id_declarator() if id_only else self._parse_declarator()}
        self._declares_types = declares_types
        self._begin_scope(info["decl"])
        if self._accept("EQUALS"):
            info["init"] = self._parse_initializer()
            self._declares_types = declares_types
        return info

    def _begin_scope(self, declarator: Any) -> None:
        named = innermost(declarator)
        if named.declname is not None:
            begin = self._add_typedef_name if self._declares_types else self._add_identifier
            begin(named.declname, named.coord)

    def _parse_any_declarator(self, allow_abstract: bool = False, typeid_paren_as_abstract: bool = False) -> Any:
        if typeid_paren_as_abstract and self._is_name_behind_a_star():
            return self._parse_typeid_declarator(), True
        return super()._parse_any_declarator(allow_abstract, typeid_paren_as_abstract)

    def _is_name_behind_a_star(self) -> bool:
        """Whether a parameter hides a type of its name, as in ``int (*T)(void)``: only behind a bracket it would be the type."""
        place = self._index
        while self._list[place].type in ("LPAREN", *_BEFORE_DECLARATOR):
            place += 1
        self._classify_identifier(self._list[place])
        before = [token.type for token in self._list[self._index : place]]
        return self._list[place].type == "TYPEID" and "LPAREN" in before and before[-1] != "LPAREN"

    def _parse_enumerator(self) -> Any:
        name = self._expect_name()
        value = self._parse_constant_expression() if self._accept("EQUALS") else None
        self._add_identifier(name.value, name)
        return c_ast.Enumerator(name.value, value, name, attributes=[])

    def _parse_parameter_type_list(self) -> Any:
        self._push_scope()
        try:
            return super()._parse_parameter_type_list()
        finally:
            self._pop_scope()

    def _parse_direct_declarator(self, kind: str, allow_paren: bool = True) -> Any:
        start = self._index
        decl = super()._parse_direct_declarator(kind, allow_paren)
        label = self._parse_symbol_name()
        first = start - 1
        while first > 0 and self._list[first].type in _BEFORE_DECLARATOR:
            first -= 1
        after_comma = first >= 0 and self._list[first].type == "COMMA"
        attributes = self._attributes_between(first if after_comma else first + 1, self._index) + label
        if attributes:
            inner = innermost(decl)
            inner.attributes = [*inner.attributes, *attributes]
        return decl

    def _parse_array_decl_common(self, base_type: Any, coord: Any = None) -> Any:
        """An array declarator; pycparser takes a length that begins with ``*`` for one that is left out (``[*]``)."""
        if self._peek_type(2) != "TIMES" or self._peek_type(3) == "RBRACKET":
            return super()._parse_array_decl_common(base_type, coord)
        opening = self._expect("LBRACKET")
        length = self._parse_assignment_expression()
        self._expect("RBRACKET")
        attributes = self._parse_attribute_specifier_sequence()
        return c_ast.ArrayDecl(base_type, length, [], coord or self._tok_coord(opening), attributes=attributes)

    def _parse_symbol_name(self) -> list[Attribute]:
        """``asm("name")`` behind a declarator."""
        attributes: list[Attribute] = []
        while self._list[self._index].type == ASM:
            tok = self._advance()
            self._expect("LPAREN")
            attributes.append(Attribute("asm", [self._parse_unified_string_literal()], tok))
            self._expect("RPAREN")
        return attributes

    def _parse_struct_declarator(self) -> Any:
        start = self._index
        info = super()._parse_struct_declarator()
        if info.get("bitsize") is not None:
            attributes = self._attributes_between(start, self._index)
            innermost(info["decl"]).attributes = attributes
        return info

    def _parse_struct_or_union_specifier(self) -> Any:
        start = self._index
        node = super()._parse_struct_or_union_specifier()
        if node.decls is not None:
            node.attributes = self._type_attributes(start)
            packing = self._margin.packing_at(self._index - 1)
            if packing:
                node.attributes.append(Attribute("pack", [c_ast.Constant("int", str(packing), node.coord)], node.coord))
        return node

    def _parse_enum_specifier(self) -> Any:
        start = self._index
        node = super()._parse_enum_specifier()
        if node.values is not None:
            node.attributes = self._type_attributes(start)
        return node

    def _build_declarations(self, spec: Any, decls: Any, typedef_namespace: bool = False) -> Any:
        declarator = decls[0].get("decl")
        if declarator is None and decls[0].get("bitsize") is None and self._declares_nothing(spec["type"]):
            return []  # "int;" and "typedef long;", of which gcc warns
        if not spec["type"] and declarator is not None:
            spec["type"] = [c_ast.IdentifierType(["int"], coord=declarator.coord)]  # "static x;" was valid before C99, and is for gcc
        declarations = super()._build_declarations(spec, decls, typedef_namespace)
        shared = spec.get("attributes", [])
        for declaration in declarations:
            attributes = [*shared, *declarator_attributes(declaration)]
            if attributes:
                declaration.attributes = attributes
                if isinstance(declaration, c_ast.Decl) and any(attribute.name == "noreturn" for attribute in attributes):
                    declaration.funcspec = [*declaration.funcspec, "_Noreturn"]
        return meaning_once(declarations) if typedef_namespace and len(declarations) > 1 else declarations

    def _declares_nothing(self, types: list[Any]) -> bool:
        """Whether specifiers alone are one type that names no variable; the last may, where it is a typedef's name further out."""
        if not all(isinstance(node, c_ast.IdentifierType) for node in types):
            return False
        words = [node.names[0] for node in types]
        return len(words) < 2 or (sum(word not in _MODIFIERS for word in words) < 2 and not self._is_type_in_scope(words[-1]))

    def _build_type_name(self, spec: Any, decl: Any, coord: Any) -> Any:
        name = super()._build_type_name(spec, decl, coord)
        attributes = [*spec.get("attributes", []), *declarator_attributes(name)]
        if attributes:
            name.attributes = attributes
        return name

    def _parse_parameter_declaration(self) -> Any:
        declares_types = self._declares_types
        declaration = self._parse_parameter_declaration_body()
        self._declares_types = declares_types
        assert isinstance(declaration, c_ast.Decl | c_ast.Typename)
        if declaration.name is not None:
            self._add_identifier(declaration.name, declaration.coord)
        return declaration

    # -- attributes ---------------------------------------------------------------------------------------------------------------

    def _type_attributes(self, start: int) -> list[Attribute]:
        """Those of the type whose specifier begins at ``start`` and has just been parsed."""
        margin = self._margin.attributes
        return [self._attribute(raw) for index in (start, self._index - 1) for raw in margin.get(index, ())]

    def _attributes_between(self, start: int, end: int, *, leading: bool = False) -> list[Attribute]:
        """Those after the tokens from ``start`` to ``end`` (excluded) that no bracket in between encloses.

        ``leading`` for specifiers: the first token is the one in front of them, and what belongs to a type among them is left out.
        """
        indices = self._margin.between(start, end)
        if not indices:
            return []
        attributes: list[Attribute] = []
        depth = 0
        wanted = set(indices)
        for index in range(start, end):
            kind = self._list[index].type if index >= 0 else None
            if index > start or not leading:
                # The token in front of the specifiers opens nothing and closes nothing among them.
                depth += (kind in OPENING) - (kind in CLOSING)
            of_type = leading and index > start and kind in _TYPE_ENDS
            if index in wanted and depth <= 0 and not of_type:
                attributes += [self._attribute(raw) for raw in self._margin.attributes[index]]
        return attributes

    def _attribute(self, raw: RawAttribute) -> Attribute:
        """An attribute with its arguments parsed."""
        if not raw.arguments:
            return Attribute(raw.name, [], raw.place)
        outer = (self._list, self._index, self._margin)
        end = Token(None, "", raw.place.file, raw.place.line, raw.place.row, raw.place.column)  # type: ignore[arg-type]  # the parser ends at a token of type None
        self._list, self._index, self._margin = [*raw.arguments, end, end, end], 0, Margin()
        try:
            arguments = []
            while self._list[self._index].type is not None:
                arguments.append(self._parse_type_name() if self._starts_declaration() else self._parse_assignment_expression())
                if not self._accept("COMMA"):
                    break
        finally:
            self._list, self._index, self._margin = outer
        return Attribute(raw.name, arguments, raw.place)
