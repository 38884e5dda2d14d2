/* learn.ts - the words of the first game. Act 1 is rounds 1 and 2, act 2 is round 6, act 3 the last rounds. */

export const learn = {
  'learn.title': 'Learn by playing',
  'learn.about': 'A first game in three short acts, about nine minutes. You play on a real table against a real bot, and can leave at any time: it goes on where you were.',
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
    'Sell at **one** brewery a round. Every price is still 1, so both pay 3 coins for all you have. What nobody sells gets more expensive over time, so remember which brewery you leave out. **Choose a brewery.**',
  'learn.1.income':
    'Your income of {coins} also puts your **disc** on {n} of the next round’s track. Whoever lies lowest there plays first in the next round: **whoever earns little plays early.**',
  'learn.1.hand':
    'Your **cards**. The coin shows the cost. You have {coins}: {enough, select, exactly {exactly enough} yes {enough} other {not enough}} for the **Crane**, which costs {cost}. As long as it stands, everything you build costs 2 less.',
  'learn.two': 'You may build **two cards** a turn.',
  'learn.oneMore': 'You may build **one more** card.',
  'learn.can': 'You can pay for {cards}. **Build, or stop building.**',
  'learn.cannot': 'You can pay for none of your cards now. **Stop building.**',
  'learn.1.crane': 'Take the **Crane** and put it on an empty space.',
  'learn.1.magistrate':
    'The Crane works at once: the **Magistrate** costs {cost} {less, select, yes {instead of {printed}} other {now}}. Build it too, on another empty space: it puts your disc 3 lower at every sale, so that you play earlier.',
  'learn.1.cover': 'You could also build over something, but what is covered is gone for good.',
  'learn.1.discard':
    'Now **keep one card**; the others go **under your deck**, in an order you choose. Nothing is ever shuffled again: the timeline shows when each comes back.',
  'learn.1.keep': 'The **Hops field 1** is worth keeping: as things stand it costs you {cost}{less, select, yes { instead of {printed}} other {}}.',
  'learn.1.end': 'Your turn is complete. Until you end it, everything can be undone. **End your turn.**',
  'learn.wait': 'Now {name} plays: sell, build, discard, in the same way.',
  'learn.1.market':
    'Round 1 is over: every demand space that stayed empty moved the marker of its good **one space up**. Spaces side by side may show the same price. The best price now is {price}, for {good} at {brewery}.',
  'learn.1.round2':
    'Round 2. You have drawn three new cards, and your fields have yielded again. **Play this turn on your own:** sell where it pays best, then build what you can pay for.',
  'learn.1.hops': 'The **Hops field 1** costs you {cost}{less, select, yes { instead of {printed}} other {}}.',
  'learn.1.done':
    '**You know how a round goes.** Draw, harvest, sell, build, discard; then prices move. The rest of the game is doing it at the right time.',

  'learn.2.intro':
    'Four rounds later. You have {parts}. A **Palace part** yields nothing, and nothing can be built over it, but six of them win the game.',
  'learn.2.zero':
    'Look at {brewery}: its price for {good} is **0**, so nobody can sell that there this round. Only with a Market could it be sold, as another good that has a price.',
  'learn.2.earn':
    'Not only fields earn. A **Bank** pays coins every round, even if you sell nothing. An **Office** brings one coin more for each token of one good. With a **Market** you sell up to 3 tokens of one good as another.',
  'learn.2.sell':
    'Each row compares what a sale **brings**, where the prices **fall to**, and your **place** in the next round. You may also sell less. **Make your sale.**',
  'learn.2.surplus':
    'You were paid the old price for everything. But what went **beyond the demand** was surplus: each surplus token has moved the marker **one space down** for those who come after you. The price falls if that space shows a lower one.',
  'learn.2.noSurplus':
    'You were paid the price shown. Had you sold **beyond the demand**, each surplus token would have moved its marker one space down for those who come after you.',
  'learn.2.noSale':
    'You sold nothing. Had you sold **beyond a demand**, each surplus token would have moved its marker one space down for those who come after you.',
  'learn.2.order':
    'Your disc lies on {n} of the next round’s track. A big income puts it **high**: then you play **later**, when the best prices may be gone. Sometimes selling less is worth more.',
  'learn.2.palace':
    'A Palace part costs {price} now{crane, select, yes {, with your Crane {cost}} other {}}. Each time as many parts are built as there are players, here {players}, **the price rises by 2**. Waiting has its price, too.',
  'learn.2.part':
    'Will you build **{card}**? Every part takes a space that could earn. Pick the card, and each space tells what you would lose there. **Build, or stop building.**',
  'learn.2.discard':
    'Under the deck again. **Order is a plan:** what you put away first comes back first. Palace parts can wait there until you can pay for them.',
  'learn.2.time':
    'Some buildings win you time. A **Magistrate** puts your disc 3 lower than your income. A **Warehouse** keeps up to 3 unsold goods for a better price. With a **Laboratory** you draw more cards, with a **Town hall** you keep more of them.',
  'learn.2.done':
    '**Prices, order, palace price:** three clocks that tick at once. Now see how they end.',

  'learn.3.intro':
    'Towards the end. You have {parts}, {name} has {theirs}. As soon as somebody has **six**, the round is played to its end. Of those with six, **the richest wins.**',
  'learn.3.inHand': '**{card}** is in your hand.',
  'learn.3.inDeck': '**{card}** comes back {when}: you put it under your deck in round {n}.',
  'learn.3.plan': 'These are the parts that you know of and still need. **Plan which to build when.**',
  'learn.3.draw': 'A Laboratory lets you draw **one more card**, if you like.',
  'learn.3.sell': '**Sell first.** What you earn decides what you can build, and who plays first next round.',
  'learn.3.cost': '**{card}** costs you {cost}, and you have {coins}.',
  'learn.3.build': 'You can build **{card}**: it costs you {cost}, and you have {coins}. Think about what you cover, and keep an eye on the coins of {name}.',
  'learn.3.dear': '**{card}** costs you {cost}, and you have {coins}. **Build something that earns, or stop building.**',
  'learn.3.discard': 'Put away what you do not need now. A Palace part that you want next round is best **kept**.',
  'learn.3.last': 'This can be the **last round**. Count the coins: who has more at the end?',
  'learn.3.more': 'The game goes on. A hint shows what a strong bot would do.',
  'learn.3.richer': '**You have won!** Six parts, and more coins than {name}. That is the whole game; you are ready for a real one.',
  'learn.3.first': '**You have won!** You have all six parts, {name} has not. That is the whole game; you are ready for a real one.',
  'learn.3.shared': '**You and {name} share the win:** six parts each, and the same number of coins. You are ready for a real game.',
  'learn.3.nobody': '**Nobody has finished the palace**, so nobody wins. Try the act again, or go on to a real game: you know all you need.',
  'learn.3.lost':
    '**{name} has won this one.** Close games are decided by a few coins, or by one round. Try the act again, or go on to a real game: you know all you need.',
  'learn.play': 'Play your first game',
  'learn.look': 'Look back',
  'learn.error': 'The lesson could not be started: {why}',
} as const
