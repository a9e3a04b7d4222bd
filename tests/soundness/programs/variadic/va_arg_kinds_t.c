extern void reach_error(void);
#include <stdarg.h>
static long f(int n, ...) { va_list ap; va_start(ap, n); long a = va_arg(ap, long); char *s = va_arg(ap, char *); int c = va_arg(ap, int); va_end(ap); return a + s[1] + c; }
int main(void) { char c = 2; if (!(f(0, 1000L, "ab", c) == 1100)) reach_error(); return 0; }
