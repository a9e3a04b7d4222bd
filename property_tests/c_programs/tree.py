"""Program text as a tree: what the generator makes, the shrinker cuts and the renderer prints.

A node is a template with one ``{}`` field per child (``{0}`` may occur several times).  Its kind says what may replace it: an
integer expression ("int") by any other, a statement ("stmt") by nothing, everything else only by itself.  Effects keep expressions
well defined: unsequenced operands must not touch what one of them writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

NOTHING: frozenset[str] = frozenset()
MEMORY = "memory"  # everything but locals whose address is never taken; calls read and write it
ANYTHING = frozenset({MEMORY})


@dataclass(frozen=True, slots=True)
class Tree:
    """A piece of C; ``reads`` and ``writes`` name locals, or MEMORY."""

    template: str
    children: tuple[Tree, ...] = ()
    kind: str = "int"
    reads: frozenset[str] = field(default=NOTHING)
    writes: frozenset[str] = field(default=NOTHING)

    def render(self) -> str:
        return self.template.format(*(child.render() for child in self.children))


def node(template: str, *children: Tree, kind: str = "int", reads: frozenset[str] = NOTHING, writes: frozenset[str] = NOTHING) -> Tree:
    """A tree whose effects are its own and those of its children."""
    return Tree(
        template,
        children,
        kind,
        reads.union(*(child.reads for child in children)),
        writes.union(*(child.writes for child in children)),
    )


def verbatim(text: str, kind: str = "int") -> Tree:
    """A leaf of literal text."""
    return Tree(text.replace("{", "{{").replace("}", "}}"), kind=kind)


def conflict(left: Tree, right: Tree) -> bool:
    """Whether the values depend on the order in which the two are evaluated."""
    return bool(left.writes & (right.reads | right.writes) or right.writes & left.reads)


def positions(tree: Tree) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """Every node with its path of child numbers, parents first."""
    pending: list[tuple[tuple[int, ...], Tree]] = [((), tree)]
    while pending:
        path, current = pending.pop()
        yield path, current
        pending.extend(((*path, number), child) for number, child in reversed(list(enumerate(current.children))))


def replaced(tree: Tree, path: tuple[int, ...], replacement: Tree) -> Tree:
    """The tree with the node at ``path`` replaced."""
    if not path:
        return replacement
    children = list(tree.children)
    children[path[0]] = replaced(children[path[0]], path[1:], replacement)
    return Tree(tree.template, tuple(children), tree.kind, tree.reads, tree.writes)
