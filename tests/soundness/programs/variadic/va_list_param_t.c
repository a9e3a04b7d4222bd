extern void reach_error(void);
#include <stdarg.h>
static int v(int n, va_list ap) { int m = 0; while (n--) { int x = va_arg(ap, int); if (x > m) m = x; } return m; } static int mx(int n, ...) { va_list ap; va_start(ap, n); int r = v(n, ap); va_end(ap); return r; }
int main(void) { if (!(mx(3, 4, 9, 2) == 9)) reach_error(); return 0; }
