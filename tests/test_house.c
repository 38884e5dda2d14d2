/* test_house.c - the operators' orders: as text and back, what they come to, and that no bytes do harm. */
#include "hall/house.h"

#include <string.h>

#include "table/id.h"
#include "test.h"

static bool give(struct hall_house *house, const char *text)
{
    struct hall_house_order order;
    return hall_house_apply(house, hall_house_number(house) + 1, text, strlen(text), &order);
}

static void orders_come_back(void)
{
    for (int verb = HOUSE_LOBBY_CLOSED; verb <= HOUSE_GUEST; verb++)
        for (int why = 0; why < 2; why++) {
            bool lobby = verb == HOUSE_LOBBY_CLOSED || verb == HOUSE_LOBBY_OPEN;
            struct hall_house_order order = {.verb = (enum hall_house_verb)verb}, read;
            char text[HOUSE_ORDER_MAX + 1];
            struct base_out out = base_out_of(text, sizeof text);
            if (!lobby)
                strcpy(order.who, "2001:db8:1:2::");
            if (why) {
                memset(order.why, 'x', sizeof order.why - 1);
                order.why[3] = ' ';
            }
            hall_house_order_write(&order, &out);
            CHECK(!out.full);
            CHECK(hall_house_order_read(text, out.length, &read));
            CHECK(memcmp(&order, &read, sizeof order) == 0);
        }
}

static void what_they_come_to(void)
{
    struct hall_house *house = hall_house_new();
    REQUIRE(house);
    CHECK(!hall_house_lobby(house) && !hall_house_banned(house, "aaaaaaaaaaaaaaaa") &&
          !hall_house_closed(house, "tttttttttttttttt"));
    CHECK(give(house, "ban aaaaaaaaaaaaaaaa was rude"));
    CHECK(give(house, "ban 192.0.2.7"));
    CHECK(give(house, "close tttttttttttttttt"));
    CHECK(give(house, "lobby closed back at ten"));
    CHECK_STR(hall_house_banned(house, "aaaaaaaaaaaaaaaa"), "was rude");
    CHECK_STR(hall_house_banned(house, "192.0.2.7"), "");
    CHECK(!hall_house_banned(house, "192.0.2.70") && !hall_house_banned(house, "tttttttttttttttt"));
    CHECK_STR(hall_house_closed(house, "tttttttttttttttt"), "");
    CHECK_STR(hall_house_lobby(house), "back at ten");
    CHECK(give(house, "ban aaaaaaaaaaaaaaaa again")); /* the last word counts */
    CHECK_STR(hall_house_banned(house, "aaaaaaaaaaaaaaaa"), "again");
    CHECK(give(house, "unban aaaaaaaaaaaaaaaa"));
    CHECK(!give(house, "unban aaaaaaaaaaaaaaaa")); /* nothing new, and counted */
    CHECK(give(house, "reopen tttttttttttttttt"));
    CHECK(give(house, "lobby open"));
    CHECK(!hall_house_lobby(house) && !hall_house_banned(house, "aaaaaaaaaaaaaaaa") &&
          !hall_house_closed(house, "tttttttttttttttt"));
    CHECK(!give(house, "paint the hall green")); /* of a later version */
    CHECK_EQ(hall_house_number(house), 10);
    struct hall_house_order order;
    CHECK(!hall_house_apply(house, 5, "ban aaaaaaaaaaaaaaaa", 20, &order));  /* seen before */
    CHECK(!hall_house_apply(house, 99, "ban aaaaaaaaaaaaaaaa", 20, &order)); /* not the next */
    CHECK_EQ(hall_house_number(house), 10);
    CHECK(hall_house_banned(house, "192.0.2.7") != NULL);
    hall_house_free(house);
}

/* Nobody can ask for the log over the wire. */
static void its_id_is_no_tables(void) { CHECK(!table_id_ok(HOUSE_ID, strlen(HOUSE_ID))); }

static void any_bytes(void)
{
    static const char *const words[] = {"ban",   "unban", "close", "lobby", "closed", "open",
                                        "table", "guest", " ",     "  ",    "x",      "\xff\x01"};
    uint64_t state = 7;
    struct hall_house *house = hall_house_new();
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
        struct hall_house_order order;
        if (hall_house_apply(house, hall_house_number(house) + 1, text, n, &order)) {
            CHECK(memchr(order.who, '\0', sizeof order.who) && memchr(order.why, '\0', sizeof order.why));
            hall_house_banned(house, order.who);
        }
    }
    CHECK_EQ(hall_house_number(house), 20000);
    hall_house_free(house);
}

int main(void)
{
    TEST("house: orders are written and read alike", orders_come_back);
    TEST("house: what orders come to", what_they_come_to);
    TEST("house: the log's id is no table's", its_id_is_no_tables);
    TEST("house: any bytes", any_bytes);
    return test_end();
}
