/* Names that hide types, whose scope begins behind their declarators.  Each function tells, behind its head, what it returns. */

typedef int T; typedef int V, W[sizeof(V)], *X;
static long names_that_hide_types_at_once(void) { // = 29440
  int r = 0;
  { T T = 7, *p = &T; *p += T; r += T; } { int T = 5, y = (T)-1; r = r * 10 + y; } { T T[3] = {1, 2, 3}, *p = T; r += p[2]; }
  { typedef char T, U[sizeof(T) + 1]; r = r * 10 + sizeof(U); } for (unsigned T = 3, i = (T)-1; i < T; i++) r = r * 10 + i;
  return r * 2 + sizeof(W) - sizeof(X) - 12;
}

static long enumerators_that_hide_types(void) { // = 76
  enum { T = (T)7, Z = (T)-1 }; return T * 10 + Z;
}

static int parameters_hide_types(int T, int a[(T)-1], int (*U)(int)) { return U ? T : sizeof a[0] + T; }
static int called_by_a_hidden_type(int (*T)(T x), int y) { return T(y); } static int one_more(T x) { return x + 1; }
static long parameters_that_hide_types(void) { // = 64
  return parameters_hide_types(2, 0, 0) * 10 + called_by_a_hidden_type(one_more, 3);
}
