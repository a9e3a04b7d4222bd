extern void reach_error(void);
static int sub(a, b) int a; int b; { return a - b; }
int main(void) { int (*p)() = sub; int (*q)(int, int) = sub; if (p(9, 4) == 5 && q(4, 9) == -5) reach_error(); return 0; }
