extern void reach_error(void);
extern int again(int, char **) __attribute__((alias("main")));
static int entered;
int main(int argc, char **argv) {
    char *three[] = {"a", "b", "c"};
    if (entered++ == 0) return again(1, three);
    if (argv[argc]) reach_error();
    return 0;
}
