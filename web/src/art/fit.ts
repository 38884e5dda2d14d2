/* fit.ts - text that is shown where it fits and left out where it does not, whatever its language and size. The element gets the
 * attribute `data-short` if its content is higher than itself; its styles then omit something. All are measured at once, when the
 * browser has laid them out anyway. */

function measure(all: Iterable<Element>) {
  const list = [...all]
  for (const one of list) one.removeAttribute('data-short')
  const short = list.filter(one => one.scrollHeight > one.clientHeight + 1)
  for (const one of short) one.setAttribute('data-short', '')
}

let sizes: ResizeObserver | null = null

/* A Svelte action: <span use:fits={text}>; measured again when it gets another size or says something else. */
export function fits(node: HTMLElement, _says: unknown) {
  sizes ??= new ResizeObserver(entries => measure(entries.map(({ target }) => target)))
  sizes.observe(node)
  return {
    update() {
      sizes?.unobserve(node)
      sizes?.observe(node)
    },
    destroy: () => sizes?.unobserve(node),
  }
}
