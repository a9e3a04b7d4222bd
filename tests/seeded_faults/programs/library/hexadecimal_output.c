#include <stdio.h>
int main(void) {
  char text[8];
  sprintf(text, "%x", 26);
  holds(text[0] == '1' && text[1] == 'a');
  return 0;
}
