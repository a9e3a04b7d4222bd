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
}
"""At least not computed wrongly."""
