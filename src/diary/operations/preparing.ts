import { z } from 'zod'
import { Fault } from '../../kernel/fault.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { orInvalidDate, targetDay } from '../dates/window.ts'
import { isZone } from '../dates/zone.ts'
import { EditIndex } from '../edits/edit-index.ts'
import { updateEdits } from '../edits/update.ts'
import { withIndex } from '../prepare/open-index.ts'
import { logPreparation, prepareDay, prepareModes } from '../prepare/prepare.ts'
import type { OnProgress } from '../prepare/progress.ts'
import { reject } from '../rejection.ts'

export const diaryPrepare = diaryOperation({
  name: 'diary_prepare',
  summary: "Make or renew a day's workspace from the transcripts of all agents.",
  effect: 'change',
  input: z.strictObject({
    date: DateArgument.describe('Day YYYY-MM-DD; today when absent').optional(),
    timezone: z.string().describe('IANA name').optional(),
    mode: z.enum(prepareModes).default('reuse').describe('refresh keeps what still holds; rebuild nothing'),
  }),
  result: {
    date: z.string(),
    result: z.enum(['created', 'reused', 'refreshed', 'rebuilt']),
    counters: z.record(z.string(), z.unknown()).describe('Files, lines, sessions and turns, each counted once'),
  },
  async run(args, ctx) {
    const { date, timezone = ctx.diary.timezone, mode } = args
    if (!isZone(timezone)) reject('timezone', 'the time zone is not known', 'give an IANA name such as Europe/Berlin')
    const day = orInvalidDate(() => targetDay({ date }, ctx.clock(), timezone))
    const progress: OnProgress = step => {
      // Until its publication nothing of a preparation is in place.
      if (ctx.call.signal?.aborted) throw new Fault('BUSY', 'The call was withdrawn before anything was published.')
      ctx.call.onProgress?.(step)
    }
    const preparation = await prepareDay(ctx, { date: day, timezone, mode, progress }).catch((error: unknown) =>
      orInvalidDate(() => {
        throw error
      }),
    )
    await logPreparation(ctx, preparation)
    const { result, counters } = preparation
    return { date: day, result, counters }
  },
})

export const diaryIndex = diaryOperation({
  name: 'diary_index',
  summary: 'Bring the index of all transcripts up to date.',
  effect: 'change',
  audience: 'people',
  input: z.strictObject({
    date: DateArgument.optional(),
    rebuild: z.boolean().default(false).describe('Read everything again'),
    verify: z.boolean().default(false).describe('Read everything again, the archive as well'),
  }),
  result: {
    counters: z.record(z.string(), z.int()),
    roots: z.array(z.object({ source: z.string(), root: z.string(), state: z.string() })),
    archive: z.object({
      state: z.enum(['on', 'off', 'in-repository', 'failed']),
      transcripts: z.int(),
      bytes: z.int(),
      stored_bytes: z.int(),
      damaged: z.int().nullable().describe('Transcripts that cannot be given back whole; null when not looked for'),
      elapsed_ms: z.int(),
    }),
    edits: z
      .object({ transcripts_read: z.int(), bytes_read: z.int(), transcripts_removed: z.int() })
      .describe('What was read for the index of who wrote which lines'),
  },
  async run({ rebuild, verify }, ctx) {
    const { onProgress: progress = () => {} } = ctx.call
    return withIndex(ctx, async ({ cache, search, archive, archiveState, update }) => {
      if (rebuild || verify) {
        search.noteWhole(false)
        cache.clear()
      }
      const { counters, roots, elapsed, edits: collected } = await update(progress, { collectsEdits: true })
      const damaged = verify && archive ? archive.damaged().length : null
      const edits = new EditIndex(ctx.diary.cacheDir)
      if (rebuild || verify) edits.clear()
      const sources = { cache, archive, root: ctx.diary.root, collected }
      const read = await updateEdits(edits, sources, progress).finally(() => edits.close())
      return {
        counters: { ...counters, elapsed_ms: elapsed.index },
        roots,
        archive: {
          state: archiveState,
          ...(archive?.size() ?? { transcripts: 0, bytes: 0, stored_bytes: 0 }),
          damaged,
          elapsed_ms: elapsed.archive,
        },
        edits: read,
      }
    })
  },
})
