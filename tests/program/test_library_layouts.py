"""The library's types have the sizes and alignments that glibc's have."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import gcc_version
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

LAYOUTS = {
    DataModel.LP64: [
        ("stddef.h", "max_align_t", 32, 16),
        ("setjmp.h", "jmp_buf", 200, 8),
        ("setjmp.h", "sigjmp_buf", 200, 8),
        ("signal.h", "siginfo_t", 128, 8),
        ("pthread.h", "pthread_attr_t", 56, 8),
        ("pthread.h", "pthread_cond_t", 48, 8),
        ("semaphore.h", "sem_t", 32, 8),
        ("fenv.h", "fenv_t", 32, 4),
        ("threads.h", "mtx_t", 40, 8),
        ("threads.h", "cnd_t", 48, 8),
        ("glob.h", "glob_t", 72, 8),
        ("sys/stat.h", "struct stat", 144, 8),
        ("sys/socket.h", "struct sockaddr_storage", 128, 8),
        ("pthread.h", "pthread_rwlockattr_t", 8, 8),
    ],
    DataModel.ILP32: [
        ("stddef.h", "max_align_t", 48, 16),
        ("setjmp.h", "jmp_buf", 156, 4),
        ("setjmp.h", "sigjmp_buf", 156, 4),
        ("signal.h", "siginfo_t", 128, 4),
        ("pthread.h", "pthread_attr_t", 36, 4),
        ("pthread.h", "pthread_cond_t", 48, 4),
        ("semaphore.h", "sem_t", 16, 4),
        ("fenv.h", "fenv_t", 28, 4),
        ("threads.h", "mtx_t", 24, 4),
        ("threads.h", "cnd_t", 48, 4),
        ("glob.h", "glob_t", 36, 4),
        ("sys/stat.h", "struct stat", 88, 4),
        ("sys/socket.h", "struct sockaddr_storage", 128, 4),
        ("pthread.h", "pthread_rwlockattr_t", 8, 4),
    ],
}


OFFSETS = {
    DataModel.LP64: [("sys/stat.h", "struct stat", "st_mode", 24), ("sys/stat.h", "struct stat", "st_size", 48)],
    DataModel.ILP32: [("sys/stat.h", "struct stat", "st_mode", 16), ("sys/stat.h", "struct stat", "st_size", 44)],
}


@pytest.mark.parametrize("model", LAYOUTS, ids=str)
def test_types_of_the_library_have_the_layout_of_glibc(model: DataModel, tmp_path: Path) -> None:
    headers = "".join(f"#include <{header}>\n" for header in dict.fromkeys(header for header, *_ in LAYOUTS[model]))
    claims = "".join(
        f'_Static_assert(sizeof({name}) == {size} && _Alignof({name}) == {alignment}, "{name}");\n'
        for _, name, size, alignment in LAYOUTS[model]
    )
    claims += "".join(f'_Static_assert(__builtin_offsetof({name}, {member}) == {at}, "");\n' for _, name, member, at in OFFSETS[model])
    text = f"{headers}{claims}int main(void) {{ return 0; }}\n"
    lower(parse_text(text, "layouts.c", model), model)
    option = "-m64" if model is DataModel.LP64 else "-m32"
    if gcc_version(option) is not None:
        (tmp_path / "layouts.c").write_text(text)
        subprocess.run(["gcc", option, "-fsyntax-only", str(tmp_path / "layouts.c")], check=True)
