/* rich.ts - the light markup of long texts: **strong**, rules' numbers, and lines that are items of a list. */
import type { RuleId } from '../engine/types'
import { isRule } from './chapters'

export type Piece = { is: 'text' | 'strong'; text: string } | { is: 'rule'; rule: RuleId }
export type Block = { is: 'line'; pieces: Piece[] } | { is: 'list'; items: Piece[][] }

export function piecesOf(text: string): Piece[] {
  return text
    .split(/(\*\*[^*]+\*\*|\bR\d+\.\d+[a-z]?\b)/)
    .filter(part => part !== '')
    .map(part => {
      if (part.startsWith('**')) return { is: 'strong', text: part.slice(2, -2) }
      return isRule(part) ? { is: 'rule', rule: part } : { is: 'text', text: part }
    })
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    if (!line.startsWith('- ')) blocks.push({ is: 'line', pieces: piecesOf(line) })
    else if (last?.is === 'list') last.items.push(piecesOf(line.slice(2)))
    else blocks.push({ is: 'list', items: [piecesOf(line.slice(2))] })
  }
  return blocks
}

/* A rule's text and, where we had to decide something, the ruling at its end. */
export function rulingOf(text: string): { text: string; ruling: string } {
  const [rule = '', ruling = ''] = text.split(/\s*Ruling: /)
  return { text: rule, ruling: ruling.charAt(0).toUpperCase() + ruling.slice(1) }
}
