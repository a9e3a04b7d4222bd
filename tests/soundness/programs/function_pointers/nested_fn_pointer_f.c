extern void reach_error(void);
static int apply(int (*f)(int), int v) { return f(v); }
int main(void) { int k = 4; int addk(int x) { return x + k; } k = 5; if (apply(addk, 1) == 6) reach_error(); return 0; }
