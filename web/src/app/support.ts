// support.ts - what the page needs of a browser. docs/developers/page.md says since when browsers have it; so does the sentence in
// index.html, for browsers that can't even read this.

/** A module with one function that uses a vector of 128 bits: (module (func (drop (v128.const …)))). */
const vectors = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 11,
])

/** Returns whether the browser lacks a feature that the game needs. */
export function tooOld(): boolean {
  const engine = typeof WebAssembly === 'object' && WebAssembly.validate(vectors)
  const styles = ['selector(:has(a))', 'color: color-mix(in srgb, red, blue)', 'width: 1cqi'].every(what => CSS.supports(what))
  return !engine || !styles
}
