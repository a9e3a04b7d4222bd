#include <string.h>
int main(void) {
  int x = 1, *p = &x, *q = 0;
  memcpy(&q, &p, sizeof p);
  *q = 5;
  holds(x == 5);
  return 0;
}
