import type { TokenUsage } from './event.ts'
import type { Line } from './lines.ts'
import type { ScannedTurn, SkippedBytes } from './reader.ts'
import type { SaidLine, TimeBasis, TriggerKind } from './source.ts'

/** A human message that opens a turn. */
export interface Trigger {
  kind: TriggerKind
  text: string
  at: number
  uuid: string | null
  branch: string | null
  said?: SaidLine
  timeBasis?: TimeBasis
  usageBefore?: TokenUsage | null
  modelBefore?: string | null
}

/** A trigger and the lines since it; the first stretch of a file may have none. */
interface Stretch {
  trigger: Trigger | null
  startLine: number
  startByte: number
  echoLine: number | null
  /** Whether it opens a turn is only known further on. */
  doubtful: boolean
  last: Edge
  /** The newest line that does not merely prepare the next trigger. */
  solid: Edge
  /** Bytes up to that line that were skipped, and those after it. */
  skipped: SkippedBytes
  looseSkipped: SkippedBytes
}

interface Edge {
  line: number
  byte: number
  /** Greatest time up to here. */
  at: number | null
}

/** What else is known of a line. */
interface Covered {
  /** It merely prepares the next trigger. */
  scaffolding?: boolean
  /** Bytes of it that were skipped beside its record, by reason. */
  notes?: SkippedBytes
}

/** The stretches whose end, or whose being a turn at all, is still open. */
export type OpenStretches = Stretch[]

/** Builds the turns of a file, line by line (transcripts.md §7). */
export class TurnBuilder {
  readonly #turns: ScannedTurn[]
  #open: Stretch[]
  #held = false

  constructor(settled: readonly ScannedTurn[] = [], open: OpenStretches = []) {
    this.#turns = [...settled]
    this.#open = open.map(copyOf)
  }

  /** How many turns are closed for good. */
  get settled(): number {
    return this.#turns.length
  }

  get state(): OpenStretches {
    return this.#open.map(copyOf)
  }

  /** Of all triggers there is no doubt about. */
  *uuids(): Iterable<string> {
    for (const { uuid } of this.#turns) if (uuid !== null) yield uuid
    for (const { trigger, doubtful } of this.#open) if (trigger?.uuid && !doubtful) yield trigger.uuid
  }

  /** Opens a turn at a line, which must then be passed to `cover`; in doubt until it is confirmed or refused. */
  begin(line: Line, trigger: Trigger, doubtful = false): void {
    this.#open.push({ ...stretchAt(line), trigger, doubtful })
    this.#settle()
  }

  /** Adds a line to the newest stretch, with the reason it was skipped for unless it was read. */
  cover(
    line: Line,
    at: number | null,
    skippedFor: string | null,
    { scaffolding = false, notes = {} }: Covered = {},
  ): void {
    const { last, solid, skipped, looseSkipped } = this.#newest(line)
    last.line = line.number
    last.byte = line.end
    last.at = later(last.at, at)
    let size = line.end - line.start
    for (const reason in notes) {
      const bytes = notes[reason] ?? 0
      looseSkipped[reason] = (looseSkipped[reason] ?? 0) + bytes
      size -= bytes
    }
    if (skippedFor !== null) looseSkipped[skippedFor] = (looseSkipped[skippedFor] ?? 0) + size
    if (scaffolding) return
    for (const reason in looseSkipped) {
      skipped[reason] = (skipped[reason] ?? 0) + (looseSkipped[reason] ?? 0)
      delete looseSkipped[reason]
    }
    solid.line = last.line
    solid.byte = last.byte
    solid.at = last.at
  }

  /** The line repeats the trigger that began at `start`; only within its own turn does that show. */
  echo(start: number, line: number): void {
    const stretch = this.#open.at(-1)
    if (stretch?.trigger && stretch.startLine === start) stretch.echoLine = line
  }

  confirm(line: number): void {
    const stretch = this.#open.find(({ startLine, trigger }) => trigger && startLine === line)
    if (stretch) stretch.doubtful = false
    this.#settle()
  }

  /** It was no trigger: its lines belong to what came before. */
  refuse(line: number): void {
    const index = this.#open.findIndex(({ startLine, trigger }) => trigger && startLine === line)
    const refused = this.#open[index]
    if (!refused) return
    const before = this.#open[index - 1]
    if (!before) {
      // Lines before the first trigger belong to no turn, but have to be followed all the same.
      this.#open[index] = { ...refused, trigger: null, echoLine: null, doubtful: false }
    } else {
      before.solid = { ...refused.solid, at: later(before.last.at, refused.solid.at) }
      before.last = { ...refused.last, at: later(before.last.at, refused.last.at) }
      before.skipped = sumSkipped([before.skipped, before.looseSkipped, refused.skipped])
      before.looseSkipped = refused.looseSkipped
      this.#open.splice(index, 1)
    }
    this.#settle()
  }

  /** Nothing is closed for good as long as it is not known whether the lines are the session's own. */
  hold(): void {
    this.#held = true
  }

  release(): void {
    this.#held = false
    this.#settle()
  }

  /** All lines since `hold` were copied from another session: none of them opens a turn of this one. */
  disown(): void {
    for (const { trigger, startLine } of [...this.#open]) if (trigger) this.refuse(startLine)
    this.release()
  }

  /** All turns, if the file ends here and every doubt is decided. */
  all(): ScannedTurn[] {
    const turns = this.#open.flatMap((stretch, i) => {
      const next = this.#open[i + 1]
      return stretch.trigger ? [turnOf(stretch, stretch.trigger, next)] : []
    })
    return [...this.#turns, ...turns]
  }

  #newest(line: Line): Stretch {
    const stretch = this.#open.at(-1)
    if (stretch) return stretch
    const preface = stretchAt(line)
    this.#open.push(preface)
    return preface
  }

  #settle(): void {
    while (!this.#held) {
      const [head, next] = this.#open
      if (!head || !next || head.doubtful || next.doubtful) return
      if (head.trigger) this.#turns.push(turnOf(head, head.trigger, next))
      this.#open.shift()
    }
  }
}

function stretchAt(line: Line): Stretch {
  const edge: Edge = { line: line.number, byte: line.end, at: null }
  return {
    trigger: null,
    startLine: line.number,
    startByte: line.start,
    echoLine: null,
    doubtful: false,
    last: { ...edge },
    solid: { ...edge },
    skipped: {},
    looseSkipped: {},
  }
}

function turnOf(stretch: Stretch, trigger: Trigger, next: Stretch | undefined): ScannedTurn {
  const edge = next ? stretch.solid : stretch.last
  return {
    startLine: stretch.startLine,
    endLine: edge.line,
    startByte: stretch.startByte,
    endByte: edge.byte,
    echoLine: stretch.echoLine,
    ...(trigger.said && { said: trigger.said }),
    kind: trigger.kind,
    text: trigger.text,
    at: trigger.at,
    lastAt: Math.max(trigger.at, edge.at ?? trigger.at),
    timeBasis: trigger.timeBasis ?? 'own',
    uuid: trigger.uuid,
    continued: next?.trigger?.kind === 'steering',
    branch: trigger.branch,
    usageBefore: trigger.usageBefore ?? null,
    modelBefore: trigger.modelBefore ?? null,
    skipped: next ? { ...stretch.skipped } : sumSkipped([stretch.skipped, stretch.looseSkipped]),
  }
}

function later(a: number | null, b: number | null): number | null {
  return a === null || (b !== null && b > a) ? b : a
}

function copyOf(stretch: Stretch): Stretch {
  const { trigger, last, solid, skipped, looseSkipped } = stretch
  return {
    ...stretch,
    trigger: trigger && { ...trigger },
    last: { ...last },
    solid: { ...solid },
    skipped: { ...skipped },
    looseSkipped: { ...looseSkipped },
  }
}

/** Several counts as one. */
export function sumSkipped(counts: Iterable<SkippedBytes>): SkippedBytes {
  const sum: SkippedBytes = {}
  for (const count of counts) {
    for (const [reason, bytes] of Object.entries(count)) sum[reason] = (sum[reason] ?? 0) + bytes
  }
  return sum
}
