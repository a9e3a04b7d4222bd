struct s { int k; char c; short h; };
int main(void) {
  struct s a[3];
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  for (int j = 0; j < 3; j++) { a[j].k = j; a[j].h = j + 10; }
  struct s *p = &a[i];
  p->h = 77;
  holds(p->k == i && a[i].h == 77 && (i == 0 || a[0].h == 10) && (i == 2 || a[2].h == 12));
  return 0;
}
