extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct bits { unsigned low : 3, high : 3; } b;
int main(void) {
  b.low = __VERIFIER_nondet_uint();
  b.high = b.low;
  b.high = b.high + 5;
  b.low = b.low + 1;
  if (((b.high - b.low) & 7) != 4) reach_error();
  if (b.high == b.low) reach_error();
  return 0;
}
