import { z } from 'zod'
import { attributionConfidences } from './attribute.ts'
import { recordTies } from './record-ties.ts'

/** The nouns of `diary_why`. */

const Confidence = z
  .enum(attributionConfidences)
  .describe('certain or likely where the writer can be seen, else uncertain')

/** Words of a person, with the line of the transcript they are on. */
export const PersonsWords = z.object({
  text: z.string().describe('What the person wrote; secrets are named, not shown'),
  at: z.string(),
  lines: z.string().describe('Of the transcript'),
  sha256: z.string().nullable().describe('Of these lines; null when they cannot be read any more'),
})
export type PersonsWords = z.output<typeof PersonsWords>

/** A record that has to do with a commit, and what ties it to that. */
export const CitingRecord = z.object({
  id: z.string(),
  project_id: z.string(),
  type: z.string(),
  title: z.string(),
  state: z.string(),
  superseded_by: z.string().optional(),
  because: z
    .enum(recordTies)
    .optional()
    .describe('It cites the work item, lines of the turn or a file of the commit, or its text names the commit'),
})

export type CitingRecord = z.output<typeof CitingRecord>

/** The turn in a prepared day. */
export const PreparedTurn = z.object({
  date: z.string(),
  project_key: z.string(),
  session_ref: z.string(),
  turn_ref: z.string(),
  work_item_ref: z.string().nullable(),
  title: z.string().nullable(),
})
export type PreparedTurn = z.output<typeof PreparedTurn>

export const WhyTurn = z.object({
  source: z.string(),
  session_id: z.string(),
  turn: z.int().describe('In its session, from 1'),
  lines: z.string().describe('Of the transcript'),
  at: z.string(),
  branch: z.string().nullable(),
  written: z.int().describe('Lines of the commit that it wrote'),
  files: z.array(z.object({ path: z.string(), lines: z.int() })),
  made_commit: z.boolean().describe('It is seen to run git commit for this commit'),
  minutes_before: z
    .int()
    .nullable()
    .optional()
    .describe(
      'Where no line tells: how long before the commit it changed the same files or was on the branch; else null',
    ),
  confidence: Confidence,
  asked: z.array(PersonsWords).describe('The words that began it; before them, those it goes on with'),
  prepared: PreparedTurn.nullable().describe('null while its day is not prepared'),
  records: z.array(CitingRecord).describe('Records that cite the work item or lines of the turn'),
})
export type WhyTurn = z.output<typeof WhyTurn>

export const WhyCommit = z.object({
  hash: z.string(),
  subject: z.string(),
  author: z.string(),
  authored_at: z.string(),
  committed_at: z.string(),
  is_merge: z.boolean(),
  confidence: Confidence,
  reason: z.string(),
  telling_lines: z.int().describe('Lines that say who wrote them: brackets, imports and the like do not'),
  unknown_lines: z.int().describe('Of these, those that no known turn wrote'),
  turns: z.array(WhyTurn),
  records: z.array(CitingRecord).describe('Records that name the commit, or cite a file of it'),
})
export type WhyCommit = z.output<typeof WhyCommit>
