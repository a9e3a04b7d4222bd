extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
static unsigned next(unsigned x) { static unsigned last; unsigned before = last; last = x; return before; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  next(x);
  while (__VERIFIER_nondet_int()) { x++; if (next(x) + 2 == x) reach_error(); }
  return 0;
}
