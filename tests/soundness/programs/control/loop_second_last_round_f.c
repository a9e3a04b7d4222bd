extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 100000, i = 0; int s = 0; while (i < n) {
  if (i + 2 == n && n * 2654435761u == 77u * 2654435761u) s = 1; i++; } if (s) reach_error(); return 0; }
