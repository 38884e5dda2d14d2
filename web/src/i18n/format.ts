/* format.ts - messages with gaps: the small part of ICU's message syntax that a game needs.
 *
 *     {name}                                              a gap; numbers are written as the language writes them
 *     {n, plural, =0 {no cards} one {# card} other {# cards}}   by the language's own plural rules; # is the number
 *     {who, select, you {You sell} other {{name} sells}}   by a word
 *
 * Branches may hold gaps and further choices. There is no quoting: an apostrophe is an apostrophe. A gap for which no
 * value was given stays visible as {name}, so that a mistake is seen and not hidden. */

export type Value = string | number
export type Values = Readonly<Record<string, Value>>

type Choice = { kind: 'plural' | 'select'; name: string; branches: Map<string, Part[]> }
export type Part = string | { kind: 'gap'; name: string } | { kind: 'number' } | Choice

/* How one language writes numbers, lists and plurals. */
export interface Grammar {
  number(n: number): string
  plural(n: number): string
  list(items: readonly string[]): string
}

export function grammarOf(language: string): Grammar {
  const numbers = new Intl.NumberFormat(language)
  const plurals = new Intl.PluralRules(language)
  const lists = new Intl.ListFormat(language, { type: 'conjunction' })
  return { number: n => numbers.format(n), plural: n => plurals.select(n), list: items => lists.format(items) }
}

/* Throws a SyntaxError that names the place: messages are ours, and a test reads them all. */
export function parse(message: string): Part[] {
  let at = 0

  function fail(what: string): never {
    throw new SyntaxError(`${what} at ${at} in "${message}"`)
  }

  function word(): string {
    const found = /^\s*([=\w-]+)\s*/.exec(message.slice(at))
    if (!found) fail('a word is missing')
    at += found[0].length
    return found[1]!
  }

  function take(character: string) {
    if (message[at] !== character) fail(`"${character}" is missing`)
    at++
  }

  function choice(name: string): Choice {
    const kind = word()
    if (kind !== 'plural' && kind !== 'select') fail(`"${kind}" is no kind of choice`)
    take(',')
    const branches = new Map<string, Part[]>()
    while (message[at] !== '}') {
      const key = word()
      take('{')
      branches.set(key, parts(kind === 'plural'))
      take('}')
      while (message[at] === ' ' || message[at] === '\n') at++
    }
    if (!branches.has('other')) fail('the branch "other" is missing')
    return { kind, name, branches }
  }

  function gap(): Part {
    take('{')
    const name = word()
    let part: Part = { kind: 'gap', name }
    if (message[at] === ',') {
      at++
      part = choice(name)
    }
    take('}')
    return part
  }

  function parts(counting: boolean): Part[] {
    const list: Part[] = []
    let text = ''
    const flush = () => {
      if (text) list.push(text)
      text = ''
    }
    while (at < message.length && message[at] !== '}') {
      if (message[at] === '{') {
        flush()
        list.push(gap())
      } else if (counting && message[at] === '#') {
        flush()
        list.push({ kind: 'number' })
        at++
      } else {
        text += message[at++]
      }
    }
    flush()
    return list
  }

  const all = parts(false)
  if (at < message.length) fail('"}" without "{"')
  return all
}

function branch(choice: Choice, value: Value | undefined, grammar: Grammar): Part[] {
  const { branches } = choice
  const other = branches.get('other')!
  if (choice.kind === 'select') return branches.get(String(value)) ?? other
  const n = Number(value)
  return branches.get(`=${n}`) ?? branches.get(grammar.plural(n)) ?? other
}

export function write(parts: readonly Part[], values: Values, grammar: Grammar, count = 0): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else if (part.kind === 'number') text += grammar.number(count)
    else if (part.kind === 'gap') {
      const value = values[part.name]
      text += value === undefined ? `{${part.name}}` : typeof value === 'number' ? grammar.number(value) : value
    } else {
      const inner = part.kind === 'plural' ? Number(values[part.name]) : count
      text += write(branch(part, values[part.name], grammar), values, grammar, inner)
    }
  }
  return text
}

/* The names of all gaps and choices, for the test that compares languages. */
export function gapsOf(parts: readonly Part[], names = new Set<string>()): Set<string> {
  for (const part of parts) {
    if (typeof part === 'string' || part.kind === 'number') continue
    names.add(part.name)
    if (part.kind !== 'gap') for (const inner of part.branches.values()) gapsOf(inner, names)
  }
  return names
}
