#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 1;
  if (scanf("%d", &x) == EOF && getchar() == 'a') reach_error();
  return 0;
}
