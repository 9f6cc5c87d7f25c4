import { z } from 'zod'
import { DateArgument, name, parseArguments } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { type Problem, reject } from '../rejection.ts'
import { historyProject } from '../search/history.ts'
import { withFoundSession } from '../search/open-session.ts'
import { readStable } from '../workspace/locks.ts'
import { openWorkspace } from '../workspace/open.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { type OpenTranscript, withTranscript } from '../workspace/transcript.ts'

const modes = ['compact', 'full'] as const
const maxLines = { compact: 2000, full: 100 }

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a'),
  session_ref: name('S0001'),
  start_line: z.int().meta({ minimum: 1, example: 1, must: 'an integer' }),
  end_line: z.int().meta({ minimum: 1, example: 200, must: 'an integer' }),
  mode: z
    .enum(modes)
    .default('compact')
    .describe(
      '"full" returns raw JSONL lines and can be very large; use it only for a narrow range where exact raw content is necessary',
    ),
  date: DateArgument.optional(),
})

export const readSessionLines = diaryOperation({
  name: 'read_session_lines',
  summary: 'Read lines of a session, one record per physical line: compact (at most 2000) or full (100).',
  effect: 'read',
  schemaDetail: 'full',
  input: Input,
  result: {
    project_key: z.string(),
    session_ref: z.string(),
    line_range: z.object({ start: z.int(), end: z.int() }),
    mode: z.enum(modes),
    records: z.array(z.record(z.string(), z.unknown())),
  },
  async parse(args, ctx) {
    // Without a workspace no arguments are right, so that is reported first.
    const { date, project_key } = Object(args)
    if (date === undefined && project_key !== historyProject) await openWorkspace(ctx.diary)
    return parseArguments(Input, args, firstOf)
  },
  async run({ project_key, session_ref, start_line, end_line, mode, date }, ctx) {
    const read = async (transcript: OpenTranscript) => {
      requireRange(start_line, end_line, transcript.last, mode)
      const records = await transcript[mode](start_line, end_line)
      return {
        project_key,
        session_ref,
        line_range: { start: start_line, end: end_line },
        mode,
        records: records.map(record => ({ ...record })),
      }
    }
    if (project_key === historyProject) return withFoundSession(ctx, session_ref, read)
    const workspace = await openWorkspace(ctx.diary, date)
    return readStable(workspace.root, ctx.diary.lockTimeoutMs, async () => {
      const project = await loadProject(workspace, project_key)
      return withTranscript(ctx.diary, project, rowOf(project, session_ref), read)
    })
  },
})

/** This operation reports one fault at a time: unknown keys first, then the arguments in their order. */
function firstOf(problems: Problem[]): Problem[] {
  const order = Object.keys(Input.shape)
  const rank = ({ path }: Problem) => order.indexOf(path)
  return problems.sort((one, other) => rank(one) - rank(other)).slice(0, 1)
}

function requireRange(start: number, end: number, last: number, mode: (typeof modes)[number]): void {
  const range = last === 0 ? 'this session has no lines' : `its lines are 1 to ${last}`
  if (start < 1) reject('start_line', 'start_line must be at least 1', range)
  if (end < start) reject('end_line', 'end_line is before start_line', `give end_line from ${start}; ${range}`)
  if (start > last) reject('start_line', `start_line ${start} is past the last line ${last}`, range)
  if (end > last) reject('end_line', `end_line ${end} is past the last line ${last}`, range)
  const [count, cap] = [end - start + 1, maxLines[mode]]
  if (count <= cap) return
  reject('end_line', `range of ${count} lines exceeds ${cap} for mode ${mode}`, `read ${cap} lines at a time`)
}
