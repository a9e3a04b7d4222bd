extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = (unsigned)x + 5, z = y;
  int w = (int)(z - 5u);
  if (w != x) reach_error();
  return 0;
}
