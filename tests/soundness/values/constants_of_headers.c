#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/times.h>
#include <syslog.h>
#include <unistd.h>

static long modes_of_fcntl(void) { // = 8444333
  return (S_IRUSR | S_IWGRP) + LOCK_EX * 1000 + R_OK * 10000 + POSIX_FADV_DONTNEED * 100000 + (S_IFREG >> 12) * 1000000 + FNDELAY + F_TEST * 4 + L_INCR;
}

static long masks_of_syslog(void) { // = 1323
  return LOG_MASK(LOG_ERR) + LOG_UPTO(LOG_INFO) * 10 + LOG_FAC(LOG_LOCAL3 | LOG_ERR) + LOG_PRI(LOG_LOCAL3 | LOG_ERR) * 5 + LOG_MAKEPRI(LOG_USER, LOG_ERR);
}

static long codes_of_signals(void) { // = 4179
  return FPE_INTDIV + FPE_INTOVF * 10 + SEGV_MAPERR * 100 + SEGV_ACCERR * 1000 + ILL_ILLOPC + BUS_ADRALN * 7 + SI_USER + SI_QUEUE + SS_ONSTACK * 3 + MINSIGSTKSZ;
}

static long formats_for_reading(void) { // = 9
  return sizeof(SCNdLEAST8 SCNuFAST16 SCNxFAST64 SCNiLEAST32);
}

static long more_constants(void) { // = 61
  return (DT_FIFO + DT_SOCK + CLOCK_BOOTTIME + PTHREAD_EXPLICIT_SCHED + LINE_MAX / 2048 + (MAX_INPUT == 255)) * 2 + sizeof(struct tms) - 17;
}
