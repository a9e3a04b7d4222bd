#include <string.h>
extern void reach_error(void);
int main(void) {
  char s[4] = "a";
  long n = s[0] * 1000 + *strcpy(s, "b");
  if (!(n == 97098)) reach_error();
  return 0;
}
