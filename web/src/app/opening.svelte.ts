// opening.svelte.ts - what a screen opens once and closes when it is left: a game, a table, a puzzle.
//
//     const opened = opening(openTable, table => table.close())
//     {#if opened.now === 'opening'} … {:else if opened.now === 'failed'} … {:else} … opened.found
//
// Not {#await}: Svelte 5.57 never lets go of the value an await block has received, and with it of the whole table that was shown.

import { onDestroy } from 'svelte'

export type Opening<T> =
  | { readonly now: 'opening'; readonly found?: undefined }
  | { readonly now: 'open'; readonly found: T }
  | { readonly now: 'failed'; readonly found?: undefined; readonly error: unknown }

/** To be called while the screen is set up. `close` is called also if the screen was left before `open` was done. */
export function opening<T>(open: () => Promise<T>, close: (found: T) => void): { readonly state: Opening<T> } {
  let state = $state.raw<Opening<T>>({ now: 'opening' })
  let left = false
  onDestroy(() => {
    left = true
    if (state.now === 'open') close(state.found)
  })
  open().then(
    found => (left ? close(found) : (state = { now: 'open', found })),
    (error: unknown) => (state = { now: 'failed', error }),
  )
  return {
    get state() {
      return state
    },
  }
}
