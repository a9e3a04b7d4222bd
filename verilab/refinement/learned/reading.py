"""The file of a learned model: JSON, read strictly, written so that equal models are equal files.

    {"format": "verilab-learned-selector-1",
     "measure": "cpu_s",
     "training": {...},
     "features": [{"name": "score:width", "missing": 1.5}, ...],
     "model": {"kind": "linear", "intercept": 0.1, "weights": [...]}
           or {"kind": "trees", "base": 0.1, "rate": 0.1,
               "trees": [{"feature": [...], "threshold": [...], "left": [...], "right": [...], "value": [...]}, ...]}}

A tree has one entry a node in each of its lists.  Children have larger numbers than their parents and one parent each, so that no tree
has a cycle; both children of a leaf are -1.  A file from elsewhere is not believed: what is wrong is said with the file and the key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from verilab.errors import Refused, nearest
from verilab.refinement.learned.features import feature_names
from verilab.refinement.learned.model import LEAF, Feature, LearnedModel, Linear, Tree, Trees

FORMAT = "verilab-learned-selector-1"
MAX_BYTES = 8_000_000
MAX_TREES = 2_000
LARGEST = 1e9
"""Of numbers in a model: larger ones are no regrets, and their sums could overflow."""

_TREE = ("feature", "threshold", "left", "right", "value")


class ModelError(Refused):
    """A file that is no learned model; the message names the file, the key and what would work."""


class _Problem(Exception):
    """What is wrong at a key."""


def read_model(path: str | Path) -> LearnedModel:
    """The model of a file.  Raises ModelError, also for a file that cannot be read."""
    path = Path(path)
    try:
        if not path.is_file():
            raise ModelError(f"{path}: no such file; give one that verilab learn train wrote")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}; give a file that verilab learn train wrote") from error
    return parse_model(data, str(path))


@lru_cache(maxsize=4)  # a run reads its strategy several times
def parse_model(data: bytes, name: str) -> LearnedModel:
    """The model that the bytes of a file stand for; ``name`` is the file's, for messages.  Raises ModelError."""
    try:
        if len(data) > MAX_BYTES:
            raise _Problem(f"more than {MAX_BYTES} bytes; a selector is small, train it with fewer trees")
        return _model(_json(data), hashlib.sha256(data).hexdigest())
    except _Problem as problem:
        raise ModelError(f"{name}: {problem}") from None


def model_text(model: LearnedModel) -> str:
    """The file of a model."""
    match model.model:
        case Linear(intercept=intercept, weights=weights):
            shape: dict[str, Any] = {"kind": "linear", "intercept": intercept, "weights": list(weights)}
        case Trees(base=base, rate=rate, trees=trees):
            nodes = [{key: list(getattr(tree, key)) for key in _TREE} for tree in trees]
            shape = {"kind": "trees", "base": base, "rate": rate, "trees": nodes}
    features = [{"name": feature.name, "missing": feature.missing} for feature in model.features]
    data = {"format": FORMAT, "measure": model.measure, "training": model.training, "features": features, "model": shape}
    return json.dumps(data, allow_nan=False, separators=(",", ":")) + "\n"


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_number, object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise _Problem(f"byte {error.start} is no UTF-8; give a file that verilab learn train wrote") from None
    except json.JSONDecodeError as error:
        raise _Problem(f"line {error.lineno}, column {error.colno}: {error.msg}; give a file that verilab learn train wrote") from None
    except RecursionError:
        raise _Problem("nested too deeply; give a file that verilab learn train wrote") from None
    except ValueError as error:  # an integer of thousands of digits
        raise _Problem(f"{error}; give a file that verilab learn train wrote") from None


def _no_number(text: str) -> Any:
    raise _Problem(f"{text} is no number; numbers are finite")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise _Problem(f"the key {key!r} is given twice")
        values[key] = value
    return values


def _model(data: Any, digest: str) -> LearnedModel:
    data = _keys(data, "", ("format", "measure", "training", "features", "model"))
    if data["format"] != FORMAT:
        raise _Problem(f"format: {_shown(data['format'])} is not known; this version reads {FORMAT!r}")
    if not isinstance(data["measure"], str):
        raise _Problem(f"measure: {_shown(data['measure'])} is no text")
    if not isinstance(data["training"], dict):
        raise _Problem(f"training: {_shown(data['training'])} is no object")
    features = tuple(_features(_list(data["features"], "features")))
    return LearnedModel(features, _shape(data["model"], len(features)), data["measure"], data["training"], digest)


def _features(entries: list[Any]) -> list[Feature]:
    known = feature_names()
    features: list[Feature] = []
    if not 1 <= len(entries) <= len(known):
        raise _Problem(f"features: {len(entries)} of them; give 1 to {len(known)}, each once")
    for place, entry in enumerate(entries):
        where = f"features[{place}]"
        entry = _keys(entry, where, ("name", "missing"))
        name = entry["name"]
        if not isinstance(name, str) or name not in known:
            raise _Problem(f"{where}.name: {_shown(name)} is no feature; {nearest(str(name)[:80], known)}")
        if any(name == feature.name for feature in features):
            raise _Problem(f"{where}.name: {name!r} is given twice")
        features.append(Feature(name, _number(entry["missing"], f"{where}.missing")))
    return features


def _shape(data: Any, features: int) -> Linear | Trees:
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind == "linear":
        data = _keys(data, "model", ("kind", "intercept", "weights"))
        weights = _numbers(data["weights"], "model.weights")
        if len(weights) != features:
            raise _Problem(f"model.weights: {len(weights)} for {features} features; give one for each")
        return Linear(_number(data["intercept"], "model.intercept"), weights)
    if kind == "trees":
        data = _keys(data, "model", ("kind", "base", "rate", "trees"))
        trees = _list(data["trees"], "model.trees")
        if len(trees) > MAX_TREES:
            raise _Problem(f"model.trees: {len(trees)}; at most {MAX_TREES}")
        base, rate = (_number(data[key], f"model.{key}") for key in ("base", "rate"))
        return Trees(base, rate, tuple(_tree(tree, f"model.trees[{place}]", features) for place, tree in enumerate(trees)))
    raise _Problem(f"model.kind: {_shown(kind)} is not known; known: linear, trees")


def _tree(data: Any, where: str, features: int) -> Tree:
    data = _keys(data, where, _TREE)
    lists = {key: _list(data[key], f"{where}.{key}") for key in _TREE}
    size = len(lists["left"])
    for key, entries in lists.items():
        if len(entries) != size or not size:
            raise _Problem(f"{where}.{key}: {len(entries)} entries, left has {size}; give one for each node, at least one")
    left, right = (_integers(lists[key], f"{where}.{key}", LEAF, size - 1) for key in ("left", "right"))
    parents = [0] * size
    for node, children in enumerate(zip(left, right, strict=True)):
        for side, child in zip(("left", "right"), children, strict=True):
            if (child == LEAF) != (children[0] == LEAF):
                raise _Problem(f"{where}.{side}[{node}]: a node has two children, or as a leaf -1 in both lists")
            if child != LEAF:
                if child <= node:
                    raise _Problem(f"{where}.{side}[{node}]: {child} is not after node {node}; children come after their parents")
                parents[child] += 1
                if parents[child] > 1:
                    raise _Problem(f"{where}.{side}[{node}]: node {child} has another parent already")
    for node, count in enumerate(parents[1:], start=1):
        if not count:
            raise _Problem(f"{where}: node {node} has no parent; leave it out")
    feature = _integers(lists["feature"], f"{where}.feature", 0, features - 1)
    return Tree(feature, _numbers(lists["threshold"], f"{where}.threshold"), left, right, _numbers(lists["value"], f"{where}.value"))


def _keys(data: Any, where: str, keys: Sequence[str]) -> dict[str, Any]:
    """An object with exactly these keys."""
    start = f"{where}: " if where else ""
    if not isinstance(data, dict):
        raise _Problem(f"{start}{_shown(data)} is no object; it has the keys {', '.join(keys)}")
    for key in data:
        if key not in keys:
            raise _Problem(f"{start}unknown key {_shown(key)}; {nearest(key[:80], keys)}")
    for key in keys:
        if key not in data:
            raise _Problem(f"{start}the key {key!r} is missing")
    return data


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise _Problem(f"{where}: {_shown(data)} is no list")
    return data


def _numbers(data: Any, where: str) -> tuple[float, ...]:
    entries = _list(data, where)
    for place, entry in enumerate(entries):
        if not _is_number(entry):
            raise _no_such_number(entry, f"{where}[{place}]")
    return tuple(map(float, entries))


def _number(data: Any, where: str) -> float:
    if not _is_number(data):
        raise _no_such_number(data, where)
    return float(data)


def _is_number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool) and abs(data) <= LARGEST


def _no_such_number(data: Any, where: str) -> _Problem:
    return _Problem(f"{where}: {_shown(data)} is no number between {-LARGEST:g} and {LARGEST:g}")


def _integers(data: list[Any], where: str, least: int, most: int) -> tuple[int, ...]:
    for place, entry in enumerate(data):
        if isinstance(entry, bool) or not isinstance(entry, int) or not least <= entry <= most:
            raise _Problem(f"{where}[{place}]: {_shown(entry)} is no integer from {least} to {most}")
    return tuple(data)


def _shown(data: Any) -> str:
    text = "an object" if isinstance(data, dict) else "a list" if isinstance(data, list) else repr(data)
    return text if len(text) <= 60 else text[:57] + "..."
