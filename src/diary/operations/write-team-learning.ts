import { z } from 'zod'
import { DateArgument, freeText, listOf } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { patternKinds, type TeamLearning } from '../report/schema.ts'
import { ClaimInput, DayTurn, Limits, someOf } from '../report/slot-input.ts'
import { writeSlot } from '../report/slots.ts'
import { confidences } from '../schema.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

const Input = z.strictObject({
  takeaways: ClaimInput,
  patterns: listOf(
    z.strictObject({
      kind: z.enum(patternKinds),
      statement: freeText(),
      rationale: freeText(),
      recurrence: freeText(),
      citations: someOf(DayTurn),
      confidence: z.enum(confidences),
    }),
  ),
  limits: Limits,
  date: DateArgument.optional(),
})

export const writeTeamLearning = diaryOperation({
  name: 'write_team_learning',
  summary: 'Replace what others can learn from the day; say whether a pattern was seen once.',
  effect: 'change',
  input: Input,
  accepted: 'written',
  result: {},
  async run({ takeaways, patterns, limits = [], date }, ctx) {
    await writeSlot(ctx, {
      workspace: await openWorkspace(ctx.diary, date),
      operation: 'write_team_learning',
      by: writerOf(ctx),
      cited: [
        { path: 'takeaways.citations', turns: takeaways.citations },
        ...patterns.map(({ citations }, index) => ({ path: `patterns[${index}].citations`, turns: citations })),
      ],
      put: (report, citations) => ({
        ...report,
        team_learning: {
          takeaways: {
            text: takeaways.text,
            citations: citations('takeaways.citations'),
            confidence: takeaways.confidence,
          },
          patterns: patterns.map(({ kind, statement, rationale, recurrence, confidence }, index) => ({
            kind,
            statement,
            rationale,
            recurrence,
            citations: citations(`patterns[${index}].citations`),
            confidence,
          })),
          limits,
        } satisfies TeamLearning,
      }),
    })
    return {}
  },
})
