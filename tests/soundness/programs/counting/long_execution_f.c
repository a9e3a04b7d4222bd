extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { unsigned x = 0, y = 0; while (x < 30000000) { if (x >= 15000000) y++; x++; } if (y == 15000000) reach_error(); return 0; }
