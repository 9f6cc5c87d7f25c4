import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { EditIndex } from '../edits/edit-index.ts'
import { updateEdits } from '../edits/update.ts'
import { withIndex } from '../prepare/open-index.ts'

const Input = z.strictObject({
  date: DateArgument.optional(),
  rebuild: z.boolean().default(false).describe('Read everything again'),
  verify: z.boolean().default(false).describe('Read everything again, the archive as well'),
})

export const diaryIndex = diaryOperation({
  name: 'diary_index',
  summary: 'Bring the index of all transcripts up to date.',
  effect: 'change',
  audience: 'people',
  input: Input,
  accepted: 'ok',
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
    return withIndex(ctx, async ({ cache, archive, archiveState, update }) => {
      if (rebuild || verify) cache.clear()
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
