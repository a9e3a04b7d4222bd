extern void reach_error(void);
int main(void) { if (!(sizeof(3000000000) == 8 && sizeof(0xB2D05E00) == 4 && (-2147483648 < 0) && sizeof(2147483648u) == 4 && sizeof(1L) == 4)) reach_error(); return 0; }
