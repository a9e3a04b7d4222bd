/* Selections by the qualifiers of what pointers lead to.  Each function tells, behind its head, what it returns. */
#define K(e) _Generic((e), int *: 1, const int *: 2, volatile int *: 3, const volatile int *: 4, _Atomic int *: 5, int **: 6, \
  int *restrict *: 7, int *const *: 8, int *volatile *: 9, int (*)[3]: 12, const int (*)[3]: 13, volatile int (*)[3]: 14, default: 15)
#define S(e) _Generic((e), char *: 1, const char *: 2, char (*)[3]: 3, default: 15)
typedef volatile int V; typedef int *P; typedef const int C; typedef int A3[3];
struct qs { const int a; volatile int b; int c[3]; const int d[3]; V e; struct { int f; const int g; }; };
static const int gc = 1; static volatile int gv; static V vv; static _Atomic int ga; static C ca[3]; static const volatile int cv;

static long of_variables(void) { // = 4346674
  return K(&gc) + K(&gv) * 16 + K(&vv) * 256 + K(&ga) * 4096 + K(ca) * 65536 + K(&cv) * 0x100000;
}

static long of_members(void) { // = 34808114
  struct qs s = {0}; return K(&s.a) + K(&s.b) * 16 + K(s.c) * 256 + K(s.d) * 4096 + K(&s.e) * 65536 + K(&s.f) * 0x100000 + K(&s.g) * 0x1000000L;
}

static long of_members_of_qualified(void) { // = 54710850
  const struct qs k = {0}; volatile struct qs w = {0};
  return K(&k.a) + K(&k.b) * 16 + K(k.c) * 256 + K(&k.d) * 4096 + K(&k.f) * 65536 + K(&w.a) * 0x100000 + K(w.c) * 0x1000000L;
}

static long of_pointers(void) { // = 6850951
  int i = 0; int *p = &i; int *restrict r = p; int *const q = p; int *volatile u = p; P const tp = p; const P tq = p;
  return K(&r) + K(&q) * 16 + K(&u) * 256 + K(&tp) * 4096 + K(&tq) * 65536 + K(&p) * 0x100000;
}

static long of_arrays(void) { // = 3354332
  A3 a = {0}; const A3 c = {0}; volatile A3 v = {0};
  return K(&a) + K(&c) * 16 + K(&v) * 256 + K(c) * 4096 + K(v + 1) * 65536 + K((volatile int *)a) * 0x100000;
}

static long of_typeof(void) { // = 336178
  __typeof__(gc) z = 1; __typeof__(gv) y = 1; __typeof__(+gc) t = 2; __auto_type o = gc; __typeof__(const int) n = 1; __typeof__(ga) l = 0;
  return K(&z) + K(&y) * 16 + K(&t) * 256 + K(&n) * 4096 + K(&l) * 65536;
}

static int parameters(const int a[], volatile int b[3], int c[const], V *d) { return K(a) + K(b) * 16 + K(c) * 256 + K(d) * 4096 + K(&c) * 65536; }
static long of_parameters(void) { // = 536882
  int i = 0; return parameters(&i, &i, &i, &i);
}

static long of_conditionals(void) { // = 139843
  int i = 0, *p = &i; const int *c = p;
  return K(1 ? p : &gv) + K(1 ? &gv : c) * 16 + K(1 ? &gc : 0) * 256 + K(&(const int){1}) * 4096 + K(&*c) * 65536;
}

static long of_compatible_types(void) { // = 6
  return __builtin_types_compatible_p(volatile int *, int *) + __builtin_types_compatible_p(const int *, C *) * 2
    + __builtin_types_compatible_p(const int, int) * 4 + __builtin_types_compatible_p(int (const int [3]), int (int *)) * 8;
}

static long of_strings(void) { // = 70417
  char *p = "cd"; return S("ab") + S("ab" + 1) * 16 + S(&"ab") * 256 + S(1 ? "a" : p) * 4096 + S(&"ab"[1]) * 65536;
}

static long of_the_name_of_a_function(void) { // = 4642
  return S(__func__) + S(__func__ + 1) * 16 + S(&__FUNCTION__[0]) * 256 + (*__func__ == 'o') * 4096;
}
