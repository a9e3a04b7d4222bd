"""Which guessed equations are inductive, by algebra: path by path between loop heads, the greatest part that leads into itself.

    the equations at a, those of the path's conditions, y = c (y / c) + y % c    =>    the equation at b of the values behind the path

as polynomials modulo 2^w, so that equations of any degree take no solver (the class of Rodríguez-Carbonell, Kapur, "Generating all
polynomial invariants in simple loops", 2007, where they are computed; here they are guessed).  Remainders are taken to be at least 0,
and of inequalities nothing is used: what is kept is what the check of the proof should show, not a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import product

from verilab.data_classes import dataclass
from verilab.other_engines.induction.guesses import Clause
from verilab.other_engines.induction.polynomials import Ideal, Polynomial, TooLarge, combined, constant, multiplied, variable
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Unary, postorder
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Variable
from verilab.program.types import IntType

MOST_PATHS, MOST_EDGES = 200, 10_000
"""Ways that are open at once, and edges of all paths from one point."""
MOST_CASES = 16
LARGEST_DIVISOR = 4
WIDEST = 64
EXACT = 1 << 20
"""The width modulo which an integer is known that is known exactly."""


@dataclass(frozen=True, slots=True)
class Word:
    """A value that is the polynomial modulo 2^``width``; ``equation``: what a truth value says to be 0, and whether to be it or not."""

    polynomial: Polynomial
    width: int
    equation: tuple[Polynomial, int, bool] | None = None


@dataclass(slots=True)
class Path:
    """``equations`` and ``others``: what is 0, and what is not, on the way to ``target``, each modulo 2^its width."""

    target: ControlPoint
    words: dict[Variable, Word]
    equations: list[tuple[Polynomial, int]] = field(default_factory=list)
    others: list[tuple[Polynomial, int]] = field(default_factory=list)
    remainders: dict[int, int] = field(default_factory=dict)
    """The numbers of remainders, each with its divisor."""

    def to(self, target: ControlPoint) -> Path:
        """The same as the beginning of a way to there."""
        return Path(target, dict(self.words), [*self.equations], [*self.others], dict(self.remainders))


class Algebra:
    """The paths between the ``heads`` of a graph, with polynomials over the variables' values where they begin."""

    def __init__(self, graph: ControlGraph, heads: Collection[ControlPoint], tick: Callable[[], object] = lambda: None) -> None:
        self._graph = graph
        self._heads = set(heads)
        self._tick = tick
        self._numbers: dict[object, int] = {}
        self._walked: dict[ControlPoint, list[Path]] = {}

    def inductive(self, candidates: Mapping[ControlPoint, Sequence[Clause]]) -> dict[ControlPoint, list[Clause]]:
        """What is left of the equations among the clauses; nothing of other clauses.  Raises TooLarge."""
        left = {point: self._different(filter(_is_polynomial, clauses), point) for point, clauses in candidates.items()}
        pending = self._sources()
        while pending:
            source = pending.pop(0)
            self._tick()
            for path in self._paths(source):
                wanted = left.get(path.target)
                if not wanted:
                    continue
                kept = self._kept(left.get(source, ()), path, wanted)
                if len(kept) < len(wanted):
                    left[path.target] = kept
                    if path.target not in pending:
                        pending.append(path.target)
        return left

    def _different(self, clauses: Iterable[Clause], point: ControlPoint) -> list[Clause]:
        """One of each equation."""
        unlike: dict[object, Clause] = {}
        for clause in clauses:
            fact = self._vanishing(clause, Path(point, {}))
            if fact is not None:
                terms = sorted(fact[0].items())
                sign = 1 if terms and terms[-1][1] > 0 else -1
                unlike.setdefault((fact[1], *((monomial, sign * value) for monomial, value in terms)), clause)
        return list(unlike.values())

    def is_enough(self, equations: Mapping[ControlPoint, Sequence[Clause]], *, supposed: bool = False) -> bool:
        """Whether the equations exclude all paths to errors.

        False where that takes a remainder to be at least 0, if that is not to be ``supposed``.  Raises TooLarge.
        """
        for source in self._sources():
            for path in self._paths(source):
                if (path.remainders and not supposed) or (
                    path.target.location.is_error and not self._excludes(equations.get(source, ()), path)
                ):
                    return False
        return True

    def _excludes(self, known: Sequence[Clause], path: Path) -> bool:
        """Whether the path is none, since something on it that is not 0 is 0."""
        facts, _ = self._facts(known, path)
        for other, width in path.others:
            modulus = min(width, WIDEST)
            if Ideal(modulus, (polynomial for polynomial, of in facts if of >= modulus)).contains(other):
                return True
        return False

    def _kept(self, known: Sequence[Clause], path: Path, wanted: Sequence[Clause]) -> list[Clause]:
        """Those that hold behind the path where the known ones hold before it."""
        behind = path.to(path.target)
        goals = [self._vanishing(clause, behind) for clause in wanted]
        facts, remainders = self._facts(known, behind)
        kept = {place for place, goal in enumerate(goals) if goal is not None}
        for width in sorted({goal[1] for goal in goals if goal is not None}):
            for ideal in _cases(facts, remainders, width):
                if any(ideal.contains(other) for other, _ in path.others):
                    continue
                kept -= {place for place, goal in enumerate(goals) if goal is not None and goal[1] == width and not ideal.contains(goal[0])}
        return [clause for place, clause in enumerate(wanted) if place in kept]

    def _facts(self, known: Sequence[Clause], path: Path) -> tuple[list[tuple[Polynomial, int]], dict[int, int]]:
        """What is 0 on a path that the known equations hold before, and the remainders that this speaks of."""
        start = Path(path.target, {})
        before = [fact for clause in known if (fact := self._vanishing(clause, start)) is not None]
        return [*path.equations, *start.equations, *before], {**start.remainders, **path.remainders}

    def _vanishing(self, clause: Clause, path: Path) -> tuple[Polynomial, int] | None:
        """What the clause says to be 0 of the values behind the path, modulo the width of its comparison; None where that is not known."""
        equation = _equation(clause)
        assert equation is not None
        word = self._word(equation, path)
        if word.equation is None:
            return None
        polynomial, width, _ = word.equation
        needed = equation.left.type.width
        return (polynomial, needed) if width >= needed else None

    def _sources(self) -> list[ControlPoint]:
        return [self._graph.entry, *self._heads]

    def _paths(self, source: ControlPoint) -> list[Path]:
        """The paths to the next heads and to errors.  Raises TooLarge where there are too many."""
        if source not in self._walked:
            self._walked[source] = list(self._walk(source))
        return self._walked[source]

    def _walk(self, source: ControlPoint) -> Iterator[Path]:
        stack, edges = [(source, Path(source, {}))], 0
        while stack:
            point, path = stack.pop()
            for edge, target in point.successors:
                edges += 1
                if edges > MOST_EDGES or len(stack) > MOST_PATHS:
                    raise TooLarge
                behind = path.to(target)
                self._follow(edge.operation, behind)
                if target in self._heads or target.location.is_error:
                    yield behind
                else:
                    stack.append((target, behind))

    def _follow(self, operation: object, path: Path) -> None:
        match operation:
            case Assume(condition=condition, positive=positive):
                word = self._word(condition, path)
                if word.equation is None:
                    return
                polynomial, width, equal = word.equation
                (path.equations if equal is positive else path.others).append((polynomial, width))
            case Assign(target=target, value=Nondet()):
                path.words[target] = self._atom(object())
            case Assign(target=target, value=value) if not isinstance(value, Nondet):
                path.words[target] = self._word(value, path)
            case Havoc(targets=targets):
                path.words.update({written: self._atom(object()) for written in targets if isinstance(written, Variable)})
            case Store():
                pass  # elements of arrays are atoms of their own where they are read

    def _atom(self, key: object) -> Word:
        return Word(variable(self._numbers.setdefault(key, len(self._numbers))), EXACT)

    def _word(self, expression: Expression, path: Path) -> Word:
        done: dict[int, Word] = {}
        for node in postorder(expression):
            match node:
                case Constant(value=value):
                    word = Word(constant(value), EXACT)
                case Read(variable=read):
                    word = path.words.get(read) or self._atom(read)
                case Cast(operand=operand, type=type):
                    word = self._cast(done[id(operand)], operand.type, type, path)
                case Unary(operator="!", operand=operand):
                    word = self._truth(done[id(operand)], negated=True)
                case Unary(operator="-", operand=operand, type=type):
                    word = self._wrapped([(-1, done[id(operand)])], type)
                case Binary(operator=operator, left=left, right=right, type=type):
                    word = self._binary(operator, done[id(left)], done[id(right)], left.type, type, path)
                case _:
                    word = self._atom(object())
            done[id(node)] = word
        return done[id(expression)]

    def _binary(self, operator: str, left: Word, right: Word, operands: IntType, type: IntType, path: Path) -> Word:
        match operator:
            case "+":
                return self._wrapped([(1, left), (1, right)], type)
            case "-":
                return self._wrapped([(1, left), (-1, right)], type)
            case "*":
                return Word(multiplied(left.polynomial, right.polynomial), min(type.width, left.width, right.width))
            case "==" | "!=":
                if set(right.polynomial) <= {()} and left.equation is not None and not right.polynomial:
                    return self._truth(left, negated=operator == "==")
                width = min(left.width, right.width)
                difference = combined((1, left.polynomial), (-1, right.polynomial))
                return Word(self._atom(object()).polynomial, EXACT, (difference, width, operator == "=="))
            case "/" | "%":
                return self._divided(operator, self._exact(left, operands, path), self._exact(right, operands, path), path)
            case "<<" if set(right.polynomial) <= {()} and 0 <= right.polynomial.get((), 0) < type.width:
                return self._wrapped([(1 << right.polynomial.get((), 0), left)], type)
        return self._atom(object())

    def _truth(self, word: Word, *, negated: bool) -> Word:
        if word.equation is None:
            return self._atom(object())
        polynomial, width, equal = word.equation
        return Word(self._atom(object()).polynomial, EXACT, (polynomial, width, equal is not negated))

    def _wrapped(self, summands: Sequence[tuple[int, Word]], type: IntType) -> Word:
        polynomial = combined(*((factor, word.polynomial) for factor, word in summands))
        return Word(polynomial, min(type.width, *(word.width for _, word in summands)))

    def _cast(self, word: Word, source: IntType, target: IntType, path: Path) -> Word:
        if word.equation is not None:
            return word
        if target.width > source.width and word.width < target.width:
            word = self._exact(word, source, path)
        kept = target.width > source.width and (target.signed or not source.signed)
        same = target.width == source.width and target.signed == source.signed
        return word if kept or same else Word(word.polynomial, min(word.width, target.width))

    def _exact(self, word: Word, type: IntType, path: Path) -> Word:
        """The value itself: of a sum that may have wrapped a new variable, which is the sum modulo 2^w."""
        if word.width == EXACT:
            return word
        value = self._atom((type.width, type.signed, tuple(sorted(word.polynomial.items()))))
        path.equations.append((combined((1, value.polynomial), (-1, word.polynomial)), word.width))
        return value

    def _divided(self, operator: str, word: Word, divisor: Word, path: Path) -> Word:
        """The quotient or the remainder, which together are the dividend; the divisor is not 0."""
        key = tuple(sorted(word.polynomial.items())), tuple(sorted(divisor.polynomial.items()))
        quotient, rest = self._atom(("/", key)), self._atom(("%", key))
        parts = ((1, word.polynomial), (-1, multiplied(divisor.polynomial, quotient.polynomial)), (-1, rest.polynomial))
        path.equations.append((combined(*parts), EXACT))
        if set(divisor.polynomial) == {()} and 0 < divisor.polynomial[()] <= LARGEST_DIVISOR:
            ((number,),) = rest.polynomial
            path.remainders[number] = divisor.polynomial[()]
        return quotient if operator == "/" else rest


def _cases(facts: Sequence[tuple[Polynomial, int]], remainders: Mapping[int, int], width: int) -> Iterator[Ideal]:
    """The facts' ideals, one for each choice of remainders that does not contradict them."""
    ideal = Ideal(width, (polynomial for polynomial, of in facts if of >= width))
    count = 1
    for divisor in remainders.values():
        count *= divisor
    if not remainders or count > MOST_CASES:
        yield ideal
        return
    for values in product(*(range(divisor) for divisor in remainders.values())):
        case = [combined((1, variable(number)), (-value, constant(1))) for number, value in zip(remainders, values, strict=True)]
        chosen = Ideal(width, [*case, *(polynomial for polynomial, of in facts if of >= width)])
        if not chosen.contradictory:
            yield chosen


def _is_polynomial(clause: Clause) -> bool:
    equation = _equation(clause)
    return equation is not None and not any(isinstance(node, Binary) and node.operator in "/%" for node in postorder(equation))


def _equation(clause: Clause) -> Binary | None:
    """The equation that a clause consists of."""
    match clause.literals:
        case ((Binary(operator="==") as atom, True),) | ((Binary(operator="!=") as atom, False),):
            return atom
    return None
