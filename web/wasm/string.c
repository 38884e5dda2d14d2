/* string.c - implements the seven functions of string.h. The first three are single WebAssembly instructions
 * (-mbulk-memory). */
#include <string.h>

void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int byte, size_t n) { return __builtin_memset(to, byte, n); }

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    while (n > 0 && *x == *y) {
        x++;
        y++;
        n--;
    }
    return n > 0 ? *x - *y : 0;
}

void *memchr(const void *s, int byte, size_t n)
{
    const unsigned char *at = s;
    for (; n > 0; at++, n--)
        if (*at == (unsigned char)byte)
            return (void *)at;
    return NULL;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
