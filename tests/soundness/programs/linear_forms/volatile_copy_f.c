extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
volatile unsigned v;
int main(void) {
  v = __VERIFIER_nondet_uint();
  unsigned x = v, y = x;
  for (int i = 0; i < 4; i++) { y += 1; if (y - x == 4) reach_error(); }
  return 0;
}
