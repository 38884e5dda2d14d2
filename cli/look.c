/* look.c - what the terminal can show; see look.h. */
#include "look.h"
#include "cli.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cli_look cli_look(void)
{
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR"), *more = getenv("COLORTERM");
    struct cli_look look = {.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
    bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    look.ansi = look.terminal && !dumb;
    setlocale(LC_CTYPE, "");
    look.style.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    look.style.columns = (int)cli_columns(STDOUT_FILENO);
    if (isatty(STDOUT_FILENO) && !dumb && !(no && *no))
        look.style.colours = strstr(term, "256") || (more && *more) ? TEXT_COLOURS_256 : TEXT_COLOURS_16;
    return look;
}
