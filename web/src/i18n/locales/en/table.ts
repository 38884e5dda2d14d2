/* table.ts - the words of the table: breweries, tracks, boards, hand, log and everything one does there. */

export const table = {
} as const
