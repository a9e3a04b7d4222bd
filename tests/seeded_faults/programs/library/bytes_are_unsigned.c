#include <string.h>
int main(void) {
  const char *text = "\x80";
  int order = strcmp(text, "a");
  holds(order > 0);
  return 0;
}
