/* terminal_caps.c - finds out what the terminal can show; see terminal_caps.h. */
#include "terminal_caps.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct terminal_caps terminal_caps_detect(void)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR"), *more = getenv("COLORTERM");
    struct terminal_caps look = {.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    look.ansi = look.terminal && !dumb;
    look.style.utf8 = cli_locale_is_utf8();
    look.style.columns = (int)cli_columns(STDOUT_FILENO);
    if (isatty(STDOUT_FILENO) && !dumb && !(no && *no))
        look.style.colours = strstr(term, "256") || (more && *more) ? TEXT_COLOURS_256 : TEXT_COLOURS_16;
    return look;
}
