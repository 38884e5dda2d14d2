/* test_address.c - addresses as text, beside what the system makes of the same text. */
#include "base/address.h"

#include <arpa/inet.h>

#include "core/ff.h"
#include "test.h"

/* What inet_pton reads, IPv4 as IPv6. */
static bool system_reads(const char *text, struct base_address *address)
{
    static const struct base_address mapped = {{[10] = 0xff, [11] = 0xff}};
    if (inet_pton(AF_INET6, text, address->byte) == 1)
        return true;
    *address = mapped;
    return inet_pton(AF_INET, text, address->byte + 12) == 1;
}

static bool reads_alike(const char *text)
{
    struct base_address untouched, got, want;
    memset(&untouched, 0x5a, sizeof untouched);
    got = untouched;
    bool ours = base_address_read(text, &got), theirs = system_reads(text, &want);
    bool alike = ours == theirs && memcmp(&got, ours ? &want : &untouched, sizeof got) == 0;
    if (!CHECK(alike))
        printf("  \"%s\": %d, want %d\n", text, ours, theirs);
    return alike;
}

/* Every text of up to nine of the characters that matter. */
static void short_texts(void)
{
    static const char letters[] = "1:.0";
    char text[10];
    for (int n = 0; n < (int)sizeof text; n++)
        for (uint32_t number = 0; number < 1u << 2 * n; number++) {
            for (int i = 0; i < n; i++)
                text[i] = letters[number >> 2 * i & 3];
            text[n] = '\0';
            if (!reads_alike(text))
                return;
        }
}

/* An address in one of its spellings: in groups with or without zeros before them, in either case, a gap now and then,
 * the last four bytes with dots now and then. */
static void spell(struct ff_rng *rng, char *text)
{
    bool dots = ff_rng_below(rng, 3) == 0;
    int groups = dots ? 6 : 8, gap = ff_rng_below(rng, 2) ? (int)ff_rng_below(rng, (uint32_t)groups) : -1;
    int left_out = gap >= 0 ? (int)ff_rng_below(rng, (uint32_t)(groups - gap + 1)) : 0;
    char *at = text;
    for (int i = 0; i < groups; i++) {
        if (i == gap)
            at += sprintf(at, "%s", i ? ":" : "::");
        if (gap >= 0 && i >= gap && i < gap + left_out)
            continue;
        unsigned group = ff_rng_below(rng, 3) ? (unsigned)ff_rng_below(rng, 0x10000) >> 4 * ff_rng_below(rng, 4) : 0;
        at += sprintf(at, ff_rng_below(rng, 2) ? "%x:" : "%04X:", group);
    }
    if (dots)
        sprintf(at, "%u.%u.%u.%u", (unsigned)ff_rng_below(rng, 300), (unsigned)ff_rng_below(rng, 256),
                (unsigned)ff_rng_below(rng, 20), (unsigned)ff_rng_below(rng, 256));
    else if (ff_rng_below(rng, 20))
        at[at > text && (at - text < 2 || at[-2] != ':') ? -1 : 0] = '\0';
}

/* Some characters are left out, put in or changed. */
static void harm(struct ff_rng *rng, char *text)
{
    static const char letters[] = "0123456789afAF::..%/g -";
    for (uint32_t n = ff_rng_below(rng, 3); n > 0; n--) {
        size_t length = strlen(text), at = ff_rng_below(rng, (uint32_t)length + 1);
        switch (ff_rng_below(rng, 3)) {
        case 0: memmove(text + at, text + at + (at < length), length - at + (at >= length)); break;
        case 1: memmove(text + at + 1, text + at, length - at + 1); /* fall through */
        default: text[at] = at < strlen(text) ? letters[ff_rng_below(rng, sizeof letters - 1)] : '\0';
        }
    }
}

static void spellings(void)
{
    struct ff_rng rng = ff_rng_of(1);
    int read = 0, refused = 0;
    for (int i = 0; i < 200000 / TEST_SLOW; i++) {
        struct base_address address;
        char text[100];
        spell(&rng, text);
        harm(&rng, text);
        if (!reads_alike(text))
            return;
        *(base_address_read(text, &address) ? &read : &refused) += 1;
    }
    CHECK(read > 10000 / TEST_SLOW);
    CHECK(refused > 10000 / TEST_SLOW);
}

/* As inet_ntop writes them, but for ::192.0.2.7, which nobody has had since 2006. */
static void writing(void)
{
    struct ff_rng rng = ff_rng_of(2);
    for (int i = 0; i < 100000 / TEST_SLOW; i++) {
        struct base_address address = {{0}}, again;
        char text[BASE_ADDRESS_SIZE], want[INET6_ADDRSTRLEN];
        uint32_t shown = ff_rng_below(&rng, 0x10000);
        for (int byte = 0; byte < BASE_ADDRESS_BYTES; byte++)
            address.byte[byte] = shown >> byte / 2 & 1 ? (uint8_t)ff_rng_below(&rng, 256) : 0;
        if (i % 10 == 0)
            CHECK(system_reads("::ffff:192.0.2.7", &address));
        struct base_out out = base_out_of(text, sizeof text);
        base_put_address(&out, &address);
        CHECK(base_out_whole(&out));
        CHECK(base_address_read(text, &again) && memcmp(&again, &address, sizeof again) == 0);
        bool four = base_address_is_four(&address);
        inet_ntop(four ? AF_INET : AF_INET6, address.byte + (four ? 12 : 0), want, sizeof want);
        if (four || !strchr(want, '.'))
            CHECK_STR(text, want);
    }
}

/* The longest one fills its buffer. */
static void longest(void)
{
    struct base_address address;
    char text[BASE_ADDRESS_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    memset(&address, 0xff, sizeof address);
    base_put_address(&out, &address);
    CHECK(base_out_whole(&out));
    CHECK_EQ(strlen(text), sizeof text - 1);
}

int main(void)
{
    TEST("addresses: every short text is read as inet_pton reads it", short_texts);
    TEST("addresses: so is every spelling, whole and harmed", spellings);
    TEST("addresses: they are written as inet_ntop writes them, and come back", writing);
    TEST("addresses: the longest one fills its buffer", longest);
    return test_end();
}
