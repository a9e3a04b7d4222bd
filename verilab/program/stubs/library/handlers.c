/* Functions that the program registers: at its end they run in reverse order; a signal that it raises runs its handler. */
void _Exit(int);
int *__errno_location(void);
void __verilab_no_more_handlers(void);

enum { MOST_HANDLERS = 32, MOST_SIGNALS = 65, INVALID = 22 };

static void (*at_exit[MOST_HANDLERS])(void);
static int registered;

int atexit(void (*handler)(void)) {
    if (registered == MOST_HANDLERS) __verilab_no_more_handlers();
    at_exit[registered++] = handler;
    return 0;
}

void __verilab_run_exit_handlers(void) {
    while (registered > 0) {
        registered--;
        at_exit[registered]();
    }
}

static void (*on_signal[MOST_SIGNALS])(int);
void __verilab_handles_faults(void);

void (*signal(int number, void (*handler)(int)))(int) {
    /* 32 and 33 are the library's own. */
    if (number < 1 || number >= MOST_SIGNALS || number == 9 || number == 19 || number == 32 || number == 33) {
        *__errno_location() = INVALID;
        return (void (*)(int)) - 1;
    }
    void (*before)(int) = on_signal[number];
    on_signal[number] = handler;
    /* SIGBUS, SIGFPE and SIGSEGV come from the program's own mistakes, which the model does not look for. */
    if ((number == 7 || number == 8 || number == 11) && handler != (void (*)(int))0 && handler != (void (*)(int))1) __verilab_handles_faults();
    return before;
}

int raise(int number) {
    if (number < 0 || number >= MOST_SIGNALS) {
        *__errno_location() = INVALID;
        return -1;
    }
    if (number == 0 || on_signal[number] == (void (*)(int))1) return 0;
    if (on_signal[number] != (void (*)(int))0) on_signal[number](number);
    /* By default a child's end, urgent data, a new window size and going on are ignored; every other signal ends or stops the program. */
    else if (number != 17 && number != 18 && number != 23 && number != 28) _Exit(128 + number);
    return 0;
}

int pthread_once(int *control, void (*routine)(void)) {
    if (!*control) {
        *control = 2;
        routine();
    }
    return 0;
}

void call_once(int *control, void (*routine)(void)) {
    if (!*control) {
        *control = 2;
        routine();
    }
}
