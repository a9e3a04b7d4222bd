extern void reach_error(void);
int g; static void c(int *p) { g++; }
int main(void) { int i = 0; again: { int x __attribute__((cleanup(c))) = 1; if (++i < 3) goto again; } if (g == 3) reach_error(); return 0; }
