#include <stdlib.h>
int main(void) {
  long x = strtol("010", 0, 0);
  holds(x == 8);
  return 0;
}
