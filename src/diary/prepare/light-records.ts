import { familyOf } from '../../transcripts/agents.ts'
import { glanceAt, lastGlance } from '../../transcripts/json-scan/scanned-record.ts'
import { type Line, parseLine } from '../../transcripts/lines.ts'
import type { OutputNeed, SourceReader } from '../../transcripts/reader.ts'
import { isObject, type TranscriptRecord } from '../../transcripts/record.ts'
import { pathOf } from '../../transcripts/tool-input.ts'
import { scriptOf } from '../extract/shell/commands.ts'
import { mayBeReported } from '../extract/shell/reported.ts'
import { isDeedTool } from '../extract/tool-deeds.ts'

/** Reads the records of a transcript, line by line, without what the facts of its turns do not depend on. */
export class LightRecords {
  readonly #reader: SourceReader
  /** Calls of commands, and of what shows their output, and whether facts may be taken from what they answer. */
  readonly #commands = new Map<string, OutputNeed>()

  constructor(reader: SourceReader) {
    this.#reader = reader
  }

  /** The record on a line, and the ids of the calls it makes. */
  on(line: Line): { record: TranscriptRecord | null; calls: string[] } {
    const record = this.#recordOn(line)
    return { record, calls: record ? this.#callsOf(record) : [] }
  }

  #recordOn(line: Line): TranscriptRecord | null {
    const { holder, number, bytes } = line
    const view = holder && this.#reader.light ? (lastGlance(line, 2) ?? glanceAt(line, holder, 2)) : 'unsure'
    if (view === 'unsure' || view === null) return bytes && parseLine(bytes, number === 1)
    return this.#reader.light?.(view, id => this.#commands.get(id) ?? 'no command') ?? null
  }

  #callsOf(record: TranscriptRecord): string[] {
    const ids: string[] = []
    for (const { id, name, input } of this.#reader.calls(record)) {
      if (id === null) continue
      ids.push(id)
      const need = name === null ? 'no command' : outputNeed(name, input)
      if (need !== 'no command') this.#commands.set(id, need)
    }
    return ids
  }
}

/** Whether facts may be taken from what a call answers. */
function outputNeed(name: string, input: unknown): OutputNeed {
  if (asksForBackground(input) || pathOf(input)?.endsWith(backgroundFile)) return 'needed'
  if (isDeedTool(name) || asksPerson.has(name)) return 'needed'
  if (familyOf(name) !== 'shell') return 'no command'
  const script = scriptOf(input)
  return script !== null && (script.includes(backgroundFile) || mayBeReported(script)) ? 'needed' : 'unneeded'
}

/** Older logs have what a person chose or approved only in the words that the agent got. */
const asksPerson: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

function asksForBackground(input: unknown): boolean {
  return isObject(input) && ['task_id', 'bash_id', 'shell_id', 'session_id'].some(key => input[key] !== undefined)
}

/** What runs in the background prints into files whose names end so. */
const backgroundFile = '.output'
