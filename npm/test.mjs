// test.mjs - the random games of tests/hash.c, one for each kind of game, and a bot's choices: the lines of test.txt.
import { load } from 'fuerstenfeld'

const mask = 2n ** 64n - 1n

/** SplitMix64 as in engine/core/rng.c. */
class Rng {
  constructor(seed) {
    this.state = BigInt.asUintN(64, seed)
    this.state = this.next()
  }
  next() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & mask
    let z = this.state
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask
    return z ^ (z >> 31n)
  }
  below(n) {
    let product = (this.next() >> 32n) * BigInt(n)
    const unfair = (2n ** 32n - BigInt(n)) % BigInt(n)
    while (BigInt.asUintN(32, product) < unfair) product = (this.next() >> 32n) * BigInt(n)
    return Number(product >> 32n)
  }
}

export async function lines() {
  const all = []
  for (const mode of ['base', 'expert'])
    for (const players of [2, 3, 4, 5]) {
      const game = await load()
      const rng = new Rng(~1n)
      game.begin(players, mode, 1)
      let decisions = 0
      for (; game.seat !== null; decisions++) {
        const legal = game.legal()
        game.act(legal[rng.below(legal.length)].text)
      }
      all.push(`${mode} ${players}: ${decisions} decisions, hash ${game.engine.hash()}`)
    }
  const game = await load()
  game.begin(2, 'base', 5)
  let decisions = 0
  while (game.seat !== null) game.act(await game.ask(game.seat ? 'steward' : 'apprentice', decisions++))
  all.push(`bots: ${decisions} decisions, ${game.record.trimEnd().split('\n').length} lines`)
  return all
}

if (globalThis.process?.argv) console.log((await lines()).join('\n'))
