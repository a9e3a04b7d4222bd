"""Programs about what allocation sites give: ``CHECK`` holds in gcc's executable."""

from __future__ import annotations

LIST = """
struct N { int v; struct N *next; };
struct N *grown(int n, int v) { struct N *h = 0; while (n-- > 0) { struct N *t = malloc(sizeof(struct N)); t->v = v; t->next = h; h = t; }
  return h; }
"""

EXACT = {
    "a list inside the bound": LIST
    + """int main(void) { int d = 3, n = 0; struct N *h = grown(5, d);
          for (struct N *p = h; p; p = p->next) { if (p->v != d) CHECK(0); n++; } CHECK(n == 5); }""",
    "two lists of one site": LIST
    + """int main(void) { struct N *a = grown(3, 1), *b = grown(4, 2); int s = 0; b->v = 9;
          for (struct N *p = a; p; p = p->next) s += p->v; for (struct N *p = b; p; p = p->next) s += p->v; CHECK(s == 18 && a != b); }""",
    "a list that is spliced into another": LIST
    + """int main(void) { struct N *a = grown(2, 1), *b = grown(2, 7); struct N *second = a->next; a->next = b; b->next->next = second;
          CHECK(a->next->v == 7 && a->next->next->next == second && second->v == 1 && !second->next); }""",
    "objects at aligned addresses": """
        void *aligned_alloc(SIZE, SIZE), *memalign(SIZE, SIZE);
        int main(void) { int *p = aligned_alloc(8, 16), *q = memalign(64, 16); if (!p || !q) return 0; *p = 5; q[3] = 6; p[3] = 1;
          CHECK(*p == 5 && p[3] + q[3] == 7 && p != q && !aligned_alloc(16, -32)); }""",
    "objects at aligned addresses that are left in pointers": """
        int posix_memalign(void **, SIZE, SIZE);
        int main(void) { int x = 3, *p = &x; void *q = 0; int refused = posix_memalign((void **)&p, 24, 64);
          CHECK(refused == 22 && p == &x && x == 3 && posix_memalign(&q, 0, 8) == 22 && !q);
          CHECK(posix_memalign(&q, 64, (SIZE)-1 / 2 + 1) == 12 && !q);
          CHECK(posix_memalign((void **)&p, 32, 64) == 0 && posix_memalign(&q, sizeof(void *), 64) == 0);
          p[3] = 4; ((int *)q)[3] = 5; CHECK(p[3] == 4 && p != q && x == 3); }""",
    "arrays that grow": """
        void *reallocarray(void *, SIZE, SIZE);
        int main(void) { int *p = reallocarray(0, 3, sizeof(int)); p[2] = 8; p = reallocarray(p, 6, sizeof(int)); p[5] = 1;
          int *none = reallocarray(p, (SIZE)-1 / 2, 4);
          CHECK(p[2] == 8 && p[5] == 1 && !none); }""",
    "texts in objects of their length": """
        int asprintf(char **, const char *, ...); void free(void *);
        int main(void) { char *s = 0, *t, b[4] = "xy"; int x = __VERIFIER_nondet_int() - 12; int n = asprintf(&s, "%d|%04x", x, 171);
          CHECK(n == 8 && s[0] == '-' && s[2] == '2' && s[4] == '0' && s[7] == 'b' && !s[8]);
          CHECK(asprintf(&t, "%s%c", b, s[1]) == 3 && t[1] == 'y' && t[2] == '1' && s != t && !t[3] && asprintf(&t, "") == 0 && !*t);
          free(s); free(t); }""",
    "an allocation of computed size": """
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 5; int *p = malloc(n * sizeof(int));
          for (unsigned i = 0; i < n; i++) p[i] = i;
          CHECK(p[4] == 4 && p[0] == 0); }""",
    "an allocation of computed size whose type its uses tell": """
        struct S { int a; char b; struct S *n; }; void *get(unsigned n) { return malloc(n); }
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + sizeof(struct S); struct S *p = get(n), *q = get(n);
          p->a = 4; p->b = 3; p->n = q; q->a = 5; p->n->b = 7; CHECK(p->a == 4 && p->n->a == 5 && q->b == 7 && p->b == 3); }""",
    "large structures of computed number": """
        struct S { int a[40]; int b; };
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 1; struct S *p = malloc(n * sizeof *p); p->b = 3; p->a[39] = 4;
          CHECK(p->b + p->a[39] == 7); }""",
    "several allocations of computed size in a loop": """
        char *copy(const char *s) { unsigned n = 0; while (s[n]) n++; char *r = malloc(n + 1);
          for (unsigned i = 0; i <= n; i++) r[i] = s[i]; return r; }
        int main(void) { char *a = copy("one"), *b = copy("three"); a[0] = 'O';
          CHECK(a[0] == 'O' && b[4] == 'e' && !b[5] && !a[3] && a != b); }""",
    "what an earlier instance holds when the next is allocated": """
        int main(void) { int *last = 0; for (int i = 0; i < 4; i++) { int *p = malloc(4); *p = last ? *last + i : 10; last = p; }
          CHECK(*last == 16); }""",
    "a flexible array member": """
        struct F { short n; char d[]; };
        int main(void) { struct F *p = malloc(sizeof(struct F) + 5), *q = malloc(sizeof(struct F) + 3); p->n = 5; q->n = 3;
          for (int i = 0; i < 5; i++) p->d[i] = i + 1; for (int i = 0; i < 3; i++) q->d[i] = 9;
          CHECK(p->d[4] == 5 && p->n == 5 && q->d[2] == 9 && q->n == 3 && p->d[0] == 1); }""",
    "a flexible array member of computed length": """
        struct F { int n; int d[]; };
        struct F *make(int n) { struct F *p = malloc(sizeof *p + n * sizeof(int)); p->n = n;
          for (int i = 0; i < n; i++) p->d[i] = i; return p; }
        int main(void) { struct F *p = make(3), *q = make(5); q->d[0] = 8;
          CHECK(p->n == 3 && p->d[2] == 2 && q->d[4] == 4 && q->d[0] == 8 && p->d[0] == 0); }""",
    "an array of one element at the end": """
        struct F { int n; unsigned char d[1]; };
        int main(void) { int n = __VERIFIER_nondet_int() + 7; struct F *p = malloc(sizeof(struct F) + n - 1);
          p->n = n; p->d[6] = 5; p->d[0] = 2;
          CHECK(p->n == n && p->d[6] == 5 && p->d[0] == 2); }""",
    "an array of variable length": """
        int sum(int n) { int a[n], s = 0; for (int i = 0; i < n; i++) a[i] = i; for (int *p = a; p < a + n; p++) s += *p; return s; }
        int main(void) { int n = __VERIFIER_nondet_int() + 4; CHECK(sum(n) == 6 && sum(n + 1) == 10 && sum(n - 1) == 3); }""",
    "an array of variable length in a loop": """
        int main(void) { int t = 0; for (int i = 1; i < 12; i++) { char a[i]; for (int j = 0; j < i; j++) a[j] = i; t += a[i - 1] + a[0]; }
          CHECK(t == 132); }""",
    "the size of an array of variable length": """
        int main(void) { int n = __VERIFIER_nondet_int() + 3; short a[n]; n = 9; long b[n / 3][2]; a[0] = sizeof a;
          CHECK(a[0] == 6 && sizeof a == 3 * sizeof(short) && sizeof b == 6 * sizeof(long) && sizeof b[0] == 2 * sizeof(long)); }""",
    "rows of a variable number": """
        int main(void) { int n = __VERIFIER_nondet_int() + 3; int m[n][4];
          for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) m[i][j] = i * j;
          CHECK(m[2][3] == 6 && m[0][3] == 0 && m[1][2] == 2); }""",
    "structures in an array of variable length": """
        struct S { int a; char *b; };
        void set(struct S *s, int n) { for (int i = 0; i < n; i++) s[i] = (struct S){i, "ab"}; }
        int main(void) { int n = __VERIFIER_nondet_int() + 3; struct S a[n]; set(a, n); CHECK(a[2].a == 2 && a[1].b[1] == 'b'); }""",
    "the length is evaluated once": """
        int c = 2; int main(void) { int a[++c]; a[2] = 7; CHECK(c == 3 && sizeof a == 3 * sizeof(int) && a[2] == 7); }""",
    "an array of variable length that a nested block hides": """
        int main(void) { int n = 2; int a[n]; a[1] = 4; { int a[n + 1]; a[1] = 5; } CHECK(a[1] == 4); }""",
}

VAGUE = {
    "the last node of a list beyond the bound": LIST
    + "int main(void) { struct N *h = grown(20, 4); for (int i = 0; i < 19; i++) h = h->next; CHECK(h->v == 4); }",
    "the newest node of a list beyond the bound": LIST + "int main(void) { struct N *h = grown(20, 4); CHECK(h->v == 4); }",
    "what nodes beyond the bound point to": LIST
    + """int x; struct H { int *to; struct H *next; };
        int main(void) { struct H *h = 0; for (int i = 0; i < 12; i++) { struct H *t = malloc(sizeof *t); t->to = &x; t->next = h; h = t; }
          *h->to = 5; CHECK(x == 5); }""",
    "functions that nodes beyond the bound point to": """
        int x; void f(void) { x = 5; } struct H { void (*to)(void); struct H *next; };
        int main(void) { struct H *h = 0; for (int i = 0; i < 12; i++) { struct H *t = malloc(sizeof *t); t->to = f; t->next = h; h = t; }
          h->to(); CHECK(x == 5); }""",
    "nodes beyond the bound are no null and differ": LIST
    + "int main(void) { struct N *h = grown(20, 4); CHECK(h && h->next && h != h->next); }",
    "nodes beyond the bound are copied from and to": LIST
    + """int main(void) { struct N *h = grown(20, 4), t = {6, 0}, u; memcpy(h, &t, sizeof t); memcpy(&u, h, sizeof u); *h = u;
          CHECK(h->v == 6 && u.v == 6); }""",
    "a pointer into nodes beyond the bound or inside it": LIST
    + """int main(void) { struct N *h = grown(9, 4), *l = h; while (l->next) l = l->next; l->next = h; l->v = 8;
          for (int i = 0; i < 9; i++) h = h->next; CHECK(h->next->next->v == 4 && l->v == 8); }""",
    "more than is modelled of an allocation of computed size": """
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 300; int *p = malloc(n * 4); for (unsigned i = 0; i < n; i++) p[i] = i;
          CHECK(p[299] == 299 && p[0] == 0); }""",
    "more than is modelled of an array of variable length": """
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 300; int a[n]; for (unsigned i = 0; i < n; i++) a[i] = i;
          int *p = &a[299]; CHECK(*p == 299 && p - a == 299); }""",
    "the byte behind what is modelled": """
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 65; char *p = malloc(n); p[64] = 3; p[0] = 1; CHECK(p[64] == 3); }""",
    "rows of variable length": """
        int main(void) { int n = __VERIFIER_nondet_int() + 3; int m[n][n]; m[2][1] = 5; m[1][2] = 6; CHECK(m[2][1] == 5); }""",
    "other variables beside what is not modelled": """
        int x, *q = &x; int main(void) { unsigned n = __VERIFIER_nondet_uint() + 300; int **p = malloc(n * sizeof(int *));
          p[250] = &x; p[0] = q;
          *p[250] = 5; CHECK(x == 5); }""",
    "many allocations of computed size": """
        int main(void) { int *all[9]; for (int i = 0; i < 9; i++) { all[i] = malloc((unsigned)(i + 1) * 4); all[i][i] = i; all[i][0] += 0; }
          CHECK(all[8][8] == 8 && all[2][2] == 2 && all[8] != all[0]); }""",
}
"""At least not computed wrongly."""
