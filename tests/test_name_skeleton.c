/* test_name_skeleton.c - names that look alike have one skeleton, and others have different ones. */
#include "server/identity/name_skeleton.h"
#include "test.h"

#include <string.h>

static const char *skeleton(const char *name)
{
    static char text[2][200];
    static int next;
    struct base_out out = base_out_of(text[next ^= 1], sizeof text[0]);
    name_put_skeleton(&out, name);
    CHECK(out.length <= strlen(name) && out.length > 0);
    return text[next];
}

static void names_that_look_alike(void)
{
    static const char *const alike[][2] = {
        {"Anna", "anna"},
        {"Anna", "\xd0\x90nna"} /* Cyrillic A */,
        {"Anna", "Ann\xc3\xa4"},
        {"Paul", "PauI"},
        {"Olga", "0lga"},
        {"Clara", "C l a r a"},
        {"Bernd", "Bemd"},
        {"Zoe", "Zo\xc3\xab"},
        {"Willy", "VVilly"},
        {"Max", "M\xce\xb1x"} /* Greek alpha */,
        {"Eva", "E\xcc\x81va"},
        {"Ida", "\xef\xbc\xa9"
                "da"},
        {"J\xc3\xbcrgen", "jurgen"},
        {"Anna-Lena", "Anna Lena"},
        {"\xc5\x81ukasz", "Lukasz"},
    };
    static const char *const different[][2] = {
        {"Anna", "Hanna"}, {"Ben", "Bea"}, {"\xe7\x8e\x8b", "\xe6\x9d\x8e"}, {"-", "."}};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        CHECK_STR(skeleton(alike[i][0]), skeleton(alike[i][1]));
    for (size_t i = 0; i < sizeof different / sizeof *different; i++)
        CHECK(strcmp(skeleton(different[i][0]), skeleton(different[i][1])) != 0);
}

int main(void)
{
    TEST("names that look alike have one skeleton, others do not", names_that_look_alike);
    return test_end();
}
