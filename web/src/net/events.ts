// events.ts - what a server tells that happened (lines as in docs/bots.md) as events of the page.

import type { Engine } from '../engine/engine'
import type { Card, Exchange, GameEvent, Good, LogEntry, MarketTold, Phase, Seat, Triple } from '../engine/types'
import { CARDS, GOODS } from '../engine/types'

const isCard = (word: string | undefined): word is Card => (CARDS as readonly string[]).includes(word ?? '')
const good = (word: string | undefined): Good | null => (GOODS as readonly string[]).includes(word ?? '') ? (word as Good) : null
const triple = (words: string[]): Triple => [Number(words[0]), Number(words[1]), Number(words[2])]
const none: Triple = [0, 0, 0]

function counted(goods: Triple, exchange: Exchange | null): Triple {
  const sold: [number, number, number] = [...goods]
  if (exchange) {
    sold[GOODS.indexOf(exchange.from)]! -= exchange.count
    sold[GOODS.indexOf(exchange.to)]! += exchange.count
  }
  return sold
}

/** Reads lines one after the other; boards and rounds are kept, because lines name only what is new. */
export class Teller {
  private boards: (Card | null)[][] = []
  private drawn = new Set<Seat>()
  private round = 0
  private market: MarketTold
  readonly log: LogEntry[] = []

  /** The engine has read a view of the game: lines tell what happened and not what it did to the prices, which the engine knows. */
  constructor(private readonly players: number, private readonly engine: Pick<Engine, 'toldBegin' | 'toldSale' | 'toldPart' | 'toldMarket'>) {
    this.market = engine.toldBegin()
    this.boards = Array.from({ length: players }, () => Array<Card | null>(6).fill(null))
  }

  /** What a line tells; null for one that is not known. */
  tell(line: string, order: Seat[], over: boolean): GameEvent | null {
    const event = this.read(line.split(' '), line, order, over)
    if (!event) return null
    const phases: Record<GameEvent['kind'], Phase> = {
      drew: 'draw', sold: 'sell', built: 'build', trashed: 'discard', buried: 'discard', stored: 'discard', kept: 'discard',
      round: 'market',
    }
    if (event.kind === 'drew' && this.round === 0) this.round = 1
    const phase = this.round === 0 ? 'setup' : phases[event.kind]
    this.log.push({ moment: this.log.length + 1, round: this.round, phase, event, draft: false })
    if (event.kind === 'round') this.round = event.round + 1
    return event
  }

  private read(words: string[], text: string, order: Seat[], over: boolean): GameEvent | null {
    const [kind, first, ...rest] = words
    const seat = Number(first)
    if (kind === 'round') {
      this.drawn.clear()
      return { kind: 'round', round: seat, ...this.raised(), order, over, text }
    }
    if (!(seat >= 0 && seat < this.players)) return null
    switch (kind) {
      case 'draw': return this.drew(seat, rest, text)
      case 'sell': return this.sold(seat, rest, text)
      case 'build': return this.built(seat, rest, text)
      case 'trash': return { kind: 'trashed', seat, card: isCard(rest[0]) ? rest[0] : null, text }
      case 'bury': return { kind: 'buried', seat, card: isCard(rest[0]) ? rest[0] : null, text }
      case 'store': return { kind: 'stored', seat, goods: triple(rest), text }
      case 'keep': return { kind: 'kept', seat, n: Number(rest[0]), text }
      default: return null
    }
  }

  private drew(seat: Seat, rest: string[], text: string): GameEvent {
    const extra = this.drawn.has(seat)
    this.drawn.add(seat)
    const known = rest.every(isCard)
    return { kind: 'drew', seat, n: known ? rest.length : Number(rest[0]), cards: known ? rest : null, goods: none, extra, text }
  }

  /** BREWERY goods H B W market none|N GOOD as GOOD office none|GOOD income N disc N */
  private sold(seat: Seat, rest: string[], text: string): GameEvent {
    const after = (word: string) => rest.slice(rest.indexOf(word) + 1)
    const goods = triple(after('goods'))
    const [count, from, , to] = after('market')
    const exchange = good(from) && good(to) ? { from: good(from)!, to: good(to)!, count: Number(count) } : null
    const brewery = rest[0] === 'none' ? null : rest[0]!.charCodeAt(0) - 65
    const as = counted(goods, exchange)
    return {
      kind: 'sold', seat, brewery, goods, counted: as, market: exchange, office: good(after('office')[0]),
      income: Number(after('income')[0]), disc: Number(after('disc')[0]), ...this.fallen(brewery, as), text,
    }
  }

  /** What a sale does there. */
  private fallen(brewery: number | null, as: Triple) {
    if (brewery === null) return { price: null, priceAfter: null, step: null, stepAfter: null }
    const before = this.market
    this.market = this.engine.toldSale(brewery, as)
    const [price, step] = [before.price[brewery] ?? null, before.step[brewery] ?? null]
    return { price, step, priceAfter: this.market.price[brewery] ?? null, stepAfter: this.market.step[brewery] ?? null }
  }

  /** What phase 6 does. */
  private raised() {
    const before = this.market
    this.market = this.engine.toldMarket()
    const prices = before.price.map((price, b) => ({ before: price, after: this.market.price[b]!, stepBefore: before.step[b]!, stepAfter: this.market.step[b]! }))
    return { prices, palacePrice: this.market.palacePrice }
  }

  private built(seat: Seat, [card, , space, , cost]: string[], text: string): GameEvent | null {
    if (!isCard(card)) return null
    const board = this.boards[seat]!
    const covered = board[Number(space) - 1] ?? null
    board[Number(space) - 1] = card
    const palacePrice = this.market.palacePrice
    if (card.startsWith('palace')) this.market = this.engine.toldPart()
    return { kind: 'built', seat, card, space: Number(space), cost: Number(cost), covered, palacePrice, palacePriceAfter: this.market.palacePrice, text }
  }
}
