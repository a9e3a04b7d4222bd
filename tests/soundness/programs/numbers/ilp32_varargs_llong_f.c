extern void reach_error(void);
#include <stdarg.h>
static long long f(int n, ...) { va_list a; va_start(a, n); long x = va_arg(a, long); long long y = va_arg(a, long long); va_end(a); return x + y; }
int main(void) { if (f(2, 1L, 4294967296LL) == 4294967297LL) reach_error(); return 0; }
