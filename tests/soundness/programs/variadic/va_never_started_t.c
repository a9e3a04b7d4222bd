#include <stdarg.h>
extern void reach_error(void);
static int first(int n, ...) {
  va_list list;
  return n ? va_arg(list, int) : 17;
}
int main(void) {
  if (!(first(0, 1) == 17)) reach_error();
  return 0;
}
