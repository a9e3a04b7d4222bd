extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int g = 3; int up(void) { return ++g; } int twice(void) { g *= 2; return g; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(); int r = up() << (twice() & 3);
  if (k * 2654435761u == 0x9e3779b9u && r != 4) reach_error();
  return 0;
}
