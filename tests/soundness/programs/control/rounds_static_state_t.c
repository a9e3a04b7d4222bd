extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static int step(int x){ static int st; if (x == 4242 && st == 0) st = 1; else if (x == -17 && st == 1) st = 2; else st = 0; return st; } int main(void) {
  while (1) { int x = __VERIFIER_nondet_int(); if (step(x) == 2 && x == 99) reach_error(); if (x == 0) break; } return 0; }
