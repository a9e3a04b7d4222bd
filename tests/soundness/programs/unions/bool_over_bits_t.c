extern void reach_error(void);
union u { _Bool b; struct { unsigned char low : 1, high : 3; } s; };
int main(void) { union u u; u.s.low = 0; u.s.high = 5; u.b = 1; if (!(u.s.low == 1 && u.s.high == 0)) reach_error(); return 0; }
