extern void reach_error(void);
struct inner { int a, b; };
typedef struct { int c; } name;
struct s { struct inner; name; union { struct later { int d; } e; char f; }; };
int main(void) { struct s s = {{{7}}}; struct later l = s.e; if (!(sizeof s == 4 && s.f == 7 && l.d == 7)) reach_error(); return 0; }
