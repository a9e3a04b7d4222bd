#include <error.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int status = __VERIFIER_nondet_int();
  error(0, 0, "status %d", status);
  if (status > 0) error(status - 1, 0, "end");
  if (status == 2) reach_error();
  return 0;
}
