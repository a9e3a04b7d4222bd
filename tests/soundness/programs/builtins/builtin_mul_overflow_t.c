extern void reach_error(void);
int main(void) { int r; long l; int o = __builtin_mul_overflow(1 << 20, 1 << 20, &r); int p = __builtin_mul_overflow(1 << 20, 1 << 20, &l); if (!(o && r == 0 && !p && l == 1L << 40)) reach_error(); return 0; }
