extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 3, t;
  while (__VERIFIER_nondet_int()) { t = x; x = y; y = t; }
  if (x == y + 2) reach_error();
  return 0;
}
