/* static_files.h - the page's files, which cmake/embed_folder.cmake embeds in the program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file's content, plain or compressed. Each form has its own ETag, because the bytes differ. */
struct file_form {
    const char *encoding; /* "br", "gzip", or NULL for plain */
    const char *etag;     /* including the quotation marks */
    const uint8_t *bytes, *end;
};

struct file {
    const char *path;          /* such as "/index.html" */
    const char *type;          /* such as "text/html; charset=utf-8" */
    bool lasting;              /* may be cached forever, because the name changes with the content */
    struct file_form forms[3]; /* smallest first, plain last */
};

extern const struct file files[];
extern const int files_n;

/* Returns the file for a path, or NULL if there is none. Paths of the page's own, such as /t/ID, have no dot after the
 * last slash and yield /index.html. */
const struct file *files_find(const char *path);

/* Returns the smallest form that the Accept-Encoding header names, or else the plain one. "*" is ignored, because every
 * client accepts plain files. */
const struct file_form *files_choose_form(const struct file *file, const char *accepts);

/* Returns whether the header If-None-Match contains the form's ETag, weak or not, or is "*", so that the client need
 * not load the file again. */
bool files_is_cached(const struct file_form *form, const char *none_match);
