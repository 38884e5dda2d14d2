// daily.ts - the deal of the day: which it is, and beginning it. Everything follows from the date (bots/coach/daily_deal.h); nobody is asked.

import { Engine } from '../engine/engine'
import { newGame } from '../game/games'
import { botName } from '../game/names'

/** Deals it and gives the game's id: go to /game/ID. */
export async function newDaily(date: string, you: string, memoryAid: boolean): Promise<string> {
  const { seed, mode, levels } = (await Engine.load()).daily(date)
  return newGame({
    mode,
    seats: levels.map(level => level ?? 'person'),
    names: levels.map((level, seat) => (level === null ? you : botName(seat))),
    memoryAid,
    seed,
    daily: date,
  })
}
