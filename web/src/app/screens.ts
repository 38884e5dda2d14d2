// screens.ts - a game and what begins one, loaded together when first needed; more.ts is everything around it. The landing is there
// from the start, and comes without either. rare.ts what is seldom looked at, online.ts tables of a server. These four files are the only doors: each door more would be a file more.
// Few large files beat many small ones: each costs its headers, and a small one compresses badly.

export { default as Game } from '../screens/Game.svelte'
export { importRecord } from '../game/games'
export { startDaily, startGame } from '../screens/start'
