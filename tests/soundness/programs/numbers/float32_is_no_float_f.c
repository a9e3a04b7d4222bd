extern void reach_error(void);
#define KIND(x) _Generic((x), float: 1, double: 2, _Float32: 3, _Float32x: 4, _Float64: 5, default: 6)
int main(void) { _Float32 a = 1; _Float32x b = 2; _Float64 c = 3; if (KIND(a) == 3 && KIND(a + 1.0f) == 3 && KIND(b + 1.0) == 2 && KIND(c * 1.0) == 5 && KIND(1.5f32x) == 4) reach_error(); return 0; }
