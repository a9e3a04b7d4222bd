extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x + 1;
  x = y - x;
  y = y - x;
  if (x == 1 && y == 6) reach_error();
  return 0;
}
