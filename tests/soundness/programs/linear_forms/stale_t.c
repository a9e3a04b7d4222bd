extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  if (__VERIFIER_nondet_int()) x = __VERIFIER_nondet_uint();
  x++;
  if (x - y == 1u - (x - y) && x == y + 1 && x == y + 2) reach_error();
  return 0;
}
