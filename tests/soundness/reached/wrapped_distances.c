/* Indices and distances that conversions and products of unsigned numbers make, which wrap: elements that no multiple leads to. */
struct three { int a, b, c; };
//// byte_of_a_signed_char
void go(void) { static int t[256]; int *p = t; signed char c = -1; p[(unsigned char)c] = 5; if (t[255] == 5) reach_error(); }
//// read_at_a_byte
static int get(const int *p, signed char c) { return p[(unsigned char)c]; }
void go(void) { static int t[256]; t[254] = 9; if (get(t, -2) == 9) reach_error(); }
//// constant_byte
void go(void) { static int t[300]; unsigned char a; a = 250; int *p = t; p[a] = 3; p += a; p[1] = 4; if (t[250] == 3 && t[251] == 4) reach_error(); }
//// constant_word
void go(void) {
  char v[16] = {0}; unsigned a; a = 4294967280u;
  unsigned long b = 4294967276ul, q = (unsigned long)v + a - b;
  *(char *)q = 3;
  if (v[4] == 3) reach_error();
}
//// product_of_words
void go(void) { struct three v[4] = {{0}}; unsigned u = 715827883u; *(int *)((char *)v + u * 12u) = 7; if (v[0].b == 7) reach_error(); }
//// product_as_an_index
void go(void) { int v[8] = {0, 1}, *p = v; unsigned u = 2863311531u; if (p[u * 3u] == 1) reach_error(); }
//// product_of_long_words
void go(void) { int v[8] = {0, 1}; unsigned long n = 0xaaaaaaaaaaaaaaabul; int *p = (int *)((unsigned long)v + n * 12ul); if (*p == 1) reach_error(); }
//// long_product_as_an_index
void go(void) { int v[8] = {0, 1}, *p = v; unsigned long n = 0xaaaaaaaaaaaaaaabul; if (p[n * 3ul] == 1) reach_error(); }
//// pointers_at_a_wrapped_index
void go(void) {
  int x = 1, y = 2, *v[6] = {&x, &x, &x, &x, &x, &x}, **p = v; unsigned u = 2863311531u;
  v[1] = &y;
  **(p + u * 3u) = 9;
  if (y == 9 && x == 1) reach_error();
}
//// negative_product_as_a_word
void go(void) {
  struct three v[4] = {{1, 2, 3}}; int i = -1; unsigned long off = (unsigned)(i * 12);
  if (*(int *)((char *)v + (off - 4294967276ul)) == 3) reach_error();
}
