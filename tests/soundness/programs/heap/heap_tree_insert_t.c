extern void reach_error(void);
#include <stdlib.h>
struct T { int k; struct T *l, *r; }; static void ins(struct T **t, int k) { while (*t) t = k < (*t)->k ? &(*t)->l : &(*t)->r; *t = calloc(1, sizeof **t); if (!*t) exit(0); (*t)->k = k; }
int main(void) { struct T *t = 0; ins(&t, 5); ins(&t, 2); ins(&t, 8); ins(&t, 3); if (!(t->l->r->k == 3 && t->r->k == 8 && !t->l->l)) reach_error(); return 0; }
