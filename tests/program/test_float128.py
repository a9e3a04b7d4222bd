"""Quadruple precision has its own size and alignment, where ``long double`` has others."""

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
        ("sizeof(greatest)", (48, 48)),
        ("sizeof(struct { char c; _Float128 q; })", (32, 32)),
    ],
)
def test_quadruple_precision_is_laid_out_as_the_compiler_has_it(
    expression: str, sizes: tuple[int, int], model: DataModel, tmp_path: Path
) -> None:
    file = tmp_path / "program.c"
    size = sizes[model is DataModel.LP64]

    def lowered(claimed: int) -> None:
        file.write_text(GREATEST + f'_Static_assert({expression} == {claimed}, "size"); int main(void) {{ return 0; }}\n')
        lower(parse_file(file, model), model, ErrorConvention(frozenset()))

    lowered(size)
    with pytest.raises(InputError, match="static assertion"):
        lowered(size - 4)
