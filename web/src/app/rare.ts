// rare.ts - what is looked at once or now and then, loaded when it is, and kept for offline then or from the second visit on; see
// screens.ts.

export { default as Learn } from '../learn/Learn.svelte'
export { default as Statistics } from '../stats/Statistics.svelte'
export { default as Review } from '../review/Review.svelte'
export { default as DailyResult } from '../daily/DailyResult.svelte'
export { coach } from '../coach/coach'
export { default as Advice } from '../coach/Advice.svelte'
export { default as Marks } from '../coach/Marks.svelte'
export { default as Puzzles } from '../puzzles/Puzzles.svelte'
export { default as Puzzle } from '../puzzles/Solve.svelte'
