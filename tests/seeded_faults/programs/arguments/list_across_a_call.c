#include <stdarg.h>
static int inner(int n, ...) {
  va_list list;
  va_start(list, n);
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
static int outer(int n, ...) {
  va_list list;
  va_start(list, n);
  inner(0, 9);
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
int main(void) {
  int x = outer(0, 5);
  holds(x == 5);
  return 0;
}
