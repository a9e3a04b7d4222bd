#include <string.h>
int main(void) {
  char text[8] = "a.xxxxx";
  text[1] = 0;
  strncat(text, "bc", 1);
  holds(text[2] == 0);
  return 0;
}
