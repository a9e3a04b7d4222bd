extern void reach_error(void);
int g; static void c(int *p) { g += *p; } static int f(int k) { int x __attribute__((cleanup(c))) = 3; if (k) return g; x = 8; return -1; }
int main(void) { int r = f(1); f(0); if (r == 0 && g == 11) reach_error(); return 0; }
