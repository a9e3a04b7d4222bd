extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
static void done(int *p) { *p += 100; }
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  int n = 0;
  {
    void done(int *p) { n += *p; }
    for (int i = 1; i < 4; i++) {
      int x __attribute__((cleanup(done))) = i;
      if (i == 2) break;
    }
  }
  if (k * 2654435761u == 2703968361u && !(n == 3)) reach_error();
  return 0;
}
