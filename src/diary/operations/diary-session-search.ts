import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import { historyProject } from '../search/history.ts'
import { withFoundSession } from '../search/open-session.ts'
import { readWorkspace } from '../workspace/open.ts'
import { loadProject, rowOf } from '../workspace/project.ts'
import { type CompactRecord, type OpenTranscript, withTranscript } from '../workspace/transcript.ts'

export const diarySessionSearch = diaryOperation({
  name: 'diary_session_search',
  audience: 'people',
  summary: 'The lines of one session that hold some words, a stretch at a time: next_line says where to go on.',
  effect: 'read',
  input: z.strictObject({
    project_key: name('ledger-d7579830878a'),
    session_ref: name('S0001'),
    query: name('rounding')
      .max(500)
      .describe('Found wherever a line, read compactly, says it; upper and lower case are the same'),
    from_line: z.int().min(1).default(1).describe('Where to go on: the next_line of the call before'),
    limit: z.int().min(1).max(2000).default(200),
    date: DateArgument.optional(),
  }),
  result: { lines: z.array(z.int()), searched_to: z.int(), next_line: z.int().nullable() },
  async run({ project_key, session_ref, query, from_line, limit, date }, ctx) {
    const search = async (transcript: OpenTranscript) => {
      if (from_line > Math.max(1, transcript.last)) {
        reject('from_line', `from_line is past the last line ${transcript.last}`, 'go on only while next_line is given')
      }
      return searchLines(transcript, query, from_line, limit)
    }
    if (project_key === historyProject) return withFoundSession(ctx, session_ref, search)
    return readWorkspace(ctx, date, async workspace => {
      const project = await loadProject(workspace, project_key)
      return withTranscript(ctx.diary, project, rowOf(project, session_ref), search)
    })
  },
})

interface FoundLines {
  lines: number[]
  /** The last line looked at. */
  searched_to: number
  next_line: number | null
}

/** What one call looks through at most: whichever of the two comes first, but always a line. */
interface Stretch {
  lines: number
  bytes: number
}

const oneCall: Stretch = { lines: 10_000, bytes: 16 * 1024 * 1024 }
const atATime: Stretch = { lines: 500, bytes: 1024 * 1024 }

/** The lines from one on whose compact text holds the words, until enough are found or enough was read. */
export async function searchLines(
  transcript: Pick<OpenTranscript, 'last' | 'compact' | 'offset'>,
  query: string,
  from: number,
  limit: number,
  most: Stretch = oneCall,
): Promise<FoundLines> {
  const words = query.toLowerCase()
  const end = endOf(transcript, from, most)
  const lines: number[] = []
  for (let start = from; start <= end; ) {
    const to = Math.min(end, endOf(transcript, start, atATime))
    for (const record of await transcript.compact(start, to)) {
      if (!textsOf(record).some(text => text.toLowerCase().includes(words))) continue
      lines.push(record.line)
      if (lines.length === limit) return found(record.line)
    }
    start = to + 1
  }
  return found(end)

  function found(searched_to: number): FoundLines {
    return { lines, searched_to, next_line: searched_to < transcript.last ? searched_to + 1 : null }
  }
}

/** Everything a compact line shows, piece by piece. */
function textsOf({ summary, text_preview, tool_uses, tool_results }: CompactRecord): string[] {
  return [
    summary,
    text_preview ?? '',
    ...tool_uses.flatMap(({ name, input_summary }) => [name, input_summary]),
    ...tool_results.flatMap(({ file_path, command, preview }) => [file_path ?? '', command ?? '', preview]),
  ]
}

function endOf({ last, offset }: Pick<OpenTranscript, 'last' | 'offset'>, from: number, most: Stretch): number {
  let end = Math.min(last, from)
  const limit = offset(from) + most.bytes
  while (end < last && end - from + 1 < most.lines && offset(end + 2) <= limit) end++
  return end
}
