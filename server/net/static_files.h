/* static_files.h - the page's files, embedded by cmake/embed_folder.cmake. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file, plain or compressed. Each form has its own ETag, because caches see different bytes. */
struct file_form {
    const char *encoding; /* "br" or "gzip"; NULL: plain */
    const char *etag;     /* with its quotes */
    const uint8_t *bytes, *end;
};

struct file {
    const char *path;          /* "/index.html" */
    const char *type;          /* "text/html; charset=utf-8" */
    bool lasting;              /* its name changes with its content, so it may be cached forever */
    struct file_form forms[3]; /* the smallest first, the plain one last */
};

extern const struct file files[];
extern const int files_n;

/* Returns the file at the path. A path without a dot after its last slash is one of the page's own (/t/ID) and gives
 * /index.html. Returns NULL if there is none. */
const struct file *files_find(const char *path);

/* Returns the smallest form that the client's Accept-Encoding names. "*" is ignored, because every client can read the
 * plain file. */
const struct file_form *files_choose_form(const struct file *file, const char *accepts);

/* Returns whether If-None-Match shows that the client has the form already: the list contains its ETag, weak or not, or
 * is "*". */
bool files_is_cached(const struct file_form *form, const char *none_match);
