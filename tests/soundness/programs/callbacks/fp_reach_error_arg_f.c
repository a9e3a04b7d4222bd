extern void reach_error(void);
static void run(void (*f)(void)) { f(); }
int main(void) { run(reach_error); return 0; }
