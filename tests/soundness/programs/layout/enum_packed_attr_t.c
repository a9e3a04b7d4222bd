extern void reach_error(void);
enum __attribute__((packed)) S { X, Y = 200 }; enum __attribute__((packed)) T { P = -1, Q = 127 };
struct R { enum S s; enum T t; short v; };
int main(void) { enum S s = 300; if (!(sizeof(enum S) == 1 && sizeof(struct R) == 4 && s == 44)) reach_error(); return 0; }
