#include <time.h>
extern void reach_error(void);
int main(void) {
  clock_t before = clock(), after = clock();
  if (before >= 0 && after >= 0 && after < before) reach_error();
  return 0;
}
