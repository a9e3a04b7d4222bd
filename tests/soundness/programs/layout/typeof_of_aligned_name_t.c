extern void reach_error(void);
typedef long long l4 __attribute__((aligned(4))); l4 x;
struct s { char c; __typeof__(x) m; };
int main(void) { if (!(sizeof(struct s) == 12 && __builtin_offsetof(struct s, m) == 4)) reach_error(); return 0; }
