/* A bot in C: it speaks the protocol of docs/engine.md and plays any legal move, by the seed it is given.
 *
 *     cc -O2 -o bot bot.c
 *     quadriga arena caesar --players engine:./bot,random --games 20
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 16, MOST = 4096 };

static unsigned long long stir(unsigned long long x) {
    x ^= x >> 30, x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27, x *= 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

int main(void) {
    static char line[LONGEST];
    int moves[MOST], count = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "quadriga ", 9)) {
            puts("id name Any move\nid author Quadriga\nok");
        } else if (!strncmp(line, "position ", 9)) {
            count = 0;
        } else if (!strncmp(line, "move ", 5) && count < MOST) {
            moves[count++] = atoi(line + 5);
        } else if (!strncmp(line, "go", 2) && count > 0) {
            const char *seed = strstr(line, "seed ");
            unsigned long long number = seed ? strtoull(seed + 5, NULL, 10) : 0;
            printf("bestmove %d\n", moves[stir(number + 1) % (unsigned)count]);
        } else if (!strncmp(line, "ping", 4)) {
            puts("pong");
        } else if (!strncmp(line, "quit", 4)) {
            break;
        }
    }
    return 0;
}
