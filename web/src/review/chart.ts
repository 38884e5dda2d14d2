/* chart.ts - where things stand in a small chart: scales, ticks, paths, and labels that keep out of each other's way. */

export const widthMin = 300
export const height = 190
const margin = { left: 40, right: 84, top: 12, bottom: 22 }

export interface Chart {
  left: number
  right: number
  top: number
  bottom: number
  ticks: { value: number; y: number }[]
  rounds: { round: number; x: number; labelled: boolean }[]
  x(round: number): number
  y(value: number): number
  roundAt(x: number): number
}

type Values = readonly (number | null)[]

/* A step of 1, 2 or 5 times a power of ten that makes about four ticks. */
export function tickStep(max: number): number {
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5, 10].find(n => n * power >= rough) ?? 10)
}

/* `fixed`: the top of the scale where it does not follow from the values; 0: it does. */
export function chartOf(rounds: readonly number[], series: readonly Values[], width = widthMin, fixed = 0): Chart {
  const left = margin.left
  const right = width - margin.right
  const top = margin.top
  const bottom = height - margin.bottom
  const max = fixed || Math.max(1, ...series.flat().map(value => value ?? 0))
  const step = tickStep(max)
  const end = fixed || Math.ceil(max / step - 1e-9) * step
  const first = rounds[0] ?? 0
  const span = Math.max(1, (rounds.at(-1) ?? 1) - first)
  const x = (round: number) => left + ((round - first) / span) * (right - left)
  const y = (value: number) => bottom - (value / end) * (bottom - top)
  const every = Math.max(1, Math.ceil((span * 26) / (right - left)))
  return {
    left, right, top, bottom, x, y,
    ticks: Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => ({ value: i * step, y: y(i * step) })),
    rounds: rounds.map(round => ({ round, x: x(round), labelled: (round - first) % every === 0 })),
    roundAt: at => Math.min(first + span, Math.max(first, Math.round(first + ((at - left) / (right - left)) * span))),
  }
}

const digit = (n: number) => Number(n.toFixed(1))

export function pathOf(chart: Chart, values: Values, steps: boolean): string {
  let path = ''
  let pen = false
  values.forEach((value, i) => {
    const round = chart.rounds[i]
    if (value === null || !round) {
      pen = false
      return
    }
    const y = digit(chart.y(value))
    if (!pen) path += `M${digit(round.x)} ${y}`
    else path += steps ? `H${digit(round.x)}V${y}` : `L${digit(round.x)} ${y}`
    pen = true
  })
  return path
}

const line = 13

/* The names at the ends of the lines, moved apart where they would overlap. */
export function labelsOf(chart: Chart, series: readonly Values[]): { series: number; y: number }[] {
  const labels = series
    .map((values, i) => ({ series: i, y: chart.y(values.findLast(value => value !== null) ?? 0) }))
    .sort((a, b) => a.y - b.y)
  for (let i = 1; i < labels.length; i++) labels[i]!.y = Math.max(labels[i]!.y, labels[i - 1]!.y + line)
  let floor = chart.bottom
  for (const label of labels.toReversed()) {
    label.y = Math.min(label.y, floor)
    floor = label.y - line
  }
  return labels
}
