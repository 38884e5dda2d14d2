/* terminal_caps.h - finds out what the terminal at standard input and output can show. */
#pragma once

#include "engine/text/board.h"

struct terminal_caps {
    bool terminal;           /* standard input and output are a terminal */
    bool ansi;               /* the terminal understands the usual escape sequences */
    struct text_style style; /* character set, columns and colours, which NO_COLOR turns off */
};

/* Examines the environment and standard input and output. */
struct terminal_caps terminal_caps_detect(void);
