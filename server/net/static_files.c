/* static_files.c - finds the page's files, and the best encoding for a client; see static_files.h. */
#include "static_files.h"

#include <string.h>
#include <strings.h>

static const struct file *find(const char *path)
{
    for (int i = 0; i < files_n; i++)
        if (strcmp(files[i].path, path) == 0)
            return &files[i];
    return NULL;
}

const struct file *files_find(const char *path)
{
    const struct file *file = find(path);
    const char *name = strrchr(path, '/');
    bool is_player = strncmp(path, "/p/", 3) == 0; /* player names may contain dots */
    if (file || (name && strchr(name, '.') && !is_player) || strncmp(path, "/api/", 5) == 0)
        return file;
    return find("/index.html");
}

/* Returns whether a parameter such as "q=0" or "q=0.000" refuses the encoding. */
static bool refused(const char *weight)
{
    if (strncasecmp(weight, "q=0", 3) != 0)
        return false;
    char after = weight[3 + strspn(weight + 3, ".0")];
    return after == '\0' || strchr(" \t,;", after);
}

/* Returns whether an Accept-Encoding list such as "gzip, br;q=0.5" accepts the encoding. */
static bool accepted(const char *accepts, const char *encoding)
{
    size_t n = strlen(encoding);
    for (const char *at = accepts + strspn(accepts, " \t,"); *at; at += strspn(at, " \t,")) {
        size_t name_n = strcspn(at, " \t,;");
        bool named = name_n == n && strncasecmp(at, encoding, n) == 0;
        at += name_n;
        at += strspn(at, " \t;");
        if (named)
            return !refused(at);
        at += strcspn(at, ",");
    }
    return false;
}

const struct file_form *files_choose_form(const struct file *file, const char *accepts)
{
    const struct file_form *form = file->forms;
    while (form->encoding && !accepted(accepts, form->encoding))
        form++;
    return form;
}

bool files_is_cached(const struct file_form *form, const char *none_match)
{
    return strcmp(none_match, "*") == 0 || strstr(none_match, form->etag) != NULL;
}
