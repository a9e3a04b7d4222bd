extern void reach_error(void);
#include <stdarg.h>
static void set(int n, ...) { va_list ap; va_start(ap, n); for (; n; n--) *va_arg(ap, int *) = n; va_end(ap); }
int main(void) { int a = 0, b = 0; set(2, &a, &b); if (!(a == 2 && b == 1)) reach_error(); return 0; }
