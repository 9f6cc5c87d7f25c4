import { z } from 'zod'
import { DateArgument, name, parsed } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { unpack } from '../publish/publication.ts'
import { receiveReport } from '../publish/receive.ts'

const Input = z.strictObject({
  date: DateArgument.describe('Day YYYY-MM-DD'),
  bundle: z
    .string()
    .describe('Gzip data in base64: {"report", "markdown", "html"} as texts; the views are made anew from the report'),
  with_messages: z.boolean().default(false).describe('The report holds what the user wrote, word by word'),
  project: name('team').optional().describe("The project whose readers see it; else the caller's own"),
  after_version: z.int().min(0).default(0).describe('The version it follows; refused when another came since'),
})

export const diaryReceiveReport = diaryOperation({
  name: 'diary_receive_report',
  audience: 'people',
  summary: 'Keep a report that a member of the team publishes, as a new version of its author and day.',
  effect: 'append',
  shared: true,
  input: Input,
  accepted: 'ok',
  result: {
    author: z.string(),
    date: z.string(),
    version: z.int(),
    project_id: z.string(),
    published_at: z.string(),
    sha256: z.string(),
    result: z.enum(['published', 'unchanged']).describe('unchanged when the last version is the same, byte for byte'),
  },
  async run(args, ctx) {
    const { date, bundle, with_messages, project, after_version } = parsed(Input, args)
    const received = unpack(bundle, date, with_messages)
    const receipt = await receiveReport(ctx, {
      date,
      received,
      withMessages: with_messages,
      project,
      afterVersion: after_version,
    })
    return { ...receipt }
  },
})
