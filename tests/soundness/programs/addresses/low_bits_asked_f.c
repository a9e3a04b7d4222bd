extern void reach_error(void);
static char c; static _Alignas(16) char raw[32];
int main(void) { c = 1; if (((unsigned long)raw & 15) == 0) reach_error(); return c; }
