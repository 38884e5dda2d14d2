/* flights.ts - what flies where when something has happened. */

import { GOODS, type GameEvent, type Good, type Seat } from '../engine/types'
import type { Flight } from './motion'
import { cardBack, cardPicture, coinPicture, goodPicture } from './sprites'

const mostCoins = 8 /* more than these fly as these: it is the gesture that counts */

/* `viewer` sees own cards face up, and own goods come from the space they grew on. */
export function flightsOf(event: GameEvent, viewer: Seat | null): Flight[] {
  switch (event.kind) {
    case 'drew': {
      const cards: Flight[] = event.cards && event.seat === viewer
        ? event.cards.map(card => ({ from: `deck:${event.seat}`, to: `card:${card}`, picture: () => cardPicture(card), size: 64 }))
        : [{ from: `deck:${event.seat}`, to: `hand:${event.seat}`, picture: () => cardBack(event.seat), count: event.n, size: 30 }]
      return [...cards, ...goodsFlights(event.goods, good => [`field:${event.seat}`, `goods:${event.seat}:${good}`])]
    }
    case 'sold': {
      if (event.brewery === null) return coins(event.income, 'tracks', event.seat)
      const goods = goodsFlights(event.goods, good => [
        `goods:${event.seat}:${good}`,
        `brewery:${event.brewery}:${event.market?.from === good ? event.market.to : good}`,
      ])
      return [...goods, ...coins(event.income, `brewery:${event.brewery}`, event.seat)]
    }
    case 'built':
      return [
        {
          from: event.seat === viewer ? `card:${event.card}` : `hand:${event.seat}`,
          to: `space:${event.seat}:${event.space}`,
          picture: () => cardPicture(event.card),
          size: event.seat === viewer ? 96 : 48,
        },
      ]
    case 'buried':
      return [{ from: event.card && event.seat === viewer ? `card:${event.card}` : `hand:${event.seat}`, to: `deck:${event.seat}`, picture: () => cardBack(event.seat), size: 34 }]
    default:
      return []
  }
}

function goodsFlights(goods: readonly number[], way: (good: Good) => [string, string]): Flight[] {
  return GOODS.flatMap((good, i) => {
    const [from, to] = way(good)
    return goods[i]! > 0 ? [{ from, to, picture: () => goodPicture(good), count: goods[i]!, size: 26 }] : []
  })
}

function coins(n: number, from: string, seat: Seat): Flight[] {
  return n > 0 ? [{ from, to: `coins:${seat}`, picture: coinPicture, count: Math.min(n, mostCoins), size: 20 }] : []
}

/* Every place that the flights of these events could start from. */
export function startsOf(events: readonly GameEvent[], viewer: Seat | null): string[] {
  return events.flatMap(event => flightsOf(event, viewer).map(flight => flight.from))
}
