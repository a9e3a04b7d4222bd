extern void reach_error(void);
extern int scan(const char *f, ...);
int main(void) { int a = 1, b = 1; scan("dd", &a, &b); if (b == 0 && a == 0) reach_error(); return 0; }
