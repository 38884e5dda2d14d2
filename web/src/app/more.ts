// more.ts - the screens around the game, loaded together; see screens.ts.

export { default as Friends } from '../screens/Friends.svelte'
export { default as Lost } from '../screens/Lost.svelte'
export { default as NewGame } from '../screens/NewGame.svelte'
export { default as Rules } from '../rules/Rules.svelte'
export { default as Settings } from '../settings/Settings.svelte'
export { default as CardList } from '../rules/CardList.svelte'
export { default as RulesText } from '../rules/RulesText.svelte'
export { costs } from '../rules/costs'
