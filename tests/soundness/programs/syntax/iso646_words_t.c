extern void reach_error(void);
#include <iso646.h>
int main(void) { int a = 6; if (!((a bitand 3) == 2 and not (a == 7) and (a xor 1) == 7)) reach_error(); return 0; }
