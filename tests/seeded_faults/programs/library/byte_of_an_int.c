#include <string.h>
int main(void) {
  const char *text = "xAy";
  char *at = memchr(text, 0x141, 3);
  holds(at == text + 1);
  return 0;
}
