/* static_files.h - the page's files, which are in the program; made by cmake/embed_folder.cmake. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file as it is, or compressed. Each has an ETag of its own: to a cache they are different bytes. */
struct file_form {
    const char *encoding; /* "br" or "gzip"; NULL: as it is */
    const char *etag;     /* with its quotes */
    const uint8_t *bytes, *end;
};

struct file {
    const char *path;          /* "/index.html" */
    const char *type;          /* "text/html; charset=utf-8" */
    bool lasting;              /* its name changes with its content */
    struct file_form forms[3]; /* the smallest first; the one without an encoding is the last */
};

extern const struct file files[];
extern const int files_n;

/* The file at that path. Any other path that has no dot behind its last slash is one of the page's own (/t/ID) and
 * gives /index.html. NULL: there is none. */
const struct file *files_find(const char *path);

/* The smallest form that a client takes: accepts is its Accept-Encoding. Only what it names counts, so that "*" gives
 * the file as it is, which every client takes. */
const struct file_form *files_form(const struct file *file, const char *accepts);

/* Whether a client that sends this If-None-Match has the form already: its ETag is in the list, weak or not, or the
 * list is
 * "*". */
bool files_known(const struct file_form *form, const char *none_match);

#endif
