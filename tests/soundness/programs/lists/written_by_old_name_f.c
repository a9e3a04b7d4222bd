#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int v; };
int main(void) {
  struct n *h = 0, *keep = 0; while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->v = 0; x->next = h;
  h = x; if (!keep) keep = x; } if (keep) keep->v = 7; for (struct n *p = h; p; p = p->next) if (p->v == 7) reach_error();
  return 0; }
