/* files.h - the page's files, which are in the program; made by cmake/embed_folder.cmake. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file {
    const char *path; /* "/index.html" */
    const char *type; /* "text/html; charset=utf-8" */
    const char *etag; /* with its quotes */
    bool lasting;     /* its name changes with its content */
    const uint8_t *bytes, *end;
    const uint8_t *gzip, *gzip_end; /* the same, compressed; NULL: there is none */
};

extern const struct file files[];
extern const int files_n;

/* The file at that path. Any other path that has no dot behind its last slash is one of the page's own (/t/ID) and
 * gives /index.html. NULL: there is none. */
const struct file *files_find(const char *path);

#endif
