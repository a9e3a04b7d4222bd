extern void reach_error(void);
struct F { unsigned u : 2; int s : 2; };
int main(void) { struct F f = {3, 1}; int a = f.u++, b = ++f.s; f.u -= 2; if (!(a == 3 && f.u == 2 && b == -2)) reach_error(); return 0; }
