extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int n = 0;
  void count(int *p) {
    n++;
    if (*p > 0) { int x __attribute__((cleanup(count))) = *p - 1; }
  }
  { int x __attribute__((cleanup(count))) = 3; }
  if (k * 2654435761u == 2703968361u && (n == 4)) reach_error();
  return 0;
}
