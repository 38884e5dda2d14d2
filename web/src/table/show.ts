/* show.ts - shows a scene: beat after beat, each with what is gone, what flies and what has come. It can be ended at any time; then
 * everything is where it belongs at once. */

import { tick } from 'svelte'
import { fly, land, placesOf } from './motion'
import type { Step } from './scene'

const frame = 17 /* ms, one picture of the screen */

export class Show {
  private going = 0 /* grows when a show ends, so that what waits for an older one does nothing */
  private timer: ReturnType<typeof setTimeout> | undefined
  private end: (() => void) | null = null
  private waiting: (() => void)[] = []

  get playing(): boolean {
    return this.end !== null
  }

  /* Shows the steps, calling `put` for every view, and `end` after the last or when it is ended before. */
  start(steps: readonly Step[], speed: number, put: (step: Step, landed: boolean) => void, end: () => void) {
    this.finish()
    this.end = end
    const mine = this.going
    const run = async (nth: number) => {
      const step = steps[nth]
      if (!step) return this.finish()
      const left = placesOf(step.flights.map(({ from }) => from))
      put(step, false)
      await tick()
      if (mine !== this.going) return
      const time = step.ms * speed - frame
      fly(step.flights, left, time)
      await this.pause(time)
      if (mine !== this.going) return
      put(step, true)
      await this.pause(frame) /* what has come is seen before the next thing moves */
      if (mine === this.going) void run(nth + 1)
    }
    void run(0)
  }

  private pause(time: number): Promise<void> {
    return new Promise(done => (this.timer = setTimeout(done, time)))
  }

  finish() {
    const { end } = this
    if (!end) return
    this.going++
    this.end = null
    clearTimeout(this.timer)
    land()
    end()
    const waiting = this.waiting
    this.waiting = []
    if (!this.playing) waiting.forEach(done => done())
    else this.waiting.push(...waiting) /* another one has begun at once */
  }

  /* When nothing is being shown any more. */
  over(): Promise<void> {
    return this.playing ? new Promise(done => this.waiting.push(done)) : Promise.resolve()
  }
}
