import { join } from 'node:path'
import { z } from 'zod'
import { modelFaultCodes } from '../../models/fault-words.ts'
import { Agent } from '../agents/registry.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'

const Said = z.union([
  z.strictObject({
    text: z.string(),
    /** UTF-16 in base64, where the text is not well-formed and so has no canonical spelling. */
    exact: z.string().optional(),
    usage: z.looseObject({ input: z.number(), output: z.number() }).nullable(),
  }),
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
    z.union([
      z.strictObject({ provider: z.string(), model: z.string(), profile: z.enum(['paired', 'flat']).nullable() }),
      // Nobody could speak for the agent, by the name of the refusal.
      z.strictObject({ refused: z.string() }),
    ]),
  ),
})
export type Given = z.output<typeof Given>

const Begins = z.strictObject({
  kind: z.enum(['phase1', 'phase2']),
  agent: Agent,
  message: z.string(),
  allowedTools: z.array(z.string()).optional(),
  requireTool: z.boolean().optional(),
})
export type Begins = z.output<typeof Begins>

/** One line of a recording: how a turn began, a reply with all that was given before it, or the end of the turn. */
export const RecordedLine = z.union([
  z.strictObject({ turnId: z.string(), begins: Begins }),
  z.strictObject({
    turnId: z.string(),
    given: Given,
    prompt: z.strictObject({ sha256: z.string(), bytes: z.int() }),
    said: Said,
  }),
  z.strictObject({ turnId: z.string(), given: Given, ends: z.string() }),
  // Before a receipt rests on it.
  z.strictObject({ turnId: z.string(), given: Given }),
])
export type RecordedLine = z.output<typeof RecordedLine>
export type Said = z.output<typeof Said>

export function nothingGiven(): Given {
  return { random: [], registry: [], settings: [], tierSteps: [], issues: [], speakers: [] }
}

/** A reply as a line can hold it, without loss. */
export function heldText(text: string): { text: string; exact?: string } {
  if (text.isWellFormed()) return { text }
  return { text: text.toWellFormed(), exact: Buffer.from(text, 'utf16le').toString('base64') }
}

export function textIn({ text, exact }: { text: string; exact?: string | undefined }): string {
  return exact === undefined ? text : Buffer.from(exact, 'base64').toString('utf16le')
}

/** The recording of one round; nobody but replay reads it, and no prompt is ever made of it. */
export function recordingOf(place: { folder: string; now: () => string }, number: number): JsonLines<RecordedLine> {
  return jsonLines({
    file: join(place.folder, 'recordings', `${number}.jsonl`),
    // Whoever runs a turn of a round holds the lock of the round.
    lock: null,
    schema: RecordedLine,
    now: place.now,
  })
}
