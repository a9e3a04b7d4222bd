extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
unsigned x, y;
static void change(int how) { if (how == 3) x = y; else y = x + 1; }
int main(void) {
  x = __VERIFIER_nondet_uint();
  y = x;
  for (int i = 0; i < 3; i++) change(__VERIFIER_nondet_int());
  if (y - x == 1) reach_error();
  return 0;
}
