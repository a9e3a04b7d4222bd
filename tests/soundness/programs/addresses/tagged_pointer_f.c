extern void reach_error(void);
static int x = 1, y = 2;
int main(void) { unsigned long tagged = (unsigned long)&x | 1; int *a = (int *)(tagged & ~1ul); if ((tagged & 1) && a == &x && a != &y && *a == 1) reach_error(); return 0; }
