import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { historyProject } from '../search/history.ts'
import { withFoundSession } from '../search/open-session.ts'
import { readWorkspace } from '../workspace/open.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { type OpenTranscript, withTranscript } from '../workspace/transcript.ts'

const Place = {
  project_key: name('ledger-d7579830878a'),
  session_ref: name('S0001'),
  date: DateArgument.optional(),
}

export const diarySessionOutline = diaryOperation({
  name: 'diary_session_outline',
  audience: 'people',
  summary: 'Which lines of a session show nothing by themselves, and which sub-agents its calls started.',
  effect: 'read',
  input: z.strictObject(Place),
  accepted: 'ok',
  result: {
    hidden: z.array(z.tuple([z.int(), z.int()])).describe('First and last line of each run'),
    agents: z.array(z.object({ call_line: z.int(), subagent: z.string(), rows: z.int() })),
  },
  run: (place, ctx) => withSession(place, ctx, transcript => transcript.outline()),
})

export const diarySubagentLines = diaryOperation({
  name: 'diary_subagent_lines',
  audience: 'people',
  summary: 'What a sub-agent said and did, from the rows that the session of its caller holds of it.',
  effect: 'read',
  input: z.strictObject({ ...Place, subagent: name('a1b2c3d4').describe('As diary_session_outline names it') }),
  accepted: 'ok',
  result: { records: z.array(z.record(z.string(), z.unknown())), left_off: z.int() },
  run: ({ subagent, ...place }, ctx) =>
    withSession(place, ctx, async transcript => {
      const records = await transcript.ofSubagent(subagent)
      const shown = records.slice(0, mostRows).map(record => ({ ...record }))
      return { records: shown, left_off: records.length - shown.length }
    }),
})

const mostRows = 1000

function withSession<T>(
  { project_key, session_ref, date }: { project_key: string; session_ref: string; date?: string | undefined },
  ctx: DiaryContext,
  use: (transcript: OpenTranscript) => Promise<T>,
): Promise<T> {
  if (project_key === historyProject) return withFoundSession(ctx, session_ref, use)
  return readWorkspace(ctx, date, async workspace => {
    const project = await loadProject(workspace, project_key)
    return withTranscript(ctx.diary, project, rowOf(project, session_ref), use)
  })
}
