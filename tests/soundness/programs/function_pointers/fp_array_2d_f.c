extern void reach_error(void);
static int a(int x) { return x; } static int b(int x) { return -x; }
static int (*m[2][2])(int) = {{a, b}, {b}};
int main(void) { if (m[0][1](3) == -3 && m[1][0](4) == -4 && m[1][1] == 0) reach_error(); return 0; }
