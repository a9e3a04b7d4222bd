#include <ctype.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  int n = 0;
  for (int i = 0; i < 3; i++) n += isupper(i ? c : 'A');
  if (n == 256 || n == 768) reach_error();
  return 0;
}
