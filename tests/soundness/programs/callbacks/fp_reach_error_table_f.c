extern void reach_error(void);
static void ok(void) {} 
int main(void) { void (*t[2])(void) = {ok, reach_error}; t[1](); return 0; }
