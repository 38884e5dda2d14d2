/* link.ts - the id of a table in what somebody pasted: a link, or the code alone. */

export function tableIn(text: string): string | null {
  const found = /(?:^|\/t\/)([a-z2-7]{16})(?:[/?#]|$)/.exec(text.trim().toLowerCase())
  return found?.[1] ?? null
}
