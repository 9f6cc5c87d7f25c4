import { z } from 'zod'
import { diaryOperation } from '../context.ts'
import { traceRecord } from '../why/agent-trace.ts'
import { commitsNamed } from '../why/ask.ts'
import { attributionConfidences } from '../why/attribute.ts'
import { readCommit } from '../why/commit.ts'
import { Explainer } from '../why/explain.ts'
import { type NoteState, noteOf, noteStates, notesRef, putNote } from '../why/notes.ts'
import { gitRefusal, openRepository } from '../why/repository.ts'
import type { WhyCommit } from '../why/schema.ts'
import { withEdits } from '../why/with-edits.ts'

const Input = z.strictObject({
  of: z
    .string()
    .min(1)
    .max(4096)
    .describe('A commit, or several as main..HEAD or as hashes with spaces between them; at most 1000')
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
        const change = await readCommit(repository.git, hash).catch((error: unknown) =>
          gitRefusal(error, 'of', `git could not read ${hash.slice(0, 10)}`, 'leave that commit out'),
        )
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
