"""What the lowering of one translation unit shares: the automaton under construction, objects, functions and their instances.

Functions and file-scope objects are lowered when something reachable from main first uses them; the rest of a file (most of a driver's
headers) never becomes part of the program.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.c_types.literals import StringLiteral
from verilab.program.c_types.types import ArrayType, CType, RecordType
from verilab.program.cfa import Edge, Function, Location, Position
from verilab.program.decisions import Condition
from verilab.program.errors import InputError
from verilab.program.loops import LoopStatement, Walks
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.call_graph import CallGraph
from verilab.program.lowering.facts.changes import Changes, changes_of
from verilab.program.lowering.facts.magnitudes import Magnitudes, magnitudes_used
from verilab.program.lowering.facts.main_arguments import MainArguments, main_arguments
from verilab.program.lowering.facts.open_orders import Orders
from verilab.program.lowering.facts.purity import Purity
from verilab.program.lowering.observers.observers import Observers
from verilab.program.lowering.options import LoweringOptions
from verilab.program.lowering.storage.objects import StoredObject, stored_object
from verilab.program.lowering.storage.places import Place
from verilab.program.lowering.symbols import FunctionSymbol, ObjectSymbol, Scope, Scopes, Symbol
from verilab.program.memory.objects.objects import MemoryObject, ObjectKind, Prototype
from verilab.program.storages import Variable
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.syntax.tree.nodes import qualifiers_of
from verilab.program.syntax.tree.translation_unit import TranslationUnit, coordinate
from verilab.program.types import DataModel

if TYPE_CHECKING:
    from verilab.program.lowering.context import Context
    from verilab.program.lowering.gnu.aliases import Linkage

MOST_INSTANCES = 64  # of one function of the library; later calls share the last


@dataclass(slots=True, eq=False)
class FunctionInstance:
    """One instance of a defined function: its signature is made at once, its body when its turn comes."""

    symbol: FunctionSymbol
    function: Function
    depth: int
    parameters: list[StoredObject]
    result: Place | None
    scopes: Scopes
    variadic: StoredObject | None = None  # the slots of its variadic arguments, where it reads them


class Session:
    """The state shared by all contexts of one lowering."""

    def __init__(
        self,
        unit: TranslationUnit,
        model: DataModel,
        error_names: frozenset[str],
        name: str,
        options: LoweringOptions,
        calls: CallGraph,
        observers: Observers,
        declare: Callable[[Session, FunctionSymbol, int], FunctionInstance],
        stand_in: Callable[[Session, FunctionSymbol], Function | None],
        refuse: Callable[[Context, str], None],
        orders: Orders,
    ) -> None:
        self.unit = unit
        self.model = model
        self.error_names = error_names
        self.options = options
        self.calls = calls
        self.observers = observers
        self.properties: tuple[str, ...] = ()
        self._declare = declare
        self._stand_in = stand_in
        self.refuse = refuse
        self.orders = orders
        self.builder = ProgramBuilder(name, model)
        self.purity = Purity()
        self.library_scopes: dict[Path, Scope] = {}  # per file of the library, what it declares
        self.library_variables: list[ObjectSymbol] | None = None  # those that the program can see; None: not looked for
        self._sites: dict[str, int] = {}
        self.synthetic: list[Any] = []  # nodes that are not in the source
        self.file_scope = Scope()
        self.literals: dict[str, Value] = {}
        self.builtin_types: dict[str, CType] = {}
        self.tagged_types: dict[int, CType] = {}
        self.qualifiers: dict[int, frozenset[str]] = {}  # by the ids of declarations, in whose scopes their types mean what they do
        self.operand_types: dict[int, tuple[CType, frozenset[str]]] = {}  # of typeof, by its nodes' ids: one for all declarators behind it
        self.alignments: dict[int, int | None] = {}  # by the same, and those of typeof's nodes, what is said
        self.selections: dict[int, tuple[Any, Any]] = {}  # by the ids of the nodes: a _Generic, and what it selects
        self.aligned_types: list[CType] = []  # those that a typedef name gives another alignment than their own
        self.vectors: dict[tuple[CType, int], RecordType] = {}
        self.instances: dict[tuple[str, int], FunctionInstance] = {}
        self.pending: deque[FunctionInstance] = deque()
        self.used_objects: list[ObjectSymbol] = []
        self.statics: dict[int, ObjectSymbol] = {}
        self.strings: dict[StringLiteral, StoredObject] = {}
        self.function_objects: dict[str, MemoryObject] = {}
        self.implemented: set[str] = set()  # of those, the implementation's that no function stands for
        self.beyond_bound: list[tuple[Edge, str, list[Location]]] = []
        self.recursive_calls: list[tuple[Edge, FunctionInstance, FunctionInstance]] = []  # what is entered, and where arguments go
        self.call_frames: dict[str, FunctionInstance] = {}
        self.no_return: set[str] = set()
        self.undeclared: dict[str, Position] = {}  # functions without a declaration that return an int: where they are called first
        self.unasked: dict[str, dict[str, Any]] = {}  # functions with the attribute constructor or destructor
        self.promises: dict[str, set[str]] = {}  # by the names of functions: attributes that say something of what they return
        self.assembled: set[str] = set()  # names in assembly at file scope, which may define them
        self.weak: set[str] = set()  # names with the attribute weak
        self.linkage: Linkage | None = None  # what the file says about symbols, once it is read
        self.repeated: dict[str, StoredObject] = {}  # what the surroundings chose last (environment/repeated_results.py)
        self.kept: StoredObject | None = None  # a pointer to whatever the library keeps (environment/kept_memory.py)
        self.variadic: StoredObject | None = None  # the slots through which variadic arguments are passed
        self.has_variadic: bool | None = None
        self.variadic_slots: int | None = None
        self.label_objects: dict[str, MemoryObject] = {}
        self.function_declarations = 0  # how many there were
        self.computes_lengths = False  # whether the length of an array is no constant expression, also where its value is known
        self.dereferences = False
        self.walks = Walks.NOWHERE
        self.loops: list[tuple[LoopStatement, Token, dict[str, Symbol]]] = []  # each with the names that hide those of the file
        self.conditions: dict[int, tuple[Condition, bool]] = {}  # by the node's id, and whether it is negated in the source
        self.renumbered: bool | None = None  # whether the file's lines have other numbers, found when first asked for
        self.shared_conditions: dict[Condition, Condition] = {}  # each of them as one object
        self.placed: dict[tuple[str, int, int, str], c_ast.Node] = {}  # the first loop or statement with a condition there, by its keyword
        self.ambiguous: set[tuple[str, int, int, str]] = set()  # places at which several of them stand
        self.folded: dict[Condition, set[bool]] = {}  # conditions that were constant in some instance, and what they were
        self.has_jumps: bool | None = None  # whether jumps back into active functions are modelled (calls/jumps.py)
        self.jumps: dict[str, StoredObject] = {}
        self.jump_sites = 0
        self.settling: set[ObjectSymbol] = set()  # variables whose fixed value is being computed
        self._changes: Changes | None = None
        self._magnitudes_used: Magnitudes | None = None
        self._main_arguments: list[MainArguments | None] = []
        self.objects: list[StoredObject] = []
        self._names: dict[str, int] = {}

    @property
    def has_detours(self) -> bool:
        """Whether there are several properties, each to be set aside on its own."""
        return len(self.properties) > 1

    def position(self, node: c_ast.Node | None) -> Position:
        """Where a node is in the source."""
        return self.unit.position(node.coord if node is not None else None)

    def error(self, node: c_ast.Node | None, message: str, hint: str | None = None) -> InputError:
        """The InputError to raise at a node, with its source line."""
        return self.unit.error(message, coordinate(node) if node is not None else None, hint)

    def unique_name(self, base: str) -> str:
        """``base``, or ``base$2``, ``base$3`` where it is taken."""
        count = self._names.get(base, 0) + 1
        self._names[base] = count
        return base if count == 1 else f"{base}${count}"

    def make_object(self, name: str, type: CType, kind: ObjectKind, function: Function | None) -> StoredObject:
        """A new object; ``function`` owns its storage where it is a local."""
        owner = function.name if function is not None and kind is ObjectKind.LOCAL else None
        stored = stored_object(self.builder, name, type, kind, owner, self.options.array_limit)
        self.objects.append(stored)
        return stored

    def object_of(self, symbol: ObjectSymbol) -> StoredObject:
        """The object of a variable; file-scope and static variables come into being at their first use."""
        if symbol.stored is None:
            symbol.stored = self.make_object(symbol.name, symbol.extended or symbol.type, ObjectKind.GLOBAL, None)
            symbol.stored.constant = is_constant(symbol.declaration)
            symbol.stored.alignment = symbol.alignment
            self.used_objects.append(symbol)
        return symbol.stored

    def string_object(self, literal: StringLiteral) -> StoredObject:
        """The array of a string literal, with its terminating zero; equal literals share one."""
        stored = self.strings.get(literal)
        if stored is None:
            type = ArrayType(literal.element, len(literal.units) + 1)
            stored = self.strings[literal] = self.make_object(f'"{len(self.strings)}"', type, ObjectKind.STRING, None)
            stored.literal = literal.bytes
        return stored

    def instance(self, symbol: FunctionSymbol, depth: int) -> FunctionInstance:
        """The ``depth``-th recursive instance of a defined function."""
        key = (symbol.name, depth)
        instance = self.instances.get(key)
        if instance is None:
            instance = self.instances[key] = self._declare(self, symbol, depth)
            self.pending.append(instance)
        return instance

    def call_frame(self, symbol: FunctionSymbol) -> FunctionInstance:
        """An instance without a body: where recursive calls of the function leave their arguments, and find their result."""
        frame = self.call_frames.get(symbol.name)
        if frame is None:
            frame = self.call_frames[symbol.name] = self._declare(self, symbol, 1)
        return frame

    def next_instance(self, symbol: FunctionSymbol) -> int:
        """The number of the instance of a library function that the next call enters: each call has its own, up to MOST_INSTANCES."""
        number = self._sites.get(symbol.name, 0) + 1
        self._sites[symbol.name] = min(number, MOST_INSTANCES - 1)
        return number - 1

    def instance_number(self, symbol: FunctionSymbol) -> int:
        """The number of the instance that a function's address stands for."""
        return self.next_instance(symbol) if symbol.home is not None else 0

    def function_object(self, symbol: FunctionSymbol) -> MemoryObject:
        """The object that a function's address points to."""
        stand_in = self.function_objects.get(symbol.name)
        if stand_in is None:
            defined = symbol.definition is not None and symbol.name not in self.error_names
            function = self.instance(symbol, self.instance_number(symbol)).function if defined else self._stand_in(self, symbol)
            fixed = symbol.name in self.implemented
            prototype = self._prototype(symbol)
            stand_in = MemoryObject(symbol.name, ObjectKind.FUNCTION, 1, (), function, fixed=fixed, prototype=prototype)
            self.function_objects[symbol.name] = stand_in
        return stand_in

    def _prototype(self, symbol: FunctionSymbol) -> Prototype:
        if symbol.name in self.error_names or symbol.type.parameters is None:
            return Prototype.NONE
        return Prototype.VARIADIC if symbol.type.variadic else Prototype.FULL

    @property
    def changes(self) -> Changes:
        """Which variables may change after their declaration, found when first asked for."""
        if self._changes is None:
            self._changes = changes_of(self.unit.ast)
        return self._changes

    @property
    def magnitudes_used(self) -> Magnitudes:
        """Which calls of comparisons are looked at for more than their sign, found when first asked for."""
        if self._magnitudes_used is None:
            self._magnitudes_used = magnitudes_used(self.unit.ast)
        return self._magnitudes_used

    @property
    def main_arguments(self) -> MainArguments | None:
        """What main's parameters are called where ``argv[argc]`` is null all the time, found when first asked for."""
        if not self._main_arguments:
            self._main_arguments.append(main_arguments(self.unit.ast))
        return self._main_arguments[0]

    @property
    def has_raw_nodes(self) -> bool:
        """Whether anything is left for the memory model to resolve: most programs over integers have nothing."""
        return self.dereferences or bool(self.function_objects) or any(stored.memory is not None for stored in self.objects)


def is_constant(declaration: Any) -> bool:
    """Whether the declared object itself is const, an array's elements included."""
    node = declaration.type
    while isinstance(node, c_ast.ArrayDecl):
        node = node.type
    return "const" in qualifiers_of(node)


def parameter_variables(instance: FunctionInstance) -> tuple[Variable, ...]:
    """The scalar parameters, structures flattened by leaf."""
    return tuple(cell.storage for stored in instance.parameters for cell in stored.cells if isinstance(cell.storage, Variable))
