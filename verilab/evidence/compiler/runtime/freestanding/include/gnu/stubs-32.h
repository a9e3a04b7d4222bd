/* Empty: where only 64-bit libraries are installed, glibc's headers look for this file in vain. */
