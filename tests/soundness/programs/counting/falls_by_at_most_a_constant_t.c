extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = -50, y = __VERIFIER_nondet_int(); if (y <= -1000 || y >= 1000000) return 0;
  while (x < 0) { x += y; y++; } if (y <= 0) reach_error(); return 0; }
