extern void reach_error(void);
struct I2 { int a, b; }; struct O { struct I2 p, q[3]; int z; };
static long go(void) { struct I2 base = { 3, 4 }; struct O o = { .p = base, .p.b = 9, .q = { [1] = base, [1].a = 8, { 5 }, [0] = { .b = 6 } }, 77 }; struct O w = { base, { base, { 1 } }, .q[2].b = 2, 55 }; return o.p.a + 10 * o.p.b + 100 * o.q[1].a + 1000 * o.q[1].b + 3 * o.q[2].a + o.q[2].b + 7 * o.q[0].b + o.z * 5 + w.q[1].b + w.q[0].b * 11 + w.q[2].b * 13 + w.z; }
int main(void) { if (go() == 6442) reach_error(); return 0; }
