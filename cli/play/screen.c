/* screen.c - prints the output of a game at the terminal; see screen.h. */
#include "screen.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int screen_columns(const struct screen *screen) { return screen->terminal ? (int)cli_columns(STDOUT_FILENO) : 0; }
int screen_lines(const struct screen *screen) { return screen->terminal ? (int)cli_rows(STDOUT_FILENO) : 0; }

static void print_whole_lines(struct screen *screen)
{
    char *end = strrchr(screen->said, '\n');
    if (!end)
        return;
    char next = end[1];
    end[1] = '\0';
    screen->marked += cli_print_wrapped(stdout, screen->said, 2);
    end[1] = next;
    screen->said_n -= (size_t)(end + 1 - screen->said);
    memmove(screen->said, end + 1, screen->said_n + 1);
}

void screen_write(struct screen *screen, const char *text)
{
    screen_show_transient(screen, NULL);
    size_t room = sizeof screen->said - 1 - screen->said_n, n = strlen(text);
    n = n < room ? n : room;
    memcpy(screen->said + screen->said_n, text, n);
    screen->said_n += n;
    screen->said[screen->said_n] = '\0';
    print_whole_lines(screen);
}

void screen_clear(struct screen *screen)
{
    screen->said[screen->said_n = 0] = '\0';
    if (screen->clears) {
        printf("\033[2J\033[3J\033[H");
    } else if (screen->terminal) {
        for (int i = 0; i < 80; i++)
            printf("\n");
        printf("This terminal cannot be cleared, so the text above can still be read.\n");
    }
    fflush(stdout);
}

void screen_show_transient(struct screen *screen, const char *text)
{
    if (!screen->ansi || (!text && !screen->passes))
        return;
    fputs("\r", stdout);
    cli_print_wrapped(stdout, text ? text : "", 0);
    fputs("\033[K", stdout);
    fflush(stdout);
    screen->passes = text != NULL;
}

bool screen_flush(struct screen *screen)
{
    screen_show_transient(screen, NULL);
    fputs(screen->said, stdout); /* the incomplete line */
    screen->said[screen->said_n = 0] = '\0';
    return fflush(stdout) == 0;
}
