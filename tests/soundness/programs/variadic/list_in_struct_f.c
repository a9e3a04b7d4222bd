#include <stdarg.h>
#include <stddef.h>
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
struct kept { char c; va_list list; int x; } one;
va_list three[3];
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int same = offsetof(struct kept, x) == 32 && (char *)&one.x - (char *)&one == 32 && sizeof one == 40
    && (char *)&three[2] - (char *)three == 48 && sizeof three == 72;
  if (k * 2654435761u == 2703968361u && (same)) reach_error();
  return 0;
}
