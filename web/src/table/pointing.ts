/* pointing.ts - a line of the log and the place that it speaks of point at each other: one has the pointer or the focus, the other is marked. */

export function pointing(table: HTMLElement) {
  let marked: Element | undefined
  const find = (attribute: string, name?: string | null) => (name ? [...table.querySelectorAll(`[${attribute}="${name}"]`)].at(-1) : undefined)
  const point = ({ target }: Event) => {
    const one = (target as Element).closest('[data-about], [data-at^="space:"]')
    marked?.removeAttribute('data-pointed')
    marked = find('data-at', one?.getAttribute('data-about')) ?? find('data-about', one?.getAttribute('data-at'))
    marked?.setAttribute('data-pointed', '')
  }
  table.addEventListener('pointerover', point)
  table.addEventListener('focusin', point)
}
