extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
typedef int T;
static int narrow(int v) { T y __attribute__((mode(QI))) = v; return y; }
int main(void) { unsigned k = __VERIFIER_nondet_uint(); switch (k * 2654435761u) { case 2703968361u: switch (narrow(257)) { case 1: reach_error(); } } return 0; }
