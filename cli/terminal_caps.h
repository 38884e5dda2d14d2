/* terminal_caps.h - finds out what the terminal at standard input and output can show. */
#pragma once

#include "engine/text/board.h"

struct terminal_caps {
    bool terminal;           /* people look at it */
    bool ansi;               /* it understands the usual escape sequences, so it is not a dumb terminal */
    struct text_style style; /* characters, columns and colours; NO_COLOR is heeded */
};

/* Sets the character set of the environment. */
struct terminal_caps terminal_caps_detect(void);
