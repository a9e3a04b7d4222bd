/* Runs the program's main on seed after seed, each in a process and a sandbox of its own, until it reaches the error or the time is up.

   (A busy machine makes a run slow: fewer than ENOUGH_RUNS, twice as many with claims, get PATIENCE times as long, unless they are guided.)

   driver FIRST_SEED RUNS MILLISECONDS MILLISECONDS_A_RUN VECTORS [guided|watched]; standard input holds VECTORS steered inputs: for each the number of
   its values (4 bytes), then function (4 bytes) and value (8 bytes) of each.  Prints "runs N", "cut N" (those that took too long),
   "drew" where a run chose anything, "kept N" (guided: inputs that covered anything new) and, where the error was reached, "error SEED" followed by "input FUNCTION VALUE" lines, all of what
   it chose but for "unrecorded"; at last ".".  With claims (claims.h): "passed N" (arrivals at them); of the run that ended "leapt N" (the
   claim where it first left the program's own states), and "claim N" where it was a false claim, followed by "value N" for its values.

   ``watched`` (decisions.h): the first runs go by themselves, the others by force; for each that shows anything new, or was forced, "run SEED",
   "arguments N" (what main gets as argc), "input FUNCTION VALUE" for each of its inputs, and "decided N" for each decision, 4 * condition + 2 * outcome + whether it was forced to go the other way.

   Guided it learns from what its runs cover, and runs as often as standard input asks for: MILLISECONDS, MILLISECONDS_A_RUN and the basic
   blocks of a run (0: any), 4 bytes each. */
#include "sandbox.h"
#include "guidance.h"

enum { TOO_LONG = 14, ERROR_REACHED = 107, NO_SANDBOX = 106, DETERMINISTIC_RUNS = 4, ENOUGH_RUNS = 200, PATIENCE = 4 };

#include "decisions.h"
#include "claims.h"
#include "provided.h"

extern int verilab_program_main(int, char **, char **);
extern void verilab_begin(unsigned);
extern void verilab_finish(int) __attribute__((noreturn));
extern int verilab_fork(void);
typedef void (*verilab_constructor)(int, char **, char **);
extern verilab_constructor __start_verilab_constructors[] __attribute__((weak)), __stop_verilab_constructors[] __attribute__((weak));
extern const int verilab_reads;
extern void verilab_variables(void);

static int verilab_results = 1;
static int verilab_child;

/* Said in shared memory: main may return any exit code. */
void verilab_error(void) {
    if (verilab_watching) verilab_leave(0);
    if (verilab_recorded) verilab_recorded->reached = 1;
    verilab_leave(ERROR_REACHED);
}

void verilab_end(void) { verilab_leave(0); }

static void verilab_number(const char *word, long long value) {
    char text[64];
    int length = 0, digits = 0, i;
    char reversed[24];
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    while (*word) text[length++] = *word++;
    if (value < 0) text[length++] = '-';
    do { reversed[digits++] = (char)('0' + rest % 10); rest /= 10; } while (rest);
    for (i = digits; i; i--) text[length++] = reversed[i - 1];
    verilab_syscall(SYS_WRITE, verilab_results, (long)text, length, 0);
}

static long verilab_argument_number(const char *text) {
    long value = 0;
    while (*text >= '0' && *text <= '9') value = 10 * value + (*text++ - '0');
    return value;
}

static long long verilab_milliseconds(void) {
    long now[2] = {0, 0};
    verilab_syscall(SYS_CLOCK_GETTIME, 1, (long)now, 0, 0);
    return now[0] * 1000LL + now[1] / 1000000;
}

static int verilab_take(void *to, unsigned long size) {
    char *next = to;
    while (size) {
        long got = verilab_syscall(SYS_READ, 0, (long)next, (long)size, 0);
        if (got <= 0) return 0;
        next += got;
        size -= (unsigned long)got;
    }
    return 1;
}

/* The next steered inputs, in memory that is never given back: there are few. */
static void verilab_next_vector(void) {
    int i;
    verilab_vector_length = 0;
    if (!verilab_take(&verilab_vector_length, 4)) return;
    verilab_vector = (struct verilab_steered *)verilab_map(sizeof *verilab_vector * ((unsigned long)verilab_vector_length + 1), 0);
    for (i = 0; i < verilab_vector_length; i++) {
        verilab_vector[i].used = 0;
        if (!verilab_take(&verilab_vector[i].function, 4) || !verilab_take(&verilab_vector[i].value, 8)) verilab_vector_length = i;
    }
}

static void verilab_limit(int resource, long amount) {
    unsigned long limit[2] = {(unsigned long)amount, (unsigned long)amount};
    verilab_syscall(SYS_SETRLIMIT, resource, (long)limit, 0, 0);
}

/* Standard input: random bytes, then its end.  Standard output and error: nowhere. */
static void verilab_redirect(void) {
    unsigned char bytes[512];
    unsigned i, length = verilab_below(sizeof bytes);
    int ends[2], nowhere = (int)verilab_syscall(SYS_OPEN, (long)"/dev/null", 2, 0, 0);
    for (i = 0; i < length; i++) bytes[i] = (unsigned char)verilab_mixed(8);
    if (!verilab_syscall(SYS_PIPE, (long)ends, 0, 0, 0)) {
        verilab_syscall(SYS_WRITE, ends[1], (long)bytes, length, 0);
        verilab_syscall(SYS_DUP2, ends[0], 0, 0, 0);
        verilab_syscall(SYS_CLOSE, ends[0], 0, 0, 0);
        verilab_syscall(SYS_CLOSE, ends[1], 0, 0, 0);
    }
    verilab_syscall(SYS_CLOSE, verilab_results, 0, 0, 0);
    verilab_syscall(SYS_DUP2, nowhere, 1, 0, 0);
    verilab_syscall(SYS_DUP2, nowhere, 2, 0, 0);
}

/* Automatic variables without an initialiser find these values. */
static void __attribute__((noinline)) verilab_scribble(void) {
    volatile unsigned stack[8192];
    unsigned i, zero = verilab_below(3);
    for (i = 0; i < 8192; i++) stack[i] = zero ? (zero == 1 ? 0 : (unsigned)verilab_mixed(32)) : ~0u;
}

static void verilab_run(unsigned seed, long milliseconds, char **environment) {
    static char words[4][8];
    static char *arguments[5];
    long timer[4] = {0, 0, milliseconds / 1000, milliseconds % 1000 * 1000};
    unsigned count, i, k;
    verilab_constructor *each;
    verilab_syscall(SYS_PRCTL, 1, 9, 0, 0); /* die with the driver */
    verilab_state = 88172645463325252ULL ^ (seed + 1) * 0x9E3779B97F4A7C15ULL;
    for (i = 0; i < 8; i++) verilab_random();
    verilab_style = seed % 5;
    verilab_syscall(SYS_PIPE, (long)verilab_probe, 0, 0, 0);
    verilab_redirect();
    count = seed ? 1 + verilab_below(4) : 1;
    for (i = 0; i < count; i++) {
        for (k = 0; k < 1 + verilab_below(6); k++) words[i][k] = (char)verilab_mixed(8);
        arguments[i] = words[i];
    }
    verilab_recorded->arguments = (int)count;
    verilab_limit(1, 0);
    verilab_limit(4, 0);
    verilab_limit(0, 2);
#ifndef __SANITIZE_ADDRESS__
    verilab_limit(9, 1L << 30);
#endif
    verilab_syscall(SYS_SETITIMER, 0, (long)timer, 0, 0);
    verilab_recorded->sandboxed = !verilab_enter_sandbox();
    if (!verilab_recorded->sandboxed) verilab_leave(NO_SANDBOX);
    verilab_begin(seed);
    if (verilab_places && !verilab_watching) verilab_choose_leaps(seed, verilab_vector_length > 0);
    verilab_scribble();
    if (verilab_provides) verilab_begin_provision(seed);
    verilab_variables();
    for (each = __start_verilab_constructors; each != __stop_verilab_constructors; each++) (*each)((int)count, arguments, environment);
    verilab_finish(verilab_program_main((int)count, arguments, environment));
}

/* One period: runs from the seed ``first`` on until one reaches the error or the time is up; tells of it, and how many there were. */
static long verilab_period(long first, long runs, long total, long each, long vectors, char **environment) {
    long long start = verilab_milliseconds();
    long done = 0, cut = 0;
    int status = 0, drew = 0, i, enough = verilab_places ? 2 * ENOUGH_RUNS : ENOUGH_RUNS;
    verilab_repetitions = 0;
    while (done < runs && verilab_milliseconds() - start < (done < enough && !verilab_covered ? total * PATIENCE : total)) {
        verilab_recorded->count = verilab_recorded->reached = verilab_recorded->sandboxed = 0;
        verilab_recorded->leapt = verilab_recorded->claim = verilab_recorded->stray = 0;
        verilab_recorded->drew = verilab_recorded->unrecorded = verilab_reads;
        verilab_vector_length = 0;
        if (done < vectors) verilab_next_vector();
        if (verilab_covered) verilab_choose_guide();
        if (verilab_repetitions) verilab_repeat();
        verilab_child = verilab_fork();
        if (verilab_child < 0) break;
        if (!verilab_child) verilab_run((unsigned)(first + done), each, environment);
        verilab_syscall(SYS_WAIT4, verilab_child, (long)&status, 0x40000000, 0);
        done++;
        cut += (status & 127) == TOO_LONG || (verilab_covered && verilab_covered->cut);
        drew |= verilab_recorded->drew;
        /* On a busy machine the time may be up before the sandbox is there. */
        if (!verilab_recorded->sandboxed && (status & 127) != TOO_LONG) verilab_leave(NO_SANDBOX);
        if (verilab_covered) verilab_learn();
        if (verilab_covered && verilab_provides) verilab_prepare_repetition();
        if (verilab_recorded->reached) break;
        if (!drew && done >= DETERMINISTIC_RUNS) break;
    }
    verilab_number("runs ", done);
    verilab_number("\ncut ", cut);
    if (drew) verilab_number("\ndrew ", drew);
    if (verilab_covered) verilab_number("\nkept ", verilab_queued);
    if (verilab_places) verilab_number("\npassed ", verilab_recorded->passed);
    if (verilab_recorded->reached) {
        verilab_number("\nerror ", first + done - 1);
        if (verilab_recorded->unrecorded) verilab_number("\nunrecorded ", 1);
        if (verilab_recorded->leapt) verilab_number("\nleapt ", verilab_recorded->leapt - 1);
        if (verilab_recorded->claim) {
            verilab_number("\nclaim ", verilab_recorded->claim - 1);
            for (i = 0; i < verilab_places[verilab_recorded->claim - 1].values; i++) verilab_number("\nvalue ", verilab_recorded->values[i]);
        }
        for (i = 0; i < verilab_recorded->count; i++) {
            verilab_number("\ninput ", verilab_recorded->inputs[i].function);
            verilab_number(" ", verilab_recorded->inputs[i].value);
        }
    }
    verilab_syscall(SYS_WRITE, verilab_results, (long)"\n.\n", 3, 0);
    return done;
}

/* Buffered: a run has thousands of them. */
static void verilab_tell_decisions(void) {
    static char text[1 << 12];
    int i, length = 0;
    for (i = 0; i < verilab_recorded->decided; i++) {
        int rest = verilab_recorded->decisions[i], digits = 0;
        char reversed[12];
        const char *word = "\ndecided ";
        while (*word) text[length++] = *word++;
        do { reversed[digits++] = (char)('0' + rest % 10); rest /= 10; } while (rest);
        while (digits) text[length++] = reversed[--digits];
        if (length > (1 << 12) - 32 || i + 1 == verilab_recorded->decided) {
            verilab_syscall(SYS_WRITE, verilab_results, (long)text, length, 0);
            length = 0;
        }
    }
}

static void verilab_watch(long first, long runs, long total, long each, long vectors, char **environment) {
    long long start = verilab_milliseconds();
    long done, idle = 0;
    int status = 0, drew = 0, i;
    verilab_watching = 1;
    for (done = 0; done < runs && idle < VERILAB_IDLE; done++) {
        if (verilab_milliseconds() - start >= (done < 2 * VERILAB_BY_ITSELF ? total * PATIENCE : total)) break;
        long alone = done < vectors || done < VERILAB_BY_ITSELF;
        verilab_recorded->count = verilab_recorded->sandboxed = verilab_recorded->drew = verilab_recorded->unrecorded = 0;
        verilab_recorded->decided = verilab_recorded->forced = verilab_recorded->fresh = 0;
        verilab_vector_length = 0;
        if (done < vectors) verilab_next_vector();
        if (alone && done && !drew) continue;
        verilab_forces = alone ? 0 : 1 << (done & 3);
        verilab_child = verilab_fork();
        if (verilab_child < 0) break;
        if (!verilab_child) verilab_run((unsigned)(first + done), each, environment);
        verilab_syscall(SYS_WAIT4, verilab_child, (long)&status, 0x40000000, 0);
        if (!verilab_recorded->sandboxed && (status & 127) != TOO_LONG) verilab_leave(NO_SANDBOX);
        drew |= verilab_recorded->drew;
        verilab_count_opened();
        idle = verilab_recorded->fresh ? 0 : idle + 1;
        if (!verilab_recorded->fresh && !verilab_recorded->forced && !(alone && done < VERILAB_BY_ITSELF)) continue;
        verilab_number("\nrun ", first + done);
        verilab_number("\narguments ", verilab_recorded->arguments);
        for (i = 0; i < verilab_recorded->count; i++) {
            verilab_number("\ninput ", verilab_recorded->inputs[i].function);
            verilab_number(" ", verilab_recorded->inputs[i].value);
        }
        verilab_tell_decisions();
    }
    verilab_syscall(SYS_WRITE, verilab_results, (long)"\n.\n", 3, 0);
}

int main(int argc, char **argv, char **environment) {
    long first, runs, total, each, vectors;
    int next[3];
    if (argc < 6) return 2;
    first = verilab_argument_number(argv[1]);
    runs = verilab_argument_number(argv[2]);
    total = verilab_argument_number(argv[3]);
    each = verilab_argument_number(argv[4]);
    vectors = verilab_argument_number(argv[5]);
    verilab_recorded = (struct verilab_record *)verilab_map(sizeof *verilab_recorded, 1);
    if (argc > 6 && argv[6][0] == 'w') {
        verilab_watch(first, runs, total, each, vectors, environment);
        verilab_leave(0);
    }
    if (argc > 6) verilab_begin_guidance();
    else first += verilab_period(first, runs, total, each, vectors, environment);
    while (argc > 6 && verilab_take(next, sizeof next)) {
        verilab_block_limit = (unsigned)next[2];
        first += verilab_period(first, runs, next[0], next[1], 0, environment);
    }
    verilab_leave(0); /* without the program's destructors */
}
