import type { z } from 'zod'
import { roomToolList, roomToolRun } from '../../../room/tools/operations.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { rows } from '../rows.ts'
import { interruptible } from './interrupt.ts'
import type { RoomVerb } from './verb.ts'
import { block } from './words.ts'

export const tool: RoomVerb<[id: string], { args?: string; session?: string }, z.output<typeof roomToolRun.output>> = {
  usage: 'tool <id>',
  summary: 'run one tool yourself; it leaves a receipt like every run',
  options: [
    ['--args <json>', 'its arguments as one JSON object; - reads it from stdin'],
    ['--session <id>', 'add the receipt to this session of yours'],
  ],
  examples: [
    `tool canon_checker --args '{"scene_path":"Story/Scenes/SCN-04-the-causeway.md"}'`,
    `tool file_reader --args '{"path":"Story/SCN-outline.md"}' --json`,
  ],
  async ask({ call }, { args, session }, id) {
    const text = args === '-' ? await readText('-') : (args ?? '{}')
    const interrupt = interruptible()
    try {
      return await call(
        roomToolRun,
        { id, args: objectIn(text), ...(session !== undefined && { session_id: session }) },
        { signal: interrupt.signal },
      )
    } finally {
      interrupt.release()
    }
  },
  show({ output, receipt_id, session_id, truncated, full_size }, page) {
    block(page, output)
    page.note(`receipt ${receipt_id} in session ${session_id}`)
    if (truncated) page.note(`Cut; all ${full_size} bytes: daybook room receipts --output ${receipt_id}`)
  },
  exit: ({ ok }) => (ok ? 0 : 1),
}

export const tools: RoomVerb<[], object, z.output<typeof roomToolList.output>> = {
  usage: 'tools',
  summary: 'the tools agents have, and what each is for; --json has the schema of their arguments',
  examples: ['tools', 'tools --json'],
  ask: ({ call }) => call(roomToolList, {}),
  show({ tools: all }, page) {
    page.data(
      rows(
        all.map(({ id, purpose }) => [{ text: id, paint: page.colors.bold }, purpose]),
        page,
      ),
    )
  },
}

function objectIn(text: string): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below, with what to write instead.
  }
  throw usageFault('--args takes one JSON object.', `In quotes for the shell: --args '{"path":"Story/SCN-outline.md"}'`)
}
