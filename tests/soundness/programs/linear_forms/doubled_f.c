extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned u = x + x, v = 2 * y;
  if (u == v && x - y == 2147483648u) reach_error();
  return 0;
}
