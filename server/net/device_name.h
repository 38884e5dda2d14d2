/* device_name.h - names a device so that its owner recognizes it, such as "Firefox on Linux". */
#pragma once

#include <stddef.h>

/* Writes a device's name, derived from the header User-Agent. Writes "Program" if the header names no known browser or
 * system. */
void device_name_from_user_agent(const char *agent, char *name, size_t size);
