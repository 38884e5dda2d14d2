/* drag.ts - dragging, for those who like it; everything dragged can be clicked as well.
 *
 * A source is given what it carries; a target is any element with `data-drop`. While something is carried a shadow of
 * the source follows the pointer, and the target under it has the attribute `data-over`. A press that does not travel
 * stays a click. One pointer at a time. */

export interface Carry {
  start?(): void
  over?(target: string | null): void
  drop(target: string): void
  end?(): void
}

const threshold = 6 /* px before a press becomes a drag */

function targetAt(x: number, y: number): HTMLElement | null {
  return (document.elementFromPoint(x, y)?.closest('[data-drop]') as HTMLElement | null) ?? null
}

/* The click that the browser makes of the end of a drag, or of a press that was something else, is none. A finger's may come some time after
 * it was lifted, but comes before the next press. */
export function swallowClick(after?: 'pointerup') {
  const stop = (event: MouseEvent) => {
    if (event.detail === 0) return /* of a key */
    event.stopPropagation()
    event.preventDefault()
    end()
  }
  const end = () => {
    removeEventListener('click', stop, { capture: true })
    removeEventListener('pointerdown', end, { capture: true })
  }
  const begin = () => {
    addEventListener('click', stop, { capture: true })
    addEventListener('pointerdown', end, { capture: true })
  }
  if (after) addEventListener(after, begin, { capture: true, once: true })
  else begin()
}

/* A Svelte action: <button use:draggable={carry}>; null: not now. */
export function draggable(node: HTMLElement, carry: Carry | null) {
  let now = carry
  let shadow: HTMLElement | null = null
  let over: HTMLElement | null = null
  let from = { x: 0, y: 0 }
  let box: DOMRect /* measured when it is lifted: asking earlier would make the browser lay everything out */
  let pointer = -1

  function mark(target: HTMLElement | null) {
    if (target === over) return
    over?.removeAttribute('data-over')
    target?.setAttribute('data-over', '')
    over = target
    now?.over?.(target?.dataset.drop ?? null)
  }

  function lift() {
    box = node.getBoundingClientRect()
    shadow = node.cloneNode(true) as HTMLElement
    shadow.classList.add('carried')
    shadow.setAttribute('aria-hidden', 'true')
    shadow.inert = true
    Object.assign(shadow.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` })
    document.body.append(shadow)
    node.setAttribute('data-lifted', '')
    now?.start?.()
  }

  function move(event: PointerEvent) {
    if (event.pointerId !== pointer) return
    const dx = event.clientX - from.x
    const dy = event.clientY - from.y
    if (!shadow) {
      if (Math.hypot(dx, dy) < threshold) return
      lift()
    }
    event.preventDefault()
    shadow!.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`
    mark(targetAt(event.clientX, event.clientY))
  }

  function finish(event: PointerEvent) {
    if (event.pointerId !== pointer) return
    const target = over?.dataset.drop
    const dragged = shadow !== null
    clear()
    if (!dragged) return
    swallowClick()
    if (target !== undefined && event.type === 'pointerup') now?.drop(target)
    now?.end?.()
  }

  function clear() {
    mark(null)
    shadow?.remove()
    shadow = null
    pointer = -1
    node.removeAttribute('data-lifted')
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', finish)
    removeEventListener('pointercancel', finish)
  }

  function press(event: PointerEvent) {
    if (!now || event.button !== 0 || pointer !== -1) return
    from = { x: event.clientX, y: event.clientY }
    pointer = event.pointerId
    addEventListener('pointermove', move)
    addEventListener('pointerup', finish)
    addEventListener('pointercancel', finish)
  }

  node.addEventListener('pointerdown', press)
  return {
    update(next: Carry | null) {
      now = next
    },
    destroy() {
      clear()
      node.removeEventListener('pointerdown', press)
    },
  }
}
