extern void reach_error(void);
int main(void) { int s = 0; for (int i = 0; i < 2; i++) { __label__ l; if (i) goto l; s += 1; l: s += 10; } if (!(s == 21)) reach_error(); return 0; }
