extern void reach_error(void);
struct In { char a; int b; }; struct __attribute__((packed)) Out { char x; struct In in; };
int main(void) { if (sizeof(struct Out) == 9 && __builtin_offsetof(struct Out, in.b) == 5) reach_error(); return 0; }
