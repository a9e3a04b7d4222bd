extern void reach_error(void);
int main(void) { char b[10]; if (__builtin_object_size(b, 0) == 10 && __builtin_object_size(b + 4, 0) == 6) reach_error(); return 0; }
