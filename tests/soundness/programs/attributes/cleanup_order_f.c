extern void reach_error(void);
int log_; static void c(int *p) { log_ = log_ * 10 + *p; }
static void f(void) { __attribute__((cleanup(c))) int a = 1; __attribute__((cleanup(c))) int b = 2; }
int main(void) { f(); if (log_ == 21) reach_error(); return 0; }
