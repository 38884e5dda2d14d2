/* sound.ts - small sounds made on the spot, no files: wood, coins, paper, and a few notes of a dulcimer. All notes are of one scale
 * (D major without its fourth and seventh), in one room, so that whatever comes together sounds together. Off until the
 * player wants them. */

export type Sound = 'pick' | 'coins' | 'goods' | 'build' | 'card' | 'turn' | 'no' | 'win'

let on = false
let context: AudioContext | null = null
let room: AudioNode | null = null /* where everything is heard */

/* Browsers start sound only after a gesture; turning it on is one. */
export function setSound(wanted: boolean) {
  on = wanted
  if (on && !context && typeof AudioContext !== 'undefined') {
    context = new AudioContext()
    room = makeRoom(context)
  }
  if (on) void context?.resume()
}

const noise = (samples: number, fade: number) => Float32Array.from({ length: samples }, (_, i) => (Math.random() * 2 - 1) * (1 - i / samples) ** fade)

function bufferOf(to: AudioContext, seconds: number, fade: number): AudioBuffer {
  const samples = Math.ceil(to.sampleRate * seconds)
  const buffer = to.createBuffer(1, samples, to.sampleRate)
  buffer.copyToChannel(noise(samples, fade), 0)
  return buffer
}

/* A parlour with wooden walls: the sound itself, and a little of what comes back. */
function makeRoom(to: AudioContext): AudioNode {
  const [entry, back, quiet, level] = [to.createGain(), to.createConvolver(), to.createGain(), to.createDynamicsCompressor()]
  back.buffer = bufferOf(to, 0.7, 3)
  quiet.gain.value = 0.22
  entry.connect(level)
  entry.connect(back).connect(quiet).connect(level)
  level.connect(to.destination)
  return entry
}

/* One partial tone that fades. */
function partial(at: number, pitch: number, length: number, loud: number, bend = 1) {
  const [voice, gain] = [context!.createOscillator(), context!.createGain()]
  voice.frequency.setValueAtTime(pitch, at)
  voice.frequency.exponentialRampToValueAtTime(pitch * bend, at + length)
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loud, at + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  voice.connect(gain).connect(room!)
  voice.start(at)
  voice.stop(at + length)
}

/* A breath of filtered noise that moves from one colour to another: paper, grain, a hand on wood. */
function breath(at: number, from: number, to: number, length: number, loud: number) {
  const [source, filter, gain] = [context!.createBufferSource(), context!.createBiquadFilter(), context!.createGain()]
  source.buffer = bufferOf(context!, length, 2)
  filter.type = 'bandpass'
  filter.Q.value = 0.9
  filter.frequency.setValueAtTime(from, at)
  filter.frequency.exponentialRampToValueAtTime(to, at + length)
  gain.gain.value = loud
  source.connect(filter).connect(gain).connect(room!)
  source.start(at)
}

/* A struck string: its overtones fade the faster the higher they are. */
function string(at: number, pitch: number, loud: number, length = 0.9) {
  for (let k = 1; k <= 5; k++) partial(at, pitch * k * (1 + 0.0006 * k * k), length / k, loud / k ** 1.4)
}
/* A small coin: the tones of a disc, which are no harmony, and the hand it falls into. */
function coin(at: number, pitch: number) {
  ;[1, 1.59, 2.14, 2.92].forEach((ratio, i) => partial(at, pitch * ratio, 0.22 / (1 + i * 0.5), 0.035 / (1 + i)))
  breath(at, 5200, 3800, 0.02, 0.08)
}
function knock(at: number, pitch: number, loud: number) {
  partial(at, pitch, 0.09, loud, 0.7)
  partial(at, pitch * 2.76, 0.04, loud / 3, 0.8)
  breath(at, 900, 350, 0.05, loud)
}

const [d4, a4, b4, d5, e5, f5, a5, d6] = [293.7, 440, 493.9, 587.3, 659.3, 740, 880, 1174.7]

const score: Record<Sound, (now: number) => void> = {
  pick: now => breath(now, 1800, 3600, 0.05, 0.14),
  card: now => (breath(now, 3200, 1100, 0.13, 0.22), breath(now + 0.11, 700, 500, 0.03, 0.16)),
  goods: now => [0, 0.06, 0.13].forEach((wait, i) => breath(now + wait, 1300 - i * 180, 700, 0.07, 0.2)),
  coins: now => [0, 0.055, 0.13, 0.17].forEach((wait, i) => coin(now + wait, [2349, 2794, 2637, 3136][i]!)),
  build: now => [0, 0.13, 0.24].forEach((wait, i) => knock(now + wait, [196, 220, 147][i]!, 0.2)),
  turn: now => [a4, d5, e5].forEach((note, i) => string(now + i * 0.1, note, 0.07)),
  no: now => (knock(now, 98, 0.16), knock(now + 0.09, 92, 0.12)),
  /* A toast: up the chord, a turn around its top, and all together. */
  win: now => {
    const tune: [number, number][] = [[d4, 0], [f5 / 2, 1], [a4, 2], [d5, 3], [e5, 4.5], [f5, 5], [e5, 5.5], [d5, 6], [b4, 6.5], [a4, 7], [d5, 8], [f5, 8], [a5, 8], [d6, 8.1], [d4 / 2, 8]]
    for (const [note, beat] of tune) string(now + beat * 0.17, note, 0.06, beat >= 8 ? 2 : 0.8)
  },
}

export function play(sound: Sound) {
  if (on && context && room) score[sound](context.currentTime)
}
