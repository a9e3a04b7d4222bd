#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (getpid() > 5000000) reach_error();
  return 0;
}
