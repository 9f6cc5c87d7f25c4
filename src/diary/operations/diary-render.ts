import { basename } from 'node:path'
import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { renderDay } from '../report/render.ts'
import { confidences } from '../schema.ts'
import { openWorkspace } from '../workspace/open.ts'

const Input = z.strictObject({
  allow_gaps: z.boolean().default(false).describe('Show turns of no work item as gaps'),
  date: DateArgument.optional(),
})

export const diaryRender = diaryOperation({
  name: 'diary_render',
  summary: "Write the day's report files from its evidence and work items.",
  effect: 'change',
  input: Input,
  accepted: 'ok',
  result: {
    date: z.string(),
    files: z.array(z.string()),
    overall_confidence: z.enum(confidences).nullable(),
  },
  async run({ allow_gaps, date }, ctx) {
    const workspace = await openWorkspace(ctx.diary, date)
    const { report_date, overall_confidence, files } = await renderDay(ctx, workspace, allow_gaps)
    return {
      date: report_date || basename(workspace.root),
      files: files.sort(),
      overall_confidence,
    }
  },
})
