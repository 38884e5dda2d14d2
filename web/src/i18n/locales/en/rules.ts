/* rules.ts - the rules in the page. The numbers are those of docs/rules.md, which refusals name; a test compares them.
 * Light markup: **strong**, a line that begins with "- " is an item, R6.4 becomes a link, and what follows "Ruling:" is
 * where the printed rules are silent and we had to decide. */

export const rules = {
  'rules.title': 'Rules',
  'rules.cards': 'Cards',
  'rules.contents': 'Contents',
  'rules.find': 'Find in the rules',
  'rules.none': 'Nothing found for “{what}”.',
  'rules.found': '{n, plural, one {# rule found} other {# rules found}}',
  'rules.ruling': 'Ruling',
  'rules.cost': 'Cost',
  'rules.cost.palace': 'palace price',
  'rules.cost.palace.about': '8 coins at first, and 2 more each time as many parts have been built as there are players.',
  'rules.copies': 'Everybody owns each of these cards once.',
  'rules.seeRule': 'Rule {rule}',
  'rules.intro.title': 'The game in one minute',
  'rules.intro.1':
    'You own six plots of land near a town with breweries. They grow hops and barley and give spring water; the breweries buy all three. With the money you build better fields and useful buildings.',
  'rules.intro.2':
    'But you don’t want to stay a farmer: you want a palace. It has six parts, and it stands on the same six plots that feed you. Every part makes you poorer. When somebody has all six, the round is played to its end, and of those who have all six the richest wins.',
  'rules.intro.3':
    '**The deck does not lie.** What you don’t want now goes under your deck in an order you choose, and comes back in that order. Nothing is ever shuffled again.',
  'rules.intro.4':
    '**The market remembers.** What you sell beyond a brewery’s demand pushes its price down; what nobody brings pushes it up. Whoever earns least in a round plays first in the next.',
  'rules.glance.title': 'A round at a glance',
  'rules.glance.phase': 'Phase',
  'rules.glance.what': 'What happens',
  'rules.glance.1': 'Everybody draws three cards.',
  'rules.glance.2': 'Everybody takes what the fields yield.',
  'rules.glance.3': 'Sell at one brewery. Your income sets your place in the next round.',
  'rules.glance.4': 'Build up to two cards on your six spaces.',
  'rules.glance.5': 'Keep a card, put the others under your deck. Unsold goods spoil.',
  'rules.glance.6': 'Prices rise where demand was left over.',
  'rules.glance.note': 'Phases 1, 2 and 6 are for all at once. Phases 3 to 5 are one turn: one player after the other plays all three.',

  'rules.R0': 'Parts',
  'rules.R1': 'Set-up',
  'rules.R2': 'The round',
  'rules.R3': 'Draw (phase 1)',
  'rules.R4': 'Harvest (phase 2)',
  'rules.R5': 'Sell (phase 3)',
  'rules.R6': 'Build (phase 4)',
  'rules.R7': 'Discard (phase 5)',
  'rules.R8': 'Prices (phase 6)',
  'rules.R9': 'End of the game',
  'rules.R10': 'Who knows what',

  'rules.R0.1': 'From 2 to 5 players, in one of two modes: the **base game** or the **expert game**.',
  'rules.R0.2':
    'Everybody owns the same set of cards. Base game, 26 cards: nine fields (yield 1, 2 and 3 of hops, of barley and of water; a field for water is called a Spring), Bank I and II, Town hall I and II, Laboratory I and II, an Office, a Warehouse, a Market, a Magistrate, a Crane, and Palace I to VI. Expert game, 28 cards: those, a Tour guide and a Scavenger.',
  'rules.R0.3':
    'Everybody has a field board with six building spaces in two rows of three. Spaces 1, 2, 3 are the top row and begin empty. Spaces 4, 5, 6 are the bottom row; each has a field of yield 1 printed on it, one for each good.',
  'rules.R0.4':
    'A demand card says how many demand spaces a brewery has for hops, barley and water. There are seven. In the default edition they are the six ways to arrange 1, 2 and 3, and one card with 2 of each.',
  'rules.R0.5':
    'An open brewery has a price track for each good: a row of **spaces**, each with a price from 0 to 3 coins. A marker on one of them tells the price. Neighbouring spaces may show the same price, so a marker can move while the price stays. Beside the breweries are two income tracks with places 0 to 25; each player has one disc there.',
  'rules.R0.6': 'The palace price is 8, 10, 12, 14, 16 or 18. Goods never run out. Ruling: coins do not run out either.',

  'rules.R1.1':
    'As many breweries are open as there are players. Each gets a demand card at random and keeps it all game. All price markers begin on the same space, a marked one of price 1.',
  'rules.R1.2': 'All discs go on place 0 of the first income track, stacked at random. The disc on top plays first.',
  'rules.R1.3': 'Everybody gets 2 coins. The palace price begins at 8.',
  'rules.R1.4':
    'Base game: shuffle your 26 cards and draw 3 as your hand. With the draw of round 1 you choose from six cards in the first turn.',
  'rules.R1.5':
    'Expert game: shuffle your 28 cards, draw 10, keep 1 and put the other 9 under your deck in an order of your choice. All do this at the same time. With the draw of round 1 you choose from four cards in the first turn.',
  'rules.R1.6': 'Ruling: the two-player game has no special rules; it has two breweries.',

  'rules.R2.1':
    'A round has six phases: draw, harvest, sell, build, discard, prices. Everybody does the first two at the same time. The next three are one turn: the first player sells, builds and discards, then the second player does all of this, and so on. The Prices phase ends the round.',
  'rules.R2.2':
    'The player whose disc is lowest on the current income track plays first, then the next higher, and so on. In a stack the upper disc plays before the lower.',
  'rules.R2.3':
    'Where the order of decisions can’t change the result, you may decide before your turn comes. The game comes out exactly as if you had waited.',

  'rules.R3.1': 'Take the top 3 cards of your deck into your hand. Ruling: if fewer are left, you take all of them.',
  'rules.R3.2':
    'Laboratory I lets you draw 1 card more, Laboratory II 2 more, both together 3 more. You decide one card at a time, having seen the one before, and may stop whenever you like.',

  'rules.R4.1':
    'Each visible field, card or printed, gives you as many tokens of its good as its yield. They join what you kept in your Warehouse.',

  'rules.R5.1':
    'Sell as many of your goods as you like, or none, but only at one brewery a round. All are paid at the prices shown before your sale.',
  'rules.R5.2':
    'Nothing can be sold as a good whose price there is 0, not even with the Office. What counts is what a token is sold **as**: a token whose own price is 0 may be sold through the Market as a good whose price is above 0.',
  'rules.R5.3':
    'The tokens you sell first fill the empty demand spaces of their good. Each token that finds no space is surplus: after you have been paid, it moves the marker of its good one space down, but never below the lowest. The price falls only if the marker’s new space shows a lower one.',
  'rules.R5.4':
    'Your income is the sum of\n- the price of every token sold,\n- with the Office, 1 more coin for each token of one good you pick,\n- 3 coins for Bank I and 5 for Bank II,\n- with the Tour guide, 2 coins for each Palace part you have built.\nRuling: all of it counts for your disc.',
  'rules.R5.5':
    'With the Market you may sell up to 3 tokens of one good as one of the two others. They then are that other good in every respect: price (also where their own is 0), demand spaces, surplus and Office.',
  'rules.R5.6':
    'Move your disc to the **other** income track, to the place of your income, on top of any discs there. Above 25 it goes on 25; you still get all the coins.',
  'rules.R5.7':
    'With the Magistrate your disc goes 3 places lower than your income; you can’t choose not to. Ruling: 3 is subtracted first, then the place is limited to 0 to 25. The coins stay the same.',
  'rules.R5.8':
    'Ruling: you may use Office and Market once a round each, or not at all. Banks, Tour guide and Magistrate always work. If you sell nothing, you need not name a brewery; naming one has no effect then.',

  'rules.R6.1': 'Build up to 2 cards from your hand. Each goes on one of your six spaces, and you pay its cost.',
  'rules.R6.2':
    'You may build over anything, even over the card you built a moment ago, except over a Palace part. What is covered is out of the game and no longer works.',
  'rules.R6.3':
    'A new card works at once. A Crane built first makes the second card cheaper; a Town hall, a Warehouse or a Scavenger helps in this turn’s phase 5.',
  'rules.R6.4':
    'If your Crane is visible when you pay, every card costs 2 less, even a Palace part, and even the card you build over the Crane; but the Crane itself does not. Ruling: no cost falls below 0.',
  'rules.R6.5':
    'A Palace part costs the current palace price. Whoever builds one puts a marker on the price card. As soon as there are as many markers as players, they are removed and the price rises by 2, at once. Ruling: when everybody has built all six, the price is 20, and nobody ever pays it.',
  'rules.R6.6': 'Expert game: a Palace part goes only on the space of its own number, Palace I on space 1 and so on.',

  'rules.R7.1':
    'You keep 1 card in your hand. Town hall I allows 1 more, Town hall II 2 more, both together 3 more. Ruling: if you have cards, you keep at least one; you need not use the Town halls.',
  'rules.R7.2':
    'All the others go face down under your deck, in the order you like. Nobody else sees them. What you put away first is drawn first.',
  'rules.R7.3':
    'With the Scavenger you may take up to 2 cards of your hand out of the game instead. Ruling: they go face down; and if you remove your whole hand this way, you keep no card. Whether you remove cards before or after putting others under the deck makes no difference.',
  'rules.R7.4':
    'Goods you have not sold are lost. With a Warehouse up to 3 of your choice stay. Ruling: if the Warehouse was built over in phase 4, the goods in it are lost now. Goods of a field built over this turn may be stored.',

  'rules.R8.1':
    'In each open brewery every empty demand space moves the marker of its good one space up, but never above the highest. Then all demand spaces are cleared.',
  'rules.R8.2': 'The income tracks change roles: the one just filled gives the order of the next round.',

  'rules.R9.1': 'As soon as somebody has built all six Palace parts, this round is the last. It is played to its end.',
  'rules.R9.2':
    'Among those with six parts, the one with the most coins wins. Ruling: if they are still tied, they share the win.',
  'rules.R9.3':
    'Ruling: some games would never end, because the Scavenger can remove a Palace part and nobody is forced to build. So a game ends without a winner after a fixed number of rounds (100 in the default edition).',

  'rules.R10.1':
    'Everybody may see: coins, boards, goods on the fields and in warehouses, prices, demand spaces, income tracks, the palace price, how many cards are in each hand and deck, and how many cards each player has put away or removed. Ruling: coins are public.',
  'rules.R10.2':
    'Each hand, the order of each deck, and the cards put under a deck or removed are secret. You know your own. All sets are the same, so what other players have built tells you which cards they may still have.',
  'rules.R10.2a':
    'Your turn must not reveal whether your hand allowed you to build. So you are asked even if you can pay for none of your cards. The question is skipped only for reasons that everybody can see: no coins for any card you could hold, an empty hand, or no space left.',
  'rules.R10.3':
    'After set-up nothing is left to chance. Only the order of the decks, the demand cards and the order of the first round are random.',

  /* ------------------------------------------------------------------------------------ tips in the card list */
  'tip.field':
    'Fields are where everything begins. A big field can sell beyond the demand of a whole brewery, so look for breweries that want a lot of its good.',
  'tip.bank': 'Brings money whatever the prices do, but a high income also means a late turn.',
  'tip.townhall': 'Lets you collect Palace parts in your hand for the end.',
  'tip.lab': 'Takes you through your deck faster. Strong early; later you know what comes anyway.',
  'tip.office': 'Best where you sell a lot of one good.',
  'tip.warehouse': 'Lets you wait for a better price.',
  'tip.market': 'Turns goods nobody wants into those that are paid best.',
  'tip.magistrate': 'Going first means the best prices and a lower palace price.',
  'tip.crane': 'Pays for itself after three cards. Built over by a Palace part it helps one last time.',
  'tip.palace': 'Too early, and you can’t earn; too late, and others pay less for theirs.',
  'tip.guide': 'The only income that grows with the palace.',
  'tip.scavenger': 'Throws out what you will never build, so that what you need comes sooner.',
} as const
