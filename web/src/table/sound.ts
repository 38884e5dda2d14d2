/* sound.ts - small sounds made on the spot, no files: wood, coins, paper. Off until the player wants them. */

export type Sound = 'pick' | 'coins' | 'goods' | 'build' | 'card' | 'turn' | 'no' | 'win'

let on = false
let context: AudioContext | null = null

/* Browsers start sound only after a gesture; turning it on is one. */
export function setSound(wanted: boolean) {
  on = wanted
  if (on && !context && typeof AudioContext !== 'undefined') context = new AudioContext()
  if (on) void context?.resume()
}

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType = 'sine') {
  if (!context) return
  const voice = context.createOscillator()
  const gain = context.createGain()
  voice.type = shape
  voice.frequency.setValueAtTime(pitch, at)
  voice.frequency.exponentialRampToValueAtTime(pitch * 0.86, at + length)
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + 0.006)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  voice.connect(gain).connect(context.destination)
  voice.start(at)
  voice.stop(at + length)
}

/* A breath of filtered noise: paper, grain, a wooden knock. */
function rustle(at: number, centre: number, length: number, loud: number) {
  if (!context) return
  const samples = Math.floor(context.sampleRate * length)
  const buffer = context.createBuffer(1, samples, context.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2
  const source = context.createBufferSource()
  const filter = context.createBiquadFilter()
  const gain = context.createGain()
  source.buffer = buffer
  filter.type = 'bandpass'
  filter.frequency.value = centre
  gain.gain.value = loud
  source.connect(filter).connect(gain).connect(context.destination)
  source.start(at)
}

const score: Record<Sound, (now: number) => void> = {
  pick: now => rustle(now, 2600, 0.04, 0.12),
  card: now => rustle(now, 1800, 0.12, 0.2),
  goods: now => [0, 0.05, 0.1].forEach(wait => rustle(now + wait, 900, 0.05, 0.2)),
  coins: now => [1900, 2350, 2800].forEach((pitch, i) => tone(now + i * 0.05, pitch, 0.16, 0.05, 'triangle')),
  build: now => [0, 0.09].forEach(wait => (tone(now + wait, 170, 0.1, 0.16), rustle(now + wait, 500, 0.06, 0.3))),
  turn: now => (tone(now, 523, 0.22, 0.07), tone(now + 0.11, 784, 0.3, 0.07)),
  no: now => tone(now, 150, 0.14, 0.1, 'triangle'),
  win: now => [523, 659, 784, 1047].forEach((pitch, i) => tone(now + i * 0.13, pitch, 0.5, 0.07, 'triangle')),
}

export function play(sound: Sound) {
  if (on && context) score[sound](context.currentTime)
}
