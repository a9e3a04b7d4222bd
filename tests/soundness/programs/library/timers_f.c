#include <sys/time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct timeval first = {4, 700000}, second = {1, 800000}, sum, difference;
  second.tv_sec += __VERIFIER_nondet_int() == 77;
  timeradd(&first, &second, &sum);
  timersub(&sum, &first, &difference);
  int right = timercmp(&difference, &second, ==) && timercmp(&sum, &first, >) && sum.tv_usec == 500000;
  timerclear(&first);
  if (sum.tv_sec == 7 && (right && !timerisset(&first) && timerisset(&sum))) reach_error();
  return 0;
}
