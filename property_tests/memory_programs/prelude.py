"""What all pointer programs share: types, global objects, helper functions, and the checksum over the objects."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scalar:
    """An integer type; ``bits`` is the width of a bit-field (0: not one)."""

    name: str
    bits: int = 0


@dataclass(frozen=True)
class Pointer:
    target: Type


@dataclass(frozen=True)
class ArrayOf:
    element: Type
    length: int


@dataclass(frozen=True)
class Struct:
    name: str
    members: tuple[tuple[str, Type], ...] = field(compare=False)


Type = Scalar | Pointer | ArrayOf | Struct

CHAR, UCHAR, SHORT, INT, LONG, BOOL = (Scalar(name) for name in ("char", "unsigned char", "short", "int", "long", "_Bool"))
INNER = Struct("struct inner", (("c", CHAR), ("s", SHORT), ("a", ArrayOf(INT, 3)), ("q", UCHAR)))
UNION = Struct("union mixed", (("w", INT), ("b", ArrayOf(UCHAR, 4)), ("h", ArrayOf(SHORT, 2))))
OUTER = Struct(
    "struct outer",
    (
        ("name", ArrayOf(CHAR, 5)),
        ("h", INT),
        ("in", ArrayOf(INNER, 2)),
        ("one", INNER),
        ("link", Pointer(INNER)),
        ("ip", Pointer(INT)),
        ("f", Scalar("unsigned int", 3)),
        ("g", Scalar("int", 7)),
        ("t", BOOL),
        ("u", UNION),
        ("l", LONG),
        ("next", Pointer(Scalar("struct outer"))),
    ),
)
NODE = Struct("struct node", (("key", INT), ("next", Pointer(Scalar("struct node"))), ("value", SHORT)))

GLOBALS: dict[str, Type] = {
    "gi": INT,
    "gs": SHORT,
    "garr": ArrayOf(INT, 6),
    "gm": ArrayOf(ArrayOf(INT, 3), 2),
    "gbuf": ArrayOf(CHAR, 9),
    "gin": INNER,
    "go": OUTER,
    "gos": ArrayOf(OUTER, 3),
    "gu": UNION,
}

TYPES = """
struct inner { char c; short s; int a[3]; unsigned char q; };
union mixed { int w; unsigned char b[4]; short h[2]; };
struct outer { char name[5]; int h; struct inner in[2]; struct inner one; struct inner *link; int *ip; unsigned int f : 3; int g : 7;
  _Bool t; union mixed u; long l; struct outer *next; };
struct node { int key; struct node *next; short value; };
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
"""

HELPERS = """
static unsigned long checksum;
static void mix(long value) { checksum = checksum * 31u + (unsigned long) value; }
static int id(int value) { return value; }
static void set_int(int *p, int v) { *p = v; }
static void add_int(int *p, const int *q) { *p = (*p + *q) & 0xffff; }
static void set_char(char *p, char v) { *p = v; }
static int *pick(int which, int *p, int *q) { return which ? p : q; }
static struct inner *pick_inner(int which, struct inner *p, struct inner *q) { return which ? p : q; }
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static void fill(struct inner *p, int v) { p->c = (char) v; p->s = (short) (v + 1); for (int i = 0; i < 3; i++) p->a[i] = v + i; p->q = 7; }
static void bytes(void *to, const void *from, unsigned long n) { char *t = to; const char *f = from; while (n--) *t++ = *f++; }
static int sum(const int *p, int n) { int s = 0; const int *end = p + n; for (; p != end; ++p) s = (s + *p) & 0xffff; return s; }
static int twice(int v) { return v * 2 & 0xffff; }
static int next_one(int v) { return v + 1 & 0xffff; }
static int negative(int v) { return -(v & 0xffff); }
static int (*const table[3])(int) = { twice, next_one, negative };
static struct outer *outer_of(struct inner *p) { return (struct outer *) ((char *) p - __builtin_offsetof(struct outer, one)); }
"""


def declaration(type: Type, name: str) -> str:
    """A C declarator."""
    match type:
        case Scalar():
            return f"{type.name} {name}"
        case Struct():
            return f"{type.name} {name}"
        case Pointer(target=target):
            return declaration(target, f"(*{name})" if isinstance(target, ArrayOf) else f"*{name}")
        case ArrayOf(element=element, length=length):
            return declaration(element, f"{name}[{length}]")


def prelude() -> str:
    """Types, globals and helpers."""
    objects = "\n".join(f"static {declaration(type, name)};" for name, type in GLOBALS.items())
    return f"{TYPES}\n{objects}\n{HELPERS}"


def integer_leaves(path: str, type: Type) -> list[str]:
    """The C expressions of all integers in an object (of a union: its bytes)."""
    match type:
        case Scalar():
            return [path]
        case Pointer():
            return []
        case ArrayOf(element=element, length=length):
            return [leaf for i in range(length) for leaf in integer_leaves(f"{path}[{i}]", element)]
        case Struct(name="union mixed"):
            return [f"{path}.b[{i}]" for i in range(4)]
        case Struct(members=members):
            return [leaf for name, member in members for leaf in integer_leaves(f"{path}.{name}", member)]
