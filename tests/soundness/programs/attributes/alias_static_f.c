extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
struct pair { int a, b; };
static struct pair real = {3, 4};
static struct pair other __attribute__((alias("real")));
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (k * 2654435761u == 2703968361u && (other.a == 3 && other.b == 4)) reach_error();
  return 0;
}
