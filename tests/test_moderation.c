/* test_moderation.c - the operators' orders: as text and back, what they come to, and that no bytes do harm. */
#include "server/app/moderation_orders.h"

#include <string.h>

#include "server/table/id.h"
#include "test.h"

static bool give(struct moderation_state *moderation, const char *text)
{
    struct moderation_order order;
    return moderation_apply_entry(moderation, moderation_last_number(moderation) + 1, text, strlen(text), &order);
}

static void orders_come_back(void)
{
    for (int verb = MODERATION_LOBBY_CLOSED; verb <= MODERATION_GUEST_CHANGED; verb++)
        for (int why = 0; why < 2; why++) {
            bool lobby = verb == MODERATION_LOBBY_CLOSED || verb == MODERATION_LOBBY_OPEN;
            struct moderation_order order = {.verb = (enum moderation_verb)verb}, read;
            char text[MODERATION_ORDER_MAX + 1];
            struct base_out out = base_out_of(text, sizeof text);
            if (!lobby)
                strcpy(order.who, "2001:db8:1:2::");
            if (why) {
                memset(order.why, 'x', sizeof order.why - 1);
                order.why[3] = ' ';
            }
            moderation_order_write(&order, &out);
            CHECK(!out.full);
            CHECK(moderation_order_read(text, out.length, &read));
            CHECK(memcmp(&order, &read, sizeof order) == 0);
        }
}

static void what_they_come_to(void)
{
    struct moderation_state *moderation = moderation_state_new();
    REQUIRE(moderation);
    CHECK(!moderation_lobby_closed_reason(moderation) && !moderation_ban_reason(moderation, "aaaaaaaaaaaaaaaa") &&
          !moderation_table_closed_reason(moderation, "tttttttttttttttt"));
    CHECK(give(moderation, "ban aaaaaaaaaaaaaaaa was rude"));
    CHECK(give(moderation, "ban 192.0.2.7"));
    CHECK(give(moderation, "close tttttttttttttttt"));
    CHECK(give(moderation, "lobby closed back at ten"));
    CHECK_STR(moderation_ban_reason(moderation, "aaaaaaaaaaaaaaaa"), "was rude");
    CHECK_STR(moderation_ban_reason(moderation, "192.0.2.7"), "");
    CHECK(!moderation_ban_reason(moderation, "192.0.2.70") && !moderation_ban_reason(moderation, "tttttttttttttttt"));
    CHECK_STR(moderation_table_closed_reason(moderation, "tttttttttttttttt"), "");
    CHECK_STR(moderation_lobby_closed_reason(moderation), "back at ten");
    CHECK(give(moderation, "ban aaaaaaaaaaaaaaaa again")); /* the last word counts */
    CHECK_STR(moderation_ban_reason(moderation, "aaaaaaaaaaaaaaaa"), "again");
    CHECK(give(moderation, "unban aaaaaaaaaaaaaaaa"));
    CHECK(!give(moderation, "unban aaaaaaaaaaaaaaaa")); /* nothing new, and counted */
    CHECK(give(moderation, "reopen tttttttttttttttt"));
    CHECK(give(moderation, "lobby open"));
    CHECK(!moderation_lobby_closed_reason(moderation) && !moderation_ban_reason(moderation, "aaaaaaaaaaaaaaaa") &&
          !moderation_table_closed_reason(moderation, "tttttttttttttttt"));
    CHECK(!give(moderation, "paint the app green")); /* of a later version */
    CHECK_EQ(moderation_last_number(moderation), 10);
    struct moderation_order order;
    CHECK(!moderation_apply_entry(moderation, 5, "ban aaaaaaaaaaaaaaaa", 20, &order));  /* seen before */
    CHECK(!moderation_apply_entry(moderation, 99, "ban aaaaaaaaaaaaaaaa", 20, &order)); /* not the next */
    CHECK_EQ(moderation_last_number(moderation), 10);
    CHECK(moderation_ban_reason(moderation, "192.0.2.7") != NULL);
    moderation_state_free(moderation);
}

/* Nobody can ask for the log over the wire. */
static void its_id_is_no_tables(void) { CHECK(!table_id_is_valid(MODERATION_LOG_ID, strlen(MODERATION_LOG_ID))); }

static void any_bytes(void)
{
    static const char *const words[] = {"ban",   "unban", "close", "lobby", "closed", "open",
                                        "table", "guest", " ",     "  ",    "x",      "\xff\x01"};
    uint64_t state = 7;
    struct moderation_state *moderation = moderation_state_new();
    REQUIRE(moderation);
    for (int i = 0; i < 20000; i++) {
        char text[600];
        size_t n = 0;
        for (int j = 0; j < 12; j++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const char *word = words[(state >> 33) % (sizeof words / sizeof words[0])];
            for (uint64_t k = 1 + (state >> 50) % 6; k > 0 && n + strlen(word) + 1 < sizeof text; k--) {
                memcpy(text + n, word, strlen(word));
                n += strlen(word);
            }
        }
        struct moderation_order order;
        if (moderation_apply_entry(moderation, moderation_last_number(moderation) + 1, text, n, &order)) {
            CHECK(memchr(order.who, '\0', sizeof order.who) && memchr(order.why, '\0', sizeof order.why));
            moderation_ban_reason(moderation, order.who);
        }
    }
    CHECK_EQ(moderation_last_number(moderation), 20000);
    moderation_state_free(moderation);
}

int main(void)
{
    TEST("moderation: orders are written and read alike", orders_come_back);
    TEST("moderation: what orders come to", what_they_come_to);
    TEST("moderation: the log's id is no table's", its_id_is_no_tables);
    TEST("moderation: any bytes", any_bytes);
    return test_end();
}
