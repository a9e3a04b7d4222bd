#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 1;
  if (scanf("%d", &x) == 1 && getchar() == '7') reach_error();
  return 0;
}
