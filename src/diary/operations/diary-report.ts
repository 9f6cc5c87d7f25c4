import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../../files/replace.ts'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import { loadReport } from '../report/slots.ts'
import { readWorkspace } from '../workspace/open.ts'

const formats = ['json', 'markdown'] as const
const Input = z.strictObject({ format: z.enum(formats).default('json'), date: DateArgument.optional() })

export const diaryReport = diaryOperation({
  name: 'diary_report',
  summary: "The day's report, as data or Markdown.",
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: {
    date: z.string(),
    report: z.record(z.string(), z.unknown()).optional(),
    markdown: z.string().optional(),
  },
  async run({ format, date }, ctx) {
    return readWorkspace(ctx, date, async workspace => {
      const { file, parsed: report } = await loadReport(workspace)
      // A report of an earlier version gets what it does not have yet.
      if (format === 'json') return { date: report.report_date, report: { ...file, ...report } }
      return { date: report.report_date, markdown: await readMarkdown(workspace.root) }
    })
  },
})

async function readMarkdown(root: string): Promise<string> {
  try {
    return await readFile(join(root, 'report.md'), 'utf8')
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'EISDIR', 'EACCES')) throw error
    return reject('daily_report', 'the day has no readable report.md', 'call diary_render first', 'absent')
  }
}
