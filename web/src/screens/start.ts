/* start.ts - begins a game on this device and goes to its table. */

import { go } from '../app/route.svelte'
import { newDaily } from '../daily/daily'
import { newGame } from '../game/games'
import { t } from '../i18n/i18n.svelte'
import { optionsOf, type GameChoice } from './setup'

const seats = [0, 1, 2, 3, 4] as const

export async function startGame(choice: GameChoice): Promise<void> {
  const id = await newGame(optionsOf(choice, seats.map(seat => t(`seat.${seat}`)), t('You')))
  go(`/game/${id}`)
}

/** The deal of that day. */
export async function startDaily(date: string, memoryAid: boolean): Promise<void> {
  go(`/game/${await newDaily(date, t('You'), memoryAid)}`)
}
