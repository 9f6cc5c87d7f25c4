import { z } from 'zod'
import { Build } from '../build/build.ts'
import { lastBuild } from '../build/journal.ts'
import { diaryOperation } from '../context.ts'

export const diaryBuildStatus = diaryOperation({
  name: 'diary_build_status',
  audience: 'people',
  summary: 'How far the last build of several days is, in whichever process it runs.',
  effect: 'read',
  input: z.strictObject({}),
  accepted: 'ok',
  result: {
    build: Build.extend({ cut_off: z.boolean().describe('Its process is gone; start it again to go on') }).nullable(),
  },
  run: async (_, { diary }) => ({ build: await lastBuild(diary) }),
})
