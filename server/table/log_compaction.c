/* log_compaction.c - compacts a log: replaces many entries with one; see table.h. The compacted entry has this form:
 *
 *     kept
 *     NUMBER AT_MS LENGTH       the number, time and length of the first entry that is kept
 *     TEXT                      its text of LENGTH bytes and a newline
 *     ...                       the other kept entries in the same way
 *
 * The omitted entries have no effect on the present state, so the resulting table is the same except for old chat. The
 * kept entries keep their numbers, times and text. So this code needs to know only the few kinds of entries that may be
 * omitted. A new kind of entry is kept by default. */
#include "table_internal.h"

#include "engine/base/number.h"
#include "engine/base/words.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- reading */

static bool entry_begins(const struct table_entry *entry, const char *word)
{
    size_t n = strlen(word);
    return entry->length >= n && memcmp(entry->text, word, n) == 0;
}

bool table_entry_is_compacted(const struct table_entry *entry) { return entry_begins(entry, "kept\n"); }

/* Reads a decimal number and the delimiter `end` that must follow it. */
static bool take_number(struct table_entry_reader *kept, char end, int64_t *number)
{
    size_t digits = base_count_digits(kept->at, kept->left);
    uint64_t value;
    if (digits == kept->left || kept->at[digits] != end || !base_number_read(kept->at, digits, INT64_MAX, &value))
        return false;
    *number = (int64_t)value;
    kept->at += digits + 1;
    kept->left -= digits + 1;
    return true;
}

struct table_entry_reader table_entry_reader(const struct table_entry *entry)
{
    if (!table_entry_is_compacted(entry))
        return (struct table_entry_reader){entry->text, entry->length, entry, false};
    return (struct table_entry_reader){entry->text + 5, entry->length - 5, NULL, false};
}

bool table_entry_read_next(struct table_entry_reader *kept, struct table_entry *entry)
{
    int64_t number, length;
    if (kept->whole) { /* not a compacted entry: yields the entry itself */
        *entry = *kept->whole;
        kept->whole = NULL;
        kept->left = 0;
        return true;
    }
    if (!kept->left || kept->damaged)
        return false;
    kept->damaged = true;
    if (!take_number(kept, ' ', &number) || !take_number(kept, ' ', &entry->at_ms) ||
        !take_number(kept, '\n', &length) || number > UINT32_MAX || length >= (int64_t)kept->left ||
        kept->at[length] != '\n')
        return false;
    kept->damaged = false;
    entry->number = (uint32_t)number;
    entry->text = kept->at;
    entry->length = (size_t)length;
    kept->at += length + 1;
    kept->left -= (size_t)length + 1;
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- writing */

/* A log as one list of entries, with compacted entries expanded. */
struct row {
    struct table_entry *entry;
    bool *out; /* for each entry: whether compaction omits it */
    size_t n, max;
};

static bool append_to_row(struct row *row, const struct table_entry *entry)
{
    if (row->n == row->max) {
        size_t max = row->max ? 2 * row->max : 256;
        struct table_entry *entries = realloc(row->entry, max * sizeof *entries);
        if (!entries)
            return false;
        row->entry = entries;
        bool *out = realloc(row->out, max * sizeof *out);
        if (!out)
            return false;
        row->out = out;
        row->max = max;
    }
    row->out[row->n] = false;
    row->entry[row->n++] = *entry;
    return true;
}

static bool expand_compacted(struct row *row, const struct table_entry *entries, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct table_entry_reader kept = table_entry_reader(&entries[i]);
        struct table_entry entry;
        while (table_entry_read_next(&kept, &entry))
            if (!append_to_row(row, &entry))
                return false;
        if (kept.damaged)
            return false;
    }
    return true;
}

static bool is_chat(const struct table_entry *entry) { return entry_begins(entry, "say "); }

/* Returns the seat that an entry names in its second word. The seat is a single digit in all entries that may be
 * omitted. */
static int seat_of(const struct table_entry *entry)
{
    const char *blank = memchr(entry->text, ' ', entry->length);
    size_t at = blank ? (size_t)(blank - entry->text) + 1 : entry->length;
    return at < entry->length && entry->text[at] >= '0' && entry->text[at] < '0' + FF_PLAYERS_MAX
               ? entry->text[at] - '0'
               : FF_NOBODY;
}

/* Omits all chat except the last `keep` lines. */
static void omit_chat(struct row *row, int keep)
{
    for (size_t i = row->n; i-- > 0;)
        if (is_chat(&row->entry[i]) && keep-- <= 0)
            row->out[i] = true;
}

/* Omits the `sit` and `stand` entries of guests who left their seat before the game, unless a chat line of theirs is
 * kept. */
static void omit_stands(struct row *row)
{
    size_t sat[FF_PLAYERS_MAX] = {0};
    for (size_t i = 0; i < row->n; i++) {
        int seat = seat_of(&row->entry[i]);
        if (seat == FF_NOBODY || row->out[i])
            continue;
        if (entry_begins(&row->entry[i], "sit "))
            sat[seat] = i;
        if (is_chat(&row->entry[i]))
            sat[seat] = 0;
        if (entry_begins(&row->entry[i], "stand ") && sat[seat])
            row->out[i] = row->out[sat[seat]] = true;
    }
}

/* For each seat, keeps only the last `away` or `back` and the last `leave` after it. Omits all of them if the game is
 * over. */
static void omit_absences(struct row *row, bool over)
{
    bool decided[FF_PLAYERS_MAX] = {false}, left[FF_PLAYERS_MAX] = {false};
    for (size_t i = row->n; i-- > 0;) {
        const struct table_entry *entry = &row->entry[i];
        int seat = seat_of(entry);
        bool leaves = entry_begins(entry, "leave "),
             decides = entry_begins(entry, "away ") || entry_begins(entry, "back ");
        if (seat == FF_NOBODY || !(leaves || decides))
            continue;
        row->out[i] = over || decided[seat] || (leaves && left[seat]);
        left[seat] |= leaves;
        decided[seat] |= decides;
    }
}

/* For each seat, keeps only the last `offer` or `keep`, and the one before each `take`. After the game it keeps only
 * those before a `take`. */
static void omit_offers(struct row *row, bool over)
{
    bool decided[FF_PLAYERS_MAX];
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        decided[i] = over;
    for (size_t i = row->n; i-- > 0;) {
        const struct table_entry *entry = &row->entry[i];
        int seat = seat_of(entry);
        if (seat == FF_NOBODY)
            continue;
        if (entry_begins(entry, "take "))
            decided[seat] = false;
        if (!entry_begins(entry, "offer ") && !entry_begins(entry, "keep "))
            continue;
        row->out[i] = decided[seat];
        decided[seat] = true;
    }
}

static bool has_reserve(const struct row *row)
{
    static const char line[] = "\nreserve ";
    const struct table_entry *create = &row->entry[0];
    for (size_t i = 0; row->n && i + BASE_LENGTH(line) <= create->length; i++)
        if (memcmp(create->text + i, line, BASE_LENGTH(line)) == 0)
            return true;
    return false;
}

static void put_entry(struct base_out *out, const struct table_entry *entry)
{
    base_put_unsigned(out, entry->number);
    base_put_char(out, ' ');
    base_put_number(out, entry->at_ms);
    base_put_char(out, ' ');
    base_put_unsigned(out, (unsigned)entry->length);
    base_put_char(out, '\n');
    base_put_bytes(out, entry->text, entry->length);
    base_put_char(out, '\n');
}

bool table_compact_log(const struct table_entry *entries, size_t n, bool over, struct base_out *out)
{
    struct row row = {0};
    bool good = expand_compacted(&row, entries, n);
    if (good) {
        omit_chat(&row, over ? 0 : TABLE_CHAT_KEPT);
        omit_stands(&row);
        /* Absences are kept in games with a reserve, because turns that bots played are not charged to it. */
        if (over || !has_reserve(&row))
            omit_absences(&row, over);
        omit_offers(&row, over);
        base_put(out, "kept\n");
        for (size_t i = 0; i < row.n; i++)
            if (!row.out[i])
                put_entry(out, &row.entry[i]);
    }
    free(row.entry);
    free(row.out);
    return good && base_out_whole(out);
}

/* --------------------------------------------------------------------------------------------------------- applying */

bool table_apply_compacted(struct table *table, const struct table_entry *entry, struct base_error *error)
{
    struct table *fresh = table_new(table->id);
    struct table_entry_reader kept = table_entry_reader(entry);
    struct table_entry one;
    bool good = fresh != NULL;
    while (good && table_entry_read_next(&kept, &one))
        good = one.number > fresh->number && one.number <= entry->number && table_apply_next(fresh, &one, error);
    if (good && !kept.damaged && fresh->number) {
        table_swap(table, fresh);
        table_free(fresh);
        return true;
    }
    struct base_out out = base_error_at(error, &(struct base_word){.line = 0});
    base_put(&out, "an entry that stands for many, and is damaged");
    table_free(fresh);
    return false;
}
