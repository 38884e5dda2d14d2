/* device_name.c - derives a device's name from the header User-Agent; see device_name.h. Browsers also name their
 * ancestors in it, such as Edge names Chrome and Safari, so descendants are tested first. */
#include "server/net/device_name.h"

#include <stdio.h>
#include <string.h>

static const char *find(const char *agent, const char *const (*words)[2])
{
    for (; (*words)[0]; words++)
        if (strstr(agent, (*words)[0]))
            return (*words)[1];
    return NULL;
}

void device_name_from_user_agent(const char *agent, char *name, size_t size)
{
    static const char *const browsers[][2] = {
        {"Edg/", "Edge"},      {"OPR/", "Opera"},     {"SamsungBrowser/", "Samsung Internet"},
        {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},  {"Firefox/", "Firefox"},
        {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {NULL, NULL}};
    static const char *const systems[][2] = {{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},
                                             {"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"},
                                             {"Linux", "Linux"},     {NULL, NULL}};
    const char *browser = find(agent, browsers), *system = find(agent, systems);
    if (browser && system)
        snprintf(name, size, "%s on %s", browser, system);
    else
        snprintf(name, size, "%s", browser ? browser : system ? system : "Program");
}
