"""Mutated C files, task definitions, property files and sets end in a result or in an InputError: nothing else, and soon."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from property_tests.mutations import mutate
from verilab.program.errors import InputError
from verilab.program.syntax import parse_file, parse_text
from verilab.program.tasks import load_tasks
from verilab.program.tasks.properties import parse_property

ROUNDS = 20  # seeds; each mutates every text below

PLAIN = """
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
typedef unsigned int u32;
enum mode { OFF, ON = 3, AUTO };
struct point { int x; struct { u32 low : 4, high : 28; }; int *next[2]; };
static const char *names[] = { "off", [ON] = "on\\n", "a" "b" };
static int counter = 'a' + 0x1F - 017;
int step(struct point *p, int (*f)(int, ...)) {
  for (int i = 0; i < 10 && p; i++) {
    if (i % 2 == 0) continue; else if (p->x > i) break;
    p->x += f ? f(i, 2) : -i;
  }
  switch (p->x) { case 0: case 1: return 1; default: goto out; }
  do { p->x--; } while (p->x != 0);
out:
  return (u32)p->x >> 3 ? sizeof(struct point) : (int){ 4 };
}
int main(void) {
  struct point q = { .x = __VERIFIER_nondet_int() };
  int y = step(&q, 0), z[3][2] = { { 1, 2 }, { 3 } };
  /* check */ if (y > 3 || z[1][0] != 3) reach_error(); // done
  return 0;
}
"""

GNU = """# 12 "driver.c" 1 3
typedef int s64 __attribute__((__mode__(__DI__)));
extern void die(const char *, ...) __attribute__((noreturn, format(printf, 1, 2)));
static __inline__ int max(int a, int b) { return ({ __typeof__(a) x = a; x > b ? x : b; }); }
int table[] = { [0 ... 7] = 1, [8] 2 };
struct s { int a; int tail[0]; } v = { a: 1 };
#line 40 "other.c"
int f(register int c) {
  __label__ again;
  void *where = &&again;
  asm volatile ("nop" : "=r" (c) : [in] "i" (3) : "memory");
again: __attribute__((unused));
  switch (c) { case 1 ... 5: goto *where; }
  return c ?: __builtin_offsetof(struct s, tail[1]) + __alignof__(long) + (int)sizeof(__PRETTY_FUNCTION__);
}
old(a, b) int a; char *b; { return a + *b; }
"""

DIRECTIVES = """#include <assert.h>
#include <stdint.h>
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define JOIN(a, b) a ## b
#define SHOW(fmt, ...) printf(fmt, #fmt, __VA_ARGS__)
#if defined(LIMIT) && LIMIT > 5 /* big */
int JOIN(x, 1) = MAX(LIMIT, 3);
#elif LIMIT == 2
int y;
#else
#error "no limit"
#endif
#ifndef NDEBUG
#undef LIMIT
#endif
int main(void) { uint32_t n = UINT32_MAX; assert(n + 1 == 0); return __LINE__; }
"""

DEFINITION = """format_version: '2.0'
input_files: 'program.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
  - property_file: no-overflow.prp
options:
  language: C
  data_model: ILP32
"""
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(G ! label(ERROR)) )\n"
SET = "# tasks\ntask.yml\n*.c\n\nprog*am.c # again\n"


def check(error: InputError) -> None:
    """The error can be shown: it renders, in every encoding, to lines that begin with a place and a message."""
    shown = error.render()
    shown.encode("ascii", "backslashreplace").decode("ascii")
    shown.encode("utf-8")
    assert ": error: " in shown.splitlines()[0]
    assert len(shown) < 3000


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("text", [PLAIN, GNU, DIRECTIVES], ids=["plain", "gnu", "directives"])
def test_mutated_programs_parse_or_are_refused(text: str, seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(10):
        try:
            parse_text(mutate(text, generator), "program.c")
        except InputError as error:
            check(error)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_mutated_bytes_parse_or_are_refused(seed: int, tmp_path: Path) -> None:
    generator = random.Random(seed)
    path = tmp_path / "program.c"
    for _ in range(5):
        data = bytearray((PLAIN + GNU).encode())
        for _ in range(generator.randint(1, 20)):
            data[generator.randrange(len(data))] = generator.randrange(256)
        path.write_bytes(bytes(data))
        try:
            parse_file(path)
        except InputError as error:
            check(error)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_mutated_definitions_properties_and_sets_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    generator = random.Random(seed)
    originals = {"task.yml": DEFINITION, "unreach-call.prp": PROPERTY, "all.set": SET, "program.c": PLAIN, "no-overflow.prp": "CHECK"}
    for mutated in ("task.yml", "unreach-call.prp", "all.set") * 3:
        for name, text in originals.items():
            shown = mutate(text, generator) if name == mutated else text
            (tmp_path / name).write_bytes(shown.encode("utf-8", "surrogateescape" if "\udcff" in shown else "surrogatepass"))
        for name in ("task.yml", "all.set"):
            try:
                assert load_tasks(tmp_path / name)
            except InputError as error:
                check(error)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_mutated_properties_are_read_or_refused(seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(20):
        try:
            assert list(parse_property(mutate(PROPERTY, generator)))
        except InputError as error:
            check(error)
