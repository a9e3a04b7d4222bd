extern void reach_error(void);
#include <stdlib.h>
int main(void) { if (rand() < 0) reach_error(); return 0; }
