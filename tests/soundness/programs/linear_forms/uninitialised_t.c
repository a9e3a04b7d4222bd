extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a, b, c;
  b = a;
  c = b + 7;
  if (__VERIFIER_nondet_int()) a = __VERIFIER_nondet_uint();
  if (c - b == 7 && b == c) reach_error();
  return 0;
}
