extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned s = a + b, d = a - b;
  unsigned twice = s + d;
  if (__VERIFIER_nondet_int()) { a++; twice += 2; }
  if (twice - a - a == 0) reach_error();
  return 0;
}
