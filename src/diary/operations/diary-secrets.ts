import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { withIndex } from '../prepare/open-index.ts'
import { lookForSecrets } from '../secrets/look-for-secrets.ts'

export const diarySecrets = diaryOperation({
  name: 'diary_secrets',
  summary: 'Where transcripts and the archive hold what looks like a secret: session, line and kind, never the value.',
  effect: 'change',
  audience: 'people',
  input: z.strictObject({}),
  accepted: 'ok',
  result: {
    transcripts: z.int(),
    unreadable: z.int(),
    lines: z.int(),
    oversized_lines: z.int().describe('Lines that are too long to be looked at'),
    places: z.array(
      z.object({
        source: z.string(),
        session_id: z.string(),
        archived: z.boolean().describe('The file is gone; only the archive holds it'),
        kind: z.string(),
        lines: z.array(z.int()).describe('The first 20'),
        line_count: z.int(),
      }),
    ),
  },
  async run(_, ctx) {
    const { onProgress: progress = () => {} } = ctx.call
    return withIndex(ctx, async ({ cache, archive, update }) => {
      await update(progress)
      return { ...(await lookForSecrets(cache.transcripts(), archive, progress)) }
    })
  },
})
