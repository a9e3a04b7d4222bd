extern void reach_error(void);
f(x, y) char y; { int n = 0, z __attribute__((aligned(__alignof__(x)))) = sizeof x; while (n < x + y - 3) n++; return n + z + _Alignof(x); }
int main(void) { if ((f(3, 5) == 5 + 4 + 4)) reach_error(); return 0; }
