#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  static const int a[3] = {1, 2, 3};
  int key = 3;
  int *at = bsearch(&key, a, 3, sizeof(int), compare);
  holds(at != 0);
  return 0;
}
