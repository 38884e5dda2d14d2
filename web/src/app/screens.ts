// screens.ts - the game and the screens around it, loaded together when first needed. The landing is there from the start and comes
// without them; rare.ts is what is seldom looked at, online.ts tables of a server. These three files are the only doors: each door more
// would be a file more. Few large files beat many small ones: each costs its headers, and a small one compresses badly.

export { default as Game } from '../screens/Game.svelte'
export { importRecord } from '../game/games'
export { startDaily, startGame } from '../screens/start'
export { default as Lost } from '../screens/Lost.svelte'
export { default as NewGame } from '../screens/NewGame.svelte'
export { default as Rules } from '../rules/Rules.svelte'
export { default as Settings } from '../settings/Settings.svelte'
export { default as CardList } from '../rules/CardList.svelte'
export { default as RulesText } from '../rules/RulesText.svelte'
export { costs } from '../rules/costs'
