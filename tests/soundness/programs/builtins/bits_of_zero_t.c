extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void abort(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  if (!x) abort();
  if (__builtin_clz(x) >= 32 || __builtin_ctz(x) + 1 != __builtin_ffs(x)) reach_error();
  return 0;
}
