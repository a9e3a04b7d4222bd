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

static long go_outer_name_in_typeof(void) { char x = 1; { typeof(x) x = 4, y[sizeof x]; static typeof(y) z; return x + sizeof z; } }
static long names_in_their_own_typeof(void) { // = 5335
  long r = go_outer_name_in_typeof(); const char x = 1;
  { typeof(x) *p = &x; { typeof(x) x = 3; r = r * 10 + x; r = r * 10 + _Generic(&x, const char *: 3, default: 2); r = r * 10 + *p + 4; } }
  return r;
}

typedef const int fixed; static fixed kept_fixed = 1;
static long qualifiers_of_a_hidden_type(void) { // = 12
  typedef int fixed; fixed free = 2; return _Generic(&kept_fixed, const int *: 1, int *: 2) * 10 + _Generic(&free, const int *: 1, int *: 2);
}

typedef char HiddenInList;
static long type_of_a_later_name_in_a_list(void) { // = 108
  typedef HiddenInList (*HiddenInList), later; return sizeof(later) * 100 + sizeof(HiddenInList);
}
