extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = y + 1;
  if (x != y) { x = y; }
  x += 2;
  if (x - z == 2) reach_error();
  return 0;
}
