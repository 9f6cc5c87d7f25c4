import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { formatUtc } from '../dates/zone.ts'
import { withIndex } from '../prepare/open-index.ts'
import { surveySources } from '../prepare/sources.ts'

const Input = z.strictObject({ date: DateArgument.optional() })
const Counts = z.record(z.string(), z.int())
const Instant = z.string().nullable()

export const diarySources = diaryOperation({
  name: 'diary_sources',
  summary: 'Where the agents keep their transcripts, what they will delete next, and what is lost already.',
  effect: 'read',
  audience: 'people',
  input: Input,
  accepted: 'ok',
  result: {
    sources: z.array(
      z.object({
        source: z.string(),
        roots: z.array(z.object({ root: z.string(), state: z.enum(['ok', 'missing', 'disabled', 'unreadable']) })),
        roots_from: z
          .enum(['environment', 'config', 'agent'])
          .describe('Who says so: a variable, the config file, or the agent’s own habit'),
        files: z.int(),
        bytes: z.int(),
        unreadable: z.int(),
        not_indexed: z.int().describe('Files that changed since they were last read'),
        sessions: z.int(),
        from_archive: z.int().describe('Sessions whose file is gone'),
        excluded: Counts,
        warnings: Counts,
        oldest: Instant,
      }),
    ),
    archive: z.object({
      state: z.enum(['on', 'off', 'in-repository', 'failed']),
      keep_days: z.int().nullable(),
      transcripts: z.int(),
      bytes: z.int(),
      stored_bytes: z.int(),
    }),
    deletes: z.array(
      z.object({
        source: z.string(),
        after_days: z.number(),
        soon: z.int().describe('Transcripts that go within a week'),
        soon_bytes: z.int(),
        unarchived: z.int(),
        next: z.array(z.object({ session_id: z.string(), at: z.string(), archived: z.boolean() })),
      }),
    ),
    lost: z.array(
      z.object({ source: z.string(), sessions: z.int(), prompts: z.int(), first_at: Instant, last_at: Instant }),
    ),
  },
  async run(_, ctx) {
    const { sources, archive, deletes, lost } = await withIndex(ctx, index =>
      surveySources(index, ctx.diary, ctx.clock()),
    )
    return {
      sources: sources.map(each => ({
        ...each,
        roots_from: ctx.diary.rootsFrom[each.source] ?? ('agent' as const),
        oldest: instant(each.oldest),
      })),
      archive,
      deletes: deletes.map(each => ({ ...each, next: each.next.map(one => ({ ...one, at: formatUtc(one.at) })) })),
      lost: lost.map(each => ({ ...each, first_at: instant(each.first_at), last_at: instant(each.last_at) })),
    }
  },
})

function instant(at: number | null): string | null {
  return at === null ? null : formatUtc(at)
}
