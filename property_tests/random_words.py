"""Random bit-vector terms and formulas over a few symbols: sums, choices, extensions, extractions, comparisons."""

from __future__ import annotations

from random import Random

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import BVType

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.words import width_of

WIDTHS = (1, 2, 3, 4, 8)
_SUMS = (op.BV_ADD, op.BV_ADD, op.BV_SUB, op.BV_SUB, op.BV_MUL, op.BV_LSHL)
_OTHERS = (op.BV_AND, op.BV_OR, op.BV_XOR, op.BV_UDIV, op.BV_SDIV, op.BV_UREM, op.BV_SREM, op.BV_LSHR, op.BV_ASHR)
_ORDERS = (op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE)


def random_words(terms: Terms, random: Random, steps: int) -> list[FNode]:
    """So many terms and formulas, later ones over earlier ones."""
    width = random.choice(WIDTHS)
    words = [terms.symbol(f"x{number}", BVType(width)) for number in range(3)]
    words += [terms.bit_vector(random.randrange(1 << width), width) for _ in range(2)]
    truths = [terms.symbol("p"), terms.symbol("q")]
    for _ in range(steps):
        word = random.choice(words)
        width = width_of(word) or 1
        other, third = random.choices([candidate for candidate in words if width_of(candidate) == width], k=2)
        match random.randrange(9):
            case 0 | 1:
                words.append(terms.node(random.choice(_SUMS), (word, other), (width,)))
            case 2:
                words.append(terms.node(random.choice(_OTHERS), (word, other), (width,)))
            case 3:
                words.append(terms.node(random.choice((op.BV_NEG, op.BV_NOT)), (word,), (width,)))
            case 4:
                compared = terms.node(random.choice(_ORDERS), (word, other))
                condition = random.choice((compared, terms.negation(compared), random.choice(truths)))
                words.append(terms.node(op.ITE, (condition, *random.choice(((word, other), (other, word), (word, third))))))
            case 5:
                more = random.randrange(1, 4)
                words.append(terms.node(random.choice((op.BV_SEXT, op.BV_ZEXT)), (word,), (width + more, more)))
            case 6:
                start = random.choice((0, 0, random.randrange(width)))
                end = random.randrange(start, width)
                words.append(terms.node(op.BV_EXTRACT, (word,), (end - start + 1, start, end)))
            case 7:
                truths.append(terms.node(random.choice((op.EQUALS, *_ORDERS)), (word, other)))
            case _:
                pair = random.choice(truths), random.choice(truths)
                kind = random.choice((op.AND, op.OR, op.IMPLIES, op.IFF, op.NOT))
                truths.append(terms.node(kind, pair[:1] if kind == op.NOT else pair))
    return words + truths
