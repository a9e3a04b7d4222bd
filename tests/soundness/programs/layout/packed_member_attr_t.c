extern void reach_error(void);
struct M { char c; int i __attribute__((packed)); short s; };
int main(void) { if (!(sizeof(struct M) == 8 && __builtin_offsetof(struct M, i) == 1 && __builtin_offsetof(struct M, s) == 6)) reach_error(); return 0; }
