/* Jumps, switch, loops, statement expressions, the order of evaluation.  Each function tells, behind its head, what it returns. */

static long duff(void) { // = 1222
  int n = 7, i = 0; long r = 0; switch (n % 4) { case 0: do { r += 1000; case 3: r += 100; case 2: r += 10;
  case 1: r += 1; } while (++i < 2); }
  return r;
}

static long goto_into_block(void) { // = 5
  long r = 0; goto in; { int x; r = 100; in: x = 5; r += x; }
  return r;
}

static long computed_goto(void) { // = 110
  long r = 0; void *t[] = {&&a, &&b, &&c}; int i = 1; goto *t[i]; a: r += 1; b: r += 10; c: r += 100;
  return r;
}

static long stmt_expr_jump(void) { // = 6
  long r = 0; for (int i = 0; i < 5; i++) { r += ({ if (i == 3) break; i * 2; }); }
  return r;
}

static long nested_capture(void) { // = 1409
  int k = 3; int add(int x) { k += x; return k; } long r = add(2) + add(4); r = r * 100 + k;
  return r;
}

static long comma_value(void) { // = 24
  int a = 1; long r = (a++, a * 10); r += (a = 4, a);
  return r;
}

static long comma_in_for(void) { // = 30
  long r = 0; for (int i = 0, j = 10; i < j; i++, j--) r += j - i;
  return r;
}

static int lo; static int f1(int x) { lo = lo * 10 + x; return x; }
static long logical_order(void) { // = 231
  lo = 0; int v = f1(0) && f1(1) || f1(2) && f1(3); long r = lo * 10 + v;
  return r;
}

static long switch_long(void) { // = 2
  long v = 1L << 32; long r; switch (v) { case 0: r = 1; break; case 1L << 32: r = 2; break; default: r = 3; }
  return r;
}

static long switch_unsigned(void) { // = 1
  unsigned v = -1; long r; switch (v) { case -1: r = 1; break; default: r = 2; }
  return r;
}

static long switch_char_case(void) { // = 2
  char c = -1; long r; switch (c) { case 255: r = 1; break; case -1: r = 2; break; default: r = 3; }
  return r;
}

static long switch_nested_break(void) { // = 25
  long r = 0; for (int i = 0; i < 3; i++) { switch (i) { case 1: continue; case 2: r += 5; } r += 10; }
  return r;
}

static long switch_decl_skip(void) { // = 7
  long r; switch (2) { int q; case 2: q = 7; r = q; }
  return r;
}

static long switch_fall_default(void) { // = 11
  long r = 0; switch (9) { default: r += 1; case 1: r += 10; break; case 2: r += 100; }
  return r;
}

static long switch_range_neg(void) { // = 1
  int v = -3; long r; switch (v) { case -5 ... -2: r = 1; break; default: r = 2; }
  return r;
}

static long switch_no_body(void) { // = 4
  long r = 3; switch (r) case 3: r = 4;
  return r;
}

static long loop_do_continue(void) { // = 8
  int i = 0; long r = 0; do { if (++i == 2) continue; r += i; } while (i < 4);
  return r;
}

static long loop_for_scope(void) { // = 145
  int i = 5; long r = 0; for (int i = 0; i < 2; i++) { int i = 7; r += i; } r = r * 10 + i;
  return r;
}

static long goto_backward_vla(void) { // = 27
  int n = 0; long r = 0; again:; { int a[n + 1]; a[n] = n; r += a[n] + sizeof a; } if (++n < 3) goto again;
  return r;
}

static int ls(int x) { if (x) goto out; return 1; out: return 2; }
static long label_scope(void) { // = 21
  out:; long r = ls(1) * 10 + ls(0);
  return r;
}

static int co; static int cf(void) { return ++co; }
static long conditional_omitted(void) { // = 58
  co = 4; long r = cf() ?: 9; r = r * 10 + co; r += 0 ?: 3;
  return r;
}

static int cu; static void c1(int *p) { cu = cu * 10 + *p; }
static long cleanup_order(void) { // = 21
  cu = 0; { int a __attribute__((cleanup(c1))) = 1; int b __attribute__((cleanup(c1))) = 2; } long r = cu;
  return r;
}

static int cr; static void c2(int *p) { cr += *p; } static int cr_f(void) { int a __attribute__((cleanup(c2))) = 5;
return cr; }
static long cleanup_return(void) { // = 16
  cr = 1; long r = cr_f() * 10 + cr;
  return r;
}

struct cs { int a; };
static long cond_lvalue_struct(void) { // = 4
  struct cs x = {3}, y = {4}; int k = 0; long r = (k ? x : y).a;
  return r;
}

struct se { int a; };
static long stmt_expr_struct(void) { // = 6
  long r = ({ struct se s = {6}; s; }).a;
  return r;
}

static long stmt_expr_last_void(void) { // = 5
  int x = 0; ({ x = 4; }); long r = ({ int y = x; y++; y; });
  return r;
}

static long noreturn_ternary(void) { // = 3
  long r = 1 ? 3 : (__builtin_abort(), 4);
  return r;
}

static int rising = 1; static int raising(void) { rising = 7; return 3; }
static long outputs_of_assembly_tied_to_each_other(void) { // = 23113
  int a = 1, b = 2, c = 3, d, e; __asm__("" : "=r"(a), "=r"(b), "=r"(c) : "0"(b), "1"(c), "2"(a));
  __asm__("" : "=r"(d), "=r"(e) : "0"(rising), "1"(raising()));
  return a * 10000 + b * 1000 + c * 100 + d * 10 + e;
}
static long constants_of_conditions(void) { // = 11111
  enum { A = 1 };
  int n = 0, i;
  if (sizeof(enum { A = 2 }) && A == 2) n = A == 2; else n = 2;
  n = n * 10 + A;
  if (n == 0) ; else if (sizeof(enum { A = 3 }) && A == 3) n = A == 3 ? n : 0;
  n = n * 10 + A;
  for (i = 0; i < 1; i++) (void)sizeof(enum { A = 4 });
  while (sizeof(enum { A = 5 }) && i++ < 2) (void)sizeof(enum { A = 6 });
  do (void)sizeof(enum { A = 7 }); while (sizeof(enum { A = 8 }) && i++ < 5);
  n = n * 10 + A;
  switch (sizeof(enum { A = 9 })) default: (void)sizeof(enum { A = 10 });
  return n * 10 + A;
}

#define TWICE(x) ({ __label__ out; int r = 0; for (int i = 0; i < 9; i++) if (i == (x)) { r = i * 2; goto out; } out: r; })
static long local_labels_of_one_name(void) { // = 48
  return TWICE(2) * 10 + TWICE(4);
}

static int labels_inside_each_other(int k) {
  __label__ out; { __label__ out; if (k) goto out; k = 5; out: k += 1; } if (k > 4) goto out; k += 100; out: return k;
}
static long local_label_in_the_scope_of_another(void) { // = 6102
  return labels_inside_each_other(0) * 1000 + labels_inside_each_other(1);
}

static long addresses_of_local_labels(void) { // = 213
  long r = 0; void *p;
  for (int i = 0; i < 3; i++) { __label__ a, b; p = i & 1 ? &&a : &&b; goto *p; a: r = r * 10 + 1; continue; b: r = r * 10 + 2; }
  { __label__ a; goto a; r = 99; a: r++; } goto a; r = 7; a: return r;
}

static int three = 3;
static long labels_in_what_is_chosen(void) { // = 41
  int n = (three & 1) ? ({ int t = 3; if (three & 4) goto l; t = 4; l: t; }) : ({ __label__ q; int z = 1; goto q; z = 2; q: z; });
  int m = (three & 4) ? ({ int t = 3; goto k; t = 4; k: t; }) : ({ __label__ q; int z = 1; goto q; z = 2; q: z; });
  return 10 * n + m;
}
