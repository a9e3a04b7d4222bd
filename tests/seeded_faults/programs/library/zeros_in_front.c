#include <stdio.h>
int main(void) {
  char text[8];
  sprintf(text, "%03d", 7);
  holds(text[0] == '0');
  return 0;
}
