import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDiary } from '../diary/open-diary.ts'
import { atMost, type Figure, milliseconds, slowFigure, type Target } from '../harness/figure.ts'
import { timed } from '../harness/samples.ts'
import type { Measure } from './measure.ts'
import { afterAll } from './queries.ts'

export const why: Measure = {
  id: 'why',
  about: 'diary_why of one commit of a session, among all others',
  async run({ home, runs, say }) {
    const repository = join(home.folder, 'work', 'ledger')
    const commit = makeCommit(repository, join(home.claude, 'projects', '-work-ledger'))
    const diary = await openDiary(home, afterAll)
    try {
      const ask = (refresh: boolean) => diary.call('diary_why', { of: commit, repository, refresh })
      const read = await timed(() => diary.call('diary_index', {}))
      say(`diary_index, which reads what all sessions wrote: ${milliseconds(read)}`)
      const first = await timed(async () => expectKnown(await ask(true)))
      const taken: number[] = []
      const own: number[] = []
      const refreshed: number[] = []
      for (let call = 0; call < runs * 10; call++) {
        taken.push(await timed(async () => own.push(expectKnown(await ask(false)))))
        refreshed.push(await timed(async () => expectKnown(await ask(true))))
      }
      return figuresOf(taken, own, refreshed, first)
    } finally {
      await diary.close()
    }
  },
}

function figuresOf(
  taken: readonly number[],
  own: readonly number[],
  refreshed: readonly number[],
  first: number,
): Figure[] {
  const figure = (measure: string, times: readonly number[], target: Target | null, work: string) =>
    slowFigure({ id: 'S6', measure, target, work }, times)
  return [
    figure(
      'why of one commit, of the index as it is, p95',
      taken,
      atMost(50),
      `${taken.length} questions with their calls of git; the first one of all ${milliseconds(first)}`,
    ),
    figure('the same without the calls of git and the opening of the index, p95', own, null, ''),
    figure('the same with all of it, after a look at all transcripts, p95', refreshed, null, ''),
  ]
}

/** The milliseconds it took by itself. A run that found nothing is quick and must not count. */
function expectKnown(answer: { [key: string]: unknown }): number {
  const { commits, timing } = Object(answer)
  const [commit] = commits
  if (commit?.turns?.length !== 1) throw new Error('The turn that made the commit was not found.')
  return timing.own_ms
}

/** A repository with one commit, and the session in which an agent made it. */
function makeCommit(repository: string, transcripts: string): string {
  mkdirSync(join(repository, 'src'), { recursive: true })
  mkdirSync(transcripts, { recursive: true })
  const code = Array.from(
    { length: 12 },
    (_, line) => `export const rounded${line} = (value: number) => value - ${line}`,
  )
  const text = `${code.join('\n')}\n`
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_DATE: at(50), GIT_COMMITTER_DATE: at(50) },
    }).trim()
  git('init', '-q', '-b', 'main')
  writeFileSync(join(repository, 'src', 'rounding.ts'), text)
  git('add', '--all')
  git('commit', '-q', '-m', 'Round half down')
  const hash = git('rev-parse', 'HEAD')
  writeFileSync(join(transcripts, `${session}.jsonl`), sessionLines(repository, text, hash))
  return hash
}

const session = '0b0b0b0b-1111-4111-8111-111111111111'
const begun = Date.parse('2026-09-20T08:00:00Z')

function at(seconds: number): string {
  return new Date(begun + seconds * 1000).toISOString()
}

function sessionLines(repository: string, text: string, hash: string): string {
  const row = (number: number, type: string, content: unknown, more: object = {}) => ({
    ...{ parentUuid: null, isSidechain: false, userType: 'external', cwd: repository, sessionId: session },
    ...{ version: '2.1.140', gitBranch: 'main', type, uuid: `u${number}`, timestamp: at(number * 10), ...more },
    message: { role: type, content },
  })
  const call = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }]
  const answer = (id: string, content: string) => [{ type: 'tool_result', tool_use_id: id, content }]
  const file_path = join(repository, 'src', 'rounding.ts')
  const created = { type: 'create', filePath: file_path, content: text, structuredPatch: [] }
  const printed = `[main ${hash.slice(0, 7)}] Round half down\n 1 file changed, 12 insertions(+)`
  const rows = [
    row(1, 'user', 'Round half down everywhere, please.'),
    row(2, 'assistant', call('t1', 'Write', { file_path, content: text })),
    row(3, 'user', answer('t1', 'File created successfully'), { toolUseResult: created }),
    row(4, 'assistant', call('t2', 'Bash', { command: 'git add --all && git commit -m "Round half down"' })),
    row(6, 'user', answer('t2', printed), { toolUseResult: { stdout: printed, stderr: '', interrupted: false } }),
    row(7, 'assistant', [{ type: 'text', text: 'Done.' }]),
  ]
  return rows.map(each => `${JSON.stringify(each)}\n`).join('')
}
