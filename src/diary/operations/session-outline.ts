import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import type { IndexRow } from '../schema.ts'
import { historyProject } from '../search/history.ts'
import { withFoundSession } from '../search/open-session.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject, rowOf } from '../workspace/project.ts'
import { subagentFolder } from '../workspace/subagent-copy.ts'
import { type OpenTranscript, withTranscript, withTranscriptFile } from '../workspace/transcript.ts'

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
  result: {
    hidden: z.array(z.tuple([z.int(), z.int()])).describe('First and last line of each run'),
    agents: z.array(z.object({ call_line: z.int(), subagent: z.string(), rows: z.int() })),
  },
  run: (place, ctx) =>
    withSession(place, ctx, async (transcript, files) => {
      const { hidden, agents } = await transcript.outline()
      const inline = new Set(agents.map(({ subagent }) => subagent))
      for (const { id, call_line, read } of files.filter(({ id }) => !inline.has(id))) {
        agents.push({ call_line, subagent: id, rows: await read(async ({ last }) => last) })
      }
      return { hidden, agents: agents.sort((a, b) => a.call_line - b.call_line) }
    }),
})

export const diarySubagentLines = diaryOperation({
  name: 'diary_subagent_lines',
  audience: 'people',
  summary: 'What a sub-agent said and did, from its rows in the session of its caller or from its own transcript.',
  effect: 'read',
  input: z.strictObject({ ...Place, subagent: name('a1b2c3d4').describe('As diary_session_outline names it') }),
  result: { records: z.array(z.record(z.string(), z.unknown())), left_off: z.int() },
  run: ({ subagent, ...place }, ctx) =>
    withSession(place, ctx, async (transcript, files) => {
      const inline = await transcript.ofSubagent(subagent)
      const file = files.find(({ id }) => id === subagent)
      if (inline.length === 0 && file) {
        return file.read(async ({ last, compact }) => {
          const records = await compact(1, Math.min(last, mostRows))
          return { records: records.map(record => ({ ...record })), left_off: last - records.length }
        })
      }
      const shown = inline.slice(0, mostRows).map(record => ({ ...record }))
      return { records: shown, left_off: inline.length - shown.length }
    }),
})

const mostRows = 1000

function withSession<T>(
  { project_key, session_ref, date }: { project_key: string; session_ref: string; date?: string | undefined },
  ctx: DiaryContext,
  use: (transcript: OpenTranscript, files: readonly SubagentFile[]) => Promise<T>,
): Promise<T> {
  if (project_key === historyProject) return withFoundSession(ctx, session_ref, transcript => use(transcript, []))
  return readWorkspace(ctx, date, async workspace => {
    const project = await loadProject(workspace, project_key)
    const row = rowOf(project, session_ref)
    const files = await subagentFiles(ctx, project, row)
    return withTranscript(ctx.diary, project, row, transcript => use(transcript, files))
  })
}

/** The copy of a sub-agent's own transcript, and the line of the call that started it. */
interface SubagentFile {
  id: string
  call_line: number
  read<T>(use: (transcript: OpenTranscript) => Promise<T>): Promise<T>
}

async function subagentFiles(
  { diary }: DiaryContext,
  project: DiaryProject,
  { session_ref, session_path, source }: IndexRow,
): Promise<SubagentFile[]> {
  const folder = subagentFolder(session_path)
  if (!existsSync(join(project.folder, folder))) return []
  const facts = [...(await loadFacts(project, session_ref)).values()].filter(each => each.session_ref === session_ref)
  return facts.flatMap(({ subagents }) =>
    subagents.flatMap(({ id, path, lines }) => {
      const call_line = Number.parseInt(lines, 10)
      const file = path === null ? null : join(project.folder, path)
      if (!file?.startsWith(join(project.folder, folder, '/')) || !call_line || !existsSync(file)) return []
      return [{ id, call_line, read: use => withTranscriptFile(diary, file, source, use) } satisfies SubagentFile]
    }),
  )
}
