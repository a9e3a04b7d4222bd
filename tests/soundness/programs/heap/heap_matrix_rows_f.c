extern void reach_error(void);
#include <stdlib.h>
int main(void) { int **m = malloc(2 * sizeof *m); if (!m) return 0; for (int i = 0; i < 2; i++) { m[i] = malloc(2 * sizeof(int)); if (!m[i]) return 0; m[i][0] = i; m[i][1] = i + 10; } if (m[1][1] == 11 && m[0][1] == 10) reach_error(); return 0; }
