/* cookies.c - reads tokens from request headers and writes cookies; see cookies.h. */
#include "server/net/cookies.h"

#include "engine/base/hex.h"

#include <string.h>
#include <strings.h>

static const char plain_name[] = "ff", secure_name[] = "__Host-ff";
enum { PORT_DIGITS_MAX = 5 };

/* Returns the port number at the end of the Host header, or an empty text for a default port. */
static struct head_text port_of(const struct head *head)
{
    struct head_text host = head->field[HEAD_HOST];
    size_t n = 0;
    while (n < host.n && host.at[host.n - n - 1] >= '0' && host.at[host.n - n - 1] <= '9')
        n++;
    bool is_port = n >= 1 && n <= PORT_DIGITS_MAX && n < host.n && host.at[host.n - n - 1] == ':';
    return is_port ? (struct head_text){host.at + host.n - n, n} : (struct head_text){0};
}

void cookies_name_for_request(const struct head *head, bool secure, char name[COOKIES_NAME_SIZE])
{
    struct head_text port = port_of(head);
    struct base_out out = base_out_of(name, COOKIES_NAME_SIZE);
    base_put(&out, secure ? secure_name : plain_name);
    base_put(&out, port.n ? "_" : "");
    base_put_bytes(&out, port.at, port.n);
}

static bool is_secure(const char *name) { return name[0] == '_'; }

/* Returns whether a cookie's name is one that this program uses at any port. */
static bool is_ours(struct head_text name, bool secure)
{
    const char *ours = secure ? secure_name : plain_name;
    size_t n = strlen(ours);
    if (name.n < n || memcmp(name.at, ours, n) != 0 || (name.n > n && name.at[n] != '_'))
        return false;
    for (size_t i = n + 1; i < name.n; i++)
        if (name.at[i] < '0' || name.at[i] > '9')
            return false;
    return true;
}

/* Removes the next "NAME=VALUE" from the list. Returns false at the end of the list. */
static bool take_cookie(struct head_text *list, struct head_text *name, struct head_text *value)
{
    while (list->n && (*list->at == ' ' || *list->at == '\t' || *list->at == ';')) {
        list->at++;
        list->n--;
    }
    if (!list->n)
        return false;
    const char *end = memchr(list->at, ';', list->n);
    size_t n = end ? (size_t)(end - list->at) : list->n;
    const char *equals = memchr(list->at, '=', n);
    *name = (struct head_text){list->at, equals ? (size_t)(equals - list->at) : n};
    *value = (struct head_text){list->at + n, 0};
    if (equals)
        *value = (struct head_text){equals + 1, n - name->n - 1};
    while (value->n && (value->at[value->n - 1] == ' ' || value->at[value->n - 1] == '\t'))
        value->n--;
    list->at += n;
    list->n -= n;
    return true;
}

static bool has_token(const struct guest_tokens *tokens, const uint8_t token[MESSAGE_TOKEN_BYTES])
{
    for (int i = 0; i < tokens->n; i++)
        if (memcmp(tokens->token[i], token, MESSAGE_TOKEN_BYTES) == 0)
            return true;
    return false;
}

/* Collects the tokens of the cookie named `own`, or, if `others`, of this program's cookies for other ports. Skips
 * values that are not tokens. */
static void take_cookies(struct head_text list, const char *own, bool others, struct guest_tokens *tokens)
{
    struct head_text name, value;
    uint8_t token[MESSAGE_TOKEN_BYTES];
    while (take_cookie(&list, &name, &value)) {
        bool is_own = name.n == strlen(own) && memcmp(name.at, own, name.n) == 0;
        if (is_own == others || !is_ours(name, is_secure(own)) ||
            !base_hex_read(value.at, value.n, token, sizeof token) || has_token(tokens, token))
            continue;
        if (tokens->n < GUEST_TOKENS_MAX)
            memcpy(tokens->token[tokens->n++], token, sizeof token);
        else
            tokens->unusable |= is_own;
    }
}

bool cookies_read_tokens(const struct head *head, const char *name, struct guest_tokens *tokens)
{
    static const char bearer[] = "Bearer ";
    struct head_text shown = head->field[HEAD_AUTHORIZATION];
    size_t n = sizeof bearer - 1;
    *tokens = (struct guest_tokens){0};
    if (shown.n >= n && strncasecmp(shown.at, bearer, n) == 0) {
        tokens->n = base_hex_read(shown.at + n, shown.n - n, tokens->token[0], MESSAGE_TOKEN_BYTES);
        tokens->unusable = !tokens->n;
        return false;
    }
    take_cookies(head->field[HEAD_COOKIE], name, false, tokens);
    take_cookies(head->field[HEAD_COOKIE], name, true, tokens);
    return true;
}

void cookies_put_header(struct base_out *out, const char *name, const uint8_t token[MESSAGE_TOKEN_BYTES])
{
    base_put(out, name);
    base_put_char(out, '=');
    if (token)
        base_put_hex(out, token, MESSAGE_TOKEN_BYTES);
    base_put(out, token ? "; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict"
                        : "; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
    base_put(out, is_secure(name) ? "; Secure" : "");
}
