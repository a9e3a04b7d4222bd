#include <string.h>
int main(void) {
  int order = strncmp("abc", "abd", 2);
  holds(order == 0);
  return 0;
}
