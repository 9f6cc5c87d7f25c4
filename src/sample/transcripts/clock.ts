/** A moment on the wall clock of the sample: `2025-02-13 08:41`. */
export type Moment = string

/** What `2025-02-13 08:41` is as an instant, in the reader's zone. */
export type InstantOf = (moment: Moment) => number

/** The clock of a transcript: set by what people do, advanced by what agents do. */
export interface StepClock {
  set(moment: Moment): void
  advance(seconds: number): void
  /** As agents write it. */
  text(): string
}

/** Agents and their tools take this many times longer than the steps of the sample say. */
const slowdown = 5

export function stepClock(instantOf: InstantOf): StepClock {
  let now = 0
  return {
    set(moment) {
      now = instantOf(moment)
    },
    advance(seconds) {
      now += Math.round(seconds * slowdown * 1000)
    },
    text: () => new Date(now).toISOString(),
  }
}

/** Seconds an agent takes for a text: always the same for the same text, and never the same for all. */
export function secondsFor(text: string): number {
  return 5 + (text.length % 17) + text.length / 60
}
