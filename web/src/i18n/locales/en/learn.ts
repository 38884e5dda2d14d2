/* learn.ts - the words of the first game. Act 1 is rounds 1 and 2, act 2 is round 6, act 3 the last rounds. */

export const learn = {
  'learn.title': 'Learn by playing',
  'learn.about': 'A first game in three short acts, about eight minutes. You play on a real table against a real bot, and can leave at any time: it goes on where you were.',
  'learn.start': 'Start',
  'learn.resume': 'Go on',
  'learn.again': 'Play it again',
  'learn.restart': 'Begin this act again',
  'learn.leave': 'Leave',
  'learn.act': 'Act {n}',
  'learn.minutes': '{n, plural, one {about # minute} other {about # minutes}}',
  'learn.done': 'done',
  'learn.act1.title': 'Fields and breweries',
  'learn.act1.about': 'Sell, build, discard: your first two rounds.',
  'learn.act2.title': 'Prices and order',
  'learn.act2.about': 'Why breweries refuse, why prices fall, and who plays first.',
  'learn.act3.title': 'The palace',
  'learn.act3.about': 'The last rounds: when to build, and how to win.',
  'learn.rulesInstead': 'Prefer to read? The rules are here.',
  'learn.step': 'Step {n} of {all}',
  'learn.next': 'Next',
  'learn.hide': 'Hide the explanation',
  'learn.show': 'Show the explanation',
  'learn.yourTurn': 'Your move',
  'learn.you': 'You',
  'learn.opponent': 'Rosa',

  'learn.1.welcome':
    '**Welcome to Fürstenfeld!** You are a landowner who sells hops, barley and spring water to the breweries. But what you really want is a **palace**: six parts, on the very land that feeds you.',
  'learn.1.field':
    'This is your land: **six spaces**. The lower three already give 1 hop, 1 barley and 1 spring water every round. This round’s harvest is in.',
  'learn.1.breweries':
    'These two breweries buy. The **big number is the price** of one token. The small spaces show the **demand**: how many tokens they want this round.',
  'learn.1.sell':
    'Sell at **one** brewery a round. Every price is still 1, so both pay 3 coins. What nobody brings becomes dearer, so remember which one you leave alone. **Choose a brewery.**',
  'learn.1.income':
    'Your income of {coins} also moves your **disc** to that number on the other track. Whoever lies lowest there plays first in the next round: **whoever earns little plays early.**',
  'learn.1.hand':
    'Your **cards**. The coin shows the cost. You have {coins}: exactly enough for a **Crane**. As long as it stands, everything you build costs 2 less.',
  'learn.1.build': 'You may build **two cards** a turn. Take the **Crane** and put it on an empty space.',
  'learn.1.buildOther': 'Good. You may build **two cards** a turn if you can pay for them. Build another, or stop building.',
  'learn.1.build2':
    'The Crane works at once: the **Magistrate** now costs 0 instead of 2. Build it too, on another empty space: from the next round on it lets you play earlier. You could also build over something, but what is covered is gone for good.',
  'learn.1.discard':
    'Now **keep one card**; the others go **under your deck**, in an order you choose. Nothing is ever shuffled again: the timeline shows when each comes back. Keep the **Hops field 1**, you can pay for it next round.',
  'learn.1.end': 'Your turn is complete. Until you end it, everything can be undone. **End your turn.**',
  'learn.1.wait': 'Now {name} plays: sell, build, discard, just as you did.',
  'learn.1.market':
    'The round is over, and **prices have moved**: every demand space that stayed empty moved the marker of its good **one space up**. Spaces side by side may show the same price. The best price now is {price}, at {brewery}.',
  'learn.1.round2':
    'Round 2. You have drawn three new cards, and your fields have yielded again. **Play this turn on your own:** sell where it pays best, then build. The Hops field 1 costs you only 2.',
  'learn.1.round2Other':
    'Round 2. You have drawn three new cards, and your fields have yielded again. **Play this turn on your own:** sell where it pays best, then build what you can pay for.',
  'learn.1.done':
    '**You know how a round goes.** Draw, harvest, sell, build, discard; then prices move. The rest of the game is doing it at the right time.',

  'learn.2.intro':
    'Four rounds later. You have good fields, a Crane, and your **first Palace part**. It yields nothing, and nothing can be built over it.',
  'learn.2.zero':
    'Look at {brewery}: its price for {good} is **0**, so nobody can sell that there this round. Only a Market could, as another good that has a price.',
  'learn.2.sell':
    'Each row compares what a sale **brings**, where the prices **fall to**, and your **place** in the next round. You may also sell less. **Make your sale.**',
  'learn.2.surplus':
    'You were paid the old price for everything. But what went **beyond the demand** was surplus: each such token has moved the marker **one space down** for those who come after you. The price falls where that space shows a lower one.',
  'learn.2.noSurplus':
    'You were paid the price shown. Had you sold **beyond the demand**, each token of surplus would have moved its marker one space down for those who come after you.',
  'learn.2.order':
    'A big income puts your disc **high**: you will play **later** next round, when the best prices may be gone. Sometimes selling less is worth more.',
  'learn.2.palace':
    'A Palace part costs {price} now (with the Crane 2 less). Each time as many parts are built as there are players, here {players}, **the price rises by 2**. Waiting has its price, too.',
  'learn.2.build':
    'Will you build **Palace II**? Every part covers something that earns money. Pick the card, and each space tells what you would lose there. **Build, or stop building.**',
  'learn.2.discard':
    'Under the deck again. **Order is a plan:** what you put away first comes back first. Palace parts can wait there until you can pay for them.',
  'learn.2.done':
    '**Prices, order, palace price:** three clocks that tick at once. Now see how they end.',

  'learn.3.intro':
    'The last rounds. You have {parts}, {name} has {theirs}. As soon as somebody has **six**, the round is played to its end. Of those with six, **the richest wins.**',
  'learn.3.plan':
    'Look at your deck: **Palace IV** comes back next round. You put it there in round 3; now it is your sixth part. So the fifth one, **Palace VI**, should be built now.',
  'learn.3.play':
    'Sell, then build **Palace VI**. It costs {price}; think about what you cover, for next round you need the price of the last part, and a coin more than {name} has left.',
  'learn.3.last':
    'This can be the **last round**. Check the palace price, sell what you have, and build your last part. Count the coins: who has more at the end?',
  'learn.3.more': 'The game goes on. Finish your palace when you can pay for it. A hint shows what a strong bot would do.',
  'learn.3.won': '**You have won!** Six parts, and more coins than {name}. That is the whole game; you are ready for a real one.',
  'learn.3.lost':
    '**{name} has won this one.** Close games are decided by a few coins, or by one round. Try the act again, or go on to a real game: you know all you need.',
  'learn.error': 'The lesson could not be started: {why}',
} as const
