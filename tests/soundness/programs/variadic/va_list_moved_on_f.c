#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int next(va_list l) { return va_arg(l, int); }
static int both(int n, ...) {
  va_list l;
  va_start(l, n);
  int first = next(l);
  int second = va_arg(l, int);
  va_end(l);
  return first * 10 + second;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5 && both(2, x, 6) == 56) reach_error();
  return 0;
}
