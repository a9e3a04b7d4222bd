#include <string.h>
int main(void) {
  unsigned char a[4];
  memset(a, 0x101, 4);
  holds(a[2] == 1);
  return 0;
}
