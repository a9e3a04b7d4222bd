"""Units about objects: structures, unions, pointers, arrays, initialisers, bytes."""

from __future__ import annotations

from property_tests.c_units.writer import Writer


class ObjectUnits(Writer):
    """Each maker gives declarations at file level and the body of a function."""

    def structs(self) -> tuple[str, str]:
        """Structures by value: parameters, results, copies, members of results, arrays of them."""
        one, two, three = (self.expressions.type() for _ in range(3))
        file = (
            f"struct R@ {{ {one} a; {two} b[2]; struct {{ {three} c; char d; }} in; }};\n"
            f"static struct R@ mk@({three} c, struct R@ base) {{ base.in.c = c; base.b[1] = base.a; base.a = c; return base; }}"
        )
        values = [self.expressions.literal() for _ in range(5)]
        self.expressions.places = ["r.a", "q.b[1]", "t[1].in.c", "r.b[0]"]
        body = (
            f"struct R@ r = {{ {values[0]}, {{ {values[1]} }}, {{ {values[2]}, 5 }} }}, q = mk@({values[3]}, r), t[2] = {{ q }}; "
            f"t[1] = mk@({values[4]}, t[0]); *(t + 0) = r; out(mk@(1, q).b[1]); out(q.a); out(q.b[0]); out(q.b[1]); out(q.in.c); "
            f"out(t[0].in.d); out(t[1].a); out(t[1].in.c); out(sizeof q); out((v = q, v.b[1])); {self._outs()}"
        )
        return file, f"struct R@ v; {body}"

    def unions(self) -> tuple[str, str]:
        kinds = self.rng.sample(("int", "unsigned char", "short", "unsigned", "long long", "signed char", "unsigned short"), 3)
        arrays = [f"{kind} m{number}[{8 // {'int': 4, 'unsigned': 4, 'long long': 8}.get(kind, 2)}];" for number, kind in enumerate(kinds)]
        file = f"union N@ {{ {' '.join(arrays)} unsigned char raw[8]; struct {{ unsigned lo : 5; unsigned mid : 20; short hi; }} f; }};"
        self.expressions.places = ["n.m0[0]", "n.m1[0]", "n.m2[0]", "n.raw[3]", "n.f.mid", "n.f.hi"]
        body = ["union N@ n; for (int i = 0; i < 8; i++) n.raw[i] = i * 37;"]
        for _ in range(3):
            body.append(
                f"{self.rng.choice(('n.m0[0]', 'n.m1[0]', 'n.m2[0]', 'n.raw[2]', 'n.f.lo', 'n.f.mid', 'n.f.hi'))} = {self._expression()};"
            )
        body.append("for (int i = 0; i < 8; i++) out(n.raw[i]); out(n.f.lo); out(n.f.mid); out(n.f.hi); out(sizeof n);")
        return file, " ".join([*body, self._outs()])

    def pointers(self) -> tuple[str, str]:
        """Differences and comparisons of pointers, pointers to pointers and to arrays, conversions to truth values."""
        type, rng = self.expressions.type(), self.rng
        i, j = rng.randrange(6), rng.randrange(6)
        declared = f"{type} a[6] = {{ 1, 0, 1 }}; {type} *p = a + {i}, *q = &a[{j}], **pp = &p, *z = 0; {type} (*w)[6] = &a;"
        outs = (
            *("p - q", "p < q", "p == q", "p != a", "!p", "p && q", "z ? 1 : 2", "*pp - a", "(*w)[2]", "(*pp)[0]", "&a[5] - p"),
            *("p >= &a[2]", "sizeof *w / sizeof **w", "&(*w)[3] - a", "*(a + 1)", "a[1]", "(_Bool) z", "(_Bool) p", "z == 0"),
            *("(char *) p - (char *) q", "(unsigned long) (p - a)", "((int) sizeof(p - q))"),
        )
        body = [f"out({rng.choice(outs)});" for _ in range(6)]
        body.insert(3, rng.choice(("*pp = q;", "pp = &q; *pp = a;", "p = q;", "(*w)[1] = 7;", "**pp = 9;", "*pp += 0; q -= 0;")))
        return "", " ".join([declared, *body, "out(a[1]); out(*p); out(*q);"])

    def matrix(self) -> tuple[str, str]:
        type, rng = self.expressions.type(), self.rng
        values = ", ".join(f"{{ {', '.join(self.expressions.literal() for _ in range(rng.randrange(1, 4)))} }}" for _ in range(2))
        body = f"{type} m[2][3] = {{ {values} }}; {type} (*r)[3] = m; {type} *e = &m[0][0]; int i = 0, s = 0; "
        change = f"m[i][j] {rng.choice(('+=', '^=', '='))} i * 3 + j; out(m[i][j]); s += r[i][j] != 0;"
        body += f"for (; i < 2; i++) for (int j = 0; j < 3; j++) {{ {change} }} "
        return "", body + "out(s); out(e[1]); out((*(r + 1))[2]); out(*(*(m + 1) + 1)); out(sizeof m[0]); out(&m[1][2] - &m[0][1]);"

    def initialisers(self) -> tuple[str, str]:
        """Designators, missing braces, strings, compound literals."""
        one, two = self.expressions.type(), self.expressions.type()
        file = f"struct I@ {{ {one} a; struct {{ {two} x, y[2]; }} n[2]; char t[4]; unsigned z : 3; }};"
        literal = self.expressions.literal
        forms = [
            f"{{ {literal()}, {literal()}, {literal()}, {literal()}, {literal()} }}",
            f"{{ .n[1].y = {{ {literal()} }}, .a = {literal()} }}",
            f'{{ .n[1].x = {literal()}, {literal()}, {literal()}, "ab", 6 }}',
            f'{{ .n = {{ [1] = {{ {literal()} }} }}, .t = "xyz" }}',
            f"{{ .n[0].y[1] = {literal()}, {literal()}, .z = 9, .t = {{ 'a', 'b' }} }}",
            f"{{ {literal()}, {{ {{ {literal()} }}, {{ .y[1] = {literal()} }} }}, .t[2] = 'q', 'r', 5 }}",
        ]
        storage = self.rng.choice(("", "static "))
        if self.rng.random() < 0.3:
            declared = f"struct I@ s; s = (struct I@) {self.rng.choice(forms)};"
        else:
            declared = f"{storage}struct I@ s = {self.rng.choice(forms)};"
        outs = "out(s.a); for (int i = 0; i < 2; i++) { out(s.n[i].x); out(s.n[i].y[0]); out(s.n[i].y[1]); } "
        outs += "for (int i = 0; i < 4; i++) out(s.t[i]); out(s.z);"
        array = f"{one} b[] = {{ [2] = {literal()}, {literal()}, [0] = {literal()} }}; out(sizeof b); "
        array += " ".join(f"out(b[{index}]);" for index in range(4))
        return file, f"{declared} {outs} {array}"

    def bytes(self) -> tuple[str, str]:
        """Objects seen as bytes, and memory functions."""
        type = self.expressions.type()
        size = f"sizeof({type})"
        body = f"{type} t = {self._expression()}, u = 0; unsigned char *c = (unsigned char *) &t; char raw[16]; "
        if type == "_Bool":
            body = "int t = 77, u = 0; unsigned char *c = (unsigned char *) &t; char raw[16]; "
            size = "sizeof(int)"
        forms = (
            f"for (unsigned i = 0; i < {size}; i++) out(c[i]);",
            f"memcpy(&u, &t, {size}); out(u);",
            f"memset(raw, 5, 16); memcpy(raw + 3, &t, {size}); memcpy(&u, raw + 3, {size}); out(u); out(raw[2]);",
            "c[0] ^= 1; out(t);",
            f"memset(&u, 0, {size}); out(u); memset(raw, {self.rng.randrange(-2, 256)}, 5); out(raw[4]);",
        )
        return "", body + " ".join(self.rng.sample(forms, 3))

    def tables(self) -> tuple[str, str]:
        """Arrays of pointers to objects and functions, in structures."""
        type = self.expressions.type()
        file = (
            f"static {type} x@ = {self.expressions.literal()}, y@[3] = {{ 1, 2 }};\n"
            f"static int inc@(int a) {{ return a + 1; }} static int dbl@(int a) {{ return a * 2; }}\n"
            f"struct T@ {{ {type} *p; int (*f)(int); const char *s; }};\n"
            f'static struct T@ t@[] = {{ {{ &x@, inc@, "one" }}, {{ y@ + 1, &dbl@, "t\\0o" }}, {{ 0 }} }};'
        )
        body = "struct T@ *e = t@; for (; e->p; e++) { *e->p ^= 1; out(*e->p); out(e->f(20)); out(e->s[0]); out(e->s[2]); } "
        return (
            file,
            body + "out(e - t@); out(sizeof t@ / sizeof *t@); out(x@); out(y@[1]); t@[0].f = t@[1].f; out(t@->f(4)); out(!t@[2].f);",
        )

    def strings(self) -> tuple[str, str]:
        text = self.rng.choice(('"abc"', '"a\\0b"', '"\\x81\\377"', '"ab" "cd"', '""', '"\\101\\n"', '"\\x4" "1"', '"tab\\t\\\\"'))
        i = self.rng.randrange(2)
        return "", (
            f"char a[] = {text}; const char *p = {text}; unsigned char u[6] = {text}; out(sizeof a); out(sizeof({text})); out(a[0]); "
            f"out(p[0]); out(u[{i}]); out(u[5]); out(p[{i} % sizeof a] == a[{i} % sizeof a]); int n = 0; while (p[n]) n++; out(n); "
            f"out(*{text}); out(({text})[0] == a[0]);"
        )
