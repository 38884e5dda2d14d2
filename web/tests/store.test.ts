// Games kept in the browser: what is put is got, what is no game is none, and where there is no room the oldest ones go.
import { expect, test } from 'vitest'
import type { ListedShelf as Shelf } from '../src/app/shelf'
import { ShelfStore, type GameRecord } from '../src/game/store'

/** A shelf of so many characters. */
function shelfOf(room: number): Shelf & { texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    get length() {
      return texts.size
    },
    key: i => [...texts.keys()][i] ?? null,
    getItem: key => texts.get(key) ?? null,
    setItem(key, text) {
      const others = [...texts].filter(([other]) => other !== key).reduce((sum, [, other]) => sum + other.length, 0)
      if (others + text.length > room) throw new DOMException('full', 'QuotaExceededError')
      texts.set(key, text)
    },
    removeItem: key => void texts.delete(key),
  }
}

const game = (id: string, changed: number, over = false): GameRecord => ({
  version: 1, id, kind: 'bots', mode: 'base', setup: 'x'.repeat(400), decisions: [], draft: [], seats: ['person', 1], names: ['Anna', 'Ben'],
  memoryAid: true, seed: 1, started: 0, changed, round: 1, over, owe: [0],
})
const ids = async (store: ShelfStore) => (await store.all()).map(({ id }) => id)

test('what is put is got, listed with the newest first, and removed', async () => {
  const store = new ShelfStore(shelfOf(1e6))
  await store.put(game('a', 1))
  await store.put(game('b', 3))
  await store.put(game('c', 2))
  expect(await ids(store)).toEqual(['b', 'c', 'a'])
  expect(await store.get('c')).toEqual(game('c', 2))
  await store.remove('c')
  expect(await store.get('c')).toBeNull()
  expect(await ids(store)).toEqual(['b', 'a'])
})

test('a put is done when it returns: nothing of it waits for a page that may be left', () => {
  const shelf = shelfOf(1e6)
  void new ShelfStore(shelf).put(game('a', 1))
  expect(shelf.texts.size).toBe(1)
})

test('what is no game, or one of a version to come, is left alone', async () => {
  const shelf = shelfOf(1e6)
  shelf.setItem('ff.settings', '{}')
  shelf.setItem('ff.game.torn', '{"version":2,"id"')
  shelf.setItem('ff.game.new', JSON.stringify({ ...game('new', 9), version: 3 }))
  const store = new ShelfStore(shelf)
  await store.put(game('a', 1))
  expect(await ids(store)).toEqual(['a'])
  expect(await store.get('torn')).toBeNull()
  expect(shelf.texts.size).toBe(4)
})

test('where there is no room the oldest games that are over go, and none that is played', async () => {
  const store = new ShelfStore(shelfOf(4 * JSON.stringify(game('e', 200)).length))
  for (const [id, over] of [['a', true], ['b', false], ['c', true], ['d', false]] as const) await store.put(game(id, id.charCodeAt(0), over))
  await store.put(game('e', 200))
  expect(await ids(store)).toEqual(['e', 'd', 'c', 'b'])
  await store.put(game('f', 201))
  expect(await ids(store)).toEqual(['f', 'e', 'd', 'b'])
  await expect(store.put(game('g', 202))).rejects.toThrow('no room')
  expect(await ids(store)).toEqual(['f', 'e', 'd', 'b'])
})
