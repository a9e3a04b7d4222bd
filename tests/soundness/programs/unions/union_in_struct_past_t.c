extern void reach_error(void);
struct H { int id; union { int w[2]; struct { short a, b, c, d; } q; } u; int crc; };
int main(void) { struct H h = {1, {{2, 3}}, 4}; h.u.q.c = 9; h.u.q.b = 1; if (!(h.u.w[1] == 9 && h.u.w[0] == 0x10002 && h.crc == 4)) reach_error(); return 0; }
