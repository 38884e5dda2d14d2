/* record.ts - records as files: saving one, reading one that was chosen or dropped. */

/* A record of one long game has about 60 kB; a much larger file is something else. */
export const recordMax = 4 << 20

export function saveText(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function recordName(names: readonly string[], at = new Date()): string {
  const day = at.toISOString().slice(0, 10)
  const who = names.map(name => name.replace(/[^\p{L}\p{N}]+/gu, '')).filter(Boolean)
  return `${['fuerstenfeld', day, ...who].join('-')}.jsonl`
}

export type RecordFault = 'empty' | 'big'

/* The games of a file, each as its own text: a game begins with its line `"event":"game"`. */
export function gamesOf(text: string): string[] {
  const games: string[] = []
  for (const line of text.split('\n')) {
    if (!line.trim()) continue
    if (/"event"\s*:\s*"game"/.test(line) || games.length === 0) games.push('')
    games[games.length - 1] += line + '\n'
  }
  return games
}

export function faultOf(size: number): RecordFault | null {
  return size === 0 ? 'empty' : size > recordMax ? 'big' : null
}
