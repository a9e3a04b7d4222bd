extern void reach_error(void);
struct I { int a, b; }; struct S { struct I i[2]; int z; } s = {.i[0].b = 5, 6, 7, 8};
int main(void) { if (s.i[0].a == 0 && s.i[0].b == 5 && s.i[1].a == 6 && s.i[1].b == 7 && s.z == 8) reach_error(); return 0; }
