#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof(int), compare);
  holds(a[0] == 1);
  return 0;
}
