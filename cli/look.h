/* look.h - what the terminal at standard input and output can show. */
#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include "text/board.h"

struct cli_look {
    bool terminal;           /* people look at it */
    bool ansi;               /* it knows the usual commands: it is not a dumb one */
    struct text_style style; /* characters, columns and colours; NO_COLOR is heeded */
};

/* Sets the character set of the environment. */
struct cli_look cli_look(void);

#endif
