import { z } from 'zod'

/** The nouns of build.json: the days that are read one after the other, newest first. */

const buildStates = ['running', 'done', 'cancelled', 'failed'] as const

export const Build = z.object({
  build_id: z.string(),
  state: z.enum(buildStates),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  pid: z.int(),
  step: z
    .enum(['newest', 'index', 'days'])
    .describe('Looking for the newest day, reading all transcripts, or building days'),
  newest: z.string().nullable().describe('The newest day with work, once it is known'),
  day: z.string().nullable().describe('The day that is built now'),
  done: z.array(z.string()),
  waiting: z.array(z.string()).describe('Newest first'),
  failed: z.array(z.object({ date: z.string(), message: z.string() })),
  progress: z
    .object({ bytes: z.int(), bytes_total: z.int() })
    .nullable()
    .describe('Of the transcripts that are being read'),
})
export type Build = z.output<typeof Build>

export const buildFile = 'build.json'

/** What a build of this process is asked for: the newest days with work, or certain days. */
export type BuildRequest = { newest: number } | { days: readonly string[] }
