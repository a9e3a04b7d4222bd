extern void reach_error(void);
#include <stdarg.h>
static int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int x = va_arg(a, int), y = va_arg(b, int); va_end(a); va_end(b); return x == y; }
int main(void) { if (f(1, 5) == 1) reach_error(); return 0; }
