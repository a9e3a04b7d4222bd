extern void reach_error(void);
#include <stdio.h>
int main(void) { int x = 7, y = 8, r = sscanf("12 +34", "%d %d", &x, &y); if (r == 2 && x == 12 && y == 34) reach_error(); return 0; }
