import type { CompactParts } from '../../transcripts/reader.ts'

/** A sub-agent whose rows are in the session's own file. */
interface OutlineAgent {
  /** The line of the call that started it. */
  call_line: number
  subagent: string
  rows: number
}

/** What of a session a reader sees at first: everything but rows that show nothing by themselves. */
export interface Outline {
  /** First and last line of every run of rows that hold no words, calls or results of the session itself. */
  hidden: Array<[start: number, end: number]>
  agents: OutlineAgent[]
}

interface SeenRow {
  line: number
  /** Null for a line that holds no record. */
  parts: CompactParts | null
  /** The ids of the calls it makes, and whether one of them starts a sub-agent. */
  calls: readonly string[]
  delegates: boolean
  of: { subagent: string; startedBy: string | null } | null
}

/** Takes the rows of a session in order. */
export class OutlineBuilder {
  readonly #hidden: Array<[number, number]> = []
  readonly #agents = new Map<string, OutlineAgent>()
  readonly #lineOfCall = new Map<string, number>()
  #lastDelegate = 0

  add({ line, parts, calls, delegates, of }: SeenRow): void {
    if (of) this.#addAgentRow(line, of)
    else {
      for (const id of calls) this.#lineOfCall.set(id, line)
      if (delegates) this.#lastDelegate = line
    }
    if (of || (parts && isBare(parts))) this.#hide(line)
  }

  outline(): Outline {
    return { hidden: this.#hidden, agents: [...this.#agents.values()].sort((a, b) => a.call_line - b.call_line) }
  }

  #addAgentRow(line: number, { subagent, startedBy }: NonNullable<SeenRow['of']>): void {
    const known = this.#agents.get(subagent)
    if (known) known.rows++
    else {
      const call_line = (startedBy === null ? undefined : this.#lineOfCall.get(startedBy)) ?? this.#lastDelegate
      this.#agents.set(subagent, { call_line: call_line || line, subagent, rows: 1 })
    }
  }

  #hide(line: number): void {
    const last = this.#hidden.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else this.#hidden.push([line, line])
  }
}

/** Neither words nor calls nor results; of reasoning the compact form has none. A broken line is something to see. */
function isBare({ record_type, summary, text_preview, tool_uses, tool_results }: CompactParts): boolean {
  const isMalformed = record_type === 'unknown' && summary === 'Malformed JSONL line.'
  return !isMalformed && text_preview === null && tool_uses.length === 0 && tool_results.length === 0
}
