/* test_house.c - the operators' orders: as text and back, what they come to, and that no bytes do harm. */
#include "server/hall/moderation_orders.h"

#include <string.h>

#include "server/table/id.h"
#include "test.h"

static bool give(struct hall_moderation *house, const char *text)
{
    struct hall_moderation_order order;
    return hall_moderation_apply(house, hall_moderation_number(house) + 1, text, strlen(text), &order);
}

static void orders_come_back(void)
{
    for (int verb = HALL_ORDER_LOBBY_CLOSED; verb <= HALL_ORDER_GUEST; verb++)
        for (int why = 0; why < 2; why++) {
            bool lobby = verb == HALL_ORDER_LOBBY_CLOSED || verb == HALL_ORDER_LOBBY_OPEN;
            struct hall_moderation_order order = {.verb = (enum hall_moderation_verb)verb}, read;
            char text[HALL_ORDER_MAX + 1];
            struct base_out out = base_out_of(text, sizeof text);
            if (!lobby)
                strcpy(order.who, "2001:db8:1:2::");
            if (why) {
                memset(order.why, 'x', sizeof order.why - 1);
                order.why[3] = ' ';
            }
            hall_moderation_order_write(&order, &out);
            CHECK(!out.full);
            CHECK(hall_moderation_order_read(text, out.length, &read));
            CHECK(memcmp(&order, &read, sizeof order) == 0);
        }
}

static void what_they_come_to(void)
{
    struct hall_moderation *house = hall_moderation_new();
    REQUIRE(house);
    CHECK(!hall_lobby_closed_reason(house) && !hall_banned_reason(house, "aaaaaaaaaaaaaaaa") &&
          !hall_table_closed_reason(house, "tttttttttttttttt"));
    CHECK(give(house, "ban aaaaaaaaaaaaaaaa was rude"));
    CHECK(give(house, "ban 192.0.2.7"));
    CHECK(give(house, "close tttttttttttttttt"));
    CHECK(give(house, "lobby closed back at ten"));
    CHECK_STR(hall_banned_reason(house, "aaaaaaaaaaaaaaaa"), "was rude");
    CHECK_STR(hall_banned_reason(house, "192.0.2.7"), "");
    CHECK(!hall_banned_reason(house, "192.0.2.70") && !hall_banned_reason(house, "tttttttttttttttt"));
    CHECK_STR(hall_table_closed_reason(house, "tttttttttttttttt"), "");
    CHECK_STR(hall_lobby_closed_reason(house), "back at ten");
    CHECK(give(house, "ban aaaaaaaaaaaaaaaa again")); /* the last word counts */
    CHECK_STR(hall_banned_reason(house, "aaaaaaaaaaaaaaaa"), "again");
    CHECK(give(house, "unban aaaaaaaaaaaaaaaa"));
    CHECK(!give(house, "unban aaaaaaaaaaaaaaaa")); /* nothing new, and counted */
    CHECK(give(house, "reopen tttttttttttttttt"));
    CHECK(give(house, "lobby open"));
    CHECK(!hall_lobby_closed_reason(house) && !hall_banned_reason(house, "aaaaaaaaaaaaaaaa") &&
          !hall_table_closed_reason(house, "tttttttttttttttt"));
    CHECK(!give(house, "paint the hall green")); /* of a later version */
    CHECK_EQ(hall_moderation_number(house), 10);
    struct hall_moderation_order order;
    CHECK(!hall_moderation_apply(house, 5, "ban aaaaaaaaaaaaaaaa", 20, &order));  /* seen before */
    CHECK(!hall_moderation_apply(house, 99, "ban aaaaaaaaaaaaaaaa", 20, &order)); /* not the next */
    CHECK_EQ(hall_moderation_number(house), 10);
    CHECK(hall_banned_reason(house, "192.0.2.7") != NULL);
    hall_moderation_free(house);
}

/* Nobody can ask for the log over the wire. */
static void its_id_is_no_tables(void) { CHECK(!table_id_is_valid(HALL_ORDERS_ID, strlen(HALL_ORDERS_ID))); }

static void any_bytes(void)
{
    static const char *const words[] = {"ban",   "unban", "close", "lobby", "closed", "open",
                                        "table", "guest", " ",     "  ",    "x",      "\xff\x01"};
    uint64_t state = 7;
    struct hall_moderation *house = hall_moderation_new();
    REQUIRE(house);
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
        struct hall_moderation_order order;
        if (hall_moderation_apply(house, hall_moderation_number(house) + 1, text, n, &order)) {
            CHECK(memchr(order.who, '\0', sizeof order.who) && memchr(order.why, '\0', sizeof order.why));
            hall_banned_reason(house, order.who);
        }
    }
    CHECK_EQ(hall_moderation_number(house), 20000);
    hall_moderation_free(house);
}

int main(void)
{
    TEST("house: orders are written and read alike", orders_come_back);
    TEST("house: what orders come to", what_they_come_to);
    TEST("house: the log's id is no table's", its_id_is_no_tables);
    TEST("house: any bytes", any_bytes);
    return test_end();
}
