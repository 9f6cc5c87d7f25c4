import { join } from 'node:path'
import { z } from 'zod'
import { modelFaultCodes } from '../../models/chat.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'

const Said = z.union([
  z.strictObject({ text: z.string(), usage: z.looseObject({ input: z.number(), output: z.number() }).nullable() }),
  z.strictObject({ fault: z.enum(modelFaultCodes) }),
])

/** What a turn was given by the world since its last line: random bytes, and what it read of things that may change. */
const Given = z.strictObject({
  random: z.array(z.string()),
  registry: z.array(z.unknown()),
  settings: z.array(z.unknown()),
  tierSteps: z.array(z.int().nullable()),
  issues: z.array(z.unknown()),
  speakers: z.array(
    z.strictObject({ provider: z.string(), model: z.string(), profile: z.string().nullable(), builtin: z.boolean() }),
  ),
})
export type Given = z.output<typeof Given>

/** One line of a recording: how a turn began, a reply with all that was given before it, or the end of the turn. */
export const RecordedLine = z.union([
  z.strictObject({
    turnId: z.string(),
    begins: z.looseObject({ kind: z.enum(['phase1', 'phase2']), agentId: z.string() }),
  }),
  z.strictObject({
    turnId: z.string(),
    given: Given,
    prompt: z.strictObject({ sha256: z.string(), bytes: z.int() }),
    said: Said,
  }),
  z.strictObject({ turnId: z.string(), given: Given, ends: z.string() }),
])
export type RecordedLine = z.output<typeof RecordedLine>
export type Said = z.output<typeof Said>

export function nothingGiven(): Given {
  return { random: [], registry: [], settings: [], tierSteps: [], issues: [], speakers: [] }
}

/** The recording of one round; nobody but replay reads it, and no prompt is ever made of it. */
export function recordingOf(
  place: { folder: string; locks: string; now: () => string },
  number: number,
): JsonLines<RecordedLine> {
  return jsonLines({
    file: join(place.folder, 'recordings', `${number}.jsonl`),
    lock: join(place.locks, `recordings-${number}.jsonl.lock`),
    schema: RecordedLine,
    now: place.now,
  })
}
