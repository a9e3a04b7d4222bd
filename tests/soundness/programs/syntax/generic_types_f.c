extern void reach_error(void);
#define K(x) _Generic((x), char: 1, signed char: 2, short: 3, int: 4, unsigned: 5, long: 6, float: 7, double: 8, char *: 9, default: 0)
int main(void) { char c = 0; short s = 0; if (K(c) == 1 && K(c + c) == 4 && K(s) == 3 && K(1u) == 5 && K(1.0f) == 7 && K(1.0) == 8 && K("x") == 9 && K('a') == 4 && K(1ll) == 0) reach_error(); return 0; }
