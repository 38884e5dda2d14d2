/* admin.c - `fuerstenfeld admin`: the operator's commands for a running server; see admin.h. The command works on the
 * store, and all servers that use the store follow its orders (server/app/moderation_orders.h). So it needs neither a
 * port nor a password. Anybody who may open the store is an operator. */
#include "admin.h"

#include "engine/base/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The remaining arguments, joined with spaces: a reason or a name. */
struct rest {
    char text[MODERATION_WHY_SIZE];
    bool full;
};

static struct rest rest_of(char **words, int n)
{
    struct rest rest = {.text = ""};
    struct base_out out = base_out_of(rest.text, sizeof rest.text);
    for (int i = 0; i < n; i++) {
        base_put(&out, i ? " " : "");
        base_put(&out, words[i]);
    }
    rest.full = !base_out_whole(&out);
    for (size_t i = 0; i < out.length; i++)
        if ((unsigned char)rest.text[i] < ' ')
            rest.text[i] = ' ';
    return rest;
}

static bool fits(const struct rest *rest)
{
    if (rest->full)
        cli_error("admin: the reason is too long; %d bytes are enough", MODERATION_WHY_SIZE - 1);
    return !rest->full;
}

static int exit_status_of(bool good) { return good ? CLI_OK : CLI_USAGE; }

/* ----------------------------------------------------------------------------------------------------------- tables */

static bool print_table(void *context, const struct store_head *head)
{
    static const char *const phases[] = {"open", "play", "over"};
    const struct admin *admin = context;
    char time[32];
    cli_printf("%s %-4s %-6s %s %4u entries%s%s {%s}\n", head->table, phases[head->phase % 3],
               head->listed ? "listed" : "-", admin_format_time(head->changed_ms, time), head->number,
               moderation_table_closed_reason(admin->moderation, head->table) ? " closed" : "",
               head->marked_ms ? " marked" : "", CLI_SAFE(head->about));
    return true;
}

static int list_tables(struct admin *admin, char **words, int n)
{
    (void)words, (void)n;
    return exit_status_of(admin_for_each_table(admin, print_table, admin));
}

/* Prints a log entry without secrets: its kind and the parts that everybody at the table saw. */
static void print_entry(const struct table_entry *entry)
{
    struct base_words words = base_words_in_lines(entry->text, entry->length);
    struct base_word verb = {0}, seat = {0}, word = {0};
    char time[32], text[TABLE_ENTRY_MAX];
    base_words_line(&words);
    base_words_next(&words, &verb);
    base_words_next(&words, &seat);
    bool takes = base_word_is(&verb, "take"), sits = takes || base_word_is(&verb, "sit"),
         says = base_word_is(&verb, "say"), chats = base_word_is(&verb, "chat");
    if (sits || says)
        base_words_next(&words, &word);
    if (sits && !takes) {
        struct base_word mix;
        base_words_next(&words, &mix);
    }
    struct base_word rest = base_words_rest(&words);
    snprintf(text, sizeof text, "%.*s%s%.*s", sits ? (int)word.length : 0, word.text ? word.text : "", sits ? " " : "",
             sits || says || chats ? (int)rest.length : 0, rest.text ? rest.text : "");
    cli_printf("%6u %s %.*s %.*s %s\n", entry->number, admin_format_time(entry->at_ms, time), (int)verb.length,
               verb.text, seat.length == 1 ? 1 : 0, seat.text ? seat.text : "", CLI_SAFE(text));
}

static int show_table(struct admin *admin, char **words, int n)
{
    struct store_head head;
    struct admin_log log;
    (void)n;
    if (!admin_find_table(admin, words[0], &head) || !admin_load_log(admin, head.table, &log))
        return CLI_USAGE;
    print_table(admin, &head);
    cli_printf("made by guest %s%s%s\n", head.host, *head.origin ? " from " : "", head.origin);
    for (size_t i = 0; i < log.n; i++) {
        struct table_entry_reader kept = table_entry_reader(&log.entries[i]);
        struct table_entry entry;
        while (table_entry_read_next(&kept, &entry))
            print_entry(&entry);
    }
    admin_log_free(&log);
    return CLI_OK;
}

static int close_table(struct admin *admin, char **words, int n)
{
    struct store_head head;
    struct rest why = rest_of(words + 1, n - 1);
    if (!fits(&why) || !admin_find_table(admin, words[0], &head))
        return CLI_USAGE;
    return exit_status_of(admin_give_order(admin, MODERATION_CLOSE_TABLE, head.table, why.text));
}

static int reopen_table(struct admin *admin, char **words, int n)
{
    struct store_head head;
    (void)n;
    if (!admin_find_table(admin, words[0], &head))
        return CLI_USAGE;
    return exit_status_of(admin_give_order(admin, MODERATION_REOPEN_TABLE, head.table, ""));
}

static int delete_table(struct admin *admin, char **words, int n)
{
    struct store_head head;
    (void)n;
    for (int i = 0; i < ADMIN_TRIES && admin_find_table(admin, words[0], &head); i++) {
        struct store_job job = {.op = STORE_TABLE_DELETE, .stand.number = head.number};
        memcpy(job.table, head.table, sizeof job.table);
        if (!admin_run_job(admin, &job, NULL))
            return CLI_USAGE;
        if (job.status == STORE_DONE)
            return exit_status_of(admin_give_order(admin, MODERATION_TABLE_REPLACED, head.table, ""));
    }
    return CLI_USAGE;
}

/* ----------------------------------------------------------------------------------------------------------- guests */

struct guests {
    const struct admin *admin;
    const char *part; /* only guests with this in their name; NULL: all */
};

static bool print_guest(void *context, const struct store_guest *guest)
{
    const struct guests *guests = context;
    char made[32], seen[32];
    if (guests->part && !strstr(guest->name, guests->part))
        return true;
    cli_printf("%s made %s seen %s%s%s %s\n", guest->guest, admin_format_time(guest->made_ms, made),
               admin_format_time(guest->seen_ms, seen),
               moderation_ban_reason(guests->admin->moderation, guest->guest) ? " banned" : "",
               guest->marked_ms ? " marked" : "", CLI_SAFE(guest->name));
    return true;
}

static int list_guests(struct admin *admin, char **words, int n)
{
    struct guests guests = {admin, n ? words[0] : NULL};
    return exit_status_of(admin_for_each_guest(admin, print_guest, &guests));
}

static int rename_guest(struct admin *admin, char **words, int n)
{
    struct store_guest guest;
    struct rest name = rest_of(words + 1, n - 1);
    char clean[TABLE_NAME_SIZE];
    if (!table_name_read(name.text, strlen(name.text), clean)) {
        cli_error("admin: \"%s\" is not a name; a name has 1 to %d characters, none of them hidden", name.text,
                  TABLE_NAME_CHARACTERS);
        return CLI_USAGE;
    }
    return admin_find_guest(admin, words[0], &guest) ? admin_rename_guest(admin, &guest, clean) : CLI_USAGE;
}

/* Stores the id of the guest or the address that the text names in `who`. A text with a dot or a colon is an
 * address. */
static bool find_who(struct admin *admin, const char *text, char who[MODERATION_WHO_SIZE])
{
    struct store_guest guest;
    bool address = strpbrk(text, ".:") != NULL;
    uint8_t byte[ADDRESS_BYTES];
    if (address && (strlen(text) >= MODERATION_WHO_SIZE || !address_read(text, byte))) {
        cli_error(
            "admin: \"%s\" is not an address; give one address as the log has it, such as 192.0.2.7 or 2001:db8::7",
            text);
        return false;
    }
    if (!address && !admin_find_guest(admin, text, &guest))
        return false;
    snprintf(who, MODERATION_WHO_SIZE, "%s", address ? text : guest.guest);
    for (char *at = who; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return true;
}

static int ban(struct admin *admin, char **words, int n)
{
    char who[MODERATION_WHO_SIZE];
    struct rest why = rest_of(words + 1, n - 1);
    if (!fits(&why) || !find_who(admin, words[0], who))
        return CLI_USAGE;
    return exit_status_of(admin_give_order(admin, MODERATION_BAN, who, why.text));
}

/* Lifts a ban. The word is not looked up, because a deleted guest may still be banned. */
static int unban(struct admin *admin, char **words, int n)
{
    (void)n;
    if (!moderation_ban_reason(admin->moderation, words[0])) {
        cli_error("admin: %s is not banned; admin orders lists the bans", words[0]);
        return CLI_USAGE;
    }
    return exit_status_of(admin_give_order(admin, MODERATION_UNBAN, words[0], ""));
}

static int export_guest(struct admin *admin, char **words, int n)
{
    struct store_guest guest;
    (void)n;
    return admin_find_guest(admin, words[0], &guest) ? admin_export_guest(admin, &guest) : CLI_USAGE;
}

static int forget_guest(struct admin *admin, char **words, int n)
{
    struct store_guest guest;
    (void)n;
    return admin_find_past_guest(admin, words[0], &guest) ? admin_forget_guest(admin, &guest) : CLI_USAGE;
}

/* -------------------------------------------------------------------------------------------------------- the moderation */

static int lobby(struct admin *admin, char **words, int n)
{
    struct rest why = rest_of(words + 1, n > 1 ? n - 1 : 0);
    if (n == 0) {
        const char *shut = moderation_lobby_closed_reason(admin->moderation);
        cli_printf(shut ? "the lobby is closed%s%s\n" : "the lobby is open%s%s\n", shut && *shut ? ": " : "",
                   shut ? CLI_SAFE(shut) : "");
        return CLI_OK;
    }
    bool closes = strcmp(words[0], "close") == 0;
    if (!closes && (strcmp(words[0], "open") != 0 || n > 1)) {
        cli_error("admin: use lobby, lobby close WHY or lobby open");
        return CLI_USAGE;
    }
    return fits(&why) ? exit_status_of(admin_give_order(admin, closes ? MODERATION_LOBBY_CLOSED : MODERATION_LOBBY_OPEN,
                                                        "", why.text))
                      : CLI_USAGE;
}

static int orders(struct admin *admin, char **words, int n)
{
    struct admin_log log;
    (void)words, (void)n;
    if (!admin_load_log(admin, MODERATION_LOG_ID, &log))
        return CLI_USAGE;
    for (size_t i = 0; i < log.n; i++) {
        char time[32], text[MODERATION_ORDER_MAX + 1];
        snprintf(text, sizeof text, "%.*s", (int)log.entries[i].length, log.entries[i].text);
        cli_printf("%6u %s %s\n", log.entries[i].number, admin_format_time(log.entries[i].at_ms, time), CLI_SAFE(text));
    }
    admin_log_free(&log);
    return CLI_OK;
}

/* -------------------------------------------------------------------------------------------------------- the verbs */

struct verb {
    const char *name, *operands, *about;
    int least, most;
    int (*run)(struct admin *admin, char **words, int n);
};

enum { MANY = 1000 };

static const struct verb verbs[] = {
    {"tables", "", "lists all tables: id, phase, whether listed, last change, names", 0, 0, list_tables},
    {"table", "TABLE", "prints a table's log: who sat down, what was said, what happened when; no secrets", 1, 1,
     show_table},
    {"close", "TABLE [WHY]", "closes a table: nobody can open it any more, but it is kept", 1, MANY, close_table},
    {"reopen", "TABLE", "opens a closed table again", 1, 1, reopen_table},
    {"delete", "TABLE", "deletes a table and its log", 1, 1, delete_table},
    {"guests", "[PART]", "lists all guests, or those with PART in their name", 0, 1, list_guests},
    {"rename", "GUEST NAME", "gives a guest a different name, at all tables", 2, MANY, rename_guest},
    {"ban", "GUEST|ADDRESS [WHY]", "disconnects a guest or an address and refuses it from now on", 1, MANY, ban},
    {"unban", "GUEST|ADDRESS", "lifts a ban", 1, 1, unban},
    {"export", "GUEST", "prints everything about a guest in the logs of tables, as JSON", 1, 1, export_guest},
    {"forget", "GUEST", "deletes everything about a guest; games of others stay, without the name", 1, 1, forget_guest},
    {"marked", "", "lists what will be deleted or compacted because of its age, and when", 0, 0, admin_list_marked},
    {"restore", "TABLE|GUEST", "removes the mark of a table or a guest, which counts as used today", 1, 1,
     admin_restore_marked},
    {"clock", "[accept]", "shows whether the clock agrees with the store's time; accept: it is right", 0, 1,
     admin_compare_clocks},
    {"check", "", "checks that everything stored is as it was written; status 1 if not", 0, 0, admin_check_store},
    {"reports", "[GUEST]", "lists players' reports; with GUEST, settles the reports about that guest", 0, 1,
     admin_list_or_settle_reports},
    {"notices", "", "shows how many notices wait to be sent, and which could not be sent", 0, 0,
     admin_list_unsent_notices},
    {"ratings", "", "recalculates all ratings from the rated games; status 1 if one differs", 0, 0,
     admin_check_ratings},
    {"lobby", "[close [WHY]|open]", "shows, closes or opens the lobby; a closed lobby has no new tables", 0, MANY,
     lobby},
    {"orders", "", "lists all orders so far", 0, 0, orders},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const struct verb *find_verb(const char *name)
{
    const char *names[VERBS];
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
        names[i] = verbs[i].name;
    }
    const char *nearest = cli_find_similar_name(name, names, VERBS);
    cli_error("admin: unknown verb \"%s\"; %s%s%s", name,
              nearest ? "did you mean \"" : "fuerstenfeld admin --help lists the verbs", nearest ? nearest : "",
              nearest ? "\"?" : "");
    return NULL;
}

static int run_verb(const struct verb *verb, char **words, int n, const char *config, const char *given)
{
    struct admin admin;
    char store[SERVE_STORE_SIZE];
    if (n < verb->least || n > verb->most) {
        cli_error("admin: usage: fuerstenfeld admin %s %s", verb->name, verb->operands);
        return CLI_USAGE;
    }
    if (!serve_find_store(config, given, store))
        return CLI_USAGE;
    bool open = admin_open(&admin, store) || (admin.store && verb->run == admin_check_store);
    int status = open ? verb->run(&admin, words, n) : CLI_USAGE;
    admin_close(&admin);
    return status;
}

int cmd_admin(int argc, char **argv)
{
    const char *store = NULL, *config = NULL;
    char about[2048];
    struct base_out out = base_out_of(about, sizeof about);
    base_put(&out, "Looks after a server's tables and guests while it runs. The command works on the store, and every\n"
                   "server that uses the store follows within a second. The beginning of an id is enough.\n\nverbs:");
    for (int i = 0; i < VERBS; i++) {
        char line[200];
        snprintf(line, sizeof line, "\n  %s %-*s  %s", verbs[i].name, 26 - (int)strlen(verbs[i].name),
                 verbs[i].operands, verbs[i].about);
        base_put(&out, line);
    }
    const struct cli_option options[] = {
        {"store", "STORE", "the server's store: sqlite:FILE or postgres://USER@HOST/NAME (the one that `serve` finds)",
         .text = &store},
        {"config", "FILE", "the server's settings file", .text = &config},
    };
    const struct cli_usage usage = CLI_USAGE_OF("admin", "VERB [WHAT...]", about, options);
    int n = cli_parse(&usage, argc, argv);
    if (n < 0)
        return cli_parse_exit_status(n);
    const struct verb *verb = find_verb(argv[1]);
    return verb ? run_verb(verb, argv + 2, n - 1, config, store) : CLI_USAGE;
}
