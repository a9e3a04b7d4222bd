extern void reach_error(void);
int main(void) { _Float16 h = 2049.0; float f = h; if (!(f == 2048 && sizeof h == 2)) reach_error(); return 0; }
