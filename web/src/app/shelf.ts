// shelf.ts - where this browser keeps things: its localStorage, or memory that lasts as long as the page where the browser refuses
// storage (cookies blocked, a sandboxed frame, some private windows). Every other file asks here, because merely reading
// `localStorage` throws in such a browser.

/** The part of localStorage that the page uses. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** One whose keys can be listed. */
export type ListedShelf = Shelf & Pick<Storage, 'length' | 'key'>

export class MemoryShelf implements ListedShelf {
  private readonly texts = new Map<string, string>()

  get length() {
    return this.texts.size
  }
  key(i: number) {
    return [...this.texts.keys()][i] ?? null
  }
  getItem(key: string) {
    return this.texts.get(key) ?? null
  }
  setItem(key: string, text: string) {
    this.texts.set(key, text)
  }
  removeItem(key: string) {
    this.texts.delete(key)
  }
}

/** A full storage can't be written to either, but still holds games: only an empty one is refused. */
export function openShelf(): ListedShelf | null {
  try {
    const { localStorage } = globalThis
    if (localStorage.length > 0) return localStorage
    localStorage.setItem('ff.probe', '')
    localStorage.removeItem('ff.probe')
    return localStorage
  } catch {
    return null
  }
}

const found = openShelf()
export const browserShelf: ListedShelf = found ?? new MemoryShelf()
/** False if everything is forgotten when the page is closed. */
export const keepsThings = found !== null
