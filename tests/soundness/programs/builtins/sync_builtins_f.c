extern void reach_error(void);
int main(void) { int x = 5; int o = __sync_fetch_and_add(&x, 3); int b = __sync_bool_compare_and_swap(&x, 8, 1); if (o == 5 && b && x == 1) reach_error(); return 0; }
