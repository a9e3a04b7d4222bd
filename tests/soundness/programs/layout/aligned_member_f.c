extern void reach_error(void);
struct A { char c; int x __attribute__((aligned(16))); char d; };
int main(void) { if (sizeof(struct A) == 32 && __builtin_offsetof(struct A, d) == 20) reach_error(); return 0; }
