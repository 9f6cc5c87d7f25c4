/** A moment on the wall clock of the sample: `2025-02-13 08:41`. */
export type Moment = string

/** What `2025-02-13 08:41` is as an instant, in the zone of whoever looks at it. */
export type InstantOf = (moment: Moment) => number

/** The time of a transcript: set by what people do, moved on by what agents do. */
export interface Hand {
  to(moment: Moment): void
  on(seconds: number): void
  /** As agents write it. */
  text(): string
}

/** Agents and their tools take longer than the deeds of the sample say. */
const unhurried = 5

export function handOf(instantOf: InstantOf): Hand {
  let now = 0
  return {
    to(moment) {
      now = instantOf(moment)
    },
    on(seconds) {
      now += Math.round(seconds * unhurried * 1000)
    },
    text: () => new Date(now).toISOString(),
  }
}

/** Seconds an agent takes for a text: always the same for the same text, and never the same for all. */
export function timeFor(text: string): number {
  return 5 + (text.length % 17) + text.length / 60
}
