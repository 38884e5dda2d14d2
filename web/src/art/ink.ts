/* ink.ts - the few strokes all pictures are made of. A picture is a string of SVG; art.css gives its classes their colours,
 * so that one drawing serves day and dusk. Class words: a colour (see art.css), and `o` for the outline. */

export const p = (c: string, d: string, more = '') => `<path class="${c}" d="${d}"${more && ' ' + more}/>`
export const box = (c: string, x: number, y: number, w: number, h: number, rx = 0) =>
  `<rect class="${c}" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${rx ? ` rx="${rx}"` : ''}/>`
export const dot = (c: string, x: number, y: number, r: number) => `<circle class="${c}" cx="${n(x)}" cy="${n(y)}" r="${r}"/>`
export const oval = (c: string, x: number, y: number, rx: number, ry: number) =>
  `<ellipse class="${c}" cx="${n(x)}" cy="${n(y)}" rx="${rx}" ry="${ry}"/>`
/** A line: no fill, in the ink's colour unless the class says otherwise. */
export const l = (c: string, d: string) => p('l ' + c, d)
/** Moved by x, y, and scaled. */
export const at = (x: number, y: number, inner: string, s = 1, sy = s) =>
  `<g transform="translate(${n(x)} ${n(y)})${s === 1 && sy === 1 ? '' : ` scale(${s}${sy === s ? '' : ' ' + sy})`}">${inner}</g>`
/** Mirrored in a tile of width w. */
export const flip = (inner: string, w = 120) => `<g transform="matrix(-1 0 0 1 ${w} 0)">${inner}</g>`
/** count times what f draws. */
export const times = (count: number, f: (i: number) => string) => Array.from({ length: count }, (_, i) => f(i)).join('')
/** Returns the drawing of `draw`, made once for the same arguments: always the same string, which compares quickly. */
export function once<Args extends (string | number | boolean | null | undefined)[]>(draw: (...args: Args) => string): (...args: Args) => string {
  const made = new Map<string, string>()
  return (...args) => {
    const name = args.join(' ')
    const drawn = made.get(name) ?? draw(...args)
    made.set(name, drawn)
    return drawn
  }
}
/** A number in few digits. */
export const n = (x: number) => +x.toFixed(1)

/** An arched opening; its class is `lit`: dark by day, lamplight at dusk. */
export const arch = (x: number, y: number, w: number, h: number, c = 'lit') =>
  p(c, `M${n(x)} ${n(y + h)}v${n(w / 2 - h)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0v${n(h - w / 2)}z`)
/** A row of arches with frames. */
export const arches = (count: number, x: number, y: number, w: number, h: number, step: number, frame = 'cream') =>
  times(count, (i) => arch(x + i * step - 1.6, y - 1.6, w + 3.2, h + 1.6, frame) + arch(x + i * step, y, w, h))
/** A square window with a frame, a cross in it, and a sill. */
export const pane = (x: number, y: number, w: number, h: number, frame = 'cream') =>
  box(frame, x - 1.3, y - 1.3, w + 2.6, h + 2.6) + box('lit', x, y, w, h) +
  l('bar-l thin', `M${n(x + w / 2)} ${n(y)}v${n(h)}M${n(x)} ${n(y + h / 2)}h${n(w)}`)
/** A round tree, and a poplar. */
export const tree = (x: number, y: number, s = 1) =>
  at(x, y, l('wood2-l', 'M0 0v-8') + p('grass3 o', 'M-8-8c-3-5 1-8 3-8 0-6 9-6 10 0 4 0 5 6 2 8z') +
  p('grass2', 'M-5-10c-1-3 1-4 3-4 1-4 4-4 5-2-3 1-5 4-8 6z'), s)
export const poplar = (x: number, y: number, s = 1) =>
  at(x, y, l('wood2-l', 'M0 0v-4') + p('grass3 o', 'M0-30c6 8 6 20 3 26h-6c-3-6-3-18 3-26z') + p('grass2', 'M0-26c1 8-1 14-2 20-3-6-1-14 2-20z'), s)

/** The i-th of a list, from the start again after its end. */
export const pick = <T>(list: readonly T[], i: number) => list[i % list.length] as T
