/* legal.c - computes a seat's legal options from its view alone, and the reasons for refusals. */
#include "rules.h"

FF_FN ff_options ff_compute_options(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                                    uint32_t hand)
{
    if (!is_seat(pub, seat))
        return 0;
    switch ((enum ff_stage)pub->stage) {
    case FF_STAGE_KEEP: return hand;
    case FF_STAGE_DRAW: return DONE | (ff_options)1 << FF_OPTION_DRAW;
    case FF_STAGE_BREWERY: return brewery_options(edition, pub, seat);
    case FF_STAGE_MARKET: return market_options(edition, pub, seat);
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return sell_options(edition, pub, seat, pub->stage - FF_STAGE_SELL_HOPS);
    case FF_STAGE_OFFICE: return office_options(pub);
    case FF_STAGE_BUILD: return build_options(edition, pub, seat, hand);
    case FF_STAGE_SPACE: return space_options(pub, seat, pub->card);
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return store_options(pub, seat, pub->stage - FF_STAGE_STORE_HOPS);
    case FF_STAGE_DISCARD: return discard_options(pub, seat, hand);
    case FF_STAGE_DEAL:
    case FF_STAGE_ROUND_END: return 1;
    case FF_STAGE_OVER:
    case FF_STAGES: break;
    }
    return 0;
}

FF_FN bool ff_is_asked(const struct ff_edition *edition, const struct ff_public *pub, int seat, uint32_t hand)
{
    if (pub->stage == FF_STAGE_BUILD)
        return is_seat(pub, seat) && build_asked(edition, pub, seat); /* R10.2a */
    ff_options options = ff_compute_options(edition, pub, seat, hand);
    return (options & (options - 1)) != 0;
}

FF_FN static bool owes(const struct ff_view *view)
{
    return view->own.seat < view->pub.players && (view->pub.owe >> view->own.seat & 1);
}

FF_FN ff_options ff_legal(const struct ff_edition *edition, const struct ff_view *view)
{
    return owes(view) ? ff_compute_options(edition, &view->pub, view->own.seat, view->own.hand) : 0;
}

/* ------------------------------------------------------------------------------------- one of several equal chains */

/* Returns the spaces on which building `card` does not merely swap the order of this turn's two builds. The second card
 * must come after the first in the card table, unless the order matters: both cards go on the same space, or the second
 * card covers the Crane or is the Crane. */
FF_FN static ff_options ordered_spaces(const struct ff_public *pub, int seat, int card)
{
    ff_options spaces = space_options(pub, seat, card);
    if (pub->first == 0 || card == FF_CRANE || card > pub->first - 1)
        return spaces;
    ff_options ordered = 0;
    for (int s = 0; s < FF_SPACES; s++)
        if (pub->board[seat][s] == pub->first - 1 || pub->board[seat][s] == FF_CRANE)
            ordered |= (ff_options)1 << s;
    return spaces & ordered;
}

FF_FN static ff_options ordered_builds(const struct ff_public *pub, int seat, ff_options options)
{
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if ((options >> card & 1) && ordered_spaces(pub, seat, card) == 0)
            options &= ~((ff_options)1 << card);
    return options;
}

/* Returns the Office options without duplicates: if two goods are sold in equal number, the Office pays the same for
 * either. */
FF_FN static ff_options different_bonuses(const struct ff_public *pub, ff_options options)
{
    for (unsigned good = 1; good < FF_GOODS; good++)
        for (unsigned earlier = 0; earlier < good; earlier++)
            if (ff_count(pub->tally, earlier) == ff_count(pub->tally, good))
                options &= ~((ff_options)1 << good);
    return options;
}

FF_FN static ff_options ordered_trash(const struct ff_view *view, ff_options options)
{
    ff_options earlier = ((ff_options)1 << view->own.first_trash) - 1;
    return options & ~(earlier << FF_OPTION_TRASH);
}

FF_FN ff_options ff_distinct(const struct ff_edition *edition, const struct ff_view *view)
{
    ff_options options = ff_legal(edition, view), fewer;
    if (options == 0)
        return 0;
    switch (view->pub.stage) {
    case FF_STAGE_OFFICE: return different_bonuses(&view->pub, options);
    case FF_STAGE_BUILD: return ordered_builds(&view->pub, view->own.seat, options);
    case FF_STAGE_DISCARD: return ordered_trash(view, options);
    case FF_STAGE_SPACE:
        fewer = ordered_spaces(&view->pub, view->own.seat, view->pub.card);
        return fewer ? fewer : options; /* ff_distinct would not have offered this card */
    default: return options;
    }
}

/* -------------------------------------------------------------------------------------------------------- refusals */

FF_FN static enum ff_refusal why_not_brewery(const struct ff_public *pub, int option)
{
    if (option >= FF_PLAYERS_MAX)
        return FF_REFUSED_NO_SUCH_OPTION;
    return option >= pub->players ? FF_REFUSED_BREWERY_CLOSED : FF_REFUSED_NOTHING_TO_SELL;
}

FF_FN static enum ff_refusal why_not_market(const struct ff_edition *edition, const struct ff_public *pub, int option)
{
    if (option >= FF_MARKET_OPTIONS)
        return FF_REFUSED_NO_SUCH_OPTION;
    if (option == 0)
        return FF_REFUSED_SELL_AT_LEAST_ONE;
    bool bought = ff_count(priced(edition, pub, pub->brewery), ff_market_to((unsigned)option));
    return bought ? FF_REFUSED_NOT_ENOUGH_GOODS : FF_REFUSED_MARKET_PRICE_ZERO;
}

FF_FN static enum ff_refusal why_not_build(const struct ff_view *view, int option)
{
    if (option >= FF_CARDS_MAX)
        return FF_REFUSED_NO_SUCH_OPTION;
    return ff_has(view->own.hand, option) ? FF_REFUSED_TOO_EXPENSIVE : FF_REFUSED_NOT_IN_HAND;
}

FF_FN static enum ff_refusal why_not_space(const struct ff_view *view, int option)
{
    if (option >= FF_SPACES)
        return FF_REFUSED_NO_SUCH_OPTION;
    bool palace = ff_is_palace(view->pub.board[view->own.seat][option]);
    return palace ? FF_REFUSED_ON_PALACE : FF_REFUSED_PALACE_NUMBER;
}

FF_FN static enum ff_refusal why_not_store(const struct ff_public *pub, int seat, int option)
{
    unsigned have = ff_count(pub->goods[seat], (unsigned)(pub->stage - FF_STAGE_STORE_HOPS));
    return (unsigned)option > have ? FF_REFUSED_NOT_ENOUGH_GOODS : FF_REFUSED_STORE_ROOM;
}

FF_FN static enum ff_refusal why_not_discard(const struct ff_view *view, int option)
{
    if (option > FF_OPTION_DONE)
        return FF_REFUSED_NO_SUCH_OPTION;
    if (option == FF_OPTION_DONE)
        return FF_REFUSED_KEEP_TOO_MANY;
    if (option >= FF_OPTION_TRASH && !ff_has(view->pub.active[view->own.seat], FF_SCAVENGER))
        return FF_REFUSED_NO_SCAVENGER;
    if (option >= FF_OPTION_TRASH && view->pub.left == 0)
        return FF_REFUSED_NO_MORE_TRASH;
    return ff_has(view->own.hand, option % FF_OPTION_TRASH) ? FF_REFUSED_KEEP_ONE : FF_REFUSED_NOT_IN_HAND_TO_DISCARD;
}

/* Returns why an option is not legal in the current stage. */
FF_FN static enum ff_refusal why_not_option(const struct ff_edition *edition, const struct ff_view *view, int option)
{
    const struct ff_public *pub = &view->pub;
    switch (pub->stage) {
    case FF_STAGE_KEEP: return option < FF_CARDS_MAX ? FF_REFUSED_NOT_IN_HAND_TO_DISCARD : FF_REFUSED_NO_SUCH_OPTION;
    case FF_STAGE_BREWERY: return why_not_brewery(pub, option);
    case FF_STAGE_MARKET: return why_not_market(edition, pub, option);
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return option ? FF_REFUSED_NOT_ENOUGH_GOODS : FF_REFUSED_SELL_AT_LEAST_ONE;
    case FF_STAGE_OFFICE: return option < FF_GOODS ? FF_REFUSED_OFFICE_UNSOLD : FF_REFUSED_NO_SUCH_OPTION;
    case FF_STAGE_BUILD: return why_not_build(view, option);
    case FF_STAGE_SPACE: return why_not_space(view, option);
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return why_not_store(pub, view->own.seat, option);
    case FF_STAGE_DISCARD: return why_not_discard(view, option);
    default: return FF_REFUSED_NO_SUCH_OPTION;
    }
}

FF_FN enum ff_refusal ff_why_not(const struct ff_edition *edition, const struct ff_view *view, ff_action action)
{
    if (view->own.seat >= view->pub.players)
        return FF_REFUSED_NO_SUCH_SEAT;
    if (view->pub.stage == FF_STAGE_OVER)
        return FF_REFUSED_GAME_OVER;
    if (!owes(view))
        return FF_REFUSED_NOT_YOUR_TURN;
    if (ff_action_stage(action) != view->pub.stage)
        return FF_REFUSED_OTHER_STAGE;
    if (ff_legal(edition, view) >> ff_action_option(action) & 1)
        return FF_OK;
    return why_not_option(edition, view, (int)ff_action_option(action));
}
