extern void reach_error(void);
struct S { char c __attribute__((aligned)); };
int main(void) { if (!(sizeof(struct S) == 16 && __alignof__(struct S) == 16)) reach_error(); return 0; }
