// names.ts - what bots are called: names of the country, one for each seat, so that no two at a table are alike.

import type { Seat } from '../engine/types'

const botNames = ['Agnes', 'Bartl', 'Cenzi', 'Dominik', 'Elsbeth']

/** The name of the bot at a seat; `people` are the names of those who are there: somebody called alike is the first of the name. */
export function botName(seat: Seat, people: readonly string[] = []): string {
  const name = botNames[seat]!
  return people.some(other => other.trim().toLowerCase() === name.toLowerCase()) ? `${name} II` : name
}

const youWords = ['You', 'Du', 'Tu']

/** A person who plays alone against bots is stored under the name "You" in the language of that time. */
export function isYou(name: string): boolean {
  return youWords.includes(name)
}

interface Sitter {
  is: 'open' | 'guest' | 'bot'
  name?: string
}

/** The names at a table of the server, which calls a bot by its level; '' for a seat that is free. */
export function namesAt(seats: readonly Sitter[]): string[] {
  const people = seats.flatMap(({ is, name }) => (is === 'guest' && name ? [name] : []))
  return seats.map(({ is, name }, seat) => (is === 'bot' ? botName(seat, people) : (name ?? '')))
}
