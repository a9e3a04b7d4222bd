#include <string.h>
int main(void) {
  char text[6] = "xxxxx";
  strncpy(text, "a", 4);
  holds(text[3] == 0);
  return 0;
}
