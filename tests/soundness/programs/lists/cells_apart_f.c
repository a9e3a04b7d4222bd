#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; int *d; };
int main(void) {
  struct n *h = 0; int c = 0; while (__VERIFIER_nondet_int()) { struct n *x = malloc(sizeof *x);
  if (c == 3) x->d = h->d; else { x->d = malloc(sizeof(int)); *x->d = 0; } c++; x->next = h; h = x; }
  if (h && h->next) { *h->d = 4; if (*h->next->d == 4) reach_error(); } return 0; }
