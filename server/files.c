/* files.c - finding the page's files; see files.h. */
#include "files.h"

#include <string.h>

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
    if (file || (name && strchr(name, '.')) || strncmp(path, "/api/", 5) == 0)
        return file;
    return find("/index.html");
}
