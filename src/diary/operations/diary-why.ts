import { z } from 'zod'
import { type DiaryContext, diaryOperation } from '../context.ts'
import { Rejection, reject } from '../rejection.ts'
import { answer, questionIn } from '../why/ask.ts'
import { attributionConfidences } from '../why/attribute.ts'
import { Explainer } from '../why/explain.ts'
import { withEdits } from '../why/open.ts'
import { openRepository } from '../why/repository.ts'
import { WhyCommit } from '../why/schema.ts'
import { commitSeen } from '../why/seen-commit.ts'
import { whyText } from '../why/text.ts'

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
  accepted: 'ok',
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
  const repository = await openRepository(given ?? folderHere(), ctx.diary.surroundings.home, ms => {
    git.calls++
    git.ms += ms
  })
  return withEdits(ctx, refresh, async opened => {
    const started = performance.now()
    const before = git.ms
    const explainer = new Explainer(opened, repository)
    const question = questionIn(repository, of)
    const found = await answer(repository, explainer, question)
    const own = Math.max(0, performance.now() - started - (git.ms - before))
    return {
      repository: { label: repository.label, top: repository.top },
      kind: question.kind,
      ...found,
      timing: { git_calls: git.calls, git_ms: rounded(git.ms), own_ms: rounded(own) },
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

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
