/* i18n.svelte.ts - the page's words in the reader's language.
 *
 *     t('card.crane')                       "Crane"
 *     t('count.coins', { n: 3 })            "3 coins", "3 Münzen", "3 monete"
 *
 * Words live in locales/<language>/<area>.ts; English defines which keys there are, and the compiler holds the other
 * languages to them. An area is one chunk that is loaded when it is needed: `core` before the page is shown, the others
 * (the rules, the lesson, the look back, tables of a server) with the screens that use them:
 *
 *     await loadWords('rules')
 *
 * t() reads a rune, so what a component shows changes by itself when the language does. */

import { browserShelf } from '../app/shelf'
import { grammarOf, parse, write, type Grammar, type Part, type Values } from './format'
import { guessLanguage, isLanguage, type Language } from './languages'
import type { account } from './locales/en/account'
import type { core } from './locales/en/core'
import type { learn } from './locales/en/learn'
import type { online } from './locales/en/online'
import type { players } from './locales/en/players'
import type { puzzles } from './locales/en/puzzles'
import type { review } from './locales/en/review'
import type { rules } from './locales/en/rules'
import type { stats } from './locales/en/stats'

interface Areas {
  account: typeof account
  core: typeof core
  learn: typeof learn
  online: typeof online
  players: typeof players
  puzzles: typeof puzzles
  review: typeof review
  rules: typeof rules
  stats: typeof stats
}
export type Area = keyof Areas
export type Key = { [A in Area]: keyof Areas[A] }[Area]
type Words = Readonly<Record<string, string>>

const files = import.meta.glob<Record<string, Words>>('./locales/*/{account,core,learn,online,players,puzzles,review,rules,stats}.ts')

const stored = 'ff.language'
let areas: readonly Area[] = ['core']
let shown = $state.raw<{ language: Language; words: Words; grammar: Grammar }>({
  language: 'en',
  words: {},
  grammar: grammarOf('en'),
})
let parsed: Record<string, Part[]> = {}

async function wordsOf(area: Area, of: Language): Promise<Words> {
  const file = files[`./locales/${of}/${area}.ts`]
  if (!file) throw new Error(`there are no words for ${area} in ${of}`)
  return (await file())[area]!
}

/* All areas in use are loaded before anything changes, so that no half-translated page is ever seen. Of two calls that
 * overlap the later one counts. */
let asked = 0
async function show(language: Language) {
  const nth = ++asked
  let used, words
  do {
    used = areas
    words = await Promise.all(used.map(area => wordsOf(area, language)))
  } while (used !== areas)
  if (nth !== asked) return
  parsed = {}
  shown = { language, words: Object.assign({}, ...words), grammar: grammarOf(language) }
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/* To be awaited once, before the page is shown. */
export async function startWords(): Promise<void> {
  await show(storedLanguage() ?? guessLanguage(navigator.languages))
  if (typeof window === 'undefined') return
  /* Another tab has chosen. */
  window.addEventListener('storage', event => {
    if (event.key === stored && isLanguage(event.newValue)) void show(event.newValue)
  })
}

/* Adds the words of an area; at once where they are there already. After a failure it may be tried again. */
const loading: Partial<Record<Area, Promise<void>>> = {}
export function loadWords(area: Area): Promise<void> {
  return (loading[area] ??= addArea(area).catch(failure => {
    delete loading[area]
    throw failure
  }))
}

async function addArea(area: Area) {
  const { language } = shown
  const words = await wordsOf(area, language)
  areas = [...areas, area]
  if (language === shown.language) shown = { ...shown, words: { ...shown.words, ...words } }
  else await show(shown.language) /* it was switched meanwhile */
}

export async function setLanguage(language: Language): Promise<void> {
  await show(language)
  try {
    browserShelf.setItem(stored, language)
  } catch {
    /* The choice then lasts as long as the page is open. */
  }
}

function storedLanguage(): Language | null {
  try {
    const word = browserShelf.getItem(stored)
    return isLanguage(word) ? word : null
  } catch {
    return null
  }
}

export function language(): Language {
  return shown.language
}

/* A key without words is shown as itself: seen at once, and harmless. */
export function t(key: Key, values: Values = {}): string {
  const { words, grammar } = shown
  const message = words[key]
  if (message === undefined) return key
  return write((parsed[key] ??= parse(message)), values, grammar)
}

/* For keys that are composed at run time from names of the engine or the server. */
export function hasWords(key: string): key is Key {
  return shown.words[key] !== undefined
}

/* ------------------------------------------------------------------------------------------------ numbers, lists */

export function number(n: number): string {
  return shown.grammar.number(n)
}

/* 0.314 -> "31 %" as the language writes it. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(shown.language, { style: 'percent', maximumFractionDigits: digits }).format(share)
}

/* "a, b and c" */
export function list(items: readonly string[]): string {
  return shown.grammar.list(items)
}

/* "3 days ago", from milliseconds. */
export function ago(then: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(shown.language, { numeric: 'auto' })
  const minutes = Math.round((then - now) / 60_000)
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  if (Math.abs(hours) < 24) return format.format(hours, 'hour')
  return format.format(Math.round(hours / 24), 'day')
}

export function date(at: number): string {
  return new Intl.DateTimeFormat(shown.language, { dateStyle: 'medium' }).format(at)
}
