extern void reach_error(void);
#include <getopt.h>
#include <unistd.h>
int main(int argc, char **argv) { static struct option o[] = {{"help", no_argument, 0, 'h'}, {0, 0, 0, 0}}; if (o[0].val != 'h' || o[1].name) reach_error(); return 0; }
