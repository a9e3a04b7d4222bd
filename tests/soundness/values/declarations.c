/* Objects and functions: lifetimes, variable lengths, storage, parameters, structures by value.  Each function tells, behind its head, what it returns. */

static long vla_sizeof_effect(void) { // = 124
  int n = 3; long r = sizeof(int[n++]); r = r * 10 + n;
  return r;
}

static long vla_sizeof_expr(void) { // = 1212
  int n = 3; int a[n]; long r = sizeof a; n = 7; r = r * 100 + sizeof a;
  return r;
}

static long vla_2d(void) { // = 530
  int n = 2, m = 3; int a[n][m]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * m + j;
  long r = a[1][0] * 10 + (&a[1][2] - &a[0][0]) * 100;
  return r;
}

static long compound_literal_loop(void) { // = 66
  int *p[2]; for (int i = 0; i < 2; i++) p[i] = &(int){0}; long r = 0; { int *q = (int[]){4, 5, 6}; q[1]++;
  r = q[1] * 10 + q[2]; }
  return r;
}

struct cl { int a, b; }; static int sum(const struct cl *p) { return p->a * 10 + p->b; }
static long compound_literal_addr(void) { // = 23
  long r = sum(&(struct cl){.b = 3, .a = 2});
  return r;
}

static long compound_literal_array_size(void) { // = 12
  long r = sizeof (int[]){1, 2, 3};
  return r;
}

static long atomic_ops(void) { // = 708
  _Atomic int a = 3; a += 4; a++; int b = a--; long r = a * 100 + b;
  return r;
}

static long atomic_bool(void) { // = 0
  _Atomic _Bool a = 5; a ^= 1; long r = a;
  return r;
}

static long atomic_char_wrap(void) { // = 4
  _Atomic unsigned char a = 250; a += 10; long r = a;
  return r;
}

int kr(c, s) char c; short s; { return c * 2 + s; }
static long kr_definition(void) { // = 89
  long r = kr(300, 65537);
  return r;
}

static int sr(int n) { static int calls; calls++; if (n) sr(n - 1); return calls; }
static long static_recursion(void) { // = 5
  long r = sr(4);
  return r;
}

static int sa_x = 4;
static long static_init_address(void) { // = 5
  static int *p = &sa_x; *p += 1; long r = sa_x;
  return r;
}

struct sc { int a; struct sc *n; };
static long struct_chain(void) { // = 32
  struct sc z = {3, 0}, y = {2, &z}, x = {1, &y}; long r = x.n->n->a * 10 + (*x.n).a;
  return r;
}

struct sr2 { int a[3]; }; static struct sr2 mk(int k) { struct sr2 s = {{k, k + 1, k + 2}}; return s; }
static long struct_return_member(void) { // = 6
  long r = mk(4).a[2];
  return r;
}

struct so { int a, b; };
static long struct_assign_overlap(void) { // = 39
  struct so s[2] = {{1, 2}, {3, 4}}; s[0] = s[1]; s[1].a = 9; long r = s[0].a * 10 + s[1].a;
  return r;
}

struct sv { int a[2]; }; static int sv(struct sv s) { s.a[0] = 9; return s.a[1]; }
static long struct_by_value_array(void) { // = 21
  struct sv s = {{1, 2}}; long r = sv(s) * 10 + s.a[0];
  return r;
}

static long typeof_qual(void) { // = 10
  const int c = 4; __typeof__(c) d = 5; __typeof__(int *) p = 0; long r = c + d + (p == 0);
  return r;
}

static long auto_type(void) { // = 24
  short s = 4; __auto_type a = s; __auto_type b = s + 1; long r = sizeof a * 10 + sizeof b;
  return r;
}

static inline __attribute__((always_inline)) int ei(int x) { return x * 3; }
static long extern_inline(void) { // = 12
  long r = ei(4);
  return r;
}

__attribute__((weak)) int wd(void) { return 5; }
static long weak_defined(void) { // = 6
  long r = wd() + (wd != 0);
  return r;
}

static int af0(void) { return 6; } extern int af(void) __attribute__((alias("af0")));
static long alias_function(void) { // = 6
  long r = af();
  return r;
}

static int fpf(int x) { return x + 1; }
static long function_pointer_forms(void) { // = 10
  int (*f)(int) = fpf, (*g)(int) = &fpf; long r = (*f)(1) + (**g)(2) + (***f)(3) + (f == g);
  return r;
}

static int fa0(void) { return 3; } static int fa1(void) { return 4; }
static long function_pointer_array(void) { // = 43
  int (*t[2])(void) = {fa0, fa1}; int i = 1; long r = t[i]() * 10 + t[!i]();
  return r;
}

static int fr_a[3] = {4, 5, 6}; static int *fr(int i) { return fr_a + i; }
static long function_returning_pointer(void) { // = 96
  *fr(1) = 9; long r = fr(0)[1] * 10 + *fr(2);
  return r;
}

static int ap(int a[static 2], int n) { return a[n] + (sizeof a == sizeof(int *)); }
static long array_param_static(void) { // = 4
  int a[3] = {1, 2, 3}; long r = ap(a, 2);
  return r;
}

struct ai { int a; char b[3]; };
static long array_of_struct_init(void) { // = 550
  struct ai s[2] = {[1] = {.b = "x", .a = 3}, [0].a = 4}; long r = s[0].a * 100 + s[1].a * 10 + s[1].b[0] + s[0].b[2];
  return r;
}

struct fx { int n; char d[]; }; static struct fx fxv = {2, {'a', 'b'}};
static long flexible(void) { // = 4098
  long r = sizeof fxv * 1000 + fxv.d[1];
  return r;
}

struct za { int n; int d[0]; };
static long zero_array(void) { // = 4
  long r = sizeof(struct za);
  return r;
}

struct em {};
static long empty_struct(void) { // = 1
  long r = sizeof(struct em) + sizeof(struct { struct em e; char c; });
  return r;
}

struct au { int k; union { int i; char c[4]; }; };
static long anon_union(void) { // = 681
  struct au s = {1, {0x41424344}}; long r = s.c[0] * 10 + s.k;
  return r;
}

static long const_cast_write(void) { // = 4
  int x = 1; const int *p = &x; *(int *)p = 4; long r = x;
  return r;
}

static long volatile_reads(void) { // = 36
  volatile int v = 3; v += v; long r = v * v;
  return r;
}

static void rp(int *restrict a, const int *restrict b) { *a += *b; }
static long restrict_param(void) { // = 3
  int a = 1, b = 2; rp(&a, &b); long r = a;
  return r;
}

static int sh = 1; static int sh_get(void) { return sh + 1; }
static long shadowing(void) { // = 2
  int sh = sh_get(); { int sh = 7; sh++; } long r = sh;
  return r;
}

struct vs { int a; short b; }; static long vsf(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);
struct vs s = __builtin_va_arg(l, struct vs); long r = s.a * 10 + s.b + __builtin_va_arg(l, int); __builtin_va_end(l);
return r; }
static long va_struct(void) { // = 134
  long r = vsf(0, (struct vs){3, 4}, 100);
  return r;
}

static long pragma_op(void) { // = 2
  _Pragma("GCC diagnostic push") long r = 2; _Pragma("GCC diagnostic pop")
  return r;
}

typedef int TS;
static long typedef_shadow(void) { // = 11
  long r; { int TS = 4; r = TS * 2; } { TS t = 3; r += t; }
  return r;
}

static long old_init(void) { // = 11
  int x = {3}; int a[] = {1, 2, }; long r = x + sizeof a;
  return r;
}

static long comma_is_no_array(void) { // = 8844888
  int a[3]; int i = 0; long r = sizeof(i, a) + sizeof(i, "abc") * 10 + sizeof(i ? a : a) * 100; __typeof__((i, a)) p = a;
  r += sizeof(*p) * 1000 + sizeof((i, a)[1]) * 10000 + sizeof(a + 0) * 100000; int n = 3; int v[n]; r += sizeof(i, v) * 1000000;
  return r;
}

typedef struct { long long quot; long long rem; } division; static division divided(long long a, long long b) { return (division){a / b, a % b}; }
static long comma_of_members(void) { // = 28103
  struct s { char c[3]; int x; } s = {{1, 2, 3}, 4}; int i; long r = sizeof((i, s)) + (i, s).c[1] * 10 + (i = 1, s).x * 20;
  division d = divided(-9, -4); r += d.quot * 14000 + d.rem + (i, s.c)[2] * 0;
  return r - 4;
}

enum widened { WIDENED_LOW = -1, WIDENED_HIGH = 255 } __attribute__((mode(DI)));
static long mode_widths(void) { // = 17128841648
  typedef int qi __attribute__((__mode__(__QI__))); typedef unsigned int hi __attribute__((mode(HI))); typedef unsigned di __attribute__((mode(DI)));
  typedef unsigned word __attribute__((__mode__(__word__))); typedef int __attribute__((mode(SI))) si; typedef float quad __attribute__((mode(TF)));
  typedef double single __attribute__((mode(SF))); enum widened e;
  qi q = -1; hi h = -1; di d = -1; word w = -1; si s = -1;
  long r = (q < 0) + (h < 0) * 2 + (d < 0) * 4 + (w < 0) * 8 + (s < 0) * 16;
  r = r * 10 + sizeof q; r = r * 10 + sizeof h; r = r * 10 + sizeof d; r = r * 10 + sizeof w; r = r * 10 + sizeof s;
  return r * 10000 + sizeof(quad) * 100 + sizeof(single) * 10 + sizeof e;
}
static long lengths_of_literals(void) { // = 321
  int i = 0, j = 0, k = 0;
  void *p = 0, *q = (int (*)[++i]){p};
  (void)(char (*)[i + (j += 2)]){q};
  q = (int (*)[k += 3]){p} + 0;
  return k * 100 + j * 10 + i;
}
static long size_of_incomplete(void) { // = 1
  extern char of_no_length[];
  (void)__builtin_object_size(of_no_length, 0);
  return 1;
}

static long name_of_a_nested_function(void) { // = 5424
  int in(void) { int deep(void) { return sizeof __func__; } return sizeof __func__ * 100 + __func__[0] + deep() * 1000; }
  return in() + sizeof __func__ - 7;
}

static long nested_function_of_the_old_style(void) { // = 13
  int k = 3; int in(a, b) int a; char b; { return a * k + b; } return in(4, 257);
}

typedef struct TN TN; struct TN { TN *next; int value; }; typedef int TS1;
static long name_of_a_type_in_its_own_initialiser(void) { // = 16404
  TN TN = { &TN, 4 }; TS1 TS1 = sizeof(TS1) * 3, *p = &TS1; *p += TN.next->value;
  { typedef short TS1, pair[sizeof(TS1)]; TN.value += sizeof(pair) * 100; }
  for (const volatile char TS1 = 2, *q = &TS1; *q < 2;) return 0;
  return TS1 * 1000 + TN.value;
}

static long specifiers_that_a_declarator_hides(void) { // = 368121
  char a = 3; long long b = 4;
  { __typeof__(&b) b = 0, c; struct { char of[sizeof(a)]; } a[2], d; enum { Size = sizeof(a) } e[9], f = Size; return sizeof(*c) * 1000 + sizeof(d) * 100 + f * 10 + (b == 0) + sizeof(e) * 10000; }
}

typedef char PT; typedef short PU;
static int of_parameters(int PT, int (*PU)(int PU, char[PU]), int x[PT + 1]); static int of_types(int (PT), int (*)(PT *));
static int first_of(int PU, char b[PU]) { return b[PU - 1]; }
static int of_parameters(int PT, int (*PU)(int PU, char [PU]), int x[PT + 1]) { char b[PT + 2]; b[PT] = 5; return PU(PT + 1, b) + x[PT] + sizeof(PT); }
static long parameters_with_names_of_types(void) { // = 391
  int x[3] = { 1, 2, 30 }; return of_parameters(2, first_of, x) * 10 + sizeof(PT);
}

static long lengths_of_results(void) { // = 23
  int l = 1, k = 2; (int (*(*)(void))[++l])0; int (*(*p)(void))[++k]; return l * 10 + k;
}

static long length_of_a_typedef_of_a_function(void) { // = 4
  int l = 1; for (int i = 0; i < 3; i++) { typedef int (*(*T)(int))[l++]; T t; (void)&t; } return l;
}

static int read_by_rows(int i, ...) {
  __builtin_va_list list; __builtin_va_start(list, i);
  int q = (*__builtin_va_arg(list, int (*)[++i]))[1]; q += (*__builtin_va_arg(list, int (*)[i++]))[2];
  __builtin_va_end(list); return q * 10 + i;
}
static long length_of_an_argument_read(void) { // = 55
  int a[3] = {1, 2, 3}; return read_by_rows(3, &a, &a);
}

int declared_without_parameters();
static int calls_in_front_of_the_prototype(void) { return declared_without_parameters() + declared_without_parameters(1, 2) + nowhere_yet(4, 5); }
int declared_without_parameters(char *unused) { return 20; }
int nowhere_yet(int n) { return n; }
static long called_with_other_counts(void) { // = 44
  return calls_in_front_of_the_prototype();
}

static int last_of(a, n) int n; int a[n]; { return a[n - 1]; }
static int enumerated(b, a) enum { three_of_them = 3, four } a; int b[three_of_them]; { return b[2] * 100 + a * 10 + four; }
static long parameters_declared_in_another_order(void) { // = 734
  int a[3] = {5, 6, 7}; return last_of(a, 3) == 7 ? enumerated(a, 3) : 0;
}

struct without_types { const a; volatile b : 3; const *c; };
static long types_left_out(void) { // = 76
  const x = 6; struct without_types s = {1, -2, &x}; typeof(const *) p = &x;
  return *(volatile const *const)p + (const)7.9 * 10 + sizeof(const *) / sizeof p - s.a + s.b + *s.c - *(const[]){5} - (const){1} + 2;
}

static long auto_before_c23(void) { // = 25
  auto x = 4, y = 5.5; auto *p = &x; auto z; z = 7.5; auto (w) = 3; auto a[2] = {0, 1}; int rounds = 0;
  for (auto i = 0, j = 10; i < j; i++, j--) rounds++;
  return *p + y + z + w + a[1] + rounds;
}

static int of_unnamed(int x, int, int y, int, int a[x + y][y + x]) { return sizeof(a) + x; }
static long parameters_without_names(void) { // = 11
  return of_unnamed(3, 0, 7, 0, (void *)0);
}
