extern void reach_error(void);
union __attribute__((packed)) U { char c[5]; int i; };
int main(void) { if (!(sizeof(union U) == 5 && _Alignof(union U) == 1)) reach_error(); return 0; }
