"""Programs that look at memory through other types than it was made with: ``CHECK`` holds in gcc's executable."""

from __future__ import annotations

EXACT = {
    "a fill of computed length": """
        int main(void) { char b[8] = "abcdefg"; SIZE n = __VERIFIER_nondet_uint() + 3; memset(b + 1, 'x', n);
          CHECK(b[0] == 'a' && b[1] == 'x' && b[3] == 'x' && b[4] == 'e'); }""",
    "fills of no and of all bytes": """
        int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
        int main(void) { SIZE n = __VERIFIER_nondet_uint(); memset(a, 0, n); memset(b, 0, n + sizeof b); CHECK(a[0] == 1 && b[2] == 0);
          }""",
    "a fill of a computed number of elements by a computed byte": """
        int main(void) { int a[4] = {1, 2, 3, 4}; unsigned n = __VERIFIER_nondet_uint() + 2; memset(a, n, n * sizeof *a);
          CHECK(a[0] == 0x02020202 && a[1] == a[0] && a[2] == 3); }""",
    "a copy of computed length": """
        int main(void) { char a[6] = "hello", b[6] = "-----"; SIZE n = __VERIFIER_nondet_uint() + 4; memcpy(b, a, n);
          CHECK(b[0] == 'h' && b[3] == 'l' && b[4] == '-'); }""",
    "a copy of a computed number of structures": """
        struct S { char t; int v; }; struct S a[3] = {{1, 2}, {3, 4}, {5, 6}}, b[3];
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 2; memcpy(b, a, n * sizeof *a);
          CHECK(b[1].v == 4 && b[1].t == 3 && !b[2].v); }""",
    "a copy of computed length out of the middle": """
        int a[5] = {1, 2, 3, 4, 5}; struct D { int n; int d[2]; } x = {7, {8, 9}};
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 1; memcpy(x.d, a + 3, n * sizeof *a);
          CHECK(x.n == 7 && x.d[0] == 4 && x.d[1] == 9); }""",
    "a fill of an allocation of computed size": """
        int main(void) { SIZE n = __VERIFIER_nondet_uint() + 5; char *p = malloc(n); p[4] = 1; memset(p, 0, n - 1);
          CHECK(!p[0] && !p[3] && p[4]); }""",
    "a pointer copied with computed length": """
        int x, y; struct P { int *a, *b; } s = {&x, &y}, t;
        int main(void) { SIZE n = __VERIFIER_nondet_uint() + sizeof s; memcpy(&t, &s, n); *t.b = 5; CHECK(y == 5 && t.a == &x); }""",
    "the count is in the block": """
        struct C { SIZE n; char d[4]; } c; int main(void) { c.n = __VERIFIER_nondet_uint() + sizeof c; c.d[3] = 1; memset(&c, 0, c.n);
          CHECK(!c.n && !c.d[3]); }""",
    "members behind a large array in an allocation": """
        struct S { int a; char b[5000]; int *p; }; int x;
        int main(void) { struct S *s = malloc(sizeof *s); s->a = 1; s->p = &x; *s->p = 3; CHECK(s->a == 1 && x == 3 && s); }""",
    "addresses are no small numbers, aligned and ordered inside an object": """
        int x[2]; int main(void) { unsigned long a = (unsigned long)&x[1]; CHECK(a != 4096 && a && (a & 3) == 0 && &x[0] < &x[1]);
          unsigned long t = a | 1; CHECK(t & 1); *(int *)(t & ~1ul) = 4; CHECK(x[1] == 4); }""",
    "a structure walked as ints": """
        struct S { int a[2]; int b[2]; } s;
        int main(void) { int *p = (int *)&s; for (int i = 0; i < 4; i++) p[i] = i; CHECK(s.b[1] == 3 && s.a[1] == 1); }""",
    "a walk to the end pointer": """
        struct S { int a[2]; int b[2]; } s;
        int main(void) { for (int *p = (int *)&s; p != (int *)(&s + 1); p++) *p = 7; CHECK(s.b[0] == 7 && s.b[1] == 7); }""",
    "a structure copied as shorts": """
        struct S { short a[2]; int b; } s;
        void cp(void *d, const void *q, int n) { short *x = d; const short *y = q; for (int i = 0; i < n / 2; i++) x[i] = y[i]; }
        int main(void) { struct S t = {{1, 2}, 3}; cp(&s, &t, sizeof s); CHECK(s.b == 3 && s.a[1] == 2); }""",
    "a step back from just behind one object": """
        struct S { int v, w; } x; int a[1]; long z; struct T { int k; struct S s; int m; } t[2];
        int main(void) { struct S *p = &x + 1; p--; p->w = 7; int *q = &a[1]; q--; *q = 3; struct S *r = &t[1].s + 1; r = r - 1; r->v = 5;
          long *e = &z + 1; while (e > &z) { e--; *e = 9; } CHECK(x.w == 7 && a[0] == 3 && t[1].s.v == 5 && z == 9); }""",
    "one step to the end of all and back": """
        struct S { int a; int d[4]; } s, t[3]; int x, one = 1; short h[4];
        int main(void) { struct S *p = &s; p++; p[-1].a = 1; int *q = &x; q = q + one; q[-1] = 2;
          int *r = &t[0].a; r = one * 15 + r; r[-1] = 3; short *e = h; e = (short *)((char *)e + 8); e = e - 3; *e = 4;
          CHECK(s.a == 1 && x == 2 && t[2].d[3] == 3 && h[1] == 4); }""",
    "long steps to the end and back by one": """
        int a[5], *link;
        int main(void) { int *p = &a[3]; p = (int *)((char *)p + 8); link = p; int *q = link; q[-1] = 9; CHECK(a[4] == 9); }""",
    "a step by a negative number that is computed": """
        int one = 1; struct S { int a; int d[2]; } t[3];
        int main(void) { struct S *p = &t[one]; p = one * -1 + p; p->d[0] = 1; CHECK(t[0].d[0] == 1); }""",
    "a walk that starts one further": """
        struct S { int a[3]; int b; } s;
        int main(void) { int *p = (int *)&s; p++; p++; for (int i = 0; i < 2; i++) p[i] = 5 + i; CHECK(s.a[2] == 5 && s.b == 6); }""",
    "a walk from the last member back": """
        struct S { int a[3]; int b; } s;
        int main(void) { int *p = &s.b; for (int i = 0; i < 4; i++) *p-- = i; CHECK(s.b == 0 && s.a[2] == 1 && s.a[0] == 3); }""",
    "an array of structures walked as ints": """
        struct E { int k; int v[2]; } e[3];
        int main(void) { int *p = (int *)e; for (int i = 0; i < 9; i++) p[i] = i; CHECK(e[1].k == 3 && e[2].v[1] == 8); }""",
    "a union of an array and a structure": """
        union U { struct { int d[3]; int h; } s; int w[4]; } u;
        int main(void) { for (int i = 0; i < 4; i++) u.w[i] = i; CHECK(u.s.d[2] == 2 && u.s.h == 3); }""",
    "a union whose words cross its members": """
        union U { struct { short a; short b[3]; } s; int w[2]; } u;
        int main(void) { u.w[0] = 0x20001; u.w[1] = 0x40003; CHECK(u.s.a == 1 && u.s.b[0] == 2 && u.s.b[2] == 4); }""",
    "a small union written by bytes": """
        union P { struct { unsigned char r[2], g[2]; } c; unsigned char b[4]; } p;
        int main(void) { for (int i = 0; i < 4; i++) p.b[i] = i; CHECK(p.c.g[1] == 3 && p.c.r[1] == 1); }""",
    "long steps over short members": """
        struct Z { int a, b; short s[4]; };
        int main(void) { struct Z z = {1, 2, {3, 4, 5, 6}}; long long *p = (long long *)&z; for (int i = 0; i < 2; i++) p[i] = 0;
          CHECK(z.b == 0 && z.s[3] == 0); }""",
    "words over characters": """
        struct A { char c[4]; int n; char d[4]; };
        int main(void) { struct A a = {"abc", 7, "xyz"}, b; int *d = (int *)&b; const int *s = (const int *)&a; unsigned n = sizeof a / 4;
          while (n--) *d++ = *s++; CHECK(b.n == 7 && b.d[1] == 'y' && b.c[3] == 0); }""",
    "an insertion that goes before the array": """
        int a[3] = {3, 2, 1};
        int main(void) { int *q = a + __VERIFIER_nondet_int(); int x = a[1]; while (q >= a && *q > x) { q[1] = *q; q--; } q[1] = x;
          CHECK(a[0] == 2 && a[1] == 3); }""",
    "an array that counts from one": """
        int main(void) { int a[4]; int *b = a - 1; for (int i = 1; i <= 4; i++) b[i] = i * i; CHECK(a[0] == 1 && a[3] == 16); }""",
    "a copy at a byte offset": """
        int main(void) { int buf[2] = {0, 0}; int i = __VERIFIER_nondet_int() + 1; int v = -1; memcpy((char *)buf + i, &v, 4);
          CHECK(buf[0] == (int)0xffffff00 && buf[1] == 0xff); }""",
    "a copy of part of a structure": """
        struct S { char t; int v; short w; };
        int main(void) { struct S s = {1, 2, 3}; char raw[12]; memcpy(raw, &s, 6); s.v = 0x50000; memcpy(&s, raw, 6);
          CHECK(s.t == 1 && s.v == 0x50002); }""",
    "an address times one, negated, split and put together": """
        int x;
        int main(void) { unsigned long t = -(unsigned long)&x; *(int *)-t = 1; CHECK(x == 1);
          t = 0xfffffffful - (unsigned long)&x; *(int *)(0xfffffffful - t) = 2; CHECK(x == 2);
          t = (unsigned long)&x * 1; *(int *)t = 3; CHECK(x == 3);
          t = (unsigned long)&x / 2 * 2; *(int *)t = 4; CHECK(x == 4);
          unsigned long low = (unsigned long)&x % 4096, high = (unsigned long)&x - low; *(int *)(high + low) = 5; CHECK(x == 5); }""",
    "an address in a signed long": """
        int x, y;
        int main(void) { long p = __VERIFIER_nondet_int() ? (long)&y : (long)&x; *(int *)p = 5; CHECK(x == 5 && y == 0); }""",
    "the distance to another object": """
        int x, y;
        int main(void) { long d = (char *)&y - (char *)&x; *(int *)((char *)&x + d) = 5; CHECK(y == 5 && x == 0); }""",
    "container_of by bytes": """
        struct L { struct L *n; }; struct T { int id; struct L l; int v; } t = {1};
        int main(void) { struct L *p = &t.l; struct T *q = (struct T *)((char *)p - (unsigned long)&((struct T *)0)->l); q->v = 4;
          CHECK(t.v == 4 && q->id == 1); }""",
    "a structure with an array through a function pointer": """
        struct S { int a[2]; int b; }; int f(int k, struct S s, int l) { return s.b + s.a[1] * 10 + k * 100 + l * 1000; }
        int main(void) { int (*p)(int, struct S, int) = f; struct S s = {{1, 2}, 3}; CHECK(p(4, s, 5) == 5423); }""",
    "a structure returned through a function pointer": """
        struct S { int a; int b[2]; }; struct S f(int x) { struct S s = {x, {x + 1, x + 2}}; return s; }
        int main(void) { struct S (*p)(int) = f; struct S s = p(4); CHECK(s.a == 4 && s.b[1] == 6); CHECK(p(7).b[0] == 8); }""",
    "an old-style function among others": """
        int f(int a) { return a; } int g(c) char c; { return c + 10; }
        int main(void) { int (*p)() = __VERIFIER_nondet_int() ? f : g; CHECK(p(3) == 13); }""",
    "a part of one element copied to the one before": """
        struct L { int code; int *buffer; int n; void (*done)(void); } stack[3], *top = &stack[1]; int x; void done(void) {}
        int main(void) { for (int i = 0; i < 3; i++) { stack[i].code = __VERIFIER_nondet_int() + 720000 + i; stack[i].buffer = &x; }
          top[-1].done = done; top[0].done = done; memmove(top - 1, top, (SIZE)&((struct L *)0)->n); struct L *p = top - 1; p->done();
          CHECK(p->code == 720001 && p->buffer == &x && !p->n && stack[2].code == 720002); }""",
}
"""Computed exactly: where ``CHECK`` is turned around, the error is reached."""

INTEGERS = {
    "a multiple minus an address": """
        char a[64], b[64];
        int main(void) { unsigned long u = (unsigned long)&a[0] / 8 + (unsigned long)&b[8] / 8; char *p = (char *)(u * 8 -
          (unsigned long)&a[0]);
          *p = 3; CHECK(b[8] == 3); }""",
    "a difference plus its subtrahend": """
        int g, b[8];
        int main(void) { unsigned long u = (unsigned long)&b[4]; unsigned long z = u - (unsigned long)&g;
          int *p = (int *)(z + (unsigned long)&g - 16); *p = 4; CHECK(b[0] == 4 && !g); }""",
    "a sum of two minus one of them": """
        int x, y; unsigned long add(unsigned long a, unsigned long b) { return a + b; }
        int main(void) { unsigned long s = add((unsigned long)&x, (unsigned long)&y); *(int *)(s - (unsigned long)&x) = 5; CHECK(y
          == 5 && !x); }""",
    "a sum that is kept in a table": """
        int x, y, z; unsigned long t[3];
        int main(void) { t[1] = (unsigned long)&x + (unsigned long)&y; t[2] = t[1] + (unsigned long)&z; t[0] = t[2] - t[1];
          *(int *)t[0] = 7; CHECK(z == 7 && !x && !y); }""",
    "three exclusive ors": """
        int x, y, z;
        int main(void) { unsigned long k = (unsigned long)&x ^ (unsigned long)&y ^ (unsigned long)&z;
          int *p = (int *)(k ^ (unsigned long)&x ^ (unsigned long)&z); *p = 5; CHECK(y == 5 && !x && !z); }""",
    "a complement": """
        int x; int main(void) { unsigned long n = ~(unsigned long)&x; *(int *)~n = 3; CHECK(x == 3); }""",
    "halves in a structure": """
        struct H { unsigned low, high; } h; int x;
        int main(void) { h.low = (unsigned long)&x; h.high = (unsigned long)&x >> 32; *(int *)((unsigned long)h.high << 32 | h.low) = 2;
          CHECK(x == 2); }""",
    "bytes through a character array": """
        unsigned char c[8]; int x;
        int main(void) { unsigned long n = (unsigned long)&x; for (int i = 0; i < 8; i++) c[7 - i] = n >> 8 * i; unsigned long r = 0;
          for (int i = 0; i < 8; i++) r = r << 8 | c[i]; *(int *)r = 6; CHECK(x == 6); }""",
    "bytes filled one at a time": """
        int x, *p;
        int main(void) { unsigned long n = (unsigned long)&x; for (int i = 0; i < 8; i++) memset((char *)&p + i, n >> 8 * i & 255, 1);
          *p = 6; CHECK(x == 6); }""",
    "one address of two, by a search": """
        int x, y;
        int main(void) { unsigned long n = (unsigned long)&x, low = 0; for (unsigned long s = 1ul << 63; s; s /= 2) if (low + s <=
          n) low += s;
          int *p = __VERIFIER_nondet_int() ? &y : (int *)low; *p = 5; CHECK(x == 5 && !y); }""",
    "one address of two, bit by bit": """
        int x, y;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) if (n & 1ul << i) r += 1ul << i;
          unsigned long q = __VERIFIER_nondet_int() ? (unsigned long)&y : r; *(int *)q = 5; CHECK(x == 5 && !y); }""",
    "one address of two, by a switch on its digits": """
        int x, y;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 60; i >= 0; i -= 4) { r *= 16; switch (n >> i & 15) { case 0: break; case 1: r += 1; break; case 2: r += 2; break;
            case 3: r += 3; break; default: for (unsigned k = 4; k <= (n >> i & 15); k++) r++; r += 3; } }
          int *p = __VERIFIER_nondet_int() ? &y : (int *)r; *p = 5; CHECK(x == 5 && !y); }""",
    "one address of two, copied bit by bit": """
        int x, y, *p = &y;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) if (n & 1ul << i) r += 1ul << i;
          memcpy(&p, &r, 8); *p = 5; CHECK(x == 5 && !y); }""",
    "one address of two, bit by bit through a union": """
        int x, y; union { unsigned long n; int *p; } u;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) if (n & 1ul << i) r += 1ul << i;
          u.p = &y; u.n = r; *u.p = 5; CHECK(x == 5 && !y); }""",
    "an input that is compared with an address": """
        int x, y;
        int main(void) { unsigned long u = __VERIFIER_nondet_uint(); u = u ? u : (unsigned long)&x; int *p = (int *)(u * 3 - u * 2);
          *p = 1; CHECK(x == 1 && !y); }""",
    "times an inverse": """
        int x; int main(void) { unsigned long n = (unsigned long)&x * 5; *(int *)(n * 0xcccccccccccccccdul) = 9; CHECK(x == 9); }""",
    "a remainder put back": """
        int x, y;
        int main(void) { unsigned long r = (unsigned long)&x % 1000, q = (unsigned long)&x / 1000; *(int *)(q * 1000 + r) = 3;
          CHECK(x == 3 && !y); }""",
    "rotated there and back": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x; n = n << 13 | n >> 51; n = n >> 13 | n << 51; *(int *)n = 4; CHECK(x
          == 4); }""",
    "swapped by exclusive or": """
        int x, y;
        int main(void) { unsigned long a = (unsigned long)&x, b = (unsigned long)&y; a ^= b; b ^= a; a ^= b; *(int *)a = 1; *(int *)b = 2;
          CHECK(y == 1 && x == 2); }""",
    "swapped by sums": """
        int x, y;
        int main(void) { unsigned long a = (unsigned long)&x, b = (unsigned long)&y; a += b; b = a - b; a -= b; *(int *)a = 1;
          *(int *)b = 2;
          CHECK(y == 1 && x == 2); }""",
    "the middle of two": """
        int a[9];
        int main(void) { unsigned long m = ((unsigned long)&a[2] + (unsigned long)&a[6]) / 2; *(int *)m = 5; CHECK(a[4] == 5); }""",
    "through a signed difference in a long": """
        int x, y; long d;
        void far(char *p, char *q) { d = (long)q - (long)p; }
        int main(void) { far((char *)&x, (char *)&y); *(int *)((char *)&x + d) = 8; CHECK(y == 8 && !x); }""",
    "a step that is the distance to another array": """
        int a[4], b[4];
        int main(void) { long i = ((long)b - (long)a) / 4; int *p = a; p[i + 1] = 8; CHECK(b[1] == 8); }""",
    "a product of unsigned integers that wraps": """
        int a[4];
        int main(void) { unsigned long t = __VERIFIER_nondet_uint() + (1ul << 62) + 1; *(int *)((unsigned long)a + t * 4) = 5;
          *(int *)((char *)a + (t + 1) * 4) = 6; CHECK(a[1] == 5 && a[2] == 6); }""",
    "a negative multiple": """
        int a[4];
        int main(void) { unsigned long t = __VERIFIER_nondet_uint() + 2; *(int *)((unsigned long)(a + 3) + t * -4ul) = 5; long s = t;
          *(int *)((long)(a + 3) + s * -4l + 4) = 6; CHECK(a[1] == 5 && a[2] == 6); }""",
    "far out of the object and back": """
        int a[4]; int main(void) { char *p = (char *)a; p = p + 4000; p = p - 3996; *(int *)p = 3; CHECK(a[1] == 3); }""",
    "far before a member and back": """
        int a[4], b[4];
        int main(void) { int *p = __VERIFIER_nondet_int() ? b : a; p = p - 100; p += 101; *p = 3; CHECK(a[1] == 3 && !b[1]); }""",
    "an address in a double": """
        int x; int main(void) { double d = (unsigned long)&x; *(int *)(unsigned long)d = 3; CHECK(x == 3); }""",
    "a bit-field holds the middle": """
        struct F { unsigned long low : 20, high : 44; } f; int x;
        int main(void) { f.low = (unsigned long)&x; f.high = (unsigned long)&x >> 20; *(int *)((unsigned long)f.high << 20 | f.low) = 3;
          CHECK(x == 3); }""",
    "a comparison times a power of two": """
        int x, y;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0; for (int i = 63; i >= 0; i--) r += (unsigned long)(n - r >=
          1ul << i) << i;
          int *p = __VERIFIER_nondet_int() ? &y : (int *)r; *p = 5; CHECK(x == 5 && !y); }""",
    "counted down to zero": """
        int a[4], y;
        int main(void) { unsigned long d = (unsigned long)&a[3] - (unsigned long)&a[0], r = 0; while (d) { d--; r++; }
          *(int *)((unsigned long)&a[0] + r) = 5; CHECK(a[3] == 5 && !y); }""",
    "a pointer through a function of integers": """
        int x, y; unsigned long keep; void save(unsigned long n) { keep = n * 2; } unsigned long get(void) { return keep / 2; }
        int main(void) { save((unsigned long)&x); *(int *)get() = 5; CHECK(x == 5 && !y); }""",
    "read through a sum of two minus one": """
        int x = 1, y = 2;
        int main(void) { unsigned long s = (unsigned long)&x + (unsigned long)&y; int r = *(int *)(s - (unsigned long)&x); CHECK(r
          == 2); }""",
    "called through a complement": """
        int x; void set(void) { x = 3; } void other(void) { x = 4; }
        int main(void) { unsigned long n = ~(unsigned long)set; void (*f)(void) = (void (*)(void))~n; f(); CHECK(x == 3); }""",
    "put together by a table of bytes": """
        int x; unsigned char t[256];
        int main(void) { for (int i = 0; i < 256; i++) t[i] = i; unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i += 8) r |= (unsigned long)t[n >> i & 255] << i;
          *(int *)r = 3; CHECK(x == 3); }""",
    "one address of two, by a table of digits": """
        int x, y; const char *t = "0123456789abcdef";
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i += 4) { const char *c = t + (n >> i & 15); unsigned long d = *c <= '9' ? *c - '0' : *c - 'a' + 10;
            r += d << i; }
          int *p = __VERIFIER_nondet_int() ? &y : (int *)r; *p = 5; CHECK(x == 5 && !y); }""",
    "put together by a switch": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i++) switch (n >> i & 1) { case 1: r += 1ul << i; } *(int *)r = 5; CHECK(x == 5); }""",
    "put together by comparisons of bytes in memory": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i += 8) for (unsigned k = 0; k < 256; k++) { unsigned char c = n >> i, d = k;
            if (!memcmp(&c, &d, 1)) r += (unsigned long)k << i; } *(int *)r = 5; CHECK(x == 5); }""",
    "put together by lengths of fills": """
        int x; char b[17];
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i += 4) { memset(b, 0, 17); memset(b, 1, n >> i & 15); unsigned k = 0; while (b[k]) k++;
            r += (unsigned long)k << i; } *(int *)r = 5; CHECK(x == 5); }""",
    "put together by doubles": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i++) { double d = n >> i & 1; if (d > .5) r += 1ul << i; } *(int *)r = 5; CHECK(x == 5); }""",
    "put together by a bit-field of one bit": """
        int x; struct { unsigned b : 1; _Bool c : 1; } f;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i += 2) { f.b = n >> i; f.c = n >> i & 2; r |= f.b ? 1ul << i : 0; if (f.c) r |= 2ul << i; }
          *(int *)r = 5; CHECK(x == 5); }""",
    "put together by functions in a table": """
        int x; unsigned long none(void) { return 0; } unsigned long one(void) { return 1; } unsigned long (*f[2])(void) = {none, one};
        int main(void) { unsigned long n = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) r |= f[n >> i & 1]() << i;
          *(int *)r = 5; CHECK(x == 5); }""",
    "put together by an overflow": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0, s;
          for (int i = 0; i < 64; i++) { _Bool b = __builtin_add_overflow(n >> i << 63, 1ul << 63, &s); r |= (unsigned long)b << i; }
          *(int *)r = 5; CHECK(x == 5); }""",
    "put together by counts of bits": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0;
          for (int i = 0; i < 64; i++) r |= (unsigned long)__builtin_popcountl(n & 1ul << i) << i; *(int *)r = 5; CHECK(x == 5); }""",
    "put together by remainders that are null": """
        int x;
        int main(void) { unsigned long n = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) r |= (unsigned long)!!(n >> i & 1) << i;
          *(int *)r = 5; CHECK(x == 5); }""",
}
"""Addresses computed with as integers, where long has the width of a pointer: no write is lost, no read is of another object."""

VAGUE = {
    "a length that ends inside of an element": """
        int main(void) { int a[2] = {0x01020304, 5}; SIZE n = __VERIFIER_nondet_uint() + 6; memset(a, 0, n);
          CHECK(a[0] == 0 && a[1] == 0); }""",
    "a length that lies behind what is modelled": """
        char a[200]; int main(void) { a[199] = 1; SIZE n = __VERIFIER_nondet_uint() + 150; memset(a, 2, n);
          CHECK(a[149] == 2 && a[150] == 0); }""",
    "a copy of computed length inside an object": """
        int main(void) { char a[6] = "hello"; SIZE n = __VERIFIER_nondet_uint() + 4; memmove(a + 1, a, n);
          CHECK(a[4] == 'l' && a[1] == 'h'); }""",
    "a large array in an allocation": """
        struct S { int a; char b[5000]; }; int main(void) { struct S *s = malloc(sizeof *s); s->b[7] = 2; CHECK(s->b[7] == 2); }""",
    "the order of two objects": """
        int x, y; int main(void) { CHECK((&x < &y) | (&y < &x)); }""",
    "bits of an address": """
        char c[3]; int main(void) { unsigned long a = (unsigned long)&c[1]; CHECK(((a & 15) != 9) | (a >> 4 != 5)); }""",
    "an address aligned by a mask": """
        int main(void) { static char raw[32]; int *p = (int *)(((unsigned long)raw + 15) & ~15ul); p[0] = 3; CHECK(p[0] == 3); }""",
    "an address moved bit by bit": """
        int x;
        int main(void) { unsigned long a = (unsigned long)&x, r = 0; for (int i = 0; i < 64; i++) if (a >> i & 1) r |= 1ul << i;
          *(int *)r = 1; CHECK(x == 1); }""",
    "memory of unknown size or a variable": """
        int main(void) { unsigned n = __VERIFIER_nondet_uint() + 4; int *h = malloc(n * 4); int x = 0;
          long p = __VERIFIER_nondet_int() ? (long)h : (long)&x; *(int *)p = 5; CHECK(x == 5); }""",
    "a function without a body behind a pointer writes": """
        extern void fill(int *, ...); void (*f)(int *, ...) = fill;
        int main(void) { int x = 0; f(&x, 1); if (x == 3) CHECK(x == 3); }""",
}
"""At least not computed wrongly: what is not modelled is said."""

PLACED = {
    "the sign of an address in an int": "int x; int main(void) { int k = (int)(unsigned long)&x; CHECK((k >= 0)); }",
    "an address in a byte": "int x; int main(void) { char c = (char)(unsigned long)&x; CHECK((c != 0)); }",
    "an address in a short, by a function": """
        int x; short low(unsigned long n) { return n; } int main(void) { short k = low((unsigned long)&x); CHECK((k != 96)); }""",
    "an int made of one of two addresses": """
        int x, y; int main(void) { int *p = __VERIFIER_nondet_int() ? &x : &y; int k = (long)p; CHECK((k > 0)); }""",
    "shifted bits of an address in an int": "int x; int main(void) { int k = (int)((unsigned long)&x >> 4); CHECK((k >= 0)); }",
    "one bit of an address": "int x; int main(void) { unsigned long k = (unsigned long)&x >> 4 & 1; CHECK((k == 0)); }",
    "one bit of an address, negated": "int x; int main(void) { unsigned long k = !((unsigned long)&x >> 5 & 1); CHECK((k == 0)); }",
    "the length of an address": """
        int x; int main(void) { unsigned long k = (unsigned long)&x; int n = 0; while (k) { n++; k >>= 1; } CHECK((n <= 40)); }""",
    "a remainder of an address": "int x; int main(void) { unsigned long k = (unsigned long)&x % 7; CHECK((k != 0)); }",
    "the exclusive or of two addresses": """
        int x, y; int main(void) { unsigned long k = ((unsigned long)&x ^ (unsigned long)&y) >> 4; CHECK((k != 0)); }""",
    "a part of an address in a structure": """
        struct S { unsigned a, b; } s; int x; int main(void) { s.b = (unsigned)((unsigned long)&x >> 12); CHECK((s.b == 0)); }""",
    "a product with an address": "int x; int main(void) { unsigned k = (unsigned)((unsigned long)&x * 3); CHECK((k != 0)); }",
    "the distance of two objects": "int x, y; int main(void) { long d = (char *)&x - (char *)&y; CHECK((d > 0)); }",
    "bits of an address by a function": """
        int x; unsigned long page(void *p) { return (unsigned long)p >> 12; } int main(void) { CHECK((page(&x) & 3)); }""",
    "a bit of a function's address": "void f(void) {} int main(void) { unsigned long k = (unsigned long)f; CHECK((!(k & 16))); }",
    "the address behind an object and another object": "int x, y; int main(void) { int *p = &x + 1; CHECK((p != &y)); }",
    "the address behind a structure and another one": """
        struct S { int a, b; } s, t; int main(void) { struct S *p = &s; p++; CHECK((p != &t)); }""",
    "where a walk over an array ends and a variable": """
        int a[4], y; int main(void) { int *p = a; while (p < a + 4) p++; CHECK((p != &y)); }""",
    "the order of two functions": "void f(void) {} void g(void) {} int main(void) { CHECK(((char *)f < (char *)g)); }",
    "the distance of two functions": """
        void f(void) {} void g(void) {} int main(void) { CHECK(((unsigned long)g - (unsigned long)f < 64)); }""",
    "a function and a number": "void f(void) {} int main(void) { void (*p)(void) = f; CHECK(((unsigned long)p > 0x100000)); }",
    "an address inside a function and another one": """
        void f(void) {} void g(void) {} int main(void) { CHECK(((char *)f + 11 != (char *)g)); }""",
    "the order of a function and an object": """
        void f(void) {} int x; int main(void) { char *p = __VERIFIER_nondet_int() ? (char *)&x : (char *)f; CHECK((p <= (char *)&x)); }""",
    "two labels": "int main(void) { void *p = &&a, *q = &&b; CHECK((p != q)); goto *p; a: b: return 0; }",
    "the order of two labels": "int main(void) { void *p = &&a, *q = &&b; CHECK((p <= q)); goto *p; a: b: return 0; }",
    "the distance of two labels": "int main(void) { void *p = &&a, *q = &&b; CHECK((q - p != 0)); goto *p; a: b: return 0; }",
    "the ends of two string literals": 'int main(void) { const char *p = "xabc", *q = "abc"; CHECK((p + 1 != q)); }',
    "a string literal inside another one": 'int main(void) { const char *p = "abc\\0x", *q = "abc"; CHECK((p != q)); }',
    "a function's name and its name": "int main(void) { const char *p = __func__, *q = __FUNCTION__; CHECK((p != q)); }",
    "the address behind an array and a variable": "int a[4], y; int main(void) { int *p = a + 4; CHECK((p != &y)); }",
}
"""What depends on where objects lie."""

UNPLACED = {
    "an error code in an int": """
        int x; void *get(int n) { if (n) return (void *)-12l; return &x; }
        int main(void) { void *p = get(__VERIFIER_nondet_int());
          if ((unsigned long)p >= (unsigned long)-4095l) { int e = (long)p; CHECK(e == -12); } }""",
    "a tag in the low bits": """
        int x; int main(void) { unsigned long t = (unsigned long)&x | 1; CHECK(t & 1); t &= ~1ul; CHECK(t); CHECK((int *)t == &x); }""",
    "null or an address with its low bits cleared": """
        int x; int main(void) { int *p = __VERIFIER_nondet_int() ? &x : 0; p = (int *)((unsigned long)p & ~3ul); CHECK(!p || p == &x); }""",
    "null in an int": "int main(void) { int *p = 0; int k = (long)p; CHECK(!k); }",
    "the address behind an object and its own": "int x, y; int main(void) { int *p = &x + 1; CHECK(p != &x && p - 1 == &x); }",
    "the address of an element at any index and a variable": """
        int a[4], y; int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 3) return 0; int *p = a + i; CHECK((p != &y)); }""",
    "two functions, and where one of them is kept": """
        int f(void) { return 1; } int g(void) { return 2; } int (*k)(void) = f;
        int main(void) { if (__VERIFIER_nondet_int()) k = g; CHECK((k == f || k == g)); CHECK(k != 0 && f != g); }""",
    "two string literals without a common end": """
        int main(void) { const char *p = "abc", *q = "abd", *r = "xab"; CHECK((p != q)); CHECK((p != r)); CHECK(p == "abc"); }""",
    "the distance of two labels leads from one to the other": """
        int main(void) { static const int to[] = {&&a - &&a, &&b - &&a}; goto *(&&a + to[1]); a: CHECK(0); b: return 0; }""",
    "one of two objects": """
        int x, y; int main(void) { int *p = &x; if (__VERIFIER_nondet_int()) p = &y; CHECK(p == &x || p == &y); }""",
    "an address and null in a temporary": """
        int a[4]; int main(void) { unsigned long z = (unsigned long)(int *)0; int *p = __VERIFIER_nondet_int() ? (int *)((unsigned
          long)a + 8) : 0; CHECK((unsigned long)p != z || !p); }""",
}
"""What looks so, and does not."""
