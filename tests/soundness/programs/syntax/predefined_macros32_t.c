extern void reach_error(void);
int main(void) { if (!(__SIZEOF_LONG__ == 4 && __SIZEOF_POINTER__ == 4 && sizeof(__SIZE_TYPE__) == 4 && __LONG_MAX__ == 2147483647)) reach_error(); return 0; }
