"""Programs for the tests of the library's calls."""

LOCK = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int locked = 0;
  int round = 0;
  while (round < 200) {
    locked = 1;
    if (__VERIFIER_nondet_int()) round = round + 1;
    locked = 0;
  }
  if (locked) reach_error();
  return 0;
}
"""
"""Safe; its first error path is infeasible for two reasons, of which only the one of ``locked`` is a cheap one."""

BROKEN = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int given = __VERIFIER_nondet_int();
  if (given == 41) { given = given + 1; if (given == 42) reach_error(); }
  return 0;
}
"""
"""Unsafe."""
