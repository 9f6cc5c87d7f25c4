export const triggerKinds = ['message', 'command', 'steering', 'channel', 'context'] as const
export type TriggerKind = (typeof triggerKinds)[number]

export type TimeBasis = 'own' | 'carried' | 'conversation'

/** Why a whole file does not count as a transcript of a person's work. */
const exclusions = ['subagent', 'internal', 'delegated', 'own', 'no-trigger'] as const
export type Exclusion = (typeof exclusions)[number]

/** A line, and the offset of its first byte. */
export interface SaidLine {
  line: number
  byte: number
}

/** One human trigger and everything up to the next, as lines and bytes of its file. */
export interface TurnSpan {
  startLine: number
  endLine: number
  /** Offset of the first byte of the first line, and just past the last byte (with its line end) of the last. */
  startByte: number
  endByte: number
  /** The line that repeats the trigger, where the agent writes it twice. */
  echoLine: number | null
  /** The earlier line that holds the message, where the line that begins the turn does not. */
  said?: SaidLine
  kind: TriggerKind
  text: string
  /** Milliseconds. */
  at: number
  lastAt: number
  timeBasis: TimeBasis
  /** The agent's own id of the trigger record, for forks. */
  uuid: string | null
  /** The next trigger came while the agent was working. */
  continued: boolean
}
