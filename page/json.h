/* json.h - what a page is told of a game, in the JSON of base/json_write.h.
 *
 * Cards and goods are their names in the text language, breweries and seats numbers from 0, spaces from 1. */
#ifndef PAGE_JSON_H
#define PAGE_JSON_H

#include "base/json_write.h"
#include "core/ff.h"
#include "text/names.h"
#include "text/notation.h"

/* The most bytes that values have, with a comma behind. What this room writes is added up of its longest objects and
 * members, in which ' stands for a quote. */
enum {
    PAGE_NUL = 1,
    PAGE_CARD = BASE_LENGTH("'',") + TEXT_CARD_MAX,
    PAGE_GOOD = BASE_LENGTH("'barley',"),
    PAGE_CARDS = BASE_LENGTH("[],") + FF_CARDS_MAX * PAGE_CARD,
    PAGE_TRIPLE = BASE_LENGTH("[15,15,15],"),
    PAGE_SEATS = BASE_LENGTH("[0,1,2,3,4],"),
    PAGE_MARKET = BASE_LENGTH("{'from':'barley','to':'barley','count':3},"),
    PAGE_WORDS = BASE_LENGTH("'',") + TEXT_ACTION_MAX,
    PAGE_HAND_CARD = BASE_LENGTH("'card':'cost':65535,'printedCost':65535,") + PAGE_CARD,
    PAGE_REFUSAL = BASE_LENGTH("{'id':'','rule':'R10.2','text':'','cost':65535,'coins':65535},") + TEXT_REFUSAL_ID_MAX +
                   TEXT_REFUSAL_MAX,
};

/* Values; as an element of an array, or after base_json_key. */
void page_card(struct base_out *out, int card); /* FF_NO_CARD: null */
void page_good(struct base_out *out, int good); /* FF_GOODS: null */
void page_triple(struct base_out *out, ff_goods goods);
void page_words(struct base_out *out, ff_action action); /* an action in the text language */

/* Members of an object. */
void page_member_card(struct base_out *out, const char *key, int card);
void page_member_good(struct base_out *out, const char *key, int good);
void page_member_triple(struct base_out *out, const char *key, ff_goods goods);
void page_member_cards(struct base_out *out, const char *key, uint32_t set); /* in card order */

/* An exchange at the Market: {"from":"hops","to":"barley","count":2}, or null. */
void page_member_market(struct base_out *out, const char *key, unsigned market);

#endif
