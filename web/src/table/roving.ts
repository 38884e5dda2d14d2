/* roving.ts - many buttons, one stop: Tab comes to the one that was last used, arrows lead to the others. */

interface Options {
  items: string /* CSS */
  start?: 'first' | 'last' /* where Tab comes to at first */
  keys?: boolean /* false: who has the items moves the focus itself */
}

export function roving(node: HTMLElement, { items, start = 'first', keys = true }: Options) {
  let used: Element | null = null
  const all = () => [...node.querySelectorAll<HTMLElement>(items)]

  function settle() {
    const list = all()
    if (used && !list.includes(used as HTMLElement)) used = null
    const stop = used ?? list.at(start === 'first' ? 0 : -1)
    for (const one of list) {
      const index = one === stop ? 0 : -1
      if (one.tabIndex !== index || !one.hasAttribute('tabindex')) one.tabIndex = index
    }
  }
  function focused(event: FocusEvent) {
    const item = (event.target as Element).closest(items)
    if (!item || item === used) return
    used = item
    settle()
  }
  function pressed(event: KeyboardEvent) {
    const list = all()
    const at = list.indexOf((event.target as Element).closest(items) as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    list[Math.max(0, Math.min(list.length - 1, to))]?.focus()
  }

  const changes = new MutationObserver(settle)
  changes.observe(node, { childList: true, subtree: true })
  node.addEventListener('focusin', focused)
  if (keys) node.addEventListener('keydown', pressed)
  settle()
  return {
    destroy() {
      changes.disconnect()
      node.removeEventListener('focusin', focused)
      node.removeEventListener('keydown', pressed)
    },
  }
}
