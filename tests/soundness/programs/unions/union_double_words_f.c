extern void reach_error(void);
union D { double d; unsigned w[2]; };
int main(void) { union D x; x.d = -2.0; if (x.w[1] == 0xc0000000u && x.w[0] == 0) reach_error(); return 0; }
