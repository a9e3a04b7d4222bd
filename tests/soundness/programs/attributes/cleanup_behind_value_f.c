extern void reach_error(void);
static int log_; static void note(int *p) { log_ = log_ * 10 + *p; }
static int f(void) { return ({ __attribute__((cleanup(note))) int c = 9; log_ % 1000; }); }
int main(void) { log_ = 5; int r = f(); if (r == 5 && log_ == 59) reach_error(); return 0; }
