"""Programs whose functions without a body return pointers: some environment reaches the error of ``REACHED``, none that of ``SAFE``."""

from __future__ import annotations

_S = "struct s { int x; unsigned char c[4]; struct s *next; long l; unsigned f : 3; signed g : 5; };\n"

REACHED = {
    "a member": _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) CHECK(p->x != 7); }",
    "null": _S + "struct s *get(void); int main(void) { CHECK(get()); }",
    "an error code": "void *get(void); int main(void) { unsigned long v = (unsigned long)get(); CHECK(v < -4095ul); }",
    "a member that was written": (
        _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) { p->x = 8; CHECK(p->x != 8); } }"
    ),
    "bit-fields": _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) CHECK(p->f != 5 || p->g != -3); }",
    "bytes inside a member": _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) CHECK(((char *)&p->x)[1] != 9); }",
    "an element at a computed index": (
        _S + "struct s *get(void); int main(void) { unsigned i = __VERIFIER_nondet_uint(); struct s *p = get(); "
        "if (p && i < 4) CHECK(p->c[i] != 65 || i != 3); }"
    ),
    "an object of an incomplete type": "struct t; struct t *get(void); int use(void *p) { return *(int *)p; } "
    "int main(void) { struct t *p = get(); if (p) CHECK(use(p) != 4); }",
    "a pointer to void, as an array": "void *get(int); int main(void) { int *p = get(3); if (p) CHECK(p[0] + 1 != p[1] || p[1] != 6); }",
    "a string": "char *name(void); int main(void) { char *s = name(); if (s) CHECK(s[0] != 'o' || s[1] != 'k' || s[2]); }",
    "a string that a loop reads": (
        "char *name(void); int main(void) { char *s = name(); int n = 0; if (!s) return 0; "
        "while (n < 5 && s[n] == 'a') n++; CHECK(n != 3); }"
    ),
    "a function without a prototype": "int *get(); int main(void) { int *p = get(1, 2); if (p) CHECK(*p != -1); }",
    "two objects of one call": (
        _S + "struct s *get(void); struct s *again(void) { return get(); } int main(void) { struct s *p = again(), *q = again(); "
        "if (p && q) { p->x = 1; q->x = 2; CHECK(p->x != 1 || p == q); } }"
    ),
    "objects in a loop": (
        _S
        + "struct s *get(int); int main(void) { int sum = 0; for (int i = 0; i < 3; i++) { struct s *p = get(i); if (p) sum += p->x & 3; } "
        "CHECK(sum != 6); }"
    ),
    "a null member": _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) CHECK(p->next); }",
    "a number in a member for an address": "struct t { void *a; }; struct t *get(void); "
    "int main(void) { struct t *p = get(); if (p) CHECK(p->a != (void *)16); }",
    "a pointer member that the program sets": (
        _S + "struct s *get(void); int main(void) { struct s n, *p = get(); n.x = 3; if (p) { p->next = &n; CHECK(p->next->x != 3); } }"
    ),
    "a structure by value": _S
    + "struct s *get(void); int main(void) { struct s *p = get(); if (p) { struct s v = *p; CHECK(v.x != 2); } }",
    "a copy of bytes": (
        _S + "struct s *get(void); int main(void) { struct s v, *p = get(); if (p) { memcpy(&v, p, sizeof v); CHECK(v.x != 77); } }"
    ),
    "zeros": _S
    + "struct s *get(void); int main(void) { struct s *p = get(); if (p) { memset(p, 0, sizeof *p); CHECK(p->x || p->c[2]); } }",
    "a double": "double *get(void); int main(void) { double *p = get(); if (p) CHECK(!(*p > 1.5 && *p < 2)); }",
    "a union": "union u { int i; unsigned char b[4]; }; union u *get(void); "
    "int main(void) { union u *p = get(); if (p) CHECK(p->b[3] != 255 || p->i > -2); }",
    "of a constant type": "const int *get(void); int main(void) { const int *p = get(); if (p) CHECK(*p); }",
    "an address as a number": "int *get(void); int main(void) { unsigned long v = (unsigned long)get(); if (v) CHECK(*(int *)v != 5); }",
    "a choice of the conventions": "void *__VERIFIER_nondet_pointer(void); "
    "int main(void) { int *p = __VERIFIER_nondet_pointer(); if (p) CHECK(*p != 5); }",
    "an object that is not looked into": "void *get(void); int main(void) { CHECK(!get()); }",
    "a pointer that is kept": _S + "struct s *get(void); static struct s *g; void keep(void) { g = get(); } "
    "int main(void) { keep(); if (g) { g->l = -5; CHECK(g->l != -5); } }",
    "a null member, compared with an address": (
        _S + "struct s *get(void); static struct s g; int main(void) { struct s *p = get(); if (p) CHECK(p->next == &g); }"
    ),
    "the kernel's allocators, failing or not": (
        _S + "void *kzalloc(SIZE, unsigned); void *kmalloc(SIZE, unsigned); void *kcalloc(SIZE, SIZE, unsigned); struct s *get(void); "
        "int main(void) { struct s *p = kzalloc(sizeof *p, 0), *q = kmalloc(sizeof *q, 1), *r = get(); int *v = kcalloc(4, 4, 0); "
        "if (!p || q || !v || !r) return 0; v[3] = 4; CHECK(p->next || v[3] != 4 || v[2] || r->x != 6); }"
    ),
    "inner structures": "struct o { int k; struct { short a[2]; int b; } in[2]; }; struct o *get(void); "
    "int main(void) { struct o *p = get(); if (p) CHECK(p->in[1].a[1] != 3 || p->in[1].b != 4); }",
}
SAFE = {
    "what is written is there": (
        _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) { p->x = 1; CHECK(p->x == 1); } }"
    ),
    "an object is no local one": "int *get(void); int main(void) { int x = 1, *p = get(); if (p) *p = 2; CHECK(x == 1); }",
    "a bit-field has its range": _S + "struct s *get(void); int main(void) { struct s *p = get(); if (p) CHECK(p->g < 16 && p->f < 8); }",
    "a member leads to no static object": (
        _S + "struct s *get(void); static struct s g; int main(void) { struct s *p = get(), *q; int c = g.x; if (!p) return 0; "
        "if (c) p->next = &g; q = p->next; if (!q) return 0; q->x = 5; CHECK(g.x != 5); }"
    ),
    "a member is no address of the program's": (
        _S + "struct s *get(void); static struct s g; int main(void) { struct s *p = get(); if (p) CHECK(p->next != &g); }"
    ),
    "members lie apart": _S
    + "struct s *get(void); int main(void) { struct s *p = get(); if (p) { int v = p->x; p->c[0] = 9; CHECK(p->x == v); } }",
    "an object is where it was": _S + "struct s *get(void); int main(void) { struct s *p = get(), *q = p; CHECK(p == q); }",
    "what the C library returns is its own": "char *getenv(const char *); "
    'int main(void) { char *p = getenv("A"); if (p && p[0] == 3) CHECK(p[0] == 3); }',
    "an object has the type's size": _S
    + "struct s *get(void); int main(void) { struct s *p = get(); CHECK((char *)(p + 1) - (char *)p == sizeof *p); }",
}

LEFT_OPEN = {
    "inside an argument's object": (
        "char *push(char *, int); int main(void) { char b[8], *p = push(b, 2); if (p) { *p = 3; b[0] = 1; CHECK(*p != 3); } }"
    ),
}
"""Their error is reached, where the address that is returned is not of the object that was given, or of another byte: no proof."""
