extern void reach_error(void);
struct walk { void (*step)(struct walk *, int *, int); int seen; };
static void odd(struct walk *w, int *where, int n) { int own = n; *where += own; w->seen++; if (n > 0) w->step(w, &own, n - 1); if (own < n) reach_error(); }
static void even(struct walk *w, int *where, int n) { (void)where; if (n > 0) odd(w, where, n - 1); }
int main(void) { struct walk w = { even, 0 }; int x = 0; odd(&w, &x, 4); if (w.seen != 3 || x != 4) reach_error(); return 0; }
