extern void reach_error(void);
static int f(void) { return 1; } static int g(void) { return 2; } static int which(int (*p)(void)) { return p == f ? 10 : p == g ? 20 : 30; }
int main(void) { if (which(g) == 20 && which(f) == 10 && which(0) == 30) reach_error(); return 0; }
