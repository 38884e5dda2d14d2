/* test_files.c - which form of a file a client gets: brotli, gzip or as it is, and what its cache knows already. */
#include "server/net/static_files.h"
#include "test.h"

static const uint8_t bytes[1];

const struct file files[] = {
    {"/index.html",
     "text/html",
     false,
     {{"br", "\"1-br\"", bytes, bytes}, {"gzip", "\"1-gz\"", bytes, bytes}, {NULL, "\"1\"", bytes, bytes}}},
    {"/zipped.js", "text/javascript", true, {{"gzip", "\"2-gz\"", bytes, bytes}, {NULL, "\"2\"", bytes, bytes}}},
    {"/picture.png", "image/png", true, {{NULL, "\"3\"", bytes, bytes}}},
};
const int files_n = 3;

/* The ETag of what a client with that Accept-Encoding gets. */
static const char *got(const char *path, const char *accepts)
{
    return files_choose_form(files_find(path), accepts)->etag;
}

static void the_smallest(void)
{
    CHECK_STR(got("/", "gzip, deflate, br, zstd"), "\"1-br\"");
    CHECK_STR(got("/", "br"), "\"1-br\"");
    CHECK_STR(got("/", "gzip, deflate"), "\"1-gz\"");
    CHECK_STR(got("/", ""), "\"1\"");
    CHECK_STR(got("/", "identity"), "\"1\"");
    CHECK_STR(got("/", "*"), "\"1\"");
    CHECK_STR(got("/zipped.js", "br, gzip"), "\"2-gz\"");
    CHECK_STR(got("/zipped.js", "br"), "\"2\"");
    CHECK_STR(got("/picture.png", "br, gzip"), "\"3\"");
}

static void whole_words(void)
{
    CHECK_STR(got("/", "brotli"), "\"1\"");
    CHECK_STR(got("/", "abr, x-br, br-2, gzipped, x-gzip"), "\"1\"");
    CHECK_STR(got("/", "sabre;br=1;gzip"), "\"1\"");
    CHECK_STR(got("/", "b, r, g, zip"), "\"1\"");
    CHECK_STR(got("/", "BR"), "\"1-br\"");
    CHECK_STR(got("/", "GZip"), "\"1-gz\"");
    CHECK_STR(got("/", " \t, ,,gzip ,"), "\"1-gz\"");
    CHECK_STR(got("/", ";, ;;br,"), "\"1\"");
}

static void weights(void)
{
    CHECK_STR(got("/", "br;q=0, gzip"), "\"1-gz\"");
    CHECK_STR(got("/", "br; q=0.000,gzip;q=0.001"), "\"1-gz\"");
    CHECK_STR(got("/", "br ;Q=0"), "\"1\"");
    CHECK_STR(got("/", "gzip;q=0.0 , br;q=0"), "\"1\"");
    CHECK_STR(got("/", "br;q=0.5, gzip;q=1"), "\"1-br\"");
    CHECK_STR(got("/", "br;q=0.01"), "\"1-br\"");
    CHECK_STR(got("/", "br;q=1.0"), "\"1-br\"");
}

static void what_is_known(void)
{
    const struct file_form *brotli = &files[0].forms[0], *plain = &files[0].forms[2];
    CHECK(files_is_cached(brotli, "\"1-br\""));
    CHECK(files_is_cached(brotli, "W/\"1-br\""));
    CHECK(files_is_cached(brotli, "\"9\", \"1-br\""));
    CHECK(files_is_cached(brotli, "*"));
    CHECK(!files_is_cached(brotli, "\"1-gz\", \"1\""));
    CHECK(!files_is_cached(plain, "\"1-br\""));
    CHECK(!files_is_cached(plain, "\"11\", \"2\""));
    CHECK(!files_is_cached(plain, ""));
}

static void paths(void)
{
    CHECK(files_find("/zipped.js") == &files[1]);
    CHECK(files_find("/") == &files[0]);
    CHECK(files_find("/t/abcdefghijklmnop") == &files[0]);
    CHECK(files_find("/none.js") == NULL);
    CHECK(files_find("/index.html.br") == NULL);
    CHECK(files_find("/api/none") == NULL);
}

int main(void)
{
    TEST("a client gets the smallest form that it names", the_smallest);
    TEST("the names of encodings are whole words, in any case", whole_words);
    TEST("an encoding that weighs nothing is refused", weights);
    TEST("each form has an ETag of its own, which is found in a list", what_is_known);
    TEST("the page's own paths are the page, and others' files are not there", paths);
    return test_end();
}
