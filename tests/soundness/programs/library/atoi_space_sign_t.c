extern void reach_error(void);
#include <stdlib.h>
int main(void) { if (!(atoi("  -42x") == -42 && atol("+7") == 7 && atoi("z") == 0)) reach_error(); return 0; }
