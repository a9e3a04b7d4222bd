#include <stdlib.h>
int main(void) {
  int x = atoi(" -12");
  holds(x == -12);
  return 0;
}
