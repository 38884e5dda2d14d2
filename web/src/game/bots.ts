// bots.ts - whom one plays against: somebody for each level, and three more who play like the second but lean to something. Words are
// 'bot.' and 'bot.about.' + id; portraits are in art/animals.ts.

import type { Animal } from '../art/animals'
import type { Level } from '../engine/engine'

/** From easy to hard (bots/ai/levels.h). */
export const levels = [1, 2, 3, 4, 5, 6, 7] as const
export type LevelNumber = (typeof levels)[number]

export interface Character {
  /** As a seat's number in a stored game: the level, or with a second digit who leans to something. */
  id: number
  level: number
  animal: Animal
  /** The bot's name in the engine, where it is not the level's own. */
  bot?: string
}

export const characters = [
  { id: 1, level: 1, animal: 'goose' },
  { id: 2, level: 2, animal: 'ox' },
  { id: 21, level: 2, animal: 'bee', bot: 'farmer' },
  { id: 22, level: 2, animal: 'hamster', bot: 'banker' },
  { id: 23, level: 2, animal: 'hare', bot: 'rusher' },
  { id: 3, level: 3, animal: 'fox' },
  { id: 4, level: 4, animal: 'badger' },
  { id: 5, level: 5, animal: 'owl' },
  { id: 6, level: 6, animal: 'wolf' },
  { id: 7, level: 7, animal: 'lion' },
] as const satisfies readonly Character[]
export type CharacterId = (typeof characters)[number]['id']

/** Returns the bot with that number; an unknown number plays as the third level. */
export function characterOf(id: number): Character & { id: CharacterId } {
  return characters.find(one => one.id === id) ?? characters.find(one => one.id === 3)!
}

/** The bot of a seat as records name it (docs/authors/record.md); null: a person. */
export function botOf(seat: 'person' | number): string | null {
  if (typeof seat !== 'number' || seat === 0) return null
  const { level, bot }: Character = characterOf(seat)
  return bot ?? `level${level}`
}

/** Returns the bot that a record names; null for an unknown name. A level's bot has its own name, perhaps with a budget, as
 * "prince:2500": then it is the highest level that thinks no longer (bots/coach/opponents.c). */
export function seatOf(name: string, levels: readonly Level[]): number | null {
  const bare = name.split(/[-:@*]/)[0]!
  const budget = /:(\d+)(-|$)/.exec(name)
  const own = levels.flatMap(({ bot, iterations }, i) => (bot === bare ? [{ level: i + 1, iterations }] : []))
  const within = own.filter(({ iterations }) => !budget || iterations <= Number(budget[1]))
  return characters.find(one => botOf(one.id) === bare)?.id ?? (within.at(-1) ?? own[0])?.level ?? null
}

/** Its bot and budget, from the engine's levels. */
export function mindOf(id: number, levels: readonly Level[]): Level {
  const { level, bot }: Character = characterOf(id)
  const own = levels[level - 1]!
  return bot ? { ...own, bot } : own
}
