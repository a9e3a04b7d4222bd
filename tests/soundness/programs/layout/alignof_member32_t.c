extern void reach_error(void);
struct s { char c; long long l; double d[2]; } s; long long v;
int main(void) { if (!(__alignof__(s.l) == 4 && __alignof__(s.d) == 4 && __alignof__(v) == 8 && _Alignof(v) == 8 && _Alignof(long long) == 4)) reach_error(); return 0; }
