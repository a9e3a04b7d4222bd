extern void reach_error(void);
int main(void) { int x = 5, e = 6; int o = __atomic_exchange_n(&x, 6, __ATOMIC_SEQ_CST); _Bool b = __atomic_compare_exchange_n(&x, &e, 7, 0, 0, 0); if (!(o == 5 && b && __atomic_load_n(&x, 0) == 7 && __atomic_add_fetch(&x, 2, 0) == 9)) reach_error(); return 0; }
