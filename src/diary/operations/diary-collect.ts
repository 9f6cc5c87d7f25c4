import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { collectDay } from '../collect/collect.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import { openWorkspace } from '../workspace/open.ts'

const Input = z.strictObject({
  date: DateArgument.optional(),
  include_raw_sessions: z.boolean().default(false).describe('With the copies of the transcripts'),
  output: name('day.zip')
    .optional()
    .describe('A new file, from the command line only; else collections/<date>.zip of the diary'),
})

export const diaryCollect = diaryOperation({
  name: 'diary_collect',
  audience: 'people',
  summary: 'Write a zip of a day for support: everything but the transcripts, unless they are asked for.',
  effect: 'append',
  input: Input,
  accepted: 'ok',
  result: {
    date: z.string(),
    file: z.string().describe('As it was named, or relative to the diary root'),
    bytes: z.int(),
    sha256: z.string(),
    files: z.int(),
    include_raw_sessions: z.boolean(),
    excluded_paths: z.array(z.string()),
  },
  async run({ date, include_raw_sessions, output }, ctx) {
    // A page or a remote program must not be able to say where on this machine a file is written.
    if (output !== undefined && ctx.call.by !== 'cli') {
      reject('output', 'only the command line may name a file', 'leave output out')
    }
    const workspace = await openWorkspace(ctx.diary, date)
    const day = workspace.metadata?.report_date ?? basename(workspace.root)
    const own = `collections/${day}.zip`
    const { bytes, sha256, files } = await collectDay(ctx, {
      workspace,
      includeRawSessions: include_raw_sessions,
      output: output === undefined ? join(ctx.diary.root, own) : resolve(output),
    })
    return {
      date: day,
      file: output ?? own,
      bytes,
      sha256,
      files: files.included.length,
      include_raw_sessions,
      excluded_paths: files.excluded,
    }
  },
})
