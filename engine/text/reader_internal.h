/* reader_internal.h - functions shared by the readers of the text language. Private to engine/text/. */
#pragma once

#include "engine/base/words.h"
#include "engine/core/ff.h"

struct text_reader {
    struct base_words *words;
    struct base_word word; /* the word read last */
    struct base_error *error;
};

static inline bool text_read_any_word(struct text_reader *r) { return base_words_next(r->words, &r->word); }

/* Fills the error with a message about the word read last (base_word_refuse). Always returns false. */
bool text_refuse(struct text_reader *r, const char *what);
/* Like text_refuse, but these end the message with a list of cards or of words. */
bool text_refuse_cards(struct text_reader *r, const char *what, uint32_t cards);
bool text_refuse_list(struct text_reader *r, const char *what, const char *const *list, int n);

/* These read the next word as a value. They return false and fill the error if it is anything else. */
bool text_read_number(struct text_reader *r, unsigned min, unsigned max, unsigned *number);
bool text_read_byte(struct text_reader *r, unsigned min, unsigned max, uint8_t *byte);
/* Reads three numbers, for hops, barley and water. */
bool text_read_triple(struct text_reader *r, unsigned max, ff_goods *goods);

bool text_read_good(struct text_reader *r, unsigned *good);
/* Reads `hops as barley`, an exchange of `count` tokens. */
bool text_read_exchange(struct text_reader *r, unsigned count, unsigned *market);
