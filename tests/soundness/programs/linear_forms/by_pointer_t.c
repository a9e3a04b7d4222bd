extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x, *p = &x;
  if (__VERIFIER_nondet_int() == 1) p = &y;
  *p += 3;
  if (x - y == 0u) reach_error();
  return 0;
}
