import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { DayTurn, someOf, titleText } from '../report/slot-input.ts'
import { writeSlot } from '../report/slots.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

const Input = z.strictObject({
  title: z.strictObject({ text: titleText(), citations: someOf(DayTurn) }),
  date: DateArgument.optional(),
})

export const writeReportTitle = diaryOperation({
  name: 'write_report_title',
  summary: "Replace the report's title: one line, at most 80 characters, no date.",
  effect: 'change',
  input: Input,
  accepted: 'written',
  result: {},
  async run({ title, date }, ctx) {
    const path = 'title.citations'
    await writeSlot(ctx, {
      workspace: await openWorkspace(ctx.diary, date),
      operation: 'write_report_title',
      by: writerOf(ctx),
      cited: [{ path, turns: title.citations }],
      put: (report, citations) => ({
        ...report,
        title: { text: title.text, citations: citations(path), by: 'agent' },
      }),
    })
    return {}
  },
})
