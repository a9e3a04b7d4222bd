"""Programs with linked objects: those that heaps prove, and others of which each reaches its error on the inputs that it comes with."""

from __future__ import annotations

PRELUDE = """
extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long); extern void free(void *);
extern void *realloc(void *, unsigned long); extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
struct n { struct n *next; struct n *prev; int data; };
static struct n *new(int data, struct n *next) { struct n *p = malloc(sizeof *p); p->data = data; p->next = next; p->prev = 0; return p; }
#define MORE __VERIFIER_nondet_int()
#define ERROR_IF(condition) if (condition) reach_error()
"""
LIST = "struct n *l = new(0, 0); while (MORE) l = new(0, l); "

PROVEN = {
    "all data of a list": LIST + "for (struct n *p = l; p; p = p->next) ERROR_IF(p->data != 0);",
    "what a list points to is its own": "struct n *l = 0; while (MORE) { l = new(0, l); l->prev = new(0, 0); }"
    " if (l && l->next) { l->prev->data = 1; ERROR_IF(l->next->prev->data == 1); }",
    "a tail that is not shared": LIST
    + "struct n *m = new(1, new(0, 0)); if (l->next) { l->next->data = 1; ERROR_IF(m->next->data == 1); }",
    "an element taken out through the place that points to it": "struct n *l = 0; while (MORE) l = new(MORE ? 1 : 0, l);"
    " for (struct n **w = &l; *w;) if ((*w)->data == 1) { struct n *gone = *w; *w = gone->next; free(gone); } else w = &(*w)->next;"
    " for (struct n *p = l; p; p = p->next) ERROR_IF(p->data == 1);",
    "zeros in front of ones": "struct n *l = 0; int now = 1; while (MORE) { if (MORE) now = 0; l = new(now, l); }"
    " while (l && l->data == 0) l = l->next; for (; l; l = l->next) ERROR_IF(l->data != 1);",
    "data that alternate": "struct n *l = 0; int now = 0; while (MORE) { l = new(now, l); now = !now; }"
    " for (; l && l->next; l = l->next) ERROR_IF(l->data == l->next->data);",
    "a list that is closed": "struct n *l = new(7, 0), *last = l; while (MORE) last = last->next = new(1, 0); last->next = l;"
    " struct n *p = l->next; while (p != l) { ERROR_IF(p->data != 1); p = p->next; } ERROR_IF(p->data != 7);",
    "a list that is turned": "struct n *l = 0, *r = 0; while (MORE) l = new(1, l); l = new(2, l);"
    " while (l) { struct n *p = l->next; l->next = r; r = l; l = p; } while (r->data == 1) r = r->next; ERROR_IF(r->data != 2 ||"
    " r->next);",
    "a copy of a structure": LIST + "struct n a = *l, b; b = a; l->data = 1; ERROR_IF(b.data != 0);",
    "zeroed memory": "struct n *l = 0; while (MORE) { struct n *p = calloc(1, sizeof *p); p->next = l; l = p; }"
    " for (; l; l = l->next) ERROR_IF(l->data || l->prev);",
    "a head that is a variable": "struct n head; head.next = &head; head.data = 5; while (MORE) head.next = new(1, head.next);"
    " for (struct n *p = head.next; p != &head; p = p->next) ERROR_IF(p->data != 1);",
    "a value in fewer bits": "struct c { struct c *next; unsigned char data; }; struct c *l = 0; while (MORE)"
    " { struct c *p = malloc(sizeof *p); p->next = l; p->data = 300; l = p; } for (; l; l = l->next) ERROR_IF(l->data != 44);",
    "a jump into a loop": "struct n *l = 0; int data = 2; goto in; while (MORE) { data = 1; in: l = new(data, l); }"
    " while (l->data == 1) l = l->next; ERROR_IF(l->data != 2 || l->next);",
    "an object found by its member": LIST
    + "struct n **w = &l->prev; struct n *p = (struct n *)((char *)w - sizeof(struct n *)); ERROR_IF(p != l);",
}

FEW = "struct n *l = 0; while (MORE) { int x = MORE; if (x > 0 && x < 10) l = new(x, l); } "
ALL = "for (struct n *p = l; p; p = p->next) "
PAIRS = (
    "struct e { struct e *next; int from, to; }; struct e *l = 0; while (MORE) { int a = MORE, b = MORE;"
    " if (a < 0 || a > 2 || b < 0 || b > 2 || (a == 1 && b == 1)) continue; struct e *p = malloc(sizeof *p);"
    " p->from = a; p->to = b; p->next = l; l = p; } for (; l; l = l->next) "
)
COUNTED = "struct n *c = new(50, 0); " + FEW + ALL + "{ if (c->data < 60) c->data += p->data; else c->data -= p->data; "
BYTES = "struct c { struct c *next; CHAR data; }; struct c *l = 0; while (MORE) { int x = MORE; if (CONDITION)"
BYTES += " { struct c *p = malloc(sizeof *p); p->data = x; p->next = l; l = p; } } for (; l; l = l->next) "


def bytes_of(type: str, condition: str) -> str:
    """A loop over a list of bytes that come from integers in an interval."""
    return BYTES.replace("CHAR", type).replace("CONDITION", condition)


PROVEN |= {
    "data in an interval": FEW + ALL + "ERROR_IF(p->data < 1 || p->data > 9);",
    "data around a gap": FEW.replace("x < 10", "x < 10 && x != 7") + ALL + "ERROR_IF(p->data == 7);",
    "data below zero, in another sign": FEW.replace("x > 0 && x < 10", "x < 0 && x > -5")
    + ALL
    + "ERROR_IF((unsigned)p->data < 4294967290u);",
    "fields that exclude each other": PAIRS + "ERROR_IF(l->from == 1 && l->to == 1);",
    "a sum that turns at a bound": COUNTED + "ERROR_IF(c->data < 50 || c->data > 68); }",
    "remainders": FEW.replace("x > 0 && x < 10", "x >= 0").replace("new(x,", "new(x % 5,") + ALL + "ERROR_IF(p->data > 4);",
    "a counter of many rounds": "struct n *l = 0; for (int i = 0; i < 100; i++) l = new(i, l); " + ALL + "ERROR_IF(p->data >= 100);",
    "a bound that lies in an interval": FEW + "int y = MORE; if (l && y > l->data) ERROR_IF(y < 2);",
    "two lists, told apart by two fields": "struct e { struct e *next; unsigned size, first; }; struct e *a = 0, *b = 0; while (MORE) {"
    " struct e *p = malloc(sizeof *p); p->size = MORE; p->first = MORE ? 0 : 1; struct e **to = p->first == 1 || p->size < 500 ? &a : &b;"
    " p->next = *to; *to = p; } for (; a; a = a->next) ERROR_IF(a->first != 1 && a->size >= 500);"
    " for (; b; b = b->next) ERROR_IF(b->first || b->size < 500);",
    "a pointer that nobody knows beside them": "extern char *__VERIFIER_nondet_charp(void); "
    + FEW
    + "char *q = __VERIFIER_nondet_charp(); "
    + ALL
    + "ERROR_IF(p->data > 9 && q);",
}

REACHED = {
    "data at the end of an interval": (FEW.replace("x < 10", "x <= 10") + ALL + "ERROR_IF(p->data > 9);", "1,10"),
    "data at its beginning": (FEW.replace("x > 0 && x < 10", "!(x < 1)") + ALL + "ERROR_IF(p->data == 1);", "1,1"),
    "data beside a gap": (FEW.replace("x < 10", "x < 6 && x != 4 && x != 3") + ALL + "ERROR_IF(p->data == 5);", "1,5"),
    "fields that exclude others": (PAIRS + "ERROR_IF(l->from == 1 && l->to == 2);", "1,1,2"),
    "a sum that goes past its bound": (COUNTED + "ERROR_IF(c->data > 67); }", "1,9,1,9,0"),
    "a difference below zero that is none": (FEW + "if (l) ERROR_IF(l->data - 3u > 100u);", "1,2"),
    "a byte that an interval goes around": (bytes_of("signed char", "x > 120 && x < 140") + "ERROR_IF(l->data < 0);", "1,130"),
    "a byte of longer intervals": (bytes_of("unsigned char", "x >= 0 && x < 1000") + "ERROR_IF(l->data == 231);", "1,999"),
    "a truth value of an interval": (bytes_of("_Bool", "x > 1 && x < 9") + "ERROR_IF(l->data == 1);", "1,2"),
    "bits of an interval": (bytes_of("int", "x > 0 && x < 9").replace("data;", "data : 3;", 1) + "ERROR_IF(l->data < 0);", "1,5"),
    "data of both signs": (FEW.replace("x > 0 && x < 10", "x < 10u || x < 0") + ALL + "ERROR_IF(p->data == -7);", "1,-7"),
    "the lower half of an interval": (
        FEW.replace("x > 0 && x < 10", "x > 70000 && x < 80000") + ALL + "ERROR_IF(*(unsigned short *)&p->data == 5000);",
        "1,70536",
    ),
    "products of both signs": (FEW + "if (l && l->next) ERROR_IF((l->data - 5) * (l->next->data - 5) == -16);", "1,9,1,1"),
    "remainders below zero": (
        FEW.replace("x > 0 && x < 10", "x < 0").replace("new(x,", "new(x % 5,") + ALL + "ERROR_IF(p->data == -4);",
        "1,-9",
    ),
    "a number without its sign": (FEW + "if (l) ERROR_IF(-(unsigned)l->data == 4294967287u);", "1,9"),
    "a late round of a counter": (
        "struct n *l = 0; for (int i = 0; i < 100; i++) l = new(i, l); " + ALL + "ERROR_IF(p->data == 77);",
        "",
    ),
    "the first round that a counter does not have": (
        "struct n *l = 0; int i; for (i = 0; i < 20; i++) l = new(i, l); ERROR_IF(i == 20);",
        "",
    ),
    "what another element is compared with": (FEW + "if (l && l->next && l->data < 5) ERROR_IF(l->next->data > 5);", "1,7,1,3"),
    "a number that was compared before": (
        FEW.replace("l = new(x, l);", "{ int y = x; x = MORE; l = new(y + (x == 3), l); }") + ALL + "ERROR_IF(p->data == 10);",
        "1,9,3",
    ),
    "a number in front of which bits are cut off": (
        FEW.replace("int x = MORE;", "long x = MORE + 4294967296;").replace("x > 0 && x < 10", "x > 4294967296 && x < 4294967306")
        + ALL
        + "ERROR_IF(p->data == 9);",
        "1,9",
    ),
    "a pointer that is a number of an interval": (
        FEW + "struct n *q = (struct n *)(unsigned long)MORE; if ((unsigned long)q < 10) ERROR_IF((unsigned long)q == 9);",
        "0,9",
    ),
    "a choice behind a conversion": (
        FEW.replace("new(x,", "new((signed char)(unsigned char)(x > 4 ? 3 : 200),") + ALL + "ERROR_IF(p->data < 0);",
        "1,1",
    ),
    "a truth value of one signed bit": (
        "struct s { int bit : 1; } s; struct n *l = 0; while (MORE) { s.bit = MORE > 3; l = new(s.bit, l); } "
        + ALL
        + "ERROR_IF(p->data == -1);",
        "1,4",
    ),
    "a bit of a signed field that is one": (
        "union u { struct { int a : 1; unsigned b : 1; } s; unsigned char c; } *u = calloc(1, sizeof *u); u->s.a = -1; while (MORE);"
        " ERROR_IF(u->c == 1);",
        "1,0",
    ),
    "what a list points to is shared": (
        "struct n *l = 0, *h = new(0, 0); while (MORE) { l = new(0, l); l->prev = h; } h = 0;"
        " if (l && l->next) { l->prev->data = 1; ERROR_IF(l->next->prev->data == 1); }",
        "1,1",
    ),
    "shared by lists of lists": (
        "struct n *l = 0, *m = 0; while (MORE) { struct n *h = new(0, 0); l = new(0, l); l->prev = h; m = new(0, m);"
        " m->prev = h; } while (MORE && l) { l = l->next; m = m->next; } if (l) { l->prev->data = 1; ERROR_IF(m->prev->data == 1); }",
        "1,1,1,0,1",
    ),
    "a tail that is shared": (
        LIST + "struct n *m = new(1, l->next); if (l->next) { l->next->data = 1; ERROR_IF(m->next->data == 1); }",
        "1,1",
    ),
    "a tail shared in a loop": (
        "struct n *l = 0, *m = 0; while (MORE) { l = new(0, l); if (MORE) m = l; }"
        " for (struct n *p = l; p; p = p->next) p->data = p->next ? 0 : 1; for (; m; m = m->next) ERROR_IF(m->data == 1);",
        "1,1,1,0",
    ),
    "an element left in": (
        "struct n *l = 0; while (MORE) l = new(MORE ? 1 : 0, l);"
        " for (struct n **w = &l; *w; w = &(*w)->next) { if ((*w)->data == 1) *w = (*w)->next; if (!*w) break; }"
        " for (struct n *p = l; p; p = p->next) ERROR_IF(p->data == 1);",
        "1,1,1,1",
    ),
    "one zero behind a one": (
        "struct n *l = 0; int now = 1; while (MORE) { if (MORE) now = 0; l = new(now, l); if (MORE) now = 1; }"
        " while (l && l->data == 0) l = l->next; for (; l; l = l->next) ERROR_IF(l->data != 1);",
        "1,1,1,1",
    ),
    "data that alternate but once": (
        "struct n *l = 0; int now = 0; while (MORE) { l = new(now, l); if (MORE) now = !now; }"
        " for (; l && l->next; l = l->next) ERROR_IF(l->data == l->next->data);",
        "1,1,1,0,1,1",
    ),
    "a list that is closed at another element": (
        "struct n *l = new(7, 0), *last = l; while (MORE) last = last->next = new(1, 0);"
        " last->next = l; for (struct n *p = l->next; MORE; p = p->next) ERROR_IF(p->data != 1);",
        "1,0,1,1",
    ),
    "a list that is turned but for its end": (
        "struct n *l = 0, *r = 0; while (MORE) l = new(1, l); l = new(2, l);"
        " while (l->next) { struct n *p = l->next; l->next = r; r = l; l = p; } while (r && r->data == 1) r = r->next; ERROR_IF(!r);",
        "0",
    ),
    "a copy of a pointer": (LIST + "struct n *a = l; l->data = 1; ERROR_IF(a->data != 0);", "1"),
    "a byte of zeroed memory": (
        "struct n *l = 0; while (MORE) { struct n *p = calloc(1, sizeof *p); *((char *)&p->data + 1) = 1; p->next = l;"
        " l = p; } for (; l; l = l->next) ERROR_IF(l->data == 256);",
        "1",
    ),
    "a head that is a variable, once around": (
        "struct n head; head.next = &head; head.data = 5; while (MORE) head.next = new(1, head.next);"
        " struct n *p = head.next; while (MORE) p = p->next; ERROR_IF(p->data != 1);",
        "1,0,1",
    ),
    "many data": ("struct n *l = 0; int i = 0; while (MORE) l = new(i++, l); ERROR_IF(l && l->data == 9);", ",".join("1" * 10)),
    "a sum that wraps around": (
        "struct n *l = new(2147483646, 0); while (MORE) l = new((int)(l->data + 1u), l); ERROR_IF(l->data < 0);",
        "1,1",
    ),
    "a jump around an assignment": (
        "struct n *l = 0; int data = 2; while (MORE) { if (MORE) goto in; data = 1; in: l = new(data, l); } ERROR_IF(l && l->data == 2);",
        "1,1",
    ),
    "both directions, one link broken": (
        "struct n *l = 0; while (MORE) { l = new(0, l); if (l->next) l->next->prev = l; } struct n *p = l;"
        " while (MORE && p && p->next) p = p->next; if (p && p->next && p->prev) { p->prev->next = p->next;"
        " ERROR_IF(p->next->prev != p->prev); }",
        "1,1,1,0,1",
    ),
    "an address in a number": (LIST + "unsigned long u = (unsigned long)l; ((struct n *)u)->data = 1; ERROR_IF(l->data == 1);", "1"),
    "an address in bytes": (
        LIST + "struct n *p; char *to = (char *)&p, *of = (char *)&l; for (unsigned i = 0; i < sizeof p; i++) to[i] = of[i];"
        " p->data = 1; ERROR_IF(l->data == 1);",
        "1",
    ),
    "a number of an object that has ended": (
        "unsigned long u = (unsigned long)new(0, 0); free((void *)u); struct n *p = new(0, 0);"
        " while (MORE) p->data++; ERROR_IF((unsigned long)p == u);",
        "0",
    ),
    "a longer object": (LIST + "l->data = 3; l = realloc(l, 100); ERROR_IF(l->data == 3);", "1"),
    "through an array of heads": (
        "struct n *heads[3] = {0, 0, 0}; int i = 0; while (MORE) { heads[i] = new(i, heads[i]); i = (i + 1) % 3; }"
        " ERROR_IF(heads[2] && heads[2]->data == 2);",
        "1,1,1",
    ),
    "a recursive walk": (LIST + "l->next = new(4, l->next); ERROR_IF(deep(l) == 4);", "1"),
    "a bit-field": (
        "struct b { struct b *next; int low : 3; int high : 5; }; struct b *l = 0; while (MORE) { struct b *p = malloc(sizeof *p);"
        " p->next = l; p->low = 1; p->high = 7; p->low = 3; l = p; } ERROR_IF(l && l->high == 7 && l->low == 3);",
        "1",
    ),
    "a bit beside another": (
        "union b { struct { unsigned low : 1, high : 1; } s; unsigned char all; }; struct l { struct l *next; union b b; };"
        " struct l *l = 0; while (MORE) { struct l *p = malloc(sizeof *p); p->next = l; p->b.all = 0;"
        " p->b.s.high = 1; p->b.s.low = 0; l = p; }"
        " ERROR_IF(l && l->b.all == 2);",
        "1",
    ),
    "a part of a union": (
        "union u { long both; int half[2]; }; struct w { struct w *next; union u u; }; struct w *l = 0; while (MORE)"
        " { struct w *p = malloc(sizeof *p); p->next = l; p->u.both = 1; p->u.half[1] = 1; l = p; } ERROR_IF(l && l->u.both =="
        " 4294967297);",
        "1",
    ),
    "a function that writes through its argument": (LIST + "touch(&l->data); ERROR_IF(l->data == 1);", "1"),
    "the variable that is no list's head": (
        LIST + "struct n *m = l; while (MORE) { m = new(1, m); l = m->next; } ERROR_IF(l != m);",
        "0,1",
    ),
    "a field that another type writes": (LIST + "*(short *)&l->data = 5; ERROR_IF(l->data == 5);", "1"),
    "copied bytes": (LIST + "struct n *c = malloc(sizeof *c); __builtin_memcpy(c, l, sizeof *c); ERROR_IF(c->next == l->next);", "1"),
}
FUNCTIONS = """
static int deep(struct n *p) { return !p ? 0 : p->data ? p->data : deep(p->next); }
static void touch(int *p) { *p = 1; }
"""


def text(body: str) -> str:
    """The whole program."""
    return f"{PRELUDE}{FUNCTIONS}int main(void) {{ {body} return 0; }}\n"
