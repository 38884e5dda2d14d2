/* shared.ts - what says the same stays the same object. The controller makes every state anew; who shows a part of it compares
 * objects, not what is in them. With the parts that did not change taken from before, a press draws what it changed and nothing else. */

type Plain = Readonly<Record<string, unknown>>

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null
}

function sharedPlain(before: Plain, after: Plain): Plain {
  const keys = Object.keys(after)
  let alike = keys.length === Object.keys(before).length
  let made: Record<string, unknown> | null = null
  for (const key of keys) {
    const part = shared(before[key], after[key])
    if (part !== before[key] || !(key in before)) alike = false
    if (part !== after[key]) (made ??= (Array.isArray(after) ? [...after] : { ...after }) as unknown as Record<string, unknown>)[key] = part
  }
  return alike ? before : (made ?? after)
}

/** What `after` says, of as many parts of `before` as say the same; `before` itself if all do. For values as JSON has them; neither
 * is changed. */
export function shared<T>(before: unknown, after: T): T {
  if (Object.is(before, after) || !isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after)) return after
  return sharedPlain(before, after) as T
}

/** For what is made anew from a state: as much of it as says the same is what it was the time before. */
export function sharing<T>(): (next: T) => T {
  let last: T | undefined
  return next => (last = shared(last, next))
}
