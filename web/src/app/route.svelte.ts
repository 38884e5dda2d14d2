// route.svelte.ts - the address: which screen is shown, of what.
//
//     /                 home                  /learn            the first game
//     /new              a new local game      /rules#R6.4       the rules, at one of them
//     /friends          lobby                 /settings         /stats   one's own games, counted
//     /account          one's own devices    /sign-in   this device becomes one of them
//     /game/ID          a local game          /review/ID        a stored game or an imported record, looked back on
//     /g/SHARE          a game that somebody shares, looked back on
//     /p/NAME           a player's page       /daily            the deal of the day
//     /t/TABLE          a table of the server /puzzles          all puzzles; /puzzles/12 one of them
//
// A moment of a game is `?at=12`, so that a link leads to it. Links are plain <a href>: a click on one of ours is taken
// here and does not load the page anew.
//
// On a static host (tools/static.sh) nobody answers for /game/ID, and the page may lie under any path. There an address follows a #:
// index.html#/game/ID?at=12. Components write /game/ID all the same: the build puts # before it (vite.config.ts), and href() does
// where an address is not written out.

export type RouteName = 'home' | 'new' | 'daily' | 'friends' | 'game' | 'table' | 'learn' | 'rules' | 'settings' | 'stats' | 'review' | 'shared' | 'puzzles' | 'puzzle' | 'account' | 'player' | 'sign-in' | 'lost'

export interface Route {
  name: RouteName
  /** Of 'game', 'table', 'review', 'shared', 'player' (a name, as the address has it) and 'puzzle'. */
  id: string
  /** The moment to show, or null for the present. */
  at: number | null
  /** What follows the #. */
  anchor: string
}

const plain: Record<string, RouteName> = {
  '': 'home', new: 'new', daily: 'daily', friends: 'friends', learn: 'learn', rules: 'rules', settings: 'settings', stats: 'stats', puzzles: 'puzzles', account: 'account',
  'sign-in': 'sign-in',
}
const named: Record<string, RouteName> = { game: 'game', t: 'table', review: 'review', g: 'shared', p: 'player', puzzles: 'puzzle' }

export function routeOf(url: URL): Route {
  const [first = '', id = '', ...rest] = url.pathname.replace(/^\/+|\/+$/g, '').split('/')
  const at = url.searchParams.get('at')
  const name = rest.length ? undefined : id ? named[first] : plain[first]
  return {
    name: name ?? 'lost',
    id: name ? id : '',
    at: at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null,
    anchor: url.hash.slice(1),
  }
}

/** True if the page was built for a static host. */
export const isStatic = import.meta.env.BASE_URL === './'

/** An address of the page as a link's href. */
export const href = (to: string) => (isStatic ? `#${to}` : to)

/** The address of the page in an address of the browser. */
function addressIn(url: URL): URL {
  return isStatic ? new URL(url.hash.slice(1) || '/', url.origin === 'null' ? 'http://page' : url.origin) : url
}

let here = globalThis.location?.href ?? 'http://page/'
const routeHere = () => routeOf(addressIn(new URL(here)))
let shown = $state.raw<Route>(routeHere())

export function route(): Route {
  return shown
}

/** Goes to an address of the page. */
export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', href(to))
  here = location.href
  shown = routeHere()
  if (how === 'push' && !shown.anchor) scrollTo(0, 0)
}

/* Somebody who must not be left without a word: is asked first, and goes there later or not. */
let asks: ((to: string) => void) | null = null

/** From now on links and the browser's "back" ask before they lead away from this screen. Returns what undoes it. */
export function askBeforeLeaving(ask: (to: string) => void): () => void {
  asks = ask
  return () => {
    if (asks === ask) asks = null
  }
}

const leaves = (to: Route) => to.name !== shown.name || to.id !== shown.id

function ours(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null
  const link = (event.target as Element | null)?.closest?.('a')
  const outside = !link?.href || link.origin !== location.origin || link.target || link.hasAttribute('download')
  return outside || link.pathname.startsWith('/api/') ? null : link
}

/** To a place on this screen: no address of its own. */
function jump(id: string): void {
  const place = document.getElementById(id)
  if (!place) return
  place.tabIndex = -1
  place.focus()
}

/** To be called once. Returns what undoes it. The browser's "back" closes an open sheet before it leaves the screen below. */
export function startRouting(): () => void {
  const follow = () => {
    const to = routeOf(addressIn(new URL(location.href)))
    const sheet = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
    if (sheet && leaves(to)) {
      history.pushState(null, '', here)
      return sheet.close()
    }
    if (asks && leaves(to)) {
      const there = location.href
      history.pushState(null, '', here)
      return asks(addressIn(new URL(there)).href)
    }
    here = location.href
    shown = to
  }
  const click = (event: MouseEvent) => {
    const link = ours(event)
    if (!link) return
    event.preventDefault()
    const written = link.getAttribute('href')!
    if (/^#[^/]/.test(written)) return jump(written.slice(1))
    const to = addressIn(new URL(link.href))
    if (asks && leaves(routeOf(to))) asks(to.href)
    else go(to.pathname + to.search + to.hash)
  }
  addEventListener('popstate', follow)
  document.addEventListener('click', click)
  return () => {
    removeEventListener('popstate', follow)
    document.removeEventListener('click', click)
  }
}
