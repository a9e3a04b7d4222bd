extern void reach_error(void);
#include <stdlib.h>
static int st; static void bye(void) { if (!(st == 2)) reach_error(); }
int main(void) { atexit(bye); st = 2; return 0; }
