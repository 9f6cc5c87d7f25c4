import { z } from 'zod'
import { DateArgument, freeText, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { rejectAny } from '../rejection.ts'
import { ProjectTurn, someOf } from '../report/slot-input.ts'
import { writeSlot } from '../report/slots.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a'),
  summary: z.strictObject({ text: freeText(), citations: someOf(ProjectTurn) }),
  date: DateArgument.optional(),
})

export const writeProjectSummary = diaryOperation({
  name: 'write_project_summary',
  summary: "Replace a project's summary in the day's report; cite turns with chains.",
  effect: 'change',
  input: Input,
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
