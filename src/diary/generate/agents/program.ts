import type { PriceTable } from '../../prices/prices.ts'
import type { TaskContext } from '../producer.ts'
import type { ServerEntry } from './daybook-server.ts'
import type { FoundProgram } from './find-program.ts'

/** What there is to know about one agent program; everything else is the same for all of them. */
export interface AgentProgram {
  name: 'claude' | 'codex'
  /** How its help for running without a person is asked for. */
  help: readonly string[]
  /** Variables it is started with besides the user's own. */
  env: { readonly [name: string]: string }
  /** How it is called for one conversation. */
  command(conversation: Conversation): Command
  /** Reads what it tells while it works. */
  meter(settings: { model: string | undefined; prices: PriceTable }): Meter
}

interface Conversation extends Pick<TaskContext, 'budgetLeftUsd'> {
  found: FoundProgram
  /** The operations of this phase; it may use no others. */
  tools: readonly string[]
  server: ServerEntry
  /** Where a file of the conversation may be written; it is removed at the end. */
  folder: string
  workspace: string
  model: string | undefined
}

interface Command {
  args: string[]
  /** Files it needs, by their path; only their owner may read them. */
  files: { [path: string]: string }
}

interface Meter {
  /** One line of its output. */
  line(text: string): void
  spent(): { tokens: number | null; cost_usd: number | null }
}

/** A line of output that is a JSON object; programs also write other lines. */
export function eventIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
