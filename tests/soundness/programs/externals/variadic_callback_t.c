extern void reach_error(void);
extern void later(int (*)(int, ...));
static int own(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n = __builtin_va_arg(l, int); __builtin_va_end(l); if (n != n) reach_error(); return 0; }
int main(void) { later(own); return 0; }
