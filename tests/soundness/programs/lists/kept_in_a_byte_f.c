#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; unsigned char v; };
int main(void) {
  struct n *h = 0; while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x); x->v = 256 + 5; x->next = h;
  h = x; } for (struct n *p = h; p; p = p->next) if (p->v == 5) reach_error(); return 0; }
