extern void reach_error(void);
union u { _Atomic long long n; char c; };
struct s { char a; union u u; _Atomic long long n; struct { _Atomic long long n; } inner; union { _Atomic long long n; char c[3]; } large; };
/* Members that fit a register are aligned to 4 bytes on i386, but for those that are atomic themselves. */
int main(void) { struct s s = {1, {2}, 3, {4}, {5}}; char *p = (char *)&s; if (!(sizeof s == 40 && p[4] == 2 && p[16] == 3 && p[24] == 4 && p[32] == 5)) reach_error(); return 0; }
