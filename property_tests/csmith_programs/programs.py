"""One csmith program: generated, run by gcc, and with its last values asserted."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from property_tests.csmith_programs.arithmetic import arithmetic_for

# Small programs: csmith's own settings give thousands of lines, of which no verifier says anything.
# fmt: off
_OPTIONS = (
    "--no-argc", "--no-float", "--no-volatiles", "--no-volatile-pointers", "--concise", "--max-funcs", "3", "--max-block-depth", "2",
    "--max-block-size", "3", "--max-expr-complexity", "3", "--max-array-dim", "2", "--max-array-len-per-dim", "4",
    "--max-struct-fields", "4", "--max-union-fields", "3", "--max-pointer-depth", "2",
)
# fmt: on
_PRELUDE = """\
#include <stdint.h>
extern void reach_error(void);
extern int printf(const char *, ...);
static unsigned long long checksum;
static void mix(unsigned long long value) { checksum = checksum * 31 + value; }
"""
_RUN_SECONDS = 5


class Unusable(Exception):
    """The generated program does not end, or cannot be compiled; the message says why."""


@dataclass(frozen=True, slots=True)
class CsmithProgram:
    """``text`` has ``/* END */`` where the checksum is complete."""

    seed: int
    text: str

    def printing(self) -> str:
        """The program that tells its checksum."""
        return self.text.replace("/* END */", r'printf("%llu\n", checksum);')

    def asserting(self, value: int) -> str:
        """The program whose error is reachable unless the checksum is that value."""
        return self.text.replace("/* END */", f"if (checksum != {value}ULL) reach_error();")


def generate(seed: int) -> CsmithProgram:
    """csmith's program of that seed, with a main of plain arithmetic."""
    process = subprocess.run(["csmith", "--seed", str(seed), *_OPTIONS], capture_output=True, text=True, timeout=60)
    if process.returncode:
        raise Unusable(f"csmith: {process.stderr.strip()[:200]}")
    text = process.stdout.replace('#include "csmith.h"', "")
    text = re.sub(r"if \(print_hash_value\) printf\(.*?\);", "", text)
    text = re.sub(r"transparent_crc_bytes\s*\(.*?\);", "", text)
    text = re.sub(r'transparent_crc\((.*?), ".*?", print_hash_value\);', r"mix(\1);", text)
    text = re.sub(r"(platform_main_begin|crc32_gentab)\(\);|int print_hash_value = 0;", "", text)
    text = re.sub(r"platform_main_end\(.*?\);", "/* END */", text)
    return CsmithProgram(seed, f"{_PRELUDE}{arithmetic_for(text)}\n{text}")


def value_by_gcc(program: CsmithProgram, directory: Path) -> int:
    """The checksum that the compiled program prints."""
    source, executable = directory / "csmith.c", directory / "csmith"
    source.write_text("void reach_error(void) { }\n" + program.printing().replace("extern void reach_error(void);", ""))
    compiled = subprocess.run(
        ["gcc", "-std=gnu11", "-w", "-O0", "-fno-strict-aliasing", str(source), "-o", str(executable)], capture_output=True, text=True
    )
    if compiled.returncode:
        raise Unusable(f"gcc: {compiled.stderr.strip()[:300]}")
    try:
        process = subprocess.run([str(executable)], capture_output=True, text=True, timeout=_RUN_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unusable("does not end") from None
    if process.returncode:
        raise Unusable(f"ends with exit code {process.returncode}")
    return int(process.stdout)
