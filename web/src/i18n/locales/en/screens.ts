/* screens.ts - the words of the screens around the table: landing, new game, lobby, hot-seat. */

export const screens = {
} as const
