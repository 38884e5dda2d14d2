/* device_name.h - names a device so that its owner recognizes it: "Firefox on Linux". */
#pragma once

#include <stddef.h>

/* Derives the name from the header User-Agent; "Program" if the header is missing. */
void device_name_of_agent(const char *agent, char *name, size_t size);
