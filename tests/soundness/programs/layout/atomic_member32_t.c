extern void reach_error(void);
typedef _Atomic long long counter;
struct pair { short a, b; };
struct s { char a; counter n; char b; _Atomic struct pair p; char c; struct pair q; };
int main(void) { struct s s = {1, 2, 3, {4, 5}, 6, {7, 8}}; char *p = (char *)&s; if (!(sizeof s == 32 && *(short *)(p + 22) == 5 && p[24] == 6)) reach_error(); return 0; }
