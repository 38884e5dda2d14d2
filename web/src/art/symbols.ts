/* symbols.ts - a drawing is in the page once, however often it is shown: pictures refer to it with <use>. So a table of a hundred
 * pictures is a few hundred elements instead of thousands, and showing another one changes an attribute instead of reading SVG.
 *
 * The sheet is made of what is asked for, when it is, and stays: there are a few hundred drawings at most. Colours come from where a
 * picture is shown (art.css), because what a <use> shows inherits from it.
 *
 * A drawing contains no clip path, mask or filter: the sheet is not rendered, and Chromium and WebKit do not apply such elements from
 * a tree that is not rendered. art.test.ts checks this. */

const known = new Map<string, string>()
let sheet: SVGSVGElement | null = null

function svg<Name extends 'svg' | 'g'>(name: Name): SVGElementTagNameMap[Name] {
  return document.createElementNS('http://www.w3.org/2000/svg', name)
}

function openSheet(): SVGSVGElement {
  if (sheet?.isConnected) return sheet
  known.clear()
  sheet = svg('svg')
  const frame = document.createElement('div')
  frame.className = 'drawings'
  frame.setAttribute('aria-hidden', 'true')
  frame.append(sheet)
  document.body.append(frame)
  return sheet
}

/** The address of a drawing: what a <use> refers to. */
export function symbolOf(draw: string): string {
  const found = known.get(draw)
  if (found && sheet?.isConnected) return found
  const place = openSheet()
  const group = svg('g')
  group.id = `drawing-${known.size}`
  group.setAttribute('class', 'pen')
  group.innerHTML = draw /* drawings are constants of this folder, never anybody's input */
  place.append(group)
  known.set(draw, `#${group.id}`)
  return `#${group.id}`
}
