extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
static unsigned down(unsigned n, unsigned x) { return n ? down(n - 1, x + 1) : x; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = down(3, x);
  if (y == x + 3) reach_error();
  return 0;
}
