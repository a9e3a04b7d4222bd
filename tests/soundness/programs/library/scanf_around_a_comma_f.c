#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 1, y = 1;
  if (scanf("%d", &x) == 1 && getchar() == ',' && scanf("%d", &y) == 1 && y == 9 && x == 8 && getchar() == EOF) reach_error();
  return 0;
}
