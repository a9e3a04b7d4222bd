extern void reach_error(void);
int g; static void c(int *p) { g += *p; }
int main(void) { for (int i = 1; i < 5; i++) { int x __attribute__((cleanup(c))) = i; if (i == 3) break; if (i == 1) continue; } if (!(g == 6)) reach_error(); return 0; }
