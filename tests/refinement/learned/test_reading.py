"""The file of a learned model is read strictly: what is wrong is told with the file and the key."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verilab.refinement.learned import ModelError, Trees, parse_model, read_model
from verilab.refinement.learned.reading import MAX_BYTES, model_text
from verilab.refinement.registry import StrategyError, make_operator

TREE = {"feature": [0, 0, 0], "threshold": [1.5, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "value": [0, 0.25, 2]}


def model() -> dict[str, Any]:
    """A model of one tree: narrow is good."""
    return {
        "format": "verilab-learned-selector-1",
        "measure": "cpu_s",
        "training": {},
        "features": [{"name": "score:width", "missing": 3}],
        "model": {"kind": "trees", "base": 0.5, "rate": 1, "trees": [json.loads(json.dumps(TREE))]},
    }


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    data = model()
    change(data)
    return json.dumps(data).encode()


def tree(**lists: list[Any]) -> bytes:
    """The model with other lists in its tree."""
    return changed(lambda data: data["model"]["trees"][0].update(lists))


def linear(**parts: Any) -> bytes:
    return changed(lambda data: data.update(model={"kind": "linear", "intercept": 0, "weights": [1]} | parts))


def test_a_right_file_is_read_and_written_again() -> None:
    read = parse_model(changed(lambda data: None), "m.json")
    assert isinstance(read.model, Trees)
    assert [read.model.predict([value]) for value in (1.5, 1.6)] == [0.75, 2.5]
    again = parse_model(model_text(read).encode(), "m.json")
    assert (again.features, again.model, again.measure) == (read.features, read.model, read.measure)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "m.json: line 1, column 1: "),
        (b"\xff{}", "m.json: byte 0 is no UTF-8"),
        (b"[" * 100_000, "m.json: nested too deeply"),
        (b"9" * 5000, "m.json: Exceeds the limit"),
        (b" " * (MAX_BYTES + 1), "m.json: more than"),
        (b"[]", "m.json: a list is no object"),
        (b'{"format": 1, "format": 1}', "the key 'format' is given twice"),
        (b'{"format": NaN}', "NaN is no number"),
        (changed(lambda data: data.update(format="2")), "format: '2' is not known"),
        (changed(lambda data: data.update(fromat="2")), "unknown key 'fromat'; did you mean 'format'?"),
        (changed(lambda data: data.pop("measure")), "the key 'measure' is missing"),
        (changed(lambda data: data.update(training=[])), "training: a list is no object"),
        (changed(lambda data: data.update(features=[])), "features: 0 of them"),
        (
            changed(lambda data: data["features"][0].update(name="score:widht")),
            "features[0].name: 'score:widht' is no feature; did",
        ),
        (changed(lambda data: data["features"][0].update(name=["score:width"])), "features[0].name: a list is no feature"),
        (changed(lambda data: data["features"].append(data["features"][0])), "features[1].name: 'score:width' is given twice"),
        (changed(lambda data: data["features"][0].update(missing=True)), "features[0].missing: True is no number"),
        (changed(lambda data: data["features"][0].update(missing=1e300)), "features[0].missing: 1e+300 is no number between"),
        (changed(lambda data: data["features"][0].update(missing=10**400)), "features[0].missing: 1000"),
        (changed(lambda data: data.update(model={"kind": "forest"})), "model.kind: 'forest' is not known; known: linear, trees"),
        (changed(lambda data: data.update(model=[])), "model.kind: None is not known"),
        (linear(weights=[1, 2]), "model.weights: 2 for 1 features"),
        (linear(weights=["1"]), "model.weights[0]: '1' is no number"),
        (linear(weights=7), "model.weights: 7 is no list"),
        (linear(bias=7), "model: unknown key 'bias'"),
        (tree(left=[1, 0, -1], right=[2, 2, -1]), "model.trees[0].left[1]: 0 is not after node 1"),
        (tree(left=[0, -1, -1]), "model.trees[0].left[0]: 0 is not after node 0"),
        (tree(right=[1, -1, -1]), "model.trees[0].right[0]: node 1 has another parent already"),
        (tree(left=[-1, -1, -1], right=[-1, -1, -1]), "model.trees[0]: node 1 has no parent"),
        (tree(right=[-1, -1, -1]), "model.trees[0].right[0]: a node has two children"),
        (tree(right=[3, -1, -1]), "model.trees[0].right[0]: 3 is no integer from -1 to 2"),
        (tree(right=[2.0, -1, -1]), "model.trees[0].right[0]: 2.0 is no integer"),
        (tree(feature=[1, 0, 0]), "model.trees[0].feature[0]: 1 is no integer from 0 to 0"),
        (tree(value=[0, 1]), "model.trees[0].value: 2 entries, left has 3"),
        (tree(feature=[], threshold=[], left=[], right=[], value=[]), "model.trees[0].feature: 0 entries"),
        (changed(lambda data: data["model"].update(trees=[TREE] * 2001)), "model.trees: 2001; at most 2000"),
    ],
)
def test_a_wrong_file_is_refused_with_its_key(data: bytes, message: str) -> None:
    with pytest.raises(ModelError) as refused:
        parse_model(data, "m.json")
    assert message in str(refused.value)
    assert str(refused.value).startswith("m.json: ")


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "missing", tmp_path / "pipe"):
        with pytest.raises(ModelError, match="no such file"):
            read_model(path)


def test_a_strategy_with_a_wrong_file_names_it(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_bytes(b"{}")
    with pytest.raises(StrategyError, match=r"m\.json: the key 'format' is missing"):
        make_operator("select", f"learned:{tmp_path / 'm.json'}")
