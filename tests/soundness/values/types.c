/* Sizes, enumerations, unions, bit-fields, the types of expressions, pointers.  Each function tells, behind its head, what it returns. */

static long generic_lvalue(void) { // = 1135
  const int c = 1; char ch = 1;
  long r = _Generic(c, int: 1, default: 2) * 1000 + _Generic(ch, char: 1, int: 2) * 100 + _Generic(ch + 0, int: 3, char: 4) * 10 + _Generic(&c, const int *: 5, int *: 6);
  return r;
}

static long generic_string(void) { // = 1
  long r = _Generic("ab", char *: 1, const char *: 2, default: 3);
  return r;
}

static long generic_bool(void) { // = 13
  _Bool b = 1; long r = _Generic(b, _Bool: 1, int: 2) * 10 + _Generic(!b, int: 3, _Bool: 4);
  return r;
}

static int gf(int x) { return x; }
static long generic_function(void) { // = 1
  long r = _Generic(gf, int (*)(int): 1, default: 2);
  return r;
}

enum ge { GE0, GE1 };
static long generic_enum(void) { // = 11
  enum ge e = GE1; long r = _Generic(e, unsigned: 1, int: 2, default: 3) * 10 + _Generic(GE1, int: 1, unsigned: 2);
  return r;
}

struct bp { unsigned a : 5; unsigned b : 32; };
static long bitfield_unsigned_promotes(void) { // = 10
  struct bp s = {1, 1}; long r = (s.a - 2 < 0) * 10 + (s.b - 2 < 0);
  return r;
}

struct bs { unsigned a : 4; };
static long bitfield_shift(void) { // = 240
  struct bs s = {15}; long r = s.a << 4;
  return r;
}

struct bc { unsigned a : 3; };
static long bitfield_compl(void) { // = -3
  struct bc s = {2}; long r = ~s.a;
  return r;
}

struct bv { int a : 3; unsigned b : 3; };
static long bitfield_assign_value(void) { // = -9
  struct bv s; long r = (s.a = 7) * 10 + (s.b = 9);
  return r;
}

struct bb { _Bool a : 1; };
static long bitfield_bool(void) { // = 1
  struct bb s; s.a = 4; long r = s.a;
  return r;
}

struct bd { unsigned a : 3; int b : 3; };
static long bitfield_compound(void) { // = 26
  struct bd s = {6, 3}; s.a += 5; s.b++; long r = s.a * 10 + s.b;
  return r;
}

struct bl { unsigned long a : 40; };
static long bitfield_long(void) { // = 1
  struct bl s = {1}; long r = (s.a << 39) == 0; r = r * 10 + (sizeof(s.a + 0) == 8);
  return r;
}

enum be { BE0, BE1, BE2, BE3 }; struct bE { enum be e : 2; };
static long bitfield_enum(void) { // = 3
  struct bE s = {BE3}; long r = s.e;
  return r;
}

struct bt { unsigned a : 7; };
static long bitfield_ternary(void) { // = 1
  struct bt s = {100}; long r = (1 ? s.a : 0u) - 101 < 0; r = r * 10 + ((1 ? s.a : 0) - 101 < 0);
  return r;
}

static long ternary_mixed(void) { // = 4294967294
  int i = -1; unsigned u = 1; long r = (long)(1 ? i : u); long s = 1 ? i : 1L; r = r + s;
  return r;
}

static long ternary_small(void) { // = -6
  signed char c = -1; unsigned short s = 1; long r = (1 ? c : s); r = r * 10 + sizeof(1 ? c : s);
  return r;
}

static long ternary_pointer_null(void) { // = 33
  int x = 3; int *p = 1 ? &x : 0; void *v = 0 ? (void *)0 : &x; long r = *p * 10 + *(int *)v;
  return r;
}

static long incr_pointer(void) { // = 1347
  int a[4] = {1, 2, 3, 4}, *p = a; long r = *p++ * 1000; r += *++p * 100; r += ++*p * 10; r += (*p)--; r += a[2];
  return r;
}

static long pointer_compare(void) { // = 149
  int a[4]; long r = (&a[1] < &a[3]) + 2 * (&a[3] - &a[1]) + 16 * (&a[0] == a) + 32 * ((char *)&a[1] - (char *)a);
  return r;
}

static long pointer_negative(void) { // = 26
  int a[4] = {1, 2, 3, 4}, *p = a + 3; long r = p[-2] * 10 + *(p - 1); r += *(-1 + p);
  return r;
}

union up { unsigned u; unsigned char c[4]; short s[2]; };
static long union_pun(void) { // = 4258
  union up u; u.u = 0x01020304; long r = u.c[0] * 1000 + u.s[1];
  return r;
}

union uf { float f; unsigned u; };
static long union_float(void) { // = 1016
  union uf u; u.f = 1.0f; long r = u.u >> 20;
  return r;
}

enum en { EN = -1, EN2 };
static long enum_negative(void) { // = 14
  enum en e = EN; long r = (e < 0) * 10 + sizeof e;
  return r;
}

enum eb { EBX = 4294967295u };
static long enum_big(void) { // = 14
  enum eb e = EBX; long r = (e > 0) * 10 + sizeof(EBX);
  return r;
}

struct es { enum { ESA = 4, ESB } k; int v; };
static long enum_in_struct(void) { // = 56
  struct es s = {ESB, 2}; long r = s.k * 10 + s.v + ESA;
  return r;
}

static long long_double_size(void) { // = 1617
  long r = sizeof(long double) * 100 + sizeof(1.0L) + (3.0L > 2.0);
  return r;
}

static long alignof_things(void) { // = 8136
  long r = _Alignof(double) * 1000 + _Alignof(char[3]) * 100 + __alignof__(short) * 10 + sizeof(struct { char c;
  double d; });
  return r;
}

struct on { char c; struct { short s; int i[3]; } in; };
static long offsetof_nested(void) { // = 16
  long r = __builtin_offsetof(struct on, in.i[2]);
  return r;
}

static long sizeof_no_eval(void) { // = 49
  int i = 3; long r = sizeof(i++) * 10 + i; r += sizeof(*(int *)0); r += sizeof(char[(1, 2)]) ;
  return r;
}

static short sf(void) { return 1; }
static long sizeof_function_result(void) { // = 28
  long r = sizeof(sf()) * 10 + sizeof(&sf);
  return r;
}

static long choose_expr(void) { // = 7
  long r = __builtin_choose_expr(sizeof(int) == 4, 7, "x");
  return r;
}

static long constant_p(void) { // = 11
  int x = 3; long r = __builtin_constant_p(4) * 10 + __builtin_types_compatible_p(int, const int);
  return r;
}

static long builtin_expect(void) { // = 1
  int x = 3; long r = __builtin_expect(x == 3, 0);
  return r;
}

static long literals_suffix(void) { // = 8451
  long r = sizeof(1ull) + sizeof(0x7fffffff) * 10 + sizeof(0x80000000) * 100 + sizeof(2147483648) * 1000 + (0xffffffff > 0) + (0b101 == 5) + (010 == 8);
  return r;
}

static long bool_arith(void) { // = 10111
  _Bool b = 3; b += 4; long r = b; b--; r = r * 10 + b; _Bool c = 0; c--; r = r * 10 + c; r = r * 10 + (_Bool)0.3;
  r = r * 10 + sizeof b;
  return r;
}

static long bool_pointer(void) { // = -1
  int x; _Bool b = &x; long r = b + ~(_Bool)1;
  return r;
}

typedef int v4 __attribute__((vector_size(16)));
static long vector_sub(void) { // = 59
  v4 a = {1, 2, 3, 4}, b = {4, 3, 2, 1}; v4 c = a * b; v4 d = a > b; long r = c[1] * 10 + d[3];
  return r;
}

struct __attribute__((packed)) pp { char c; int i; };
static long packed_pointer(void) { // = 45
  struct pp s = {1, 0x01020304}; long r = ((unsigned char *)&s)[1] * 10 + sizeof s;
  return r;
}

static long memcpy_bits(void) { // = 12
  float f = -2.0f; unsigned u; __builtin_memcpy(&u, &f, 4); long r = u >> 28;
  return r;
}

static long ptr_int_roundtrip(void) { // = 6
  int a[2] = {5, 6}; unsigned long u = (unsigned long)&a[0]; u += 4; long r = *(int *)u;
  return r;
}

struct cw { short a; short b; };
static long char_ptr_walk(void) { // = 4
  struct cw s = {0x0102, 0x0304}; char *p = (char *)&s; p += 2; long r = *p;
  return r;
}

static long ptr_to_array(void) { // = 542
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (*p)[3] = a + 1; long r = (*p)[1] * 10 + p[-1][2]; r = r * 10 + sizeof *p;
  return r;
}

static long inc_in_index(void) { // = 782
  int a[3] = {1, 2, 3}, i = 0; a[i++] = 7; a[++i] += 5; long r = a[0] * 100 + a[2] * 10 + i;
  return r;
}

static long ptrdiff_neg(void) { // = -2
  int a[3]; long r = &a[0] - &a[2];
  return r;
}

static long conditional_with_a_pointer_to_void(void) { // = 2321
  int a[4] = { 1, 2, 3, 4 }; void *v = a; volatile int c = 1;
  char *p = (c ? (int *)a : v) + 4, *q = (c ? v : a) + 8;
  int *r = a; void *none = 0;
  return *(int *)p * 10 + *(int *)q + *(int *)((none ?: r) + 8) * 100 + _Generic(c ? r : v, void *: 1, int *: 2) * 1000 + _Generic(c ? &c : (void *)0, volatile int *: 1, default: 0) * 998;
}

static long conditional_with_a_null_pointer(void) { // = 1441
  int a[4] = { 1, 2, 3, 4 }; volatile int c = 1;
  return *((c ? a : (void *)0) + 3) * 10 + sizeof(*(c ? (void *)0 : a)) * 100 + sizeof(*(c ? a : (void *)4)) * 1000 + 1;
}

static long conditional_with_pointers_to_const(void) { // = 11
  int x = 1; const int y = 2; volatile int c = 0;
  return _Generic(c ? &x : &y, const int *: 1, int *: 2) + _Generic(c ? &y : &x, const int *: 10, int *: 20);
}

static long conditional_with_an_array_of_unknown_length(void) { // = 176
  int a[4] = { 1, 2, 3, 4 }; int (*p)[] = (int (*)[])&a, (*q)[4] = &a; volatile int c = 1;
  return sizeof(*(c ? p : q)) + sizeof(*(c ? q : p)) * 10;
}

#define KIND(e) _Generic((e), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, long: 8, \
  unsigned long: 9, long long: 10, _Bool: 14, default: 15)
struct bk { long i : 32; unsigned long u : 32; long s : 16; unsigned c : 8; long long q : 40; _Bool b : 1; unsigned o : 7; };
static long types_of_bit_fields(void) { // = 267334774
  struct bk f = {0}; return KIND(f.i) + KIND(f.u) * 16 + KIND(f.s) * 256 + KIND(f.c) * 4096 + KIND(f.q) * 65536 + KIND(f.b) * 0x100000 + KIND(f.o) * 0x1000000L;
}

static long types_of_changed_bit_fields(void) { // = 267269238
  struct bk f = {0}; return KIND(f.i++) + KIND(--f.u) * 16 + KIND(f.s += 1) * 256 + KIND(++f.c) * 4096 + KIND(f.b = 1) * 65536 + KIND(++f.b) * 0x100000 + KIND(f.o = 3) * 0x1000000L;
}

typedef signed char sc4 __attribute__((vector_size(4)));
typedef unsigned char uc4 __attribute__((vector_size(4)));
static long vectors_that_differ_in_their_sign(void) { // = -20009
  uc4 u = {1, 253, 3, 200};
  sc4 s = {-1, -3, -6, -5};
  sc4 quotient = s / u, less = s < u, same = s == u;
  uc4 other = u / s;
  return quotient[2] * 10000 + quotient[3] * 1000 + less[0] * 100 + same[1] * 10 + other[1];
}

struct masked { int n; uc4 mask; };
static uc4 smaller(uc4 a, uc4 b) { return a < b; }
static long comparisons_of_vectors_without_sign(void) { // = 283050
  uc4 a = {1, 2, 3, 4}, b = {1, 3, 2, 5}, mask = a == b;
  struct masked m = {7, a > b};
  mask = mask + smaller(a, b);
  return mask[0] * 1000 + mask[3] * 100 + m.mask[2] * 10 + m.mask[0];
}

static long counted_vectors(void) { // = 42333
  v4 a = {1, 2, 3, 4};
  v4 before = a++, after = ++a;
  a--;
  return a[0] * 1000 + before[3] * 10000 + after[0] * 100 + before[2] + after[1] * 10 - 10 + a[3] - 5;
}

typedef float f4 __attribute__((vector_size(16)));
static long converted_vectors(void) { // = -125455
  sc4 small = {127, -128, 1, -2};
  v4 wide = __builtin_convertvector(small, v4);
  f4 numbers = {1.9f, -2.9f, 300, 0};
  v4 truncated = __builtin_convertvector(numbers, v4);
  uc4 narrow = __builtin_convertvector(wide + truncated, uc4);
  return wide[1] * 1000 + truncated[1] * 10 + narrow[1] * 20 + narrow[2];
}

static long shuffled_vectors(void) { // = 44286
  v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8}, mask = {3, 0, -1, 13};
  f4 numbers = {1, 2, 3, 4};
  v4 one = __builtin_shuffle(a, mask), two = __builtin_shuffle(a, b, mask);
  f4 other = __builtin_shuffle(numbers, mask);
  return one[0] * 1000 + one[3] * 100 + two[2] * 10 + two[3] + (long)other[2] * 10000;
}

static long selected_elements(void) { // = 20703
  v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  v4 chosen = __builtin_shufflevector(a, b, 1, 6, -1, 2);
  sc4 few = __builtin_shufflevector((sc4){1, 2, 3, 4}, (sc4){5, 6, 7, 8}, 7, 0, 0, 2);
  return chosen[0] * 10000 + chosen[1] * 100 + few[3] + (few[0] - 8);
}


static long tag_of_a_step_in_the_body(void) { // = 816
  int size = 0, more = 1; struct s { int a; };
  for (; more; more = sizeof(struct s { int a, b; }) - 2 * sizeof(enum { Twelve = 12 })) size = sizeof(struct s) * 100 + Twelve;
  return size + sizeof(struct s);
}

static long tag_of_what_is_not_chosen(void) { // = 1612
  int one = _Generic(1, int: 1, default: sizeof(struct u { long long a, b; })) + __builtin_choose_expr(1, 1, sizeof(struct v { int a[3]; }));
  return (one - 1) * sizeof(struct u) * 100 + sizeof(struct v);
}

typedef int four __attribute__((vector_size(16)));
__attribute__((vector_size(16))) int doubled(four v) { return v + v; }

static long vector_that_a_function_returns(void) { // = 1606
  return sizeof(doubled((four){1, 2, 3})) * 100 + doubled((four){1, 2, 3})[2];
}

static __auto_type inferred = 10U;
extern unsigned inferred;

static long inferred_type_at_file_level(void) { // = 41
  return sizeof inferred * 10 + (inferred - 11 > 0);
}

struct q4 { char c[4]; }; typedef _Atomic struct q4 Q4; typedef _Atomic long long AL; typedef int unaligned __attribute__((aligned(1)));
struct am { char a; Q4 b; char c; AL d; char e; Q4 f[2]; char g; _Atomic(struct q4) h; char i; _Atomic unaligned j; };
static long alignment_of_atomic(void) { // = 40426253672
  struct am m; return __builtin_offsetof(struct am, b) * 10000000000L + _Alignof(Q4) * 100000000L + _Alignof(_Atomic struct q4[2]) * 10000000L
    + __builtin_offsetof(struct am, d) * 1000000L + __builtin_offsetof(struct am, f) * 10000L + __builtin_offsetof(struct am, h) * 100L
    + __builtin_offsetof(struct am, j) + sizeof(struct { char a; __typeof__(m.h) b; }) * 2 + __alignof__(m.j) * 3;
}

typedef struct { int a; } untagged;
struct nothing { untagged; struct q4; __typeof__(struct { int b; }); union later; const struct { short c; }; int d; };
static long members_that_declare_nothing(void) { // = 837
  struct nothing s = { { 3 }, 7 }; return sizeof s * 100 + s.c * 10 + s.d;
}

struct held { int a[2]; struct { short b; } c; };
static struct held holding(int n) { return (struct held){{n, n + 1}, {n + 2}}; }
static long members_of_what_a_comma_has(void) { // = 4321
  struct held s = holding(2); int n = 0;
  return (n++, holding(3)).a[1] * 1000 + (n++, s).a[1] * 100 + (s, n++, holding(0)).c.b * 10 + n - 2;
}
