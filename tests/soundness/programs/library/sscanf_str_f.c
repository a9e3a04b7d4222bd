extern void reach_error(void);
#include <stdio.h>
int main(void) { char w[8] = ""; int k = 5; sscanf("abc 9", "%7s %d", w, &k); if (w[1] == 'b' && k == 9) reach_error(); return 0; }
