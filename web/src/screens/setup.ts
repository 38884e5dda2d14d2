/* setup.ts - what one can choose before a game on this device. */

import type { LocalGameOptions } from '../game/types'
import type { CharacterId, LevelNumber } from '../game/bots'
import { botName } from '../game/names'

export type Mode = 'base' | 'expert'
export type Level = LevelNumber

export interface SeatChoice {
  is: 'person' | 'bot'
  name: string /* of a person; '' for the seat's colour */
  bot: CharacterId /* who it is, of a bot */
}

export interface GameChoice {
  mode: Mode
  seats: SeatChoice[]
  seed: string /* digits; '' for chance */
  memory: boolean /* from memory: the deck timeline is hidden */
}

export const playersMin = 2
export const playersMax = 5

export function seatChoice(is: 'person' | 'bot', bot: CharacterId = 2): SeatChoice {
  return { is, name: '', bot }
}

/* The game that the Play button starts: you and two bots, base game. */
export function firstGame(level: Level = 2): GameChoice {
  return { mode: 'base', seats: [seatChoice('person'), seatChoice('bot', level), seatChoice('bot', level)], seed: '', memory: false }
}

/* Several people around one device. */
export function hotseatGame(): GameChoice {
  return { mode: 'base', seats: [seatChoice('person'), seatChoice('person'), seatChoice('bot')], seed: '', memory: false }
}

/* The same choice for n players: seats in front stay, new ones are bots. */
export function withPlayers(choice: GameChoice, n: number): GameChoice {
  const bot = choice.seats.find(seat => seat.is === 'bot')?.bot ?? 2
  const seats = Array.from({ length: n }, (_, i) => choice.seats[i] ?? seatChoice('bot', bot))
  return { ...choice, seats }
}

export function people(choice: GameChoice): number {
  return choice.seats.filter(seat => seat.is === 'person').length
}

/* As the engine wants it. `colours` are the names of seats whose person gave none; `you` the one person's. */
export function optionsOf(choice: GameChoice, colours: readonly string[], you: string): LocalGameOptions {
  const alone = people(choice) === 1
  const names = choice.seats.map((seat, i) => {
    if (seat.is === 'bot') return botName(i)
    return seat.name.trim() || (alone ? you : colours[i]!)
  })
  const options: LocalGameOptions = {
    mode: choice.mode,
    seats: choice.seats.map(seat => (seat.is === 'person' ? 'person' : seat.bot)),
    names,
    memoryAid: !choice.memory,
  }
  if (/^\d+$/.test(choice.seed)) options.seed = Number(choice.seed)
  return options
}
