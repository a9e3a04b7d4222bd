extern void reach_error(void);
#include <sys/types.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <dirent.h>
#include <regex.h>
#include <poll.h>
#include <sys/wait.h>
#include <sys/mman.h>
int main(void) { struct stat s; s.st_size = 4; off_t o = 5; if (s.st_size + o != 9 || O_RDONLY != 0) reach_error(); return 0; }
