extern void reach_error(void);
struct S { char a; _Alignas(8) char b; _Alignas(double) char c; };
int main(void) { if (!(sizeof(struct S) == 24 && __builtin_offsetof(struct S, c) == 16)) reach_error(); return 0; }
