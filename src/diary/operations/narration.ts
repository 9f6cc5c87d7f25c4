import { z } from 'zod'
import { DateArgument, freeText, listOf, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { rejectAny } from '../rejection.ts'
import { type Engagement, engagementDimensions, patternKinds, type TeamLearning } from '../report/schema.ts'
import { ClaimInput, DayTurn, Limits, ProjectTurn, someOf, titleText, writeSlot } from '../report/slots.ts'
import { confidences } from '../schema.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

export const writeProjectSummary = diaryOperation({
  name: 'write_project_summary',
  summary: "Replace a project's summary in the day's report; cite turns with chains.",
  effect: 'change',
  input: z.strictObject({
    project_key: name('ledger-d7579830878a'),
    summary: z.strictObject({ text: freeText(), citations: someOf(ProjectTurn) }),
    date: DateArgument.optional(),
  }),
  accepted: 'written',
  result: { project_key: z.string() },
  async run({ project_key, summary, date }, ctx) {
    rejectAny(foreignTurns(project_key, summary.citations))
    const path = 'summary.citations'
    await writeSlot(ctx, {
      workspace: await openWorkspace(ctx.diary, date),
      operation: 'write_project_summary',
      by: writerOf(ctx),
      project_key,
      cited: [{ path, turns: summary.citations.map(turn => ({ ...turn, project_key })) }],
      put: (report, citations) => ({
        ...report,
        projects: (Array.isArray(report.projects) ? report.projects : []).map(project =>
          project.project_key === project_key
            ? { ...project, summary: { text: summary.text, citations: citations(path), by: 'agent' } }
            : project,
        ),
      }),
    })
    return { project_key }
  },
})

function foreignTurns(projectKey: string, citations: ReadonlyArray<z.output<typeof ProjectTurn>>) {
  return citations.flatMap(({ project_key }, index) =>
    project_key === undefined || project_key === projectKey
      ? []
      : [
          {
            path: `summary.citations[${index}].project_key`,
            message: 'cites a turn of another project',
            hint: 'cite turns of the project the summary is about',
          },
        ],
  )
}

export const writeTeamLearning = diaryOperation({
  name: 'write_team_learning',
  summary: 'Replace what others can learn from the day; say whether a pattern was seen once.',
  effect: 'change',
  input: z.strictObject({
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
  }),
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
          takeaways: { ...takeaways, citations: citations('takeaways.citations') },
          patterns: patterns.map((each, index) => ({ ...each, citations: citations(`patterns[${index}].citations`) })),
          limits,
        } satisfies TeamLearning,
      }),
    })
    return {}
  },
})

export const writeEngagement = diaryOperation({
  name: 'write_engagement',
  summary: 'Replace how the user steered the work that day. Describe; never score, rank or guess motives.',
  effect: 'change',
  input: z.strictObject({
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
  }),
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
          overall_reading: { ...overall_reading, citations: citations('overall_reading.citations') },
          observations: observations.map((each, index) => ({
            ...each,
            citations: citations(`observations[${index}].citations`),
          })),
          limits,
        } satisfies Engagement,
      }),
    })
    return {}
  },
})

export const writeReportTitle = diaryOperation({
  name: 'write_report_title',
  summary: "Replace the report's title: one line, at most 80 characters, no date.",
  effect: 'change',
  input: z.strictObject({
    title: z.strictObject({ text: titleText(), citations: someOf(DayTurn) }),
    date: DateArgument.optional(),
  }),
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
