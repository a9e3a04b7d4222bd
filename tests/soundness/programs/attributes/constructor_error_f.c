extern void reach_error(void);
static void init(void) __attribute__((__constructor__)); static void init(void) { reach_error(); }
int main(void) { return 0; }
