#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
  srand(time(0));
  if (rand() % 1000 == 5) reach_error();
  return 0;
}
