#include <stdlib.h>
int main(void) {
  int x = -5;
  int y = abs(x);
  holds(y == 5);
  return 0;
}
