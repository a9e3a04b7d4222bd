#include <stdarg.h>
static int second(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  int x = va_arg(list, int);
  va_copy(copy, list);
  x = va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return x;
}
int main(void) {
  int x = second(0, 5, 6);
  holds(x == 6);
  return 0;
}
