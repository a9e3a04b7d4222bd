extern void error(int, int, const char *, ...);
extern unsigned error_message_count;
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), n = 0;
  if ((k ^ (k >> 7)) * 2654435761u == 2703968361u && (m ^ (m >> 11)) * 2246822519u == k * 77 + 5) n = 1;
  unsigned before = error_message_count;
  error(0, 0, "one more");
  if (n && error_message_count != before + 1) reach_error();
  return 0;
}
