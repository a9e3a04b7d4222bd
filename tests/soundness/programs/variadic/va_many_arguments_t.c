extern void reach_error(void);
#include <stdarg.h>
struct pair { int a, b; };
static int sum(int n, ...) { va_list ap; int r = 0; va_start(ap, n); while (n--) r = r * 2 + va_arg(ap, int); struct pair p = va_arg(ap, struct pair); va_end(ap); return r + p.a * 1000 + p.b; }
static double halves(const char *kinds, ...) { va_list ap; double r = 0; va_start(ap, kinds); for (; *kinds; kinds++) r += *kinds == 'd' ? va_arg(ap, double) : va_arg(ap, long); va_end(ap); return r / 2; }
static int go(void) { struct pair p = {7, 5}; return sum(14, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, p) + (int)halves("dldldldldldldldl", 1.0, 2l, 3.0, 4l, 5.0, 6l, 7.0, 8l, 9.0, 10l, 11.0, 12l, 13.0, 14l, 15.0, 17l) + sum(0, p); }
int main(void) { if (go() != 25001) reach_error(); return 0; }
