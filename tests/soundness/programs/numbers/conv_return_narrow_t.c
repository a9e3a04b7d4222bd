extern void reach_error(void);
static unsigned char f(int x) { return x; } static signed char g(int x) { return x; } static _Bool h(int x) { return x; }
int main(void) { if (!(f(511) == 255 && g(255) == -1 && h(256) == 1)) reach_error(); return 0; }
