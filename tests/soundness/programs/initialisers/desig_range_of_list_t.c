extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
struct s { struct pair p; int q; };
/* gcc evaluates the list once, as it is no constant, and keeps nothing of it for the element that is initialised again. */
int main(void) { int n = 3; struct s s[3] = {[0 ... 2] = {{n, 4}, 5}, [1].q = 6}, t[2] = {[0 ... 1].p = {n, 7}, [1].p.b = 8};
  if (!(s[1].p.b == 0 && s[1].q == 6 && s[2].p.a == 3 && t[0].p.a == 3 && t[1].p.a == 0 && t[1].p.b == 8)) reach_error(); return 0; }
