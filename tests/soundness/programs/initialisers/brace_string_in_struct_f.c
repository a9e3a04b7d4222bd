extern void reach_error(void);
struct S { char n[4]; int v; } s[] = {"ab", 1, {"cde", 2}, {{'x'}, 3}};
int main(void) { if (sizeof s == 24 && s[0].v == 1 && s[1].n[2] == 'e' && s[2].n[1] == 0 && s[2].v == 3) reach_error(); return 0; }
