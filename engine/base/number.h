/* number.h - reads whole numbers from decimal digits. All code that reads a number from text uses it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the number of digits at the beginning of the n bytes. */
static inline size_t base_count_digits(const char *text, size_t n)
{
    size_t digits = 0;
    while (digits < n && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits;
}

/* Reads all n bytes as a decimal number. Returns false and leaves *number untouched if n is 0, if a byte is not a
 * digit, or if the number is above max. */
static inline bool base_number_read(const char *text, size_t n, uint64_t max, uint64_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (digit > 9 || digit > max || value > (max - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (n)
        *number = value;
    return n > 0;
}
