/* What _Generic and __builtin_choose_expr select is the operand itself.  Each function tells, behind its head, what it returns. */
struct selected { int x; unsigned bits : 3; };

static long sizes_of_selected_arrays(void) { // = 3220420
  int a[5]; char c[32];
  return sizeof(_Generic(0, int: a)) + sizeof(_Generic(0, default: "abc")) * 100 + sizeof(__builtin_choose_expr(0, a, c)) * 100000 + sizeof(typeof(_Generic(0, int: a))) * 1000;
}

static long selected_members(void) { // = 71
  struct selected s = {1, 2};
  _Generic(1, int: s).x = 5; _Generic(1, int: s.bits) = 9; __builtin_choose_expr(1, s, 0).x++; _Generic(1, int: s, default: 0).x++;
  return s.x * 10 + s.bits;
}

static long selected_variables(void) { // = 55755
  int i = 1; double d = 2;
  _Generic(i, int: i, default: d) += 4; ++_Generic(i, int: i); _Generic(i, int: i)--; __builtin_choose_expr(0, i, d) = 7;
  int *p = &_Generic(1.0, double: i, default: d);
  return i * 10 + *p + (long)d * 100 + *&__builtin_choose_expr(1, i, d) * 11000;
}

static int one(int x) { return x; } static int twice(int x) { return 2 * x; }
static long selected_functions(void) { // = 836
  return _Generic(1.0, double: twice, default: one)(4) * 100 + (&_Generic(1, int: one))(3) * 10 + (*__builtin_choose_expr(1, twice, one))(3);
}

static long selected_elements(void) { // = 77
  int a[3] = {1, 2, 3};
  _Generic(0, int: a)[1] = 7; *_Generic(0, int: a) = 10;
  return _Generic(0, default: a)[1] * 10 + *__builtin_choose_expr(1, a, 0) - a[2];
}

static long fixed_unless_selected(void) { // = 5
  int length = 1; _Generic(0, int: length) = 5; char array[length];
  return sizeof array;
}

static long assertion_in_the_head_of_a_loop(void) { // = 3
  int n = 0; for (_Static_assert(1, "x"); n < 3; n++) ; return n;
}
