import { basename } from 'node:path'
import { z } from 'zod'
import { findCheckout } from '../../files/git-checkout.ts'
import { diaryOperation } from '../context.ts'
import { withEdits } from '../why/with-edits.ts'

export const diaryRepositories = diaryOperation({
  name: 'diary_repositories',
  audience: 'people',
  summary: 'The git repositories on this machine that agents worked in, the latest first.',
  effect: 'read',
  input: z.strictObject({}),
  accepted: 'ok',
  result: { repositories: z.array(z.object({ label: z.string(), folder: z.string(), sessions: z.int() })) },
  async run(_, ctx) {
    return withEdits(ctx, true, async ({ edits }) => {
      const found = new Map<string, { sessions: number; lastAt: number }>()
      for (const { root, lastAt } of edits.transcripts()) {
        const main = root === null ? undefined : findCheckout(root, ctx.diary.environment.home)?.main
        if (main === undefined) continue
        const known = found.get(main)
        found.set(main, {
          sessions: (known?.sessions ?? 0) + 1,
          lastAt: Math.max(known?.lastAt ?? 0, lastAt ?? 0),
        })
      }
      return {
        repositories: [...found]
          .sort(([, a], [, b]) => b.lastAt - a.lastAt)
          .map(([folder, { sessions }]) => ({ label: basename(folder), folder, sessions })),
      }
    })
  },
})
