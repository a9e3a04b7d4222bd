extern void reach_error(void);
int main(void) { long double d = 1.5L; if (!(sizeof d == 16 && (int)(d * 2) == 3)) reach_error(); return 0; }
