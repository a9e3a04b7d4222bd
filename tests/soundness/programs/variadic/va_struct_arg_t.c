extern void reach_error(void);
#include <stdarg.h>
struct P { int x, y; }; static int f(int n, ...) { va_list ap; va_start(ap, n); struct P p = va_arg(ap, struct P); va_end(ap); return p.x * 10 + p.y; }
int main(void) { struct P p = {3, 4}; if (!(f(1, p) == 34)) reach_error(); return 0; }
