/* device_name.h - a name for a device that its owner recognizes: "Firefox on Linux". */
#pragma once

#include <stddef.h>

/* Derives the name from User-Agent; "Program" if there is none. */
void device_name_of_agent(const char *agent, char *name, size_t size);
