import { z } from 'zod'
import { redactSecrets } from '../../evidence/secrets.ts'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { orUndefined, Rejection, reject } from '../rejection.ts'
import { workspaceDays } from '../report/stored-reports.ts'
import type { TurnFacts } from '../schema.ts'
import { answer, openFor } from '../why/ask.ts'
import { attributionConfidences } from '../why/attribute.ts'
import { recordsOfCommit, recordsOfTurn } from '../why/citing-records.ts'
import { Explainer } from '../why/explain.ts'
import { type PersonsWords, WhyCommit, type WhyTurn } from '../why/schema.ts'
import { whyText } from '../why/text.ts'
import { withEdits } from '../why/with-edits.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, type IndexedTurn, loadProjects, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { withTranscript } from '../workspace/transcript.ts'

const Input = z.strictObject({
  of: z
    .string()
    .min(1)
    .max(4096)
    .describe('Commit, file, folder, or line as src/a.ts:12')
    .meta({ examples: ['HEAD'] }),
  repository: z.string().min(1).max(4096).optional().describe('Its folder; else the current one'),
  refresh: z.boolean().default(true),
})

export const diaryWhy = diaryOperation({
  name: 'diary_why',
  summary: 'Which turns wrote a commit, line, file or folder, the words that asked for it, work item and records.',
  effect: 'read',
  input: Input,
  result: {
    repository: z
      .object({ label: z.string(), top: z.string() })
      .describe('Empty where only a transcript shows the commit'),
    kind: z.enum(['commit', 'line', 'file', 'folder']),
    line: z
      .object({
        path: z.string(),
        line: z.int(),
        text: z.string(),
        commit: z.string().nullable(),
        confidence: z.enum(attributionConfidences),
        session_id: z.string().nullable(),
        turn: z.int().nullable(),
      })
      .nullable()
      .describe('The line that was asked about, and the turn that wrote it'),
    commits: z.array(WhyCommit),
    timing: z.object({ git_calls: z.int(), git_ms: z.number(), own_ms: z.number() }),
  },
  async run(asked, ctx) {
    try {
      return await askRepository(asked, ctx)
    } catch (error) {
      const seen = error instanceof Rejection && error.code === 'absent' ? await commitSeen(ctx, asked.of) : undefined
      if (!seen) throw error
      return {
        ...{ repository: { label: '', top: '' }, kind: 'commit' as const, line: null, commits: [seen] },
        timing: { git_calls: 0, git_ms: 0, own_ms: 0 },
      }
    }
  },
  chatText: whyText,
})

async function askRepository({ of, repository: given, refresh }: z.output<typeof Input>, ctx: DiaryContext) {
  const git = { calls: 0, ms: 0 }
  const { repository, question } = await openFor(of, given ?? folderHere(), ctx.diary.environment.home, ms => {
    git.calls++
    git.ms += ms
  })
  return withEdits(ctx, refresh, async opened => {
    const started = performance.now()
    const before = git.ms
    const explainer = new Explainer(opened, repository)
    const found = await answer(repository, explainer, question)
    const own = Math.max(0, performance.now() - started - (git.ms - before))
    return {
      repository: { label: repository.label, top: repository.top },
      ...found,
      timing: { git_calls: git.calls, git_ms: roundMs(git.ms), own_ms: roundMs(own) },
    }
  })
}

function folderHere(): string {
  try {
    return process.cwd()
  } catch {
    return reject('repository', 'the folder Daybook was started in is gone', 'name a folder of the repository')
  }
}

function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10
}

type Context = Pick<DiaryContext, 'diary' | 'db'>

/** Days that are looked through for a commit, the newest first. */
const mostDays = 400

/** A commit that no repository here has, as the transcripts of prepared days show it; undefined where none does. */
async function commitSeen(ctx: Context, of: string): Promise<WhyCommit | undefined> {
  const hash = of.trim().toLowerCase()
  if (!/^[0-9a-f]{7,64}$/.test(hash)) return undefined
  for (const date of (await workspaceDays(ctx.diary)).slice(0, mostDays)) {
    const found = await orUndefined(
      readWorkspace({ diary: ctx.diary }, date, async workspace => {
        for (const project of await loadProjects(workspace)) {
          const commit = await commitIn(ctx, date, project, hash)
          if (commit) return commit
        }
        return undefined
      }),
    )
    if (found) return found
  }
  return undefined
}

async function commitIn(
  ctx: Context,
  date: string,
  project: DiaryProject,
  hash: string,
): Promise<WhyCommit | undefined> {
  const facts = await loadFacts(project)
  for (const turn of turnsOf(project)) {
    const known = facts.get(turnKey(turn))
    const made = known?.commits.find(each => each.hash.startsWith(hash) || hash.startsWith(each.hash))
    if (!known || !made) continue
    return {
      ...{
        hash: made.hash,
        subject: made.subject,
        author: '',
        authored_at: known.last_at,
        committed_at: known.last_at,
      },
      ...{ is_merge: false, confidence: 'certain', telling_lines: 0, unknown_lines: 0 },
      reason: `${turn.turn_ref} of ${turn.session_ref} is seen to make the commit. Its repository is not on this machine, or does not have it any more.`,
      turns: [await turnOf(ctx, date, project, turn, known)],
      records: await recordsOfCommit(ctx.db, { hash: made.hash, files: [] }),
    }
  }
  return undefined
}

async function turnOf(
  ctx: Context,
  date: string,
  project: DiaryProject,
  turn: IndexedTurn,
  facts: TurnFacts,
): Promise<WhyTurn> {
  const items = (await orUndefined(loadEnvelope(project)))?.items ?? []
  const item = items.find(({ covered_turns }) => covered_turns.some(each => turnKey(each) === turnKey(turn)))
  const { session_ref, turn_ref, row, start, end } = turn
  const prepared = {
    ...{ date, project_key: project.key, session_ref, turn_ref },
    ...{ work_item_ref: item?.work_item_ref ?? null, title: item?.title ?? null },
  }
  return {
    ...{
      source: row.source,
      session_id: row.source_session_id,
      turn: row.turns.findIndex(each => each.turn_ref === turn_ref) + 1,
    },
    ...{ lines: `${start}-${end}`, at: facts.trigger_at, branch: facts.branch, written: 0, files: [] },
    ...{ made_commit: true, minutes_before: null, confidence: 'certain' as const },
    asked: await askedIn(ctx, project, turn, facts.trigger_at),
    prepared,
    records: await recordsOfTurn(ctx.db, prepared, { startLine: start, endLine: end }),
  }
}

async function askedIn(ctx: Context, project: DiaryProject, turn: IndexedTurn, at: string): Promise<PersonsWords[]> {
  const line = await orUndefined(
    withTranscript(ctx.diary, project, turn.row, async transcript => {
      const [record] = await transcript.compact(turn.start, turn.start)
      return record && { text: record.text_preview ?? '', sha256: await transcript.spanHash(turn.start, turn.start) }
    }),
  )
  if (!line || line.text === '') return []
  return [{ text: redactSecrets(line.text), at, lines: `${turn.start}-${turn.start}`, sha256: line.sha256 }]
}
