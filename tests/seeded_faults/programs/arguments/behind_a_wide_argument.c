#include <stdarg.h>
struct pair { long first, second; };
static int last(int n, ...) {
  va_list list;
  va_start(list, n);
  struct pair p = va_arg(list, struct pair);
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
int main(void) {
  struct pair p = {1, 2};
  int x = last(0, p, 7);
  holds(x == 7);
  return 0;
}
