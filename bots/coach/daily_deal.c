/* daily_deal.c - the deal of the day; see daily_deal.h. */
#include "bots/coach/daily_deal.h"

#include "bots/ai/levels.h"
#include "engine/base/number.h"

#include <string.h>

static const char sentence[] = "Fuerstenfeld, the deal of the day ";

/* Layout of the digest: bytes 0 to 7 are the seed, and each following byte decides one choice. */
enum { BYTE_PLAYERS = 8, BYTE_MODE, BYTE_SEAT, BYTE_LEVELS };
enum { SEED_BITS = 53, YEAR_MIN = 2000, LEVEL_MIN = 2, LEVELS = 3 };

/* Returns the number that the digits spell; 0 if any character is not a digit. */
static int number_at(const char *text, size_t digits)
{
    uint64_t number = 0;
    base_number_read(text, digits, INT16_MAX, &number);
    return (int)number;
}

static int days_of(int year, int month)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && leap);
}

static bool is_date(const char *text, size_t length)
{
    if (length != COACH_DATE_LENGTH || text[4] != '-' || text[7] != '-')
        return false;
    int year = number_at(text, 4), month = number_at(text + 5, 2), day = number_at(text + 8, 2);
    return year >= YEAR_MIN && month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

/* Derives the deal from the digest: three players on half of the days, and the expert game on two days of seven. */
void coach_daily_deal_choose(const uint8_t digest[BASE_BLAKE2B_BYTES], struct coach_daily_deal *daily)
{
    static const uint8_t players[8] = {3, 3, 3, 3, 4, 4, 2, 5};
    for (int i = 0; i < 8; i++)
        daily->seed |= (uint64_t)digest[i] << 8 * i;
    daily->seed &= ((uint64_t)1 << SEED_BITS) - 1;
    daily->players = players[digest[BYTE_PLAYERS] % 8];
    daily->mode = digest[BYTE_MODE] % 7 < 2 ? FF_EXPERT : FF_BASE;
    daily->seat = (uint8_t)(digest[BYTE_SEAT] % daily->players);
    for (int seat = 0; seat < FF_PLAYERS_MAX && seat < daily->players; seat++)
        daily->level[seat] =
            seat == daily->seat ? COACH_DAILY_PERSON : (uint8_t)(LEVEL_MIN + digest[BYTE_LEVELS + seat] % LEVELS);
}

bool coach_daily_deal_of(const char *date, size_t length, struct coach_daily_deal *daily)
{
    char text[sizeof sentence + COACH_DATE_LENGTH];
    uint8_t digest[BASE_BLAKE2B_BYTES];
    if (!is_date(date, length))
        return false;
    memset(daily, 0, sizeof *daily);
    memcpy(daily->date, date, COACH_DATE_LENGTH);
    memcpy(text, sentence, sizeof sentence - 1);
    memcpy(text + sizeof sentence - 1, date, COACH_DATE_LENGTH);
    base_blake2b(text, sizeof sentence - 1 + COACH_DATE_LENGTH, digest);
    coach_daily_deal_choose(digest, daily);
    return true;
}

/* Returns whether `seat` ranks before `other` in the result: by win (R9.2), then by Palace parts, then by coins. */
static bool is_before(const struct ff_public *end, unsigned winners, int seat, int other)
{
    unsigned won = winners >> seat & 1, other_won = winners >> other & 1;
    int parts = ff_palace_parts(end, seat), other_parts = ff_palace_parts(end, other);
    if (won || other_won)
        return won && !other_won;
    return parts != other_parts ? parts > other_parts : end->coins[seat] > end->coins[other];
}

struct coach_score coach_score_of(const struct ff_public *end, int seat)
{
    struct ff_result result;
    ff_result(end, &result);
    struct coach_score score = {
        .place = 1,
        .won = result.winners >> seat & 1,
        .parts = (uint8_t)ff_palace_parts(end, seat),
        .rounds = end->round,
        .coins = end->coins[seat],
    };
    score.shared = score.won && (result.winners & (result.winners - 1));
    for (int other = 0; other < end->players; other++)
        score.place += other != seat && is_before(end, result.winners, other, seat);
    return score;
}

uint32_t coach_score_sort_key(const struct coach_score *score)
{
    const unsigned coins_max = 4095, coins = score->coins < coins_max ? score->coins : coins_max;
    uint32_t order = score->place;
    order = order << 1 | score->shared;
    order = order << 3 | (uint32_t)(FF_PALACE_PARTS - score->parts);
    order = order << 12 | (coins_max - coins);
    return order << 8 | score->rounds;
}

void coach_daily_deal_put_share_line(struct base_out *out, const struct coach_daily_deal *daily,
                                     const struct coach_score *score, unsigned beaten)
{
    static const char *const place[] = {"", "1st", "2nd", "3rd", "4th", "5th"};
    base_put(out, "F\xc3\xbcrstenfeld ");
    base_put_bytes(out, daily->date, COACH_DATE_LENGTH);
    base_put(out, ": ");
    base_put(out, place[score->place]);
    base_put(out, " of ");
    base_put_number(out, daily->players);
    base_put(out, ", palace ");
    base_put_number(out, score->parts);
    base_put(out, "/6, ");
    base_put_number(out, score->coins);
    base_put(out, score->coins == 1 ? " coin, " : " coins, ");
    base_put_number(out, score->rounds);
    base_put(out, score->rounds == 1 ? " round" : " rounds");
    if (beaten)
        base_put(out, "; better than level");
    for (int level = 1; level <= BOT_LEVELS_MAX; level++)
        if (beaten >> level & 1)
            base_put_char(out, ' '), base_put_number(out, level);
}
