"""Floating types that no words of C name have sizes and alignments of their own, and are no standard types."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_file
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel

GREATEST = """\
typedef struct {
  long long a __attribute__((__aligned__(__alignof__(long long))));
  long double b __attribute__((__aligned__(__alignof__(long double))));
  __float128 c __attribute__((__aligned__(__alignof(__float128))));
} greatest;
"""


@pytest.mark.parametrize("model", list(DataModel), ids=str)
@pytest.mark.parametrize(
    ("expression", "sizes"),
    [
        ("sizeof(__float128)", (16, 16)),
        ("_Alignof(_Float128)", (16, 16)),
        ("sizeof(long double)", (12, 16)),
        ("sizeof(_Float16)", (2, 2)),
        ("_Generic((_Float32)1, float: 1, default: 9)", (9, 9)),
        ("_Generic((_Float32)1 + 1.0f, float: 1, _Float32: 9)", (9, 9)),
        ("_Generic((_Float32x)1 + 1.0, double: 9, _Float32x: 1)", (9, 9)),
        ("__builtin_types_compatible_p(_Float64, double)", (0, 0)),
        ("sizeof(greatest)", (48, 48)),
        ("sizeof(struct { char c; _Float128 q; })", (32, 32)),
    ],
)
def test_named_floating_types_are_those_of_the_compiler(expression: str, sizes: tuple[int, int], model: DataModel, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    size = sizes[model is DataModel.LP64]

    def lowered(claimed: int) -> None:
        file.write_text(GREATEST + f'_Static_assert({expression} == {claimed}, "size"); int main(void) {{ return 0; }}\n')
        lower(parse_file(file, model), model, ErrorConvention(frozenset()))

    lowered(size)
    with pytest.raises(InputError, match="static assertion"):
        lowered(size - 4)
