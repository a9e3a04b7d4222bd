#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  time_t now = time(0);
  srand(7);
  int first = rand();
  srand(7);
  if (now > 0 && rand() != first) reach_error();
  return 0;
}
