"""Generates the statements of one pointer program."""

from __future__ import annotations

import random

from property_tests.memory_programs.places import INDICES, LOCALS, POINTERS, Place, Places
from property_tests.memory_programs.prelude import (
    CHAR,
    INNER,
    INT,
    OUTER,
    SHORT,
    UCHAR,
    UNION,
    Pointer,
    Type,
    declaration,
    integer_leaves,
)


class Generator(Places):
    """One program."""

    def __init__(self, source: random.Random) -> None:
        super().__init__(source)
        self.lines: list[str] = []
        self.nodes = 0
        self.sizes = 0

    def program(self, length: int) -> str:
        """The body of a function."""
        declared = {name: type for name, type in POINTERS.items() if "[" not in name}
        head = [f"{declaration(type, name)};" for name, type in LOCALS.items()]
        head += [f"{declaration(type, name)} = 0;" for name, type in declared.items()]
        head += ["int *tab[2] = { 0, 0 };", f"int {', '.join(f'{name} = 0' for name in INDICES)};", "int (*fn)(int) = twice;"]
        head += [f"memset(&{name}, 0, sizeof {name});" for name in LOCALS]
        for name in POINTERS:
            self.aim(name)
        for _ in range(length):
            self.statement()
        tail = [f"mix({leaf});" for name, type in self.roots.items() for leaf in integer_leaves(name, type)]
        return "\n  ".join([*head, *self.lines, *tail])

    def aim(self, pointer: str) -> None:
        """Make a pointer point somewhere."""
        type = POINTERS.get(pointer) or (Pointer(INNER) if pointer.endswith(".link") else Pointer(INT))
        assert isinstance(type, Pointer)
        if isinstance(type.target, Pointer):
            target = self.choose(["pi", "pj"])
            self.points[pointer] = Place(target, type.target)
            self.lines.append(f"{pointer} = &{target};")
            return
        place, text = self.place_of(type.target)
        self.lines.append(f"{pointer} = {self.casted(type.target, text)};")
        self.points[pointer] = place

    def casted(self, target: Type, text: str) -> str:
        cast = f"({declaration(Pointer(target), '')})"
        return self.choose([f"&{text}", f"&{text}", f"{cast} (void *) &{text}", f"{cast} ((unsigned long) &{text} + 0)"])

    def statement(self) -> None:
        if self.random.random() < 0.5:
            name = self.choose(list(INDICES))
            self.indices[name] = self.random.randrange(4)
            self.lines.append(f"{name} = id({self.indices[name]});")
        common = [self.write, self.write, self.write, self.aim_some, self.aim_field, self.step, self.call, self.bytewise, self.block]
        rare = [self.decide, self.function_pointer, self.container, self.list, self.pun, self.heap]
        self.random.choice([*common, *rare])()

    def scalar(self) -> tuple[Place, str]:
        return self.place_of(self.random.choice([INT, INT, INT, SHORT, CHAR]))

    def write(self) -> None:
        if self.random.random() < 0.2:
            _, text = self.place_of(OUTER)
            field = self.choose(["f", "g", "t", "l", "h"])
            self.lines.append(f"{text}.{field} = {self.value()};")
            return
        _, text = self.scalar()
        right = str(self.value())
        if self.random.random() < 0.6:
            right = f"({self.scalar()[1]} & 0xfff) + {self.random.randrange(10)}"
        self.lines.append(f"{text} {self.choose(['=', '=', '^=', '|='])} {right};")

    def aim_some(self) -> None:
        self.aim(self.choose(list(POINTERS)))

    def aim_field(self) -> None:
        """A pointer inside a structure."""
        outer, text = self.place_of(OUTER)
        field = self.choose(["link", "ip"])
        self.points.pop(f"{outer.path}.{field}", None)
        place, target = self.place_of(INNER if field == "link" else INT)
        self.lines.append(f"{text}.{field} = &{target};")
        self.points[f"{outer.path}.{field}"] = place

    def step(self) -> None:
        """Pointer arithmetic inside an array."""
        movable = [name for name, place in self.points.items() if place.around is not None]
        if not movable:
            return
        name = self.choose(movable)
        place = self.points[name]
        assert place.around is not None
        array, index, length = place.around
        target = self.random.randrange(length)
        self.lines.append(f"{name} += {self.index(target - index, length)};")
        self.points[name] = Place(f"{array}[{target}]", place.type, (array, target, length))

    def call(self) -> None:
        _, first = self.place_of(INT)
        _, second = self.place_of(INT)
        _, third = self.place_of(INNER)
        _, fourth = self.place_of(INNER)
        _, letter = self.place_of(CHAR)
        which = self.random.randrange(2)
        self.lines.append(
            self.choose(
                [
                    f"set_int(&{first}, {self.value()});",
                    f"add_int(&{first}, &{second});",
                    f"swap(&{first}, &{second});",
                    f"set_char(&{letter}, {self.value() % 100});",
                    f"fill(&{third}, {self.value()});",
                    f"fill(pick_inner({which}, &{third}, &{fourth}), {self.value()});",
                    f"*pick({which}, &{first}, &{second}) = {self.value()};",
                    f"mix(sum({self.choose(['garr', 'gm[1]', 'larr', 'gos[1].in[0].a'])}, 3));",
                ]
            )
        )

    def bytewise(self) -> None:
        """Bytes of integers, through character pointers."""
        _, text = self.place_of(INT)
        position = self.random.randrange(4)
        byte = f"((unsigned char *) &{text})[{self.index(position, 4)}]"
        self.lines.append(self.choose([f"{byte} = {self.random.randrange(256)};", f"mix({byte});", f"{byte} += 1;"]))

    def pun(self) -> None:
        """Members of a union; a short inside an int."""
        place, text = self.place_of(UNION)
        self.lines.append(
            self.choose(
                [
                    f"{text}.w = {self.value()};",
                    f"{text}.b[{self.index(self.random.randrange(4), 4)}] = {self.value() & 255};",
                    f"{text}.h[{self.index(self.random.randrange(2), 2)}] = {self.value()};",
                    f"mix({text}.h[1]); mix({text}.w);",
                ]
            )
        )
        del place

    def block(self) -> None:
        """Copies and fills of structures."""
        (first, one), (second, other) = self.place_of(INNER), self.place_of(INNER)
        if first.path == second.path:
            return
        self.lines.append(
            self.choose(
                [
                    f"{one} = {other};",
                    f"memcpy(&{one}, &{other}, sizeof(struct inner));",
                    f"memset(&{one}, {self.random.randrange(3)}, sizeof(struct inner));",
                    f"bytes(&{one}, &{other}, sizeof(struct inner));",
                    f"memcpy({one}.a, garr + {self.random.randrange(4)}, 2 * sizeof(int));",
                    f"memset(gbuf, {self.random.randrange(200)}, {self.random.randrange(1, 9)});",
                ]
            )
        )

    def decide(self) -> None:
        """A comparison of pointers, and a pointer that depends on a condition."""
        name, other = self.random.choice([("pi", "pj"), ("pi", "tab[0]"), ("pj", "tab[1]")])
        same = self.points[name].path == self.points[other].path
        self.lines.append(f"mix({name} == {other}); if ({name} == {other}) {{ mix(1); }} else {{ {name} = {other}; }}")
        if not same:
            self.points[name] = self.points[other]

    def function_pointer(self) -> None:
        which = self.random.randrange(3)
        _, text = self.place_of(INT)
        self.lines.append(f"fn = table[{self.index(which, 3)}];")
        self.lines.append(f"{text} = fn({self.random.randrange(1000)});")

    def container(self) -> None:
        """From a member back to the structure around it."""
        outer, text = self.place_of(OUTER)
        self.lines.append(f"outer_of(&{text}.one)->h = {self.value()};")
        self.lines.append(f"pout = outer_of(pick_inner(1, &{text}.one, &go.one));")
        self.points["pout"] = Place(outer.path, OUTER, outer.around)

    def list(self) -> None:
        """A linked list on the heap, built and summed up."""
        self.nodes += 1
        head, node = f"head{self.nodes}", f"node{self.nodes}"
        length = self.random.randrange(1, 6)
        size = self.size("struct node")
        self.lines.append(f"struct node *{head} = 0;")
        self.lines.append(
            f"for (int k = 0; k < {length}; k++) {{ struct node *{node} = malloc({size}); {node}->key = k * 3; "
            f"{node}->value = (short) k; {node}->next = {head}; {head} = {node}; }}"
        )
        body = "k->value ^= k->next ? k->next->key : 5; mix(k->key + k->value);"
        self.lines.append(f"for (struct node *k = {head}; k; k = k->next) {{ {body} }}")

    def size(self, type: str) -> str:
        """An expression for the size of a type, sometimes one that does not name the type."""
        if self.random.random() < 0.5:
            return f"sizeof({type})"
        self.sizes += 1
        self.lines.append(f"unsigned long size{self.sizes} = sizeof({type});")
        return f"size{self.sizes}"

    def heap(self) -> None:
        """A structure, and an array, on the heap."""
        self.nodes += 1
        name = f"heap{self.nodes}"
        if self.random.random() < 0.5:
            self.lines.append(f"struct inner *{name} = malloc({self.size('struct inner')});")
            self.lines.append(f"fill({name}, {self.value()}); pin = {name};")
            self.lines.append(f"mix({name}->a[{self.index(2, 3)}] + {name}->c + {name}->s);")
            self.roots[f"(*{name})"] = INNER
            self.points["pin"] = Place(f"(*{name})", INNER)
        else:
            length, size = self.random.randrange(1, 9), self.size("int")
            self.lines.append(f"int *{name} = malloc({length} * {size});")
            self.lines.append(f"for (int k = 0; k < {length}; k++) {name}[k] = k * {self.value()};")
            last = self.random.randrange(length)
            self.lines.append(f"pi = &{name}[{last}]; mix(sum({name}, {length}));")
            self.points["pi"] = Place(f"{name}[{last}]", INT, (name, last, length))


def body(seed: int, length: int = 14) -> str:
    """The body of the program with this seed."""
    return Generator(random.Random(seed)).program(length)


__all__ = ["UCHAR", "Generator", "body"]
