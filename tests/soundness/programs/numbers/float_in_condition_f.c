extern void reach_error(void);
int main(void) { float f = 0.5f; int n = 0; if (f) n++; if (!f) n += 10; while (f > 0.1f) { f /= 2; n += 100; } if (n == 301) reach_error(); return 0; }
