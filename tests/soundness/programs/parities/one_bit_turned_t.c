extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 1; while (__VERIFIER_nondet_int()) { x = x << 3 | x >> 29; } if (x == 0 || (x & (x - 1))) reach_error();
  return 0; }
