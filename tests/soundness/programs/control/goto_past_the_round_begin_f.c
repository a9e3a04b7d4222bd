extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 1, x = __VERIFIER_nondet_int(); if (x == 998877) goto in; while (1) { s = 2;
  if (__VERIFIER_nondet_int() < 3) break; in: if (s == 1) reach_error(); s = 0; } return 0; }
