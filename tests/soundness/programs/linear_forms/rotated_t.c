extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = a + 1, c = a + 3, t;
  while (__VERIFIER_nondet_int()) { t = a; a = b; b = c; c = t; }
  if (a - b == 2u) reach_error();
  return 0;
}
