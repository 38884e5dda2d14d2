// example.mjs - a game of three bots of different strength, its record, and why an action is refused: node example.mjs
import { load } from 'fuerstenfeld'

const game = await load()
game.begin(3, 'base', 7, ['Anna', 'Ben', 'Carla'])
try {
  game.act('build crane')
} catch (error) {
  console.log(error.message)
}
const bots = ['apprentice', 'steward', 'random']
let decisions = 0
while (game.seat !== null) {
  const action = await game.ask(bots[game.seat], decisions++)
  for (const { event } of game.act(action)) if (event?.kind === 'round' && event.round % 5 === 0) console.log(`round ${event.round} is over`)
}
const view = game.engine.view(null, false)
console.log(`${decisions} decisions, ${view.round} rounds, hash ${game.engine.hash()}`)
console.log(`the winner: ${view.result.winners.map(seat => ['Anna', 'Ben', 'Carla'][seat])}`)
console.log(`the record has ${game.record.trimEnd().split('\n').length} lines`)
