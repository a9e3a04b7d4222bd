/* One vector of the elements of others.  Each function tells, behind its head, what it returns. */

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef int v2 __attribute__((vector_size(8)));

static long sum(v4 v) { return v[0] * 1000 + v[1] * 100 + v[2] * 10 + v[3]; }
static long shuffle_wraps_indices(void) { // = 4324
  v4 a = {1, 2, 3, 4}, m = {3, 6, 1, -1}; return sum(__builtin_shuffle(a, m));
}

static long shuffle_of_two(void) { // = 1582
  v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8}; u4 m = {0, 4, 15, 9}; return sum(__builtin_shuffle(a, b, m));
}

static long shuffle_of_itself(void) { // = 4123
  v4 a = {1, 2, 3, 4}; v4 m = {1, 2, 3, 0}; for (int i = 0; i < 3; i++) a = __builtin_shuffle(a, m); return sum(a);
}

static long shuffle_of_floats(void) { // = 367
  f4 a = {1.5f, 2.5f, 3.5f, 4.5f}; v4 m = {2, 2, 0, 1}; f4 r = __builtin_shuffle(a, m); return r[0] * 100 + r[2] * 10 + r[3];
}

static long shufflevector_of_other_lengths(void) { // = 656643
  v4 a = {1, 2, 3, 4}; v2 b = {5, 6}; v2 r = __builtin_shufflevector(a, a, 7, 2); v4 q = __builtin_shufflevector(b, b, 3, 0, 1, 1); return sum(q) * 100 + r[0] * 10 + r[1];
}

static long shufflevector_leaves_open(void) { // = 714
  v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8}; v4 r = __builtin_shufflevector(a, b, 6, -1, 0, 3); return r[0] * 100 + r[2] * 10 + r[3];
}

static long convertvector_truncates(void) { // = 3804
  f4 a = {1.75f, -2.75f, 300.0f, 4.0f}; return sum(__builtin_convertvector(a, v4));
}

static long convertvector_to_wider(void) { // = 714
  v4 a = {7, -2, 3, 4}; d4 r = __builtin_convertvector(a, d4); return r[0] * 100 + r[1] * 10 + r[3] / 2 + sizeof(__builtin_convertvector(a, d4));
}

static long convertvector_of_unsigned(void) { // = 4000003
  u4 a = {4000000000u, 1, 2, 3}; f4 r = __builtin_convertvector(a, f4); return (long)(r[0] / 1000) + r[3];
}

static int calls; static v4 next(void) { calls++; return (v4){calls, calls * 2, 3, 4}; }
static long shuffle_evaluates_once(void) { // = 21211
  calls = 0; v4 r = __builtin_shuffle(next(), (v4){1, 0, 1, 0}); return sum(r) * 10 + calls;
}

static long shuffle_of_chars(void) { // = 42374845
  typedef signed char c8 __attribute__((vector_size(8))); c8 a = {1,2,3,4,5,6,7,8}, m = {7,6,5,-4,12,2,1,0}; c8 r = __builtin_shuffle(a, m); long s = 0; for (int i = 0; i < 8; i++) s = s * 9 + r[i]; return s;
}

typedef int wide_vector __attribute__((vector_size(32)));
static long alignment_of_a_large_vector(void) { // = 323216
  return __alignof__(wide_vector) * 100 + _Alignof(wide_vector) + __builtin_offsetof(struct { char c; wide_vector v; }, v) * 10000;
}

typedef int pair __attribute__((vector_size(8)));
static long comparisons_of_vectors_as_conditions(void) { // = 131
  pair a = {1, 5}, b = {1, 5}, c = {2, 6};
  long n = 0; if ((long)(a == b)) n += 1; if (!(long)(a == c)) n += 30; if ((long)(a == b) && (long)(a < c)) n += 100;
  return n;
}
