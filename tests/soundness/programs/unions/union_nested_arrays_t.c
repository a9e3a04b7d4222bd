extern void reach_error(void);
union M { int g[2][3]; struct { int first[3]; int second[3]; } r; int flat[6]; } m;
int main(void) { for (int i = 0; i < 6; i++) m.flat[i] = i * i; if (!(m.g[1][2] == 25 && m.r.second[0] == 9 && m.r.first[2] == 4)) reach_error(); return 0; }
