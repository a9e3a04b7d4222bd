extern void reach_error(void);
struct F { unsigned u : 5; unsigned long w : 34; unsigned full : 32; };
int main(void) { struct F f = {1, 1, 1}; if (!(f.u - 2 < 0 && f.full - 2 > 0 && (f.u << 30) > 0)) reach_error(); return 0; }
