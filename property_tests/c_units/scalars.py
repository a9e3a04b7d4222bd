"""Units about integers: types, conversions, bit-fields, constant expressions, control flow, calls."""

from __future__ import annotations

from property_tests.c_units.expressions import FIELD_TYPES, TYPES
from property_tests.c_units.writer import Writer


class ScalarUnits(Writer):
    """Each maker gives declarations at file level and the body of a function."""

    def variables(self) -> tuple[str, str]:
        declared = self._declared(self.rng.randrange(1, 4))
        return "", f"{declared} {self._outs(3)}"

    def constants(self) -> tuple[str, str]:
        """Constant expressions: in initialisers of statics, enumerators, array lengths and case labels."""
        self.expressions.constant = True
        first, second, third = self._expression(), self._expression(), self.expressions.make(1)
        self.expressions.constant = False
        return (
            f"static {self.expressions.type()} cg@ = {first};",
            f"enum {{ E@ = (int) ({third}) }}; char a[((int) ({third}) & 7) + 1]; out(cg@); out({second}); out(E@); "
            f"out(sizeof a); switch ({self.rng.choice((third, 'E@'))}) {{ case (int) ({third}): out(1); break; default: out(2); }}",
        )

    def _record(self) -> tuple[str, list[str]]:
        """A structure with bit-fields between other members."""
        members, names = [], []
        for number in range(self.rng.randrange(2, 7)):
            type = self.rng.choice(list(FIELD_TYPES))
            name = f"m{number}"
            if self.rng.random() < 0.7:
                members.append(f"{type} {name} : {self.rng.randrange(1, FIELD_TYPES[type] + 1)};")
            else:
                members.append(f"{self.expressions.type()} {name};")
            if self.rng.random() < 0.08:
                members.append(f"{self.rng.choice(('int : 0;', 'unsigned : 3;', 'unsigned char : 0;', 'int pad' + str(number) + '[1];'))}")
            names.append(name)
        return " ".join(members), names

    def fields(self) -> tuple[str, str]:
        members, names = self._record()
        rng = self.rng
        body = [f"struct S@ s = {{ {', '.join(self.expressions.literal() for _ in names)} }}, *p = &s; out(sizeof s);"]
        body.append("out(_Alignof(struct S@));")
        self.expressions.places = [f"s.{name}" for name in names] + [f"p->{name}" for name in names]
        for _ in range(rng.randrange(2, 6)):
            place = f"{rng.choice(('s.', 'p->'))}{rng.choice(names)}"
            operator = rng.choice(("=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"))
            if operator in ("++", "--"):
                body.append(f"out({rng.choice((place + operator, operator + place))});")
            else:
                value = "1" if operator in ("<<=", ">>=") else self._expression()
                body.append(rng.choice((f"out(({place} {operator} {value}));", f"{place} {operator} {value};")))
        body += [f"out(s.{name});" for name in names]
        body.append(self._outs())
        return f"struct S@ {{ {members} }};", " ".join(body)

    def compound(self) -> tuple[str, str]:
        """Compound assignments whose two sides have different types, directly and through pointers."""
        rng = self.rng
        type = self.expressions.type()
        body = [self._declared(2), f"{type} t = {self.expressions.make(1)}; {type} *p = &t;"]
        for _ in range(rng.randrange(2, 6)):
            place = rng.choice(("t", "*p", "p[0]"))
            operator = rng.choice(("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "="))
            value = f"({self.expressions.make(1)}) & 7" if operator in ("<<=", ">>=") else self.expressions.make(2)
            body.append(f"out({place} {operator} {value}); out(t);")
        return "", " ".join(body)

    def steps(self) -> tuple[str, str]:
        rng, type = self.rng, self.expressions.type()
        body = [f"{type} a[3] = {{ {', '.join(self.expressions.literal() for _ in range(3))} }}; {type} *p = a;"]
        for _ in range(4):
            body.append(
                rng.choice(
                    ("out(a[1]++);", "out(++a[1]);", "out(a[1]--);", "out(--a[1]);", "out((*p)++); out(*p);", "out(-a[2]); out(~a[2]);")
                )
            )
        body.append(rng.choice(("out(*p++); out(p - a);", "out(*++p); out(p - a);", "p += 2; out(p[-1]); out(*--p);", "out(*(p + 1));")))
        body += ["out(a[0]); out(a[1]); out(a[2]);"]
        return "", " ".join(body)

    def calls(self) -> tuple[str, str]:
        """Conversions of arguments and results, recursion, pointers to functions."""
        result, first, second = (self.expressions.type() for _ in range(3))
        self.expressions.places = ["a", "b"]
        inner = self._expression()
        self.expressions.places = []
        declared = self._declared(2)
        arguments = f"{self._expression()}, {self._expression()}"
        file = (
            f"static {result} f@({first} a, {second} b) {{ return {inner}; }}\n"
            f"static {first} g@(unsigned n, {first} a) {{ return n ? g@(n - 1, a + 1) : a; }}\n"
            f"static {result} (*h@)({first}, {second}) = f@;"
        )
        call = self.rng.choice(("f@", "h@", "(*h@)", "(&f@)", "(v0 ? f@ : h@)"))
        return file, f"{declared} out({call}({arguments})); out(f@({arguments}) {self.rng.choice('+-*')} v1); out(g@(3, v1));"

    def varargs(self) -> tuple[str, str]:
        kind = self.rng.choice(("int", "unsigned", "long", "long long", "unsigned long long"))
        file = (
            f"static {kind} va@(int n, ...) {{ __builtin_va_list ap; {kind} s = 0; __builtin_va_start(ap, n); "
            f"while (n-- > 0) s = s * 3 + __builtin_va_arg(ap, {kind}); __builtin_va_end(ap); return s; }}"
        )
        values = [f"({kind}) ({self.expressions.make(1)} & 255)" for _ in range(3)]
        return file, f"out(va@(3, {', '.join(values)})); out(va@(0)); out(va@(1, {values[0]}));"

    def statics(self) -> tuple[str, str]:
        type = self.expressions.type()
        change = self.rng.choice(("+=", "^=", "="))
        file = f"static {type} st@(int d) {{ static {type} n = {self.expressions.literal()}; static int c; c++; n {change} d; "
        file += "return n + (c == 2); }"
        return file, "for (int i = 0; i < 3; i++) out(st@(i));"

    def switches(self) -> tuple[str, str]:
        """Controlling expressions of every type, labels converted to it, falls through, labels inside inner statements."""
        declared = self._declared(2)
        labels = self.rng.sample(("0", "1", "-1", "255", "256", "7 ... 90", "-128", "2147483647", "97", "-3", "100"), 5)
        cases = " ".join(f"case {label}: out({number + 1}); {self.rng.choice(('break;', ''))}" for number, label in enumerate(labels))
        duff = "int n = 3, c = 0; switch (n & 3) { case 0: do { c++; case 3: c += 2; case 2: c += 3; case 1: c += 4; } "
        duff += "while (--n > 0); } out(c);"
        tail = duff if self.rng.random() < 0.3 else ""
        return "", f"{declared} switch ({self.rng.choice(('v0', 'v1', self._expression()))}) {{ {cases} default: out(99); }} {tail}"

    def control(self) -> tuple[str, str]:
        """Loops with early exits, jumps forward and back, conditions with effects."""
        rng = self.rng
        bound, leave, skip = rng.randrange(2, 7), rng.randrange(7), rng.randrange(7)
        kind = rng.choice(TYPES[:11])
        forms = (
            f"for ({kind} i = 0; i < {bound}; i++) {{ if (i == {skip}) continue; if (i == {leave}) break; c += i * 3 + 1; }}",
            f"int i = {bound}; while (i-- > 0) {{ if (i == {skip}) goto out; c = c * 2 + i; }} c += 1000; out: c++;",
            f"int i = 0; again: c += i; if (++i < {bound}) goto again; c += i << 4;",
            f"int i = 0; do {{ c += i; if (i == {skip}) continue; c += 5; }} while (i++ < {bound} && c < 40);",
            f"int i, j; for (i = 0, j = {bound}; i < j; i++, --j) c += i * j; c += (i && j--) + (i || j++) + j;",
            f"int i = {skip}; c = i > 3 ? i++ : i < 2 ? --i : (i += 2, i * i); c += i;",
            f"int i = 1; if (i && (c = {skip}) > 2 || (i = 5)) c += i; c += !(i = 0) + i;",
        )
        return "", f"int c = {rng.randrange(5)}; {rng.choice(forms)} out(c);"
