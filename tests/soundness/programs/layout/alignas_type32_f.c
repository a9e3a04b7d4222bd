extern void reach_error(void);
struct s { char c; _Alignas(long long) char x; char d; };
int main(void) { if (sizeof(struct s) == 8 && __builtin_offsetof(struct s, d) == 5) reach_error(); return 0; }
