#include <stdarg.h>
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
va_list list;
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int same = __builtin_types_compatible_p(va_list, char *) * 10 + _Generic(list, char *: 1, default: 2);
  if (k * 2654435761u == 2703968361u && (same == 11)) reach_error();
  return 0;
}
