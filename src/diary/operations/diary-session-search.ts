import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import { readWorkspace } from '../workspace/open.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { searchLines } from '../workspace/search-lines.ts'
import { withTranscript } from '../workspace/transcript.ts'

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a'),
  session_ref: name('S0001'),
  query: name('rounding')
    .max(500)
    .describe('Found wherever a line, read compactly, says it; upper and lower case are the same'),
  from_line: z.int().min(1).default(1).describe('Where to go on: the next_line of the call before'),
  limit: z.int().min(1).max(2000).default(200),
  date: DateArgument.optional(),
})

export const diarySessionSearch = diaryOperation({
  name: 'diary_session_search',
  audience: 'people',
  summary: 'The lines of one session that hold some words, a stretch at a time: next_line says where to go on.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: { lines: z.array(z.int()), searched_to: z.int(), next_line: z.int().nullable() },
  async run({ project_key, session_ref, query, from_line, limit, date }, ctx) {
    return readWorkspace(ctx, date, async workspace => {
      const project = await loadProject(workspace, project_key)
      return withTranscript(ctx.diary, project, rowOf(project, session_ref), async transcript => {
        if (from_line > Math.max(1, transcript.last)) {
          reject(
            'from_line',
            `from_line is past the last line ${transcript.last}`,
            'go on only while next_line is given',
          )
        }
        return searchLines(transcript, query, from_line, limit)
      })
    })
  },
})
