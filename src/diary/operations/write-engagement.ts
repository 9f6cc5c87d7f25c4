import { z } from 'zod'
import { DateArgument, freeText, listOf } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { type Engagement, engagementDimensions } from '../report/schema.ts'
import { ClaimInput, DayTurn, Limits, someOf } from '../report/slot-input.ts'
import { writeSlot } from '../report/slots.ts'
import { confidences } from '../schema.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

const Input = z.strictObject({
  overall_reading: ClaimInput,
  observations: listOf(
    z.strictObject({
      dimension: z.enum(engagementDimensions),
      statement: freeText(),
      citations: someOf(DayTurn),
      confidence: z.enum(confidences),
    }),
  ),
  limits: Limits,
  date: DateArgument.optional(),
})

export const writeEngagement = diaryOperation({
  name: 'write_engagement',
  summary: 'Replace how the user steered the work that day. Describe; never score, rank or guess motives.',
  effect: 'change',
  input: Input,
  accepted: 'written',
  result: {},
  async run({ overall_reading, observations, limits = [], date }, ctx) {
    await writeSlot(ctx, {
      workspace: await openWorkspace(ctx.diary, date),
      operation: 'write_engagement',
      by: writerOf(ctx),
      cited: [
        { path: 'overall_reading.citations', turns: overall_reading.citations },
        ...observations.map(({ citations }, index) => ({ path: `observations[${index}].citations`, turns: citations })),
      ],
      put: (report, citations) => ({
        ...report,
        engagement_assessment: {
          overall_reading: {
            text: overall_reading.text,
            citations: citations('overall_reading.citations'),
            confidence: overall_reading.confidence,
          },
          observations: observations.map(({ dimension, statement, confidence }, index) => ({
            dimension,
            statement,
            citations: citations(`observations[${index}].citations`),
            confidence,
          })),
          limits,
        } satisfies Engagement,
      }),
    })
    return {}
  },
})
