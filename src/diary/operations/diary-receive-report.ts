import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { unpack } from '../publish/publication.ts'
import { projectFor, receiveReport } from '../publish/receive.ts'

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
  access: 'writer',
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
  find: ({ project }, ctx) => projectFor(ctx, project),
  async run({ date, bundle, with_messages, after_version }, ctx) {
    const received = unpack(bundle, date, with_messages)
    const receipt = await receiveReport(ctx, {
      date,
      received,
      withMessages: with_messages,
      afterVersion: after_version,
    })
    return { ...receipt }
  },
})
