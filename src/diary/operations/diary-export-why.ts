import { z } from 'zod'
import { trimEndOf } from '../../kernel/text.ts'
import { diaryOperation } from '../context.ts'
import { list, oneLine } from '../extract/text.ts'
import { traceRecord } from '../why/agent-trace.ts'
import { commitsNamed } from '../why/ask.ts'
import { attributionConfidences } from '../why/attribute.ts'
import { readCommit } from '../why/commit.ts'
import { Explainer, withEdits } from '../why/explain.ts'
import { type Git, GitFailed } from '../why/git.ts'
import { gitRefusal, openRepository } from '../why/repository.ts'
import type { WhyCommit, WhyTurn } from '../why/schema.ts'

/** Where notes are written; nothing else of a repository is. */
const notesRef = 'refs/notes/daybook'

const noteStates = ['written', 'unchanged', 'removed', 'none'] as const
type NoteState = (typeof noteStates)[number]

const Input = z.strictObject({
  of: z
    .string()
    .min(1)
    .max(4096)
    .describe('A commit, or several as main..HEAD; at most 1000')
    .meta({ examples: ['main..HEAD'] }),
  repository: z
    .string()
    .min(1)
    .max(4096)
    .describe('A folder of the git repository')
    .meta({ examples: ['.'] }),
  format: z
    .enum(['git-notes', 'agent-trace'])
    .describe(`git-notes writes ${notesRef}; agent-trace answers records of Agent Trace 0.1 and writes nothing`),
  dry_run: z.boolean().default(false).describe('Say which notes would be written, and write none'),
})

export const diaryExportWhy = diaryOperation({
  name: 'diary_export_why',
  audience: 'people',
  summary: 'Who wrote commits, as git notes in their repository or as records of Agent Trace.',
  effect: 'change',
  input: Input,
  accepted: 'ok',
  result: {
    format: Input.shape.format,
    dry_run: z.boolean(),
    ref: z.string().nullable().describe('Of the notes'),
    commits: z.array(
      z.object({
        hash: z.string(),
        confidence: z.enum(attributionConfidences),
        note: z.string().nullable().describe('What Daybook says in the note; null without one'),
        state: z.enum(noteStates).nullable(),
      }),
    ),
    records: z
      .array(z.looseObject({ id: z.string() }))
      .describe('Of Agent Trace, one for each commit whose writer is known'),
  },
  async run({ of, repository: folder, format, dry_run }, ctx) {
    const repository = await openRepository(folder, ctx.diary.environment.home)
    const hashes = await commitsNamed(repository, of)
    return withEdits(ctx, true, async opened => {
      const explainer = new Explainer(opened, repository)
      const commits = []
      const records = []
      for (const hash of hashes) {
        const change = await readCommit(repository.git, hash)
        const attribution = await explainer.trace(change)
        const explained = await explainer.commit(change, attribution, mostTurns)
        const { confidence } = explained
        if (format === 'git-notes') {
          const note = noteOf(explained)
          const state = await putOrRefuse(repository, explained, note, dry_run)
          commits.push({ hash, confidence, note: note === '' ? null : note, state })
        } else {
          commits.push({ hash, confidence, note: null, state: null })
          if (confidence === 'uncertain') continue
          const turns = new Map(attribution.turns.map(({ turn }) => [turn, explainer.find(turn)]))
          const turnOf = (id: number) => {
            const found = turns.get(id)
            return explained.turns.find(
              each => each.session_id === found?.transcript.sessionId && each.turn === found.turn.number + 1,
            )
          }
          records.push({ ...traceRecord(change, attribution, explained, turnOf, ctx.clock()) })
        }
      }
      return { format, dry_run, ref: format === 'git-notes' ? notesRef : null, commits, records }
    })
  },
})

const mostTurns = 50

async function putOrRefuse(
  { git }: Parameters<typeof commitsNamed>[0],
  { hash }: WhyCommit,
  note: string,
  isDry: boolean,
): Promise<NoteState> {
  try {
    return await putNote(git, hash, note, isDry)
  } catch (error) {
    return gitRefusal(error, 'repository', 'git could not write the note', 'see whether the repository may be written')
  }
}

/** What Daybook says of a commit in a note: trailers, without the words that people wrote. Empty where nothing is known. */
function noteOf({ confidence, reason, turns, records }: WhyCommit): string {
  if (confidence === 'uncertain') return ''
  const trailers = [
    ['Why', `${confidence}. ${reason}`],
    ...turns.map(turn => ['Turn', turnText(turn)]),
    ...[...new Set(turns.flatMap(workItem))].map(item => ['Work-Item', item]),
    ...unique([...turns.flatMap(turn => turn.records), ...records]).map(({ id, title }) => [
      'Record',
      `${id} ${title}`,
    ]),
  ]
  return trailers.map(([name, text = '']) => `${prefix}${name}: ${oneLine(text)}\n`).join('')
}

/** The note a commit has after ours was put into it; what others wrote there stays as it is, in front of it. */
export function withNote(existing: string, own: string): string {
  const others = existing.split('\n').filter(line => !line.startsWith(prefix))
  const kept = trimEndOf(others.join('\n'), '\n')
  return kept === '' ? own : own === '' ? `${kept}\n` : `${kept}\n\n${own}`
}

/** Puts our note on a commit, unless it is there; with `isDry`, only says what that would do. */
async function putNote(git: Git, hash: string, own: string, isDry: boolean): Promise<NoteState> {
  const existing = await readNote(git, hash)
  const hasOwn = (existing ?? '').split('\n').some(line => line.startsWith(prefix))
  if (own === '' && !hasOwn) return 'none'
  const wanted = withNote(existing ?? '', own)
  if (wanted === existing) return 'unchanged'
  if (!isDry) {
    if (wanted.trim() === '') await git([...asDaybook, 'notes', `--ref=${notesRef}`, 'remove', hash])
    else {
      // A copied blob is kept byte for byte; git would tidy up a text.
      const blob = (await git(['hash-object', '-w', '--stdin'], wanted)).toString('utf8').trim()
      await git([...asDaybook, 'notes', `--ref=${notesRef}`, 'add', '--force', `--reuse-message=${blob}`, hash])
    }
  }
  return own === '' ? 'removed' : 'written'
}

async function readNote(git: Git, hash: string): Promise<string | null> {
  try {
    return (await git(['notes', `--ref=${notesRef}`, 'show', hash])).toString('utf8')
  } catch (error) {
    if (error instanceof GitFailed && error.reason === 'failed') return null
    throw error
  }
}

const prefix = 'Daybook-'

/** A repository without a name for its user takes notes as well. */
const asDaybook = ['user.name=Daybook', 'user.email=daybook@localhost'].flatMap(setting => ['-c', setting])

function turnText({ source, session_id, turn, lines, written, files, made_commit, minutes_before }: WhyTurn): string {
  const deeds = [
    made_commit && 'made the commit',
    written > 0 &&
      `wrote ${written} of its lines in ${list(
        files.map(({ path }) => path),
        5,
      )}`,
    typeof minutes_before === 'number' &&
      `${files.length > 0 ? 'changed the same files' : 'worked on the same branch'} ${minutes_before} minutes before`,
  ]
  return [`${source} ${session_id} turn ${turn}`, `transcript lines ${lines}`, ...deeds].filter(Boolean).join(', ')
}

function workItem({ prepared }: WhyTurn): string[] {
  if (!prepared?.work_item_ref) return []
  const ref = `diary:${prepared.date}/${prepared.project_key}/${prepared.work_item_ref}`
  return [prepared.title === null ? ref : `${ref} ${prepared.title}`]
}

function unique<T extends { id: string }>(records: readonly T[]): T[] {
  return [...new Map(records.map(record => [record.id, record])).values()]
}
