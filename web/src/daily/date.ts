// date.ts - the day by the calendar of this device, as the deal of the day wants it: 2026-11-16.

export function dateOf(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
