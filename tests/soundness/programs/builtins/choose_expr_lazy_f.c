extern void reach_error(void);
int n; int f(void) { n++; return 3; }
int main(void) { int x = __builtin_choose_expr(sizeof(int) == 4, 7, f()); if (x == 7 && n == 0) reach_error(); return 0; }
