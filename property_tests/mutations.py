"""Seeded mutations of input texts: what editors, disks and people do to files."""

from __future__ import annotations

import random
import re

_TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
_NOISE = "(){}[]<>;:,.?!~^&|*/+-=%#@$\\'\"` \n\t\r\0\x07\x1b\x7f09azAZ_é\u2028\ud800"


def mutate(text: str, generator: random.Random) -> str:
    """``text`` after one to four random mutations."""
    for _ in range(generator.randint(1, 4)):
        text = generator.choice(_MUTATIONS)(text, generator)
    return text


def _delete(text: str, generator: random.Random) -> str:
    start = generator.randint(0, len(text))
    return text[:start] + text[start + generator.choice((1, 1, 2, 10)) :]


def _insert(text: str, generator: random.Random) -> str:
    position = generator.randint(0, len(text))
    return text[:position] + generator.choice(_NOISE) * generator.choice((1, 1, 1, 3, 200)) + text[position:]


def _truncate(text: str, generator: random.Random) -> str:
    return text[: generator.randint(0, len(text))]


def _duplicate(text: str, generator: random.Random) -> str:
    start = generator.randint(0, len(text))
    end = generator.randint(start, min(len(text), start + 40))
    return text[:end] + text[start:end] * generator.choice((1, 1, 2, 50)) + text[end:]


def _swap_tokens(text: str, generator: random.Random) -> str:
    tokens = _TOKEN.findall(text)
    if len(tokens) < 2:
        return text
    first, second = generator.sample(range(len(tokens)), 2)
    tokens[first], tokens[second] = tokens[second], tokens[first]
    return "".join(tokens)


def _drop_token(text: str, generator: random.Random) -> str:
    tokens = _TOKEN.findall(text)
    if tokens:
        del tokens[generator.randrange(len(tokens))]
    return "".join(tokens)


def _replace_token(text: str, generator: random.Random) -> str:
    tokens = _TOKEN.findall(text)
    if tokens:
        tokens[generator.randrange(len(tokens))] = generator.choice(tokens)
    return "".join(tokens)


_MUTATIONS = (_delete, _insert, _truncate, _duplicate, _swap_tokens, _drop_token, _replace_token)
