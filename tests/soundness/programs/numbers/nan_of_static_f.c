extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static double d = 0.0 / 0.0, e = -(0.0 / 0.0);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (k * 2654435761u == 2703968361u && (d != d && e != e)) reach_error();
  return 0;
}
