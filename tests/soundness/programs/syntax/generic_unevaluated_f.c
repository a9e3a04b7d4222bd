extern void reach_error(void);
int n; int g(void) { n++; return 1; }
int main(void) { int r = _Generic(g(), int: 5, default: 6); if (n == 0 && r == 5) reach_error(); return 0; }
