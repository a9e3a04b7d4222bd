#include <stdarg.h>
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double x = va_arg(list, double);
  va_end(list);
  return (int)(x * 2);
}
static int twice(float x) { return sum(0, x); }
int main(void) {
  int y = twice(1.5f);
  holds(y == 3);
  return 0;
}
