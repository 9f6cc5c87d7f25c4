import { z } from 'zod'
import { name } from '../arguments.ts'
import { buildLock } from '../build/journal.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'

export const diaryBuildCancel = diaryOperation({
  name: 'diary_build_cancel',
  audience: 'people',
  summary: 'Stop building days, in whichever process that happens; days that are built stay.',
  effect: 'change',
  input: z.strictObject({ build_id: name('build-0a1b2c3d4e5f').describe('As diary_build answered it') }),
  accepted: 'ok',
  result: {},
  async run({ build_id }, { jobs, diary }) {
    const isAsked = await jobs.cancel({ id: build_id, lock: buildLock(diary) })
    if (!isAsked) reject('build_id', 'nothing is being built', 'nothing has to be stopped')
    return {}
  },
})
