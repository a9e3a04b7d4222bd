"""Sizes, alignments, offsets and the bits of bit-fields of random structures and unions, against gcc's own."""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from verilab.program.c_types.types import RecordType
from verilab.program.lowering.calls.instances import declare_instance
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations.declarations import declare_type
from verilab.program.lowering.facts.call_graph import CallGraph
from verilab.program.lowering.facts.open_orders import open_orders
from verilab.program.lowering.observers.observers import Observers
from verilab.program.lowering.observers.stand_ins import stand_in
from verilab.program.lowering.options import LoweringOptions
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import Scopes
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.lowering.unsupported import possible_alternative
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

WIDTHS = {
    "char": 8, "signed char": 8, "unsigned short": 16, "short": 16, "int": 32, "unsigned": 32, "long long": 64, "unsigned long long": 64,
    "_Bool": 1, "enum E": 32, "tight": 32,
}  # fmt: skip
OTHERS = ["long", "unsigned long", "float", "double", "long double", "char *", "loose", "vector"]
PRELUDE = """enum E { A, B };
typedef unsigned short loose __attribute__((aligned(4)));
typedef int tight __attribute__((aligned(1)));
typedef int vector __attribute__((vector_size(16)));
"""
OF_MEMBERS = [
    "__attribute__((packed))",
    "__attribute__((aligned(2)))",
    "__attribute__((aligned(8)))",
    "__attribute__((aligned(16), packed))",
]
OF_TYPES = ["__attribute__((packed))", "__attribute__((aligned(8)))", "__attribute__((packed, aligned(4)))"]


@dataclass(frozen=True)
class Sample:
    """One definition: its text, the name of its type, and its members with whether each is a bit-field."""

    text: str
    name: str
    members: tuple[tuple[str, bool], ...]


def sample(chooser: random.Random, number: int, earlier: list[str]) -> Sample:
    lines, members = ["char first;"], [("first", False)]
    for i in range(chooser.randint(1, 6)):
        attribute = chooser.choice(OF_MEMBERS) if chooser.random() < 0.35 else ""
        if chooser.random() < 0.5:
            type = chooser.choice(list(WIDTHS))
            width = chooser.randint(0, WIDTHS[type])
            named = width > 0 and chooser.random() < 0.85
            lines.append(f"{type} {f'm{i}' if named else ''} : {width} {attribute if width else ''};")
            members += [(f"m{i}", True)] if named else []
        else:
            type = chooser.choice([*WIDTHS, *OTHERS, *earlier[-3:]])
            length = "[3]" if chooser.random() < 0.3 and type not in ("tight", "loose") else ""
            lines.append(f"{'_Alignas(16) ' if chooser.random() < 0.05 else ''}{type} m{i}{length} {attribute};")
            members.append((f"m{i}", False))
    kind = "union" if chooser.random() < 0.2 else "struct"
    whole = chooser.choice(OF_TYPES) if chooser.random() < 0.35 else ""
    text = f"{kind} S{number} {{ {' '.join(lines)} }} {whole};"
    if chooser.random() < 0.3:
        text = f"#pragma pack(push, {chooser.choice([1, 2, 4, 8])})\n{text}\n#pragma pack(pop)"
    return Sample(text, f"{kind} S{number}", tuple(members))


def samples(seed: int, count: int) -> list[Sample]:
    chooser = random.Random(seed)
    drawn: list[Sample] = []
    for number in range(count):
        drawn.append(sample(chooser, number, [earlier.name for earlier in drawn]))
    return drawn


def ours(text: str, model: DataModel) -> dict[str, RecordType]:
    """The records that a text of declarations defines, by ``struct tag``."""
    unit = parse_text(PRELUDE + text, "layouts.c", model)
    graph, observers, orders = CallGraph({}), Observers([]), open_orders(unit.ast)
    session = Session(
        unit, model, frozenset(), "layouts", LoweringOptions(), graph, observers, declare_instance, stand_in, possible_alternative, orders
    )
    ctx = Context(session, None, Scopes(session.file_scope))
    records: dict[str, RecordType] = {}
    for node in unit.ast.ext:
        if type(node).__name__ == "Typedef":
            declare_type(ctx, node)
        else:
            record = declared_type(ctx, node)
            records[str(record)] = record  # type: ignore[assignment]  # an enumeration is never looked up
    return records


def bits_of(record: RecordType, name: str) -> tuple[int, int]:
    (member,) = record.by_name[name]
    first = 8 * member.offset + member.bit
    return first, first + (member.width or 0) - 1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("model", list(DataModel), ids=lambda model: model.value)
def test_sizes_alignments_and_offsets_are_those_of_gcc(seed: int, model: DataModel, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    drawn = samples(seed, 120)
    text = "\n".join(each.text for each in drawn)
    records = ours(text, model)
    claims = []
    for each in drawn:
        record = records[each.name]
        claims.append(
            f'_Static_assert(sizeof({each.name}) == {record.size} && _Alignof({each.name}) == {record.alignment}, "{each.name}");'
        )
        for name, is_bits in each.members:
            if not is_bits:
                offset = record.by_name[name][0].offset
                claims.append(f'_Static_assert(__builtin_offsetof({each.name}, {name}) == {offset}, "{each.name}.{name}");')
    file = tmp_path / "layouts.c"
    file.write_text(PRELUDE + text + "\n" + "\n".join(claims))
    width = "-m64" if model is DataModel.LP64 else "-m32"
    outcome = subprocess.run(["gcc", "-w", width, "-fsyntax-only", str(file)], capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr[:2000]


@pytest.mark.parametrize("seed", range(3))
def test_bit_fields_lie_where_gcc_puts_them(seed: int, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    drawn = samples(100 + seed, 120)
    text = "\n".join(each.text for each in drawn)
    records = ours(text, DataModel.LP64)
    body = []
    for each in drawn:
        for name, is_bits in each.members:
            if is_bits:
                first, last = bits_of(records[each.name], name)
                body.append(f"{{ {each.name} v; memset(&v, 0, sizeof v); v.{name} = -1; check(&v, sizeof v, {first}, {last}); }}")
    file, executable = tmp_path / "bits.c", tmp_path / "bits"
    file.write_text(
        f"""#include <string.h>
{PRELUDE}{text}
void check(const void *p, int size, int first, int last) {{
    for (int i = 0; i < 8 * size; i++)
        if ((((const unsigned char *)p)[i / 8] >> (i % 8) & 1) != (first <= i && i <= last)) __builtin_exit(1);
}}
int main(void) {{ {" ".join(body)} return 0; }}"""
    )
    subprocess.run(["gcc", "-w", "-o", str(executable), str(file)], check=True)
    assert subprocess.run([str(executable)], check=False).returncode == 0
