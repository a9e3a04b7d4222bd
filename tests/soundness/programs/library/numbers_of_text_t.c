extern void reach_error(void);
#include <stdio.h>
int main(void) { int x = 7, y = 8, z = 9; unsigned u = 0; int r = sscanf(" 12 -3x4", "%d%d %d", &x, &y, &z), s = sscanf("  ", "%d", &z), t = sscanf("x", "%d", &z), v = sscanf("40", "%u", &u); if (r != 2 || x != 12 || y != -3 || z != 9 || s != -1 || t != 0 || v != 1 || u != 40) reach_error(); return 0; }
