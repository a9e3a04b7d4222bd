"""Our evaluator predicts what scikit-learn does; a file is read as it was written, and anything else is refused, whatever it is."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from verilab.experiments.learning import training
from verilab.refinement.learned import Feature, LearnedModel, Linear, ModelError, Trees, feature_names, parse_model
from verilab.refinement.learned.reading import LARGEST, model_text

NAMES = feature_names()
MOST = 30
numbers = st.one_of(st.floats(-MOST, MOST), st.integers(-3, 3).map(float), st.sampled_from([0.1, 1 / 3, 2.0**-24 + 1]))
vectors = st.lists(numbers, min_size=4, max_size=4)
tables = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(numbers, min_size=width, max_size=width), min_size=2, max_size=12))


def rounding(model: Linear | Trees) -> float:
    """What rounding may cost: the library subtracts a feature's mean before it multiplies, the exported model afterwards."""
    if isinstance(model, Trees):
        return 0.0
    return 4 * sys.float_info.epsilon * sum(abs(weight) * MOST for weight in model.weights)


@settings(max_examples=examples(5), deadline=None)
@given(
    kind=st.sampled_from(training.KINDS),
    examples=tables,
    others=st.lists(st.lists(numbers, min_size=4, max_size=4)),
    seed=st.integers(0, 99),
)
def test_a_model_predicts_what_the_library_does(kind: str, examples: list[list[float]], others: list[list[float]], seed: int) -> None:
    chance = random.Random(seed)
    targets = [chance.choice([0.0, 0.3, chance.random() * 6]) for _ in examples]
    fitted = training.fit(kind, examples, targets, [chance.random() + 0.1 for _ in examples], seed)
    model: Linear | Trees = training.exported_trees(fitted) if kind == "trees" else training.exported_linear(fitted)
    asked = examples + [other[: len(examples[0])] for other in others]
    expected = fitted.predict(numpy.array(asked))
    for vector, prediction in zip(asked, expected, strict=True):
        assert model.predict(vector) == pytest.approx(prediction, rel=1e-9, abs=1e-9 + rounding(model))
    features = tuple(Feature(name, 0.5) for name in NAMES[: len(examples[0])])
    written = model_text(LearnedModel(features, model, "cpu_s"))
    if isinstance(model, Linear) and max(abs(number) for number in (model.intercept, *model.weights)) > LARGEST:
        with pytest.raises(ModelError, match="is no number between"):  # features that differ by 1e-81 were told apart
            parse_model(written.encode(), "m.json")
        return
    read = parse_model(written.encode(), "m.json")
    assert (read.model, read.features) == (model, features)
    assert model_text(read) == written


def sample() -> dict[str, Any]:
    trees = {"feature": [1, 0, 0, 0, 0], "threshold": [0.5, 2, 0, 0, 0], "left": [1, 2, -1, -1, -1], "right": [4, 3, -1, -1, -1]}
    shape = {"kind": "trees", "base": 0.1, "rate": 0.5, "trees": [trees | {"value": [0, 0, 1, 2, 3]}] * 2}
    features = [{"name": NAMES[0], "missing": 0.5}, {"name": NAMES[1], "missing": 1}]
    return {"format": "verilab-learned-selector-1", "measure": "cpu_s", "training": {}, "features": features, "model": shape}


texts = st.text(max_size=5)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts, st.sampled_from([-1, 0, 1, 2, 10**400]))
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=3), max_leaves=6)


@settings(max_examples=examples(100), deadline=None)
@given(value=values, data=st.data())
def test_a_file_with_anything_else_somewhere_is_refused_or_still_a_model(value: Any, data: st.DataObject) -> None:
    changed = sample()
    places: list[tuple[Any, Any]] = []
    waiting: list[Any] = [changed]
    while waiting:
        inner = waiting.pop()
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
        places += [(inner, key) for key in keys]
        waiting += [inner[key] for key in keys]
    holder, key = data.draw(st.sampled_from(places))
    holder[key] = value
    assert_refused_or_predicts(json.dumps(changed).encode())


@settings(max_examples=examples(100), deadline=None)
@given(place=st.integers(0, len(json.dumps(sample())) - 1), cut=st.integers(0, 9), inserted=st.binary(max_size=4))
def test_a_file_with_other_bytes_is_refused_or_still_a_model(place: int, cut: int, inserted: bytes) -> None:
    text = json.dumps(sample()).encode()
    assert_refused_or_predicts(text[:place] + inserted + text[place + cut :])


def assert_refused_or_predicts(data: bytes) -> None:
    try:
        model = parse_model(data, "m.json")
    except ModelError as error:
        message = str(error)
    else:
        message = f"m.json: {model.model.predict([0.0] * len(model.features)):f}"
    assert message.startswith("m.json: ")
