// rare.ts - rarely used screens, which are loaded on demand and cached for offline use then or at the second visit; see screens.ts.

export { default as Learn } from '../learn/Learn.svelte'
export { default as Statistics } from '../stats/Statistics.svelte'
export { default as Review } from '../review/Review.svelte'
export { default as DailyResult } from '../daily/DailyResult.svelte'
export { coach } from '../coach/coach'
export { default as Advice } from '../coach/Advice.svelte'
export { default as Marks } from '../coach/Marks.svelte'
export { default as Puzzles } from '../puzzles/Puzzles.svelte'
export { default as Puzzle } from '../puzzles/Solve.svelte'
