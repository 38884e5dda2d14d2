// screens.ts - the screens that are loaded together: a game, and everything around it. The landing alone comes by itself.
// Few large files beat many small ones: each costs its headers, and a small one compresses badly.

export { default as Game } from '../screens/Game.svelte'
export { default as OnlineTable } from '../screens/OnlineTable.svelte'
