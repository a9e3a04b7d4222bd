extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
unsigned written, read;
int main(void) {
  int full = 0;
  written = 0;
  read = 0;
  while (__VERIFIER_nondet_int()) {
    if (!full) { written += 1; full = 1; }
    else if (__VERIFIER_nondet_int() == 3) { read = written; full = 0; }
    else { read += 1; full = 0; if (written == read + 1) reach_error(); }
  }
  return 0;
}
